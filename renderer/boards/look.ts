import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { BoardContext } from '../../shared/boards/port.ts';
import { useApp } from '../core/context.tsx';

/** Theme, language and motion for a board, as the window itself has them. */
export function useBoardLook(): Pick<BoardContext, 'theme' | 'locale' | 'reduced_motion'> {
  const { i18n } = useTranslation();
  const theme = useApp((app) => app.settings.theme);
  const dark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false });
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', undefined, {
    getInitialValueInEffect: false,
  });
  return {
    theme: theme === 'system' ? (dark ? 'dark' : 'light') : theme,
    locale: i18n.language,
    reduced_motion: reducedMotion ?? false,
  };
}
