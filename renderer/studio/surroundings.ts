import { useMediaQuery } from '@mantine/hooks';
import { useApp } from '../app/context.tsx';
import { useDesk } from './desk.ts';

/** Theme and motion that boards are told: as chosen here, else as the window's own. */
export function useSurroundings(): { theme: 'light' | 'dark'; still: boolean } {
  const wanted = useApp((app) => app.settings.theme);
  const dark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false });
  const reduced = useMediaQuery('(prefers-reduced-motion: reduce)', undefined, { getInitialValueInEffect: false });
  const chosen = useDesk();
  const own = wanted === 'system' ? (dark ? 'dark' : 'light') : wanted;
  return { theme: chosen.theme ?? own, still: chosen.still ?? reduced ?? false };
}
