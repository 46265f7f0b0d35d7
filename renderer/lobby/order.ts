/** Sorts and groups the tables of the lobby. */
import type { LobbyEntry } from '../../shared/bridge/contract.ts';
import { isNear } from '../../shared/tables/play-candidates.ts';

/** What the list is about: the games that are waiting, or the people who wait. */
export type LobbyView = 'game' | 'person';

/** With more hosts than this besides the house, all house tables form one group, above the others. */
const maxHostsUngrouped = 12;
/** A host with this many tables is shown as one group. */
const groupSize = 4;

const strengths = ['easy', 'steady', 'sharp', null];

/** Ranks rated tables first, then unrated ones, then those that give no points now, then those that can't be joined. */
function rankOf({ gain, refusal }: LobbyEntry): number {
  if (refusal) return 3;
  if (gain === null) return 1;
  return gain.win > 0 ? 0 : 2;
}

/** By person: people before agents, among whom are house players of other computers; each as above. */
function personRankOf(entry: LobbyEntry): number {
  const isAfterPeople = entry.refusal !== null || entry.host_control_mode === 'autonomous';
  return rankOf(entry) + (isAfterPeople ? 3 : 0);
}

/** By game: people near the rating, other people, agents, then tables that give no points, then those that can't be joined. */
function gameRankOf({ gain, refusal, host, host_control_mode }: LobbyEntry, ownRating: number | null): number {
  if (refusal) return 4;
  if (gain === null || gain.win === 0) return 3;
  if (host_control_mode === 'autonomous') return 2;
  return isNear(host.rating, ownRating) ? 0 : 1;
}

/** The suggested first table: the house's easiest player at a game with a board. */
export function findSuggestedTable(entries: readonly LobbyEntry[]): LobbyEntry | null {
  let easiest: LobbyEntry | null = null;
  for (const entry of entries) {
    const { house, refusal, checks } = entry;
    if (house?.strength !== 'easy' || refusal !== null) continue;
    if (!checks.some(({ id, state }) => id === 'board' && state === 'checked')) continue;
    if (!easiest?.house || house.place < easiest.house.place) easiest = entry;
  }
  return easiest;
}

/** The number of hosts besides the house and the user. */
function otherHostCount(entries: readonly LobbyEntry[]): number {
  const hosts = new Set<string>();
  for (const { house, host, own } of entries) if (!house && !own) hosts.add(host.public_key);
  return hosts.size;
}

/** For whom the list is, and how it is seen. */
export interface ListContext {
  view: LobbyView;
  ownRating: number | null;
  /** Public keys. */
  contacts: ReadonlySet<string>;
  /**
   * The open row as it was when it was opened, whose place it keeps: what its sheet finds out, such as that the game can't be played, would
   * move it out of sight.
   */
  opened?: LobbyEntry | null;
}

/** How the house's tables are sorted. */
export interface HouseOrder {
  /** Post ids of the tables listed individually, one per game. */
  featured: ReadonlySet<string>;
  /** The day's number (`dayNumber`): another game comes first every day. */
  day: number;
}

/**
 * Tables reserved for this user, then the suggested table for new users, then contacts, then other people and agents as the view ranks
 * them, newest first, then the house: its featured tables, and the others by difficulty. With many other hosts the house precedes them,
 * because it would be hard to find.
 */
export function sortEntries(
  entries: readonly LobbyEntry[],
  suggested: LobbyEntry | null,
  { featured, day }: HouseOrder,
  { view, ownRating, contacts, opened }: ListContext = { view: 'person', ownRating: null, contacts: new Set() },
): LobbyEntry[] {
  const rankOfOther = (entry: LobbyEntry) => (view === 'game' ? gameRankOf(entry, ownRating) : personRankOf(entry));
  const houseBlock = otherHostCount(entries) > maxHostsUngrouped ? 3 : 5;
  // One number with a field for each criterion: block, featured, rank, the game's turn, strength, place.
  const sortKey = (current: LobbyEntry): number => {
    const entry = opened?.post_id === current.post_id ? opened : current;
    if (entry.for_me) return 0;
    if (current === suggested) return 1e6;
    const { house } = entry;
    if (!house) return (contacts.has(entry.host.public_key) ? 2e6 : 4e6) + rankOfOther(entry) * 1e5;
    const turn = (((house.game - day) % house.games) + house.games) % house.games;
    const block = houseBlock * 1e6 + (featured.has(entry.post_id) ? 0 : 5e5);
    return block + rankOf(entry) * 1e5 + turn * 1e3 + strengths.indexOf(house.strength) * 100 + house.place;
  };
  return [...Map.groupBy(entries, sortKey)].sort(([a], [b]) => a - b).flatMap(([, alike]) => alike.sort(newestFirst));
}

