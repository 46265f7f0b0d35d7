/** Words of this room that more than one of its parts says. */
import { useTranslation } from 'react-i18next';
import type { Direction } from '../../shared/protocol/definition.ts';
import { visible } from '../look/peer-text.ts';
import type { Bound } from './messages.ts';

/** A list of bounds on one line: `4 to 10`, `host, guest`. */
export function useBoundWords(): (bounds: readonly Bound[]) => string {
  const { t } = useTranslation('protocols');
  const one = (bound: Bound): string => {
    switch (bound.kind) {
      case 'values':
        return visible(bound.values);
      case 'columns':
        return t('bound.columns', { names: visible(bound.names) });
      default:
        return t(`bound.${bound.kind}`, { ...bound });
    }
  };
  return (bounds) => bounds.map(one).join('; ');
}

/** How tables of a mode are played; a mode that is not known here stays the author's word. */
export function useModeWords(): (mode: string) => string {
  const { t, i18n } = useTranslation('protocols');
  return (mode) => (i18n.exists(`protocols:mode.${mode}`) ? t(`mode.${mode}` as 'mode.free') : visible(mode));
}

export function useTypeWords(): (type: string) => string {
  const { t, i18n } = useTranslation('protocols');
  return (type) => (i18n.exists(`protocols:type.${type}`) ? t(`type.${type}` as 'type.game') : visible(type));
}

export function useDirectionWords(): (direction: Direction) => string {
  const { t } = useTranslation('protocols');
  return (direction) => t(`from.${direction}`);
}
