/** Localized texts for parts of specs. */
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import type { Direction } from '../../shared/protocol/spec-types.ts';
import type { Bound } from './page/spec-rows.ts';

/** Constraints on one line: `4 to 10`, `host, guest`. */
export function useBoundsText(): (bounds: readonly Bound[]) => string {
  const { t } = useTranslation('protocols');
  const boundText = (bound: Bound): string => {
    switch (bound.kind) {
      case 'values':
        return escapeInvisible(bound.values);
      case 'columns':
        return t('bound.columns', { names: escapeInvisible(bound.names) });
      default:
        return t(`bound.${bound.kind}`, { ...bound });
    }
  };
  return (bounds) => bounds.map(boundText).join('; ');
}

/** A mode as text; unknown modes are shown as the author wrote them. */
export function useModeText(): (mode: string) => string {
  const { t, i18n } = useTranslation('protocols');
  return (mode) => (i18n.exists(`protocols:mode.${mode}`) ? t(`mode.${mode}` as 'mode.free') : escapeInvisible(mode));
}

export function useTypeText(): (type: string) => string {
  const { t, i18n } = useTranslation('protocols');
  return (type) => (i18n.exists(`protocols:type.${type}`) ? t(`type.${type}` as 'type.game') : escapeInvisible(type));
}

export function useDirectionText(): (direction: Direction) => string {
  const { t } = useTranslation('protocols');
  return (direction) => t(`from.${direction}`);
}
