import { useTranslation } from 'react-i18next';
import type { BoardContext } from '../../shared/boards/contract.ts';
import { useLessMotion, useTextScale } from '../core/appearance.ts';
import { useApp } from '../core/context.tsx';
import { useTheme } from '../core/theme.ts';

/** What boards are told about how the window looks. */
export type BoardAppearance = Pick<
  BoardContext,
  'theme' | 'locale' | 'reduced_motion' | 'text_scale' | 'distinct_pieces'
>;

/** The window's own appearance, for boards. */
export function useBoardAppearance(): BoardAppearance {
  const { i18n } = useTranslation();
  const theme = useTheme();
  const reducedMotion = useLessMotion();
  const textScale = useTextScale();
  const distinctPieces = useApp((app) => app.settings.distinct_pieces);
  return {
    theme,
    locale: i18n.language,
    reduced_motion: reducedMotion,
    text_scale: textScale,
    distinct_pieces: distinctPieces,
  };
}
