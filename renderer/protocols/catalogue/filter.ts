/** Merges the protocols of this computer and the community, and filters them. */
import type { ProtocolEntry, ProtocolSearch } from '../../../shared/bridge/contract.ts';
import { toSearchText } from '../../../shared/search-text.ts';
import { choicesIn, filterParams, paramReader } from '../../core/filters.ts';

type SearchResult = ProtocolSearch['results'][number];

export interface CatalogueEntry {
  protocol_id: string;
  name: string;
  description: string;
  type: string;
  governance: ProtocolEntry['governance'];
  author_public_key: string | null;
  /** The local entry; null if only the community has it. */
  localEntry: ProtocolEntry | null;
}

export const locations = ['all', 'here', 'away'] as const;
export const statuses = ['active', 'experimental', 'deprecated'] as const;

export interface CatalogueFilter {
  text: string;
  location: (typeof locations)[number];
  status: (typeof statuses)[number] | '';
  family: string;
  type: string;
  tag: string;
}

export const noFilter: CatalogueFilter = { text: '', location: 'all', status: '', family: '', type: '', tag: '' };

/** Local protocols first, then the community's in its order. Each is listed once, with the community's governance if known. */
export function mergeEntries(
  localProtocols: readonly ProtocolEntry[],
  remote: readonly SearchResult[],
): CatalogueEntry[] {
  const localIds = new Set(localProtocols.map(({ protocol_id }) => protocol_id));
  const byId = new Map(remote.map((result) => [result.protocol_id, result]));
  return [
    ...localProtocols.map((entry) => {
      const result = byId.get(entry.protocol_id);
      const { protocol_id, name, description, type } = entry;
      const governance = result?.governance ?? entry.governance;
      const author_public_key = result?.author_public_key ?? entry.author_public_key;
      return { protocol_id, name, description, type, governance, author_public_key, localEntry: entry };
    }),
    ...[...byId.values()]
      .filter(({ protocol_id }) => !localIds.has(protocol_id))
      .map(({ protocol_id, name, description, type, governance, author_public_key }) => ({
        protocol_id,
        name,
        description,
        type,
        governance,
        author_public_key,
        localEntry: null,
      })),
  ];
}

/** Every word must match the name, description, family, a tag or the id, as in the community's search. */
export function matchesFilter(entry: CatalogueEntry, filter: CatalogueFilter): boolean {
  const { name, description, protocol_id, type, governance, localEntry } = entry;
  const { family, status, tags } = governance;
  const terms = toSearchText(filter.text).split(/\s+/).filter(Boolean);
  const haystack = toSearchText([name, description, protocol_id, family ?? '', ...tags].join('\n'));
  return (
    terms.every((term) => haystack.includes(term)) &&
    (filter.location === 'all' || (filter.location === 'here') === (localEntry !== null)) &&
    (filter.status === '' || status === filter.status) &&
    (filter.family === '' || family === filter.family) &&
    (filter.type === '' || type === filter.type) &&
    (filter.tag === '' || tags.includes(filter.tag))
  );
}

export const isFiltered = (filter: CatalogueFilter): boolean =>
  filter.text.trim() !== '' ||
  (Object.keys(noFilter) as (keyof CatalogueFilter)[]).some(
    (part) => part !== 'text' && filter[part] !== noFilter[part],
  );

/** The available choices; the selected one stays even if nothing matches it. */
export function choicesOf(
  entries: readonly CatalogueEntry[],
  filter: CatalogueFilter,
): { families: string[]; types: string[]; tags: string[] } {
  return {
    families: choicesIn([...entries.map(({ governance }) => governance.family), filter.family]),
    types: choicesIn([...entries.map(({ type }) => type), filter.type]),
    tags: choicesIn([...entries.flatMap(({ governance }) => governance.tags), filter.tag]),
  };
}

const paramNames = {
  text: 'q',
  location: 'where',
  status: 'status',
  family: 'family',
  type: 'kind',
  tag: 'tag',
};

/** The filter as URL parameters; null for unset parts. */
export const filterQuery = (filter: CatalogueFilter) => filterParams(filter, noFilter, paramNames);

/** Reads URL parameters; invalid ones are ignored. */
export function readFilter(query: URLSearchParams): CatalogueFilter {
  const param = paramReader<CatalogueFilter>(query, paramNames);
  return {
    text: param('text'),
    location: locations.find((location) => location === param('location')) ?? 'all',
    status: statuses.find((status) => status === param('status')) ?? '',
    family: param('family'),
    type: param('type'),
    tag: param('tag'),
  };
}
