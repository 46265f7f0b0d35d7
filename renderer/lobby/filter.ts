import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { type ControlMode, controlModeSchema } from '../../shared/tables/hooks.ts';

export type Crowd = 'everyone' | 'near' | 'people' | 'agents';
export const crowds: Crowd[] = ['everyone', 'near', 'people', 'agents'];
export interface LobbyFilter {
  text: string;
  crowd: Crowd;
  /** A protocol id. */
  game: string;
  family: string;
  mode: ControlMode | '';
  tag: string;
  /** Ratings, both ends included. */
  from: number | null;
  to: number | null;
}

export const everything: LobbyFilter = {
  text: '',
  crowd: 'everyone',
  game: '',
  family: '',
  mode: '',
  tag: '',
  from: null,
  to: null,
};

/** "Near my rating" is within this many points. */
export const nearPoints = 100;

const plain = (text: string) => text.normalize('NFKD').toLowerCase();

/** What a filter is made of, each with whether a table fits it; the rating's two ends are one part. */
const parts = {
  text: ({ text }, entry) =>
    plain(`${entry.host.nickname}\n${entry.protocol_name}\n${entry.tags.join('\n')}`).includes(plain(text.trim())),
  crowd: ({ crowd }, entry, ownRating) => {
    if (crowd === 'people') return entry.host_control_mode !== 'autonomous';
    if (crowd === 'agents') return entry.host_control_mode === 'autonomous';
    const { rating } = entry.host;
    return crowd !== 'near' || ownRating === null || rating === null || Math.abs(rating - ownRating) <= nearPoints;
  },
  game: ({ game }, entry) => game === '' || entry.protocol_id === game,
  family: ({ family }, entry) => family === '' || entry.family === family,
  mode: ({ mode }, entry) => mode === '' || entry.host_control_mode === mode,
  tag: ({ tag }, entry) => tag === '' || entry.tags.includes(tag),
  rating: ({ from, to }, { host: { rating } }) =>
    (from === null && to === null) || (rating !== null && rating >= (from ?? -Infinity) && rating <= (to ?? Infinity)),
} satisfies Record<string, (filter: LobbyFilter, entry: LobbyEntry, ownRating: number | null) => boolean>;
export type FilterPart = keyof typeof parts;
const partNames = Object.keys(parts) as FilterPart[];

/** The filter without one of its parts. */
export function without(filter: LobbyFilter, part: FilterPart): LobbyFilter {
  if (part === 'rating') return { ...filter, from: null, to: null };
  return { ...filter, [part]: everything[part] };
}

/** The parts that ask for something. */
export const activeParts = (filter: LobbyFilter): FilterPart[] =>
  partNames.filter((part) => {
    if (part === 'rating') return filter.from !== null || filter.to !== null;
    if (part === 'text') return filter.text.trim() !== '';
    return filter[part] !== everything[part];
  });

/** The open tables that fit, in main's order. Own tables are not in the list of chairs to take. */
export function fitting(entries: readonly LobbyEntry[], filter: LobbyFilter, ownRating: number | null): LobbyEntry[] {
  return entries.filter((entry) => !entry.own && partNames.every((part) => parts[part](filter, entry, ownRating)));
}

/** What the parts of a filter hide: how many tables would fit without each. */
export function hiding(
  entries: readonly LobbyEntry[],
  filter: LobbyFilter,
  ownRating: number | null,
): { part: FilterPart; fits: number }[] {
  return activeParts(filter).map((part) => ({
    part,
    fits: fitting(entries, without(filter, part), ownRating).length,
  }));
}

/** What can be picked among the tables that are open now; what is picked stays, also when it is gone. */
export function choicesOf(
  entries: readonly LobbyEntry[],
  filter: LobbyFilter,
): { games: { id: string; name: string }[]; families: string[]; tags: string[] } {
  const others = entries.filter(({ own }) => !own);
  const games = new Map(others.map(({ protocol_id, protocol_name }) => [protocol_id, protocol_name]));
  if (filter.game !== '' && !games.has(filter.game)) games.set(filter.game, filter.game.slice(0, 8));
  const names = [...games.values()];
  const named = (id: string, name: string) =>
    names.filter((other) => other === name).length > 1 ? `${name} ${id.slice(0, 8)}` : name;
  const sorted = (words: (string | null)[]) =>
    [...new Set(words.filter((word) => word !== null && word !== ''))].toSorted((a, b) => a!.localeCompare(b!));
  return {
    games: [...games]
      .map(([id, name]) => ({ id, name: named(id, name) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    families: sorted([...others.map(({ family }) => family), filter.family]) as string[],
    tags: sorted([...others.flatMap(({ tags }) => tags), filter.tag]) as string[],
  };
}

const keys = {
  text: 'q',
  crowd: 'who',
  game: 'game',
  family: 'family',
  mode: 'seat',
  tag: 'tag',
  from: 'from',
  to: 'to',
};

/** The filter as it stands in the window's address; null for a part that asks for nothing. */
export function filterQuery(filter: LobbyFilter): { [name: string]: string | null } {
  return Object.fromEntries(
    (Object.keys(keys) as (keyof LobbyFilter)[]).map((part) => [
      keys[part],
      filter[part] === everything[part] ? null : String(filter[part]),
    ]),
  );
}

/** What the address says; what it cannot mean is left out. */
export function readFilter(query: URLSearchParams): LobbyFilter {
  const word = (part: keyof LobbyFilter) => (query.get(keys[part]) ?? '').slice(0, 200);
  const mode = controlModeSchema.safeParse(word('mode'));
  return {
    text: word('text'),
    crowd: crowds.find((crowd) => crowd === word('crowd')) ?? 'everyone',
    game: /^[0-9a-f]{64}$/.test(word('game')) ? word('game') : '',
    family: word('family'),
    mode: mode.success ? mode.data : '',
    tag: word('tag'),
    from: readPoints(word('from')),
    to: readPoints(word('to')),
  };
}

export function readPoints(text: string): number | null {
  return /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : null;
}

/**
 * What the list shows while somebody is pointing at it or has the focus in it: nothing moves. Rows keep their places with
 * their newest contents, rows that are gone stay as they were, and what is new waits.
 */
export function held(
  shown: readonly LobbyEntry[],
  fresh: readonly LobbyEntry[],
): { rows: { entry: LobbyEntry; gone: boolean }[]; waiting: number } {
  const byId = new Map(fresh.map((entry) => [entry.post_id, entry]));
  const rows = shown.map((entry) => ({ entry: byId.get(entry.post_id) ?? entry, gone: !byId.has(entry.post_id) }));
  const known = new Set(shown.map((entry) => entry.post_id));
  return { rows, waiting: fresh.filter((entry) => !known.has(entry.post_id)).length };
}
