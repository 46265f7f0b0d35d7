/** The lobby's filter: matching tables, available choices, and its form in the URL. */
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { toSearchText } from '../../shared/search-text.ts';
import { isHex64 } from '../../shared/signing/hex.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { isNear } from '../../shared/tables/play-candidates.ts';
import { choicesIn, filterParams, paramReader } from '../core/filters.ts';

export type Crowd = 'everyone' | 'near' | 'people' | 'agents';
export const crowds: Crowd[] = ['everyone', 'near', 'people', 'agents'];
export const modes = ['human', 'hybrid', 'autonomous'] as const satisfies ControlMode[];

export interface LobbyFilter {
  text: string;
  crowd: Crowd;
  /** A protocol id. */
  game: string;
  family: string;
  mode: ControlMode | '';
  tag: string;
  /** Rating bounds, inclusive. */
  from: number | null;
  to: number | null;
}

export const emptyFilter: LobbyFilter = {
  text: '',
  crowd: 'everyone',
  game: '',
  family: '',
  mode: '',
  tag: '',
  from: null,
  to: null,
};

/** Cached per entry, because every keystroke searches thousands of entries. */
const searchTexts = new WeakMap<LobbyEntry, string>();
function searchTextOf(entry: LobbyEntry): string {
  let text = searchTexts.get(entry);
  if (text === undefined) {
    text = toSearchText(`${entry.host.nickname}\n${entry.protocol_name}\n${entry.tags.join('\n')}`);
    searchTexts.set(entry, text);
  }
  return text;
}

/** The predicate of each part of a filter whose text is already `searchable`. The two rating bounds are one part. */
const predicates = {
  text: ({ text }, entry) => text === '' || searchTextOf(entry).includes(text),
  crowd: ({ crowd }, entry, ownRating) => {
    if (crowd === 'people') return entry.host_control_mode !== 'autonomous';
    if (crowd === 'agents') return entry.host_control_mode === 'autonomous';
    return crowd !== 'near' || isNear(entry.host.rating, ownRating);
  },
  game: ({ game }, entry) => game === '' || entry.protocol_id === game,
  family: ({ family }, entry) => family === '' || entry.family === family,
  mode: ({ mode }, entry) => mode === '' || entry.host_control_mode === mode,
  tag: ({ tag }, entry) => tag === '' || entry.tags.includes(tag),
  rating: ({ from, to }, { host: { rating } }) =>
    (from === null && to === null) || (rating !== null && rating >= (from ?? -Infinity) && rating <= (to ?? Infinity)),
} satisfies Record<string, (filter: LobbyFilter, entry: LobbyEntry, ownRating: number | null) => boolean>;
export type FilterPart = keyof typeof predicates;
const partNames = Object.keys(predicates) as FilterPart[];

/** The filter without one of its parts. */
export function clearPart(filter: LobbyFilter, part: FilterPart): LobbyFilter {
  if (part === 'rating') return { ...filter, from: null, to: null };
  return { ...filter, [part]: emptyFilter[part] };
}

/** The parts that are set. */
export const activeParts = (filter: LobbyFilter): FilterPart[] =>
  partNames.filter((part) => {
    if (part === 'rating') return filter.from !== null || filter.to !== null;
    if (part === 'text') return filter.text.trim() !== '';
    return filter[part] !== emptyFilter[part];
  });

/** The matching open tables, without the user's own. */
export function matching(entries: readonly LobbyEntry[], filter: LobbyFilter, ownRating: number | null): LobbyEntry[] {
  const normalizedFilter = { ...filter, text: toSearchText(filter.text.trim()) };
  return entries.filter(
    (entry) => !entry.own && partNames.every((part) => predicates[part](normalizedFilter, entry, ownRating)),
  );
}

/** For each active part, how many tables match without it. */
export function matchCountsWithout(
  entries: readonly LobbyEntry[],
  filter: LobbyFilter,
  ownRating: number | null,
): { part: FilterPart; matchCount: number }[] {
  return activeParts(filter).map((part) => ({
    part,
    matchCount: matching(entries, clearPart(filter, part), ownRating).length,
  }));
}

export interface FilterChoices {
  games: { id: string; name: string }[];
  families: string[];
  tags: string[];
}

/** The available choices; a selected one stays even if nothing matches it. Games with equal names get part of their id. */
export function filterChoices(
  entries: readonly LobbyEntry[],
  filter: Pick<LobbyFilter, 'game' | 'family' | 'tag'>,
): FilterChoices {
  const otherEntries = entries.filter(({ own }) => !own);
  const games = new Map(otherEntries.map(({ protocol_id, protocol_name }) => [protocol_id, protocol_name]));
  if (filter.game !== '' && !games.has(filter.game)) games.set(filter.game, filter.game.slice(0, 8));
  const counts = new Map<string, number>();
  for (const name of games.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const uniqueName = (id: string, name: string) => (counts.get(name) === 1 ? name : `${name} ${id.slice(0, 8)}`);
  return {
    games: [...games]
      .map(([id, name]) => ({ id, name: uniqueName(id, name) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    families: choicesIn([...otherEntries.map(({ family }) => family), filter.family]),
    tags: choicesIn([...otherEntries.flatMap(({ tags }) => tags), filter.tag]),
  };
}

const paramNames = {
  text: 'q',
  crowd: 'who',
  game: 'game',
  family: 'family',
  mode: 'seat',
  tag: 'tag',
  from: 'from',
  to: 'to',
};

/** The filter as URL parameters; null for unset parts. */
export const filterQuery = (filter: LobbyFilter) => filterParams(filter, emptyFilter, paramNames);

/** Reads URL parameters; invalid ones are ignored. */
export function readFilter(query: URLSearchParams): LobbyFilter {
  const param = paramReader<LobbyFilter>(query, paramNames);
  return {
    text: param('text'),
    crowd: crowds.find((crowd) => crowd === param('crowd')) ?? 'everyone',
    game: isHex64(param('game')) ? param('game') : '',
    family: param('family'),
    mode: modes.find((mode) => mode === param('mode')) ?? '',
    tag: param('tag'),
    from: readRating(param('from')),
    to: readRating(param('to')),
  };
}

/** Reads a rating bound; null if the text is not a whole number. */
export function readRating(text: string): number | null {
  return /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : null;
}
