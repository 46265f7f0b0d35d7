import { useMediaQuery } from '@mantine/hooks';
import { useApp } from '../../core/context.tsx';
import type { SeatPreview } from './preview-settings.ts';

/** The theme and motion passed to a seat's board: chosen there, or else the window's. */
export function useAppearance(chosen: SeatPreview): { theme: 'light' | 'dark'; still: boolean } {
  const wanted = useApp((app) => app.settings.theme);
  const dark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false });
  const reduced = useMediaQuery('(prefers-reduced-motion: reduce)', undefined, { getInitialValueInEffect: false });
  const own = wanted === 'system' ? (dark ? 'dark' : 'light') : wanted;
  return { theme: chosen.theme ?? own, still: chosen.still ?? reduced ?? false };
}
