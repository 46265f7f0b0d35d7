import { useReducedMotion } from '@mantine/hooks';
import { useTheme } from '../../core/theme.ts';
import type { SeatPreview } from './preview-settings.ts';

/** The theme and motion passed to a seat's board: chosen there, or else the window's. */
export function useAppearance(chosen: SeatPreview): { theme: 'light' | 'dark'; still: boolean } {
  const theme = useTheme();
  const reduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return { theme: chosen.theme ?? theme, still: chosen.still ?? reduced };
}
