/** The catalogue: what is on this computer and what the community has, as one list that can be searched. */
import type { ProtocolEntry, ProtocolSearch } from '../../shared/bridge/contract.ts';

type Found = ProtocolSearch['results'][number];

export interface CatalogueEntry {
  protocol_id: string;
  name: string;
  description: string;
  type: string;
  governance: ProtocolEntry['governance'];
  author_public_key: string | null;
  /** What this computer knows of it; null where it is only in the community. */
  here: ProtocolEntry | null;
}

export const places = ['all', 'here', 'away'] as const;
export const statuses = ['active', 'experimental', 'deprecated'] as const;

export interface CatalogueFilter {
  text: string;
  place: (typeof places)[number];
  status: (typeof statuses)[number] | '';
  family: string;
  type: string;
  tag: string;
}

export const everything: CatalogueFilter = { text: '', place: 'all', status: '', family: '', type: '', tag: '' };

/** Those of this computer in main's order, then the community's, newest first. */
export function merged(here: readonly ProtocolEntry[], there: readonly Found[]): CatalogueEntry[] {
  const known = new Set(here.map(({ protocol_id }) => protocol_id));
  const told = new Map(there.map((found) => [found.protocol_id, found]));
  return [
    ...here.map((entry) => {
      const found = told.get(entry.protocol_id);
      const { protocol_id, name, description, type } = entry;
      const governance = found?.governance ?? entry.governance;
      const author_public_key = found?.author_public_key ?? entry.author_public_key;
      return { protocol_id, name, description, type, governance, author_public_key, here: entry };
    }),
    ...[...told.values()]
      .filter(({ protocol_id }) => !known.has(protocol_id))
      .map(({ protocol_id, name, description, type, governance, author_public_key }) => ({
        protocol_id,
        name,
        description,
        type,
        governance,
        author_public_key,
        here: null,
      })),
  ];
}

const plain = (text: string) => text.normalize('NFKD').toLowerCase();

/** Each word must stand in the name, description, family, a tag or the id, as when the community is searched. */
export function fits(entry: CatalogueEntry, filter: CatalogueFilter): boolean {
  const { name, description, protocol_id, type, governance, here } = entry;
  const { family, status, tags } = governance;
  const words = plain(filter.text).split(/\s+/).filter(Boolean);
  const all = plain([name, description, protocol_id, family ?? '', ...tags].join('\n'));
  return (
    words.every((word) => all.includes(word)) &&
    (filter.place === 'all' || (filter.place === 'here') === (here !== null)) &&
    (filter.status === '' || status === filter.status) &&
    (filter.family === '' || family === filter.family) &&
    (filter.type === '' || type === filter.type) &&
    (filter.tag === '' || tags.includes(filter.tag))
  );
}

export const isFiltered = (filter: CatalogueFilter): boolean =>
  filter.text.trim() !== '' ||
  (Object.keys(everything) as (keyof CatalogueFilter)[]).some(
    (part) => part !== 'text' && filter[part] !== everything[part],
  );

/** What can be picked; what is picked stays, also where nothing has it any more. */
export function choicesOf(
  entries: readonly CatalogueEntry[],
  filter: CatalogueFilter,
): { families: string[]; types: string[]; tags: string[] } {
  const sorted = (words: (string | null)[]) =>
    [...new Set(words.filter((word) => word !== null && word !== ''))].sort((a, b) =>
      (a as string).localeCompare(b as string),
    ) as string[];
  return {
    families: sorted([...entries.map(({ governance }) => governance.family), filter.family]),
    types: sorted([...entries.map(({ type }) => type), filter.type]),
    tags: sorted([...entries.flatMap(({ governance }) => governance.tags), filter.tag]),
  };
}

const keys: { [P in keyof CatalogueFilter]: string } = {
  text: 'q',
  place: 'where',
  status: 'status',
  family: 'family',
  type: 'kind',
  tag: 'tag',
};

/** The filter as it stands in the window's address; null for a part that asks for nothing. */
export function filterQuery(filter: CatalogueFilter): { [name: string]: string | null } {
  return Object.fromEntries(
    (Object.keys(keys) as (keyof CatalogueFilter)[]).map((part) => [
      keys[part],
      filter[part] === everything[part] ? null : filter[part],
    ]),
  );
}

/** What the address says; what it cannot mean is left out. */
export function readFilter(query: URLSearchParams): CatalogueFilter {
  const word = (part: keyof CatalogueFilter) => (query.get(keys[part]) ?? '').slice(0, 200);
  return {
    text: word('text'),
    place: places.find((place) => place === word('place')) ?? 'all',
    status: statuses.find((status) => status === word('status')) ?? '',
    family: word('family'),
    type: word('type'),
    tag: word('tag'),
  };
}
