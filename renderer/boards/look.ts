import { useReducedMotion } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { BoardContext } from '../../shared/boards/contract.ts';
import { useTheme } from '../core/theme.ts';

/** Theme, language and motion for a board, as the window itself has them. */
export function useBoardLook(): Pick<BoardContext, 'theme' | 'locale' | 'reduced_motion'> {
  const { i18n } = useTranslation();
  const theme = useTheme();
  const reducedMotion = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return {
    theme,
    locale: i18n.language,
    reduced_motion: reducedMotion,
  };
}
