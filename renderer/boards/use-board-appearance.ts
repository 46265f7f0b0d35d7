import { useReducedMotion } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { BoardContext } from '../../shared/boards/contract.ts';
import { useTheme } from '../core/theme.ts';

/** The window's own theme, language and motion setting, for boards. */
export function useBoardAppearance(): Pick<BoardContext, 'theme' | 'locale' | 'reduced_motion'> {
  const { i18n } = useTranslation();
  const theme = useTheme();
  const reducedMotion = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return {
    theme,
    locale: i18n.language,
    reduced_motion: reducedMotion,
  };
}
