import { useTranslation } from 'react-i18next';
import { useLobby } from '../app/context.tsx';
import { isolated, visible } from '../look/peer-text.ts';
import { choicesOf, type FilterPart, type LobbyFilter } from './filter.ts';

/** A part of the filter in words, e.g. `Game: Chess`. */
export function useFilterWords(filter: LobbyFilter): (part: FilterPart) => string {
  const { t } = useTranslation('lobby');
  const { t: tables } = useTranslation('tables');
  const entries = useLobby((lobby) => lobby.entries);
  const value = (part: FilterPart): string => {
    if (part === 'crowd') return t(`crowd.${filter.crowd}`);
    if (part === 'mode') return filter.mode === '' ? '' : tables(`mode.${filter.mode}`);
    if (part === 'game') {
      return isolated(choicesOf(entries, filter).games.find(({ id }) => id === filter.game)?.name ?? '');
    }
    if (part !== 'rating') return visible(filter[part]);
    const { from, to } = filter;
    if (from !== null && to !== null) return t('rating_between', { from, to });
    return from !== null ? t('rating_above', { from }) : t('rating_below', { to });
  };
  return (part) => t(`filter.${part}`, { value: value(part) });
}