const newestFirst = (a: LobbyEntry, b: LobbyEntry): number =>
  b.created_at - a.created_at || (a.post_id < b.post_id ? -1 : a.post_id > b.post_id ? 1 : 0);

export interface TableItem {
  kind: 'table';
  id: string;
  entry: LobbyEntry;
  isClosed: boolean;
  /** Part of a group. */
  nested: boolean;
}

export interface GroupItem {
  kind: 'group';
  /** `house`, or the host's key. */
  id: string;
  entries: LobbyEntry[];
  /** Other tables of the house are listed individually. */
  partial: boolean;
  open: boolean;
}

export type LobbyItem = TableItem | GroupItem;

/**
 * Rows of the list: tables, and groups for hosts with many of them. The house's tables form one group, except those in `featured`
 * if there are few other hosts. `groupStates`: groups that the user opened or closed.
 */
export function groupRows(
  rows: readonly { entry: LobbyEntry; isClosed: boolean }[],
  suggestedId: string | null,
  featured: ReadonlySet<string>,
  groupStates: ReadonlyMap<string, boolean>,
): LobbyItem[] {
  const groupHouse = otherHostCount(rows.map(({ entry }) => entry)) > maxHostsUngrouped;
  const groupOf = ({ house, host, for_me, post_id }: LobbyEntry): string | null => {
    if (for_me || post_id === suggestedId || (house && !groupHouse && featured.has(post_id))) return null;
    return house ? 'house' : host.public_key;
  };
  const groups = new Map<string, { entry: LobbyEntry; isClosed: boolean }[]>();
  for (const row of rows) {
    const group = groupOf(row.entry);
    if (group === null) continue;
    const members = groups.get(group);
    if (members) members.push(row);
    else groups.set(group, [row]);
  }
  // A list with only the house needs no group.
  const isOnlyGroup = groups.size === 1 && [...groups.values()][0]?.length === rows.length;
  const items: LobbyItem[] = [];
  const addTable = ({ entry, isClosed }: { entry: LobbyEntry; isClosed: boolean }, nested: boolean) =>
    items.push({ kind: 'table', id: entry.post_id, entry, isClosed, nested });
  for (const row of rows) {
    const id = groupOf(row.entry);
    const members = id === null ? undefined : groups.get(id);
    if (id === null || !members || members.length < groupSize) addTable(row, false);
    else if (members[0] === row) {
      const open = groupStates.get(id) ?? isOnlyGroup;
      const partial = id === 'house' && !groupHouse;
      items.push({ kind: 'group', id, entries: members.map(({ entry }) => entry), partial, open });
      if (open) for (const member of members) addTable(member, true);
    }
  }
  return items;
}

export type Section = 'contacts' | 'others' | 'house';

export const sectionOf = ({ house, host }: LobbyEntry, contacts: ReadonlySet<string>): Section =>
  house ? 'house' : contacts.has(host.public_key) ? 'contacts' : 'others';

/** How many tables each section has, those of folded groups included and those reserved for the user not. */
export function countSections(
  items: readonly LobbyItem[],
  contacts: ReadonlySet<string>,
): { [section in Section]: number } {
  const counts = { contacts: 0, others: 0, house: 0 };
  for (const item of items) {
    if (item.kind === 'table' && item.nested) continue;
    for (const entry of item.kind === 'group' ? item.entries : [item.entry])
      if (!entry.for_me) counts[sectionOf(entry, contacts)] += 1;
  }
  return counts;
}

/** The index of each section's first row. Rows reserved for the user, and the suggested one if other people wait, are above all sections. */
export function sectionStarts(
  items: readonly LobbyItem[],
  suggestedId: string | null,
  contacts: ReadonlySet<string> = new Set(),
): ReadonlyMap<number, Section> {
  const starts = new Map<number, Section>();
  const missing = new Set<Section>(['contacts', 'others', 'house']);
  const hasOthers = items.some((item) => item.kind === 'table' && !item.entry.house && !item.entry.for_me);
  for (const [index, item] of items.entries()) {
    const [entry] = item.kind === 'group' ? item.entries : [item.entry];
    if (!entry || entry.for_me || (hasOthers && item.id === suggestedId)) continue;
    const section = sectionOf(entry, contacts);
    if (missing.delete(section)) starts.set(index, section);
    if (missing.size === 0) break;
  }
  return starts;
}
