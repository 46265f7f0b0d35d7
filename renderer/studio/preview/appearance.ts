import { useLessMotion } from '../../core/appearance.ts';
import { useTheme } from '../../core/theme.ts';
import type { SeatPreview } from './preview-settings.ts';

/** The theme and reduced motion for a seat's board: from its settings, or else from the window. */
export function useAppearance(settings: SeatPreview): { theme: 'light' | 'dark'; reducedMotion: boolean } {
  const theme = useTheme();
  const windowReducedMotion = useLessMotion();
  return { theme: settings.theme ?? theme, reducedMotion: settings.still ?? windowReducedMotion };
}
