/** Localized texts of the lobby's filter. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useDeferredLobby } from '../core/context.tsx';
import { type Families, familyName } from '../core/families.ts';
import { useTagText } from '../core/tag-text.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { type FilterChoices, type FilterPart, filterChoices, type LobbyFilter } from './filter.ts';

/** The available choices, computed again when the tables or the chosen ones change. */
export function useFilterChoices({ game, family, tag }: LobbyFilter): FilterChoices {
  const { entries } = useDeferredLobby();
  return useMemo(() => filterChoices(entries, { game, family, tag }), [entries, game, family, tag]);
}

/** The display name of a family: that of its bundled game, or else derived from the family itself. */
export function useFamilyName(): (family: string) => string {
  const { entries } = useDeferredLobby();
  const book = useLabelBook();
  const families: Families = useMemo(
    () =>
      new Map(
        entries.flatMap(({ family, protocol_id, protocol_name }) =>
          family !== null && book.labelsFor(protocol_id).words?.name !== undefined ? [[family, protocol_name]] : [],
        ),
      ),
    [entries, book],
  );
  return (family) => escapeInvisible(familyName(families, family));
}

/** Labels of filter parts, e.g. `Game: Chess`. */
export function useFilterText(filter: LobbyFilter): (part: FilterPart) => string {
  const { t } = useTranslation('lobby');
  const { t: tApp } = useTranslation();
  const { games } = useFilterChoices(filter);
  const displayName = useFamilyName();
  const tagText = useTagText();
  const valueText = (part: FilterPart): string => {
    if (part === 'crowd') return t(`crowd.${filter.crowd}`);
    if (part === 'mode') return filter.mode === '' ? '' : tApp(`mode.${filter.mode}`);
    if (part === 'game') {
      return isolatedName(games.find(({ id }) => id === filter.game)?.name ?? '');
    }
    if (part === 'family') return displayName(filter.family);
    if (part === 'tag') return tagText(filter.tag);
    if (part !== 'rating') return escapeInvisible(filter[part]);
    const { from, to } = filter;
    if (from !== null && to !== null) return t('rating_between', { from, to });
    return from !== null ? t('rating_above', { from }) : t('rating_below', { to });
  };
  return (part) => t(`filter.${part}`, { value: valueText(part) });
}
