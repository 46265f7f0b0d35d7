import type { ButtonProps } from '../ui/Button.tsx';

/** Of a button for another person. */
export interface PersonButtonProps {
  publicKey: string;
  /** Untrusted. Empty while it is unknown. */
  name: string;
  variant?: ButtonProps['variant'];
}
