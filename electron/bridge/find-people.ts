/** Searches people by name or key: contacts, correspondents, earlier opponents, the lobby, the leaderboard and the whole community. */
import { type Person, type PersonMatch, personSources } from '../../shared/bridge/contract.ts';
import { toSearchText } from '../../shared/search-text.ts';
import { isHex64 } from '../../shared/signing/hex.ts';
import { shortKey } from '../community/people.ts';
import type { Account } from './core-parts.ts';

type PeopleSources = Pick<Account, 'inbox' | 'tables' | 'lobby' | 'people'>;

type PersonSource = (typeof personSources)[number];

/** A person from one source; `name` is null if the source has none. */
export interface Acquaintance {
  source: PersonSource;
  public_key: string;
  name: string | null;
  rating?: number | null;
}

/** A person with all known names: the contact's first, then as they are called now. */
export interface GatheredPerson {
  public_key: string;
  names: string[];
  rating: number | null;
  sources: PersonSource[];
}

/** Maximum number of results. */
const resultsMax = 12;
/** Shortest prefix of a key that is matched. */
const keyPrefixMin = 6;

/** Where names and ratings are newest: messages and past tables keep those of their time. */
const newestFirst: readonly PersonSource[] = ['contact', 'community', 'leaderboard', 'lobby', 'messages', 'played'];
/** Where everybody may be, without having had contact with this identity. */
const strangerSources: readonly PersonSource[] = ['lobby', 'leaderboard', 'community'];

/** Merges the sources by person. */
export function gatherPeople(acquaintances: readonly Acquaintance[]): GatheredPerson[] {
  const peopleByKey = new Map<string, GatheredPerson>();
  const sortedAcquaintances = newestFirst.flatMap((source) =>
    acquaintances.filter((acquaintance) => acquaintance.source === source),
  );
  for (const { source, public_key, name, rating = null } of sortedAcquaintances) {
    const person = peopleByKey.get(public_key) ?? { public_key, names: [], rating: null, sources: [] };
    if (name !== null && name !== '' && !person.names.includes(name)) person.names.push(name);
    if (!person.sources.includes(source)) person.sources.push(source);
    person.rating ??= rating;
    peopleByKey.set(public_key, person);
  }
  const people = [...peopleByKey.values()];
  for (const { sources } of people) sources.sort((a, b) => personSources.indexOf(a) - personSources.indexOf(b));
  return people;
}

/**
 * Best matches first: whole name, prefix of the name, prefix of a word, any part, prefix of the key; among equals, the closest source
 * first. An empty text lists the people this identity has had contact with.
 */
export function matchPeople(people: readonly GatheredPerson[], text: string): GatheredPerson[] {
  const query = toSearchText(text.trim()).replace(/\s+/g, ' ');
  const matches = people.flatMap((person) => {
    const sourceRank = personSources.indexOf(person.sources[0] ?? 'community');
    const rank = rankOf(person, query);
    const isStranger = person.sources.every((source) => strangerSources.includes(source));
    return rank === null || (query === '' && isStranger) ? [] : [{ person, rank, sourceRank }];
  });
  matches.sort(
    (a, b) => a.rank - b.rank || a.sourceRank - b.sourceRank || nameOf(a.person).localeCompare(nameOf(b.person)),
  );
  return matches.slice(0, resultsMax).map(({ person }) => person);
}

const nameOf = ({ names, public_key }: GatheredPerson): string => names[0] ?? public_key;

function rankOf({ names, public_key }: GatheredPerson, query: string): number | null {
  const ranks = names.map(toSearchText).flatMap((name) => {
    if (name === query) return [0];
    if (name.startsWith(query)) return [1];
    if (name.split(/[\s_.-]+/).some((word) => word.startsWith(query))) return [2];
    return query.split(' ').every((word) => name.includes(word)) ? [3] : [];
  });
  if (query.length >= keyPrefixMin && public_key.startsWith(query)) ranks.push(4);
  return ranks.length === 0 ? null : Math.min(...ranks);
}

/** What was found, and whether all names in the community were searched. */
interface FoundPeople {
  people: PersonMatch[];
  everybody: boolean;
}

/** Never includes this identity itself; omits what the community knows while it is unreachable. */
export async function findPeople(account: PeopleSources, ownKey: string, text: string): Promise<FoundPeople> {
  const { people } = account;
  const [ranked, named] = await Promise.all([
    people.leaderboard(),
    text.trim() === '' ? null : people.findByName(text),
  ]);
  const candidates = gatherPeople([
    ...acquaintances(account),
    ...ranked.map((person) => acquaintanceOf('leaderboard', person)),
    ...(named ?? []).map((person) => acquaintanceOf('community', person)),
  ]).filter(({ public_key }) => public_key !== ownKey);
  const matches = matchPeople(candidates, text);
  const key = text.trim().toLowerCase();
  if (matches.length === 0 && isHex64(key) && key !== ownKey) {
    const { nickname, rating } = await people.person(key);
    matches.push({ public_key: key, names: [nickname], rating, sources: [] });
  }
  const found = matches.map(({ public_key, names, rating, sources }) => ({
    ...{ public_key, name: names[0] ?? shortKey(public_key), rating, sources },
    ...{ house: people.isHouse(public_key), blocked: people.isBlocked(public_key) },
  }));
  return { people: found, everybody: named !== null };
}

function acquaintances({ inbox, tables, lobby }: PeopleSources): Acquaintance[] {
  const { contacts, correspondents } = inbox.acquaintances();
  return [
    ...contacts.map(({ public_key, name }) => ({ source: 'contact' as const, public_key, name })),
    ...correspondents.map(({ public_key, name }) => ({ source: 'messages' as const, public_key, name })),
    ...[...tables.lists.every()].map(({ peer }) => acquaintanceOf('played', peer)),
    ...lobby.entries.map(({ host }) => acquaintanceOf('lobby', host)),
  ];
}

const acquaintanceOf = (
  source: PersonSource,
  { public_key, nickname, rating }: Pick<Person, 'public_key' | 'nickname' | 'rating'>,
) => ({
  ...{ source, public_key, name: nickname, rating },
});
