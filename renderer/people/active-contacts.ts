/** What contacts are doing, as far as anybody can see it: who waits at a table, and who plays with the user. Pure. */
import type { ContactName, LobbyEntry, Table } from '../../shared/bridge/contract.ts';
import { isGame } from '../../shared/tables/is-game.ts';
import { waitingTables } from '../../shared/tables/waiting-tables.ts';

export type Doing =
  /** Awaits the user's move. */
  | { kind: 'asks'; table: Table }
  /** Has a table that only the user may join. */
  | { kind: 'challenges'; entry: LobbyEntry }
  | { kind: 'plays'; table: Table }
  | { kind: 'waits'; entry: LobbyEntry };

export interface ActiveContact {
  public_key: string;
  name: string;
  doing: Doing;
  /** Has an open table, whatever else they do. */
  waits: boolean;
}

/** What needs the user comes first. */
const kinds: readonly Doing['kind'][] = ['asks', 'challenges', 'plays', 'waits'];

/** The newest table comes first, and a game before a conversation. */
const compareTables = (a: Table, b: Table): number => Number(isGame(b)) - Number(isGame(a)) || b.order - a.order;

/** Whether the second table is a better answer to what its host is doing: one for the user, then one that can be joined, then the newest. */
function isBetter(one: LobbyEntry, other: LobbyEntry): boolean {
  if (one.for_me !== other.for_me) return other.for_me;
  const [isRefused, isOtherRefused] = [one.refusal !== null, other.refusal !== null];
  return isRefused === isOtherRefused ? other.created_at > one.created_at : isRefused;
}

/**
 * Contacts who await the user's move, challenge the user, play with them or wait, in this order and each by name. One who does several of
 * these appears once, with the first.
 * `isDeclined`: whether the user has declined this table.
 */
export function activeContacts(
  contacts: ReadonlyMap<string, ContactName>,
  entries: readonly LobbyEntry[],
  tables: Iterable<Table>,
  isDeclined: (post_id: string) => boolean,
): ActiveContact[] {
  const waiting = new Map<string, LobbyEntry>();
  for (const entry of entries) {
    const { host, post_id, own } = entry;
    const contact = contacts.get(host.public_key);
    if (own || !contact || contact.blocked || isDeclined(post_id)) continue;
    const known = waiting.get(host.public_key);
    if (!known || isBetter(known, entry)) waiting.set(host.public_key, entry);
  }
  const asking = new Map<string, Table>();
  const playing = new Map<string, Table>();
  const running = [...tables].filter(({ phase }) => phase === 'playing');
  for (const table of waitingTables(running).reverse()) asking.set(table.peer.public_key, table);
  for (const table of running.sort(compareTables).reverse()) playing.set(table.peer.public_key, table);

  const doingOf = (public_key: string): Doing | null => {
    const [entry, asks, plays] = [waiting.get(public_key), asking.get(public_key), playing.get(public_key)];
    if (asks) return { kind: 'asks', table: asks };
    if (entry?.for_me) return { kind: 'challenges', entry };
    if (plays) return { kind: 'plays', table: plays };
    return entry ? { kind: 'waits', entry } : null;
  };
  const active: ActiveContact[] = [];
  for (const { public_key, name, blocked } of contacts.values()) {
    const doing = blocked ? null : doingOf(public_key);
    const entry = waiting.get(public_key);
    const nickname = (entry?.host ?? playing.get(public_key)?.peer)?.nickname;
    if (doing) active.push({ public_key, name: name || (nickname ?? ''), doing, waits: entry !== undefined });
  }
  return active.sort(
    (a, b) => kinds.indexOf(a.doing.kind) - kinds.indexOf(b.doing.kind) || a.name.localeCompare(b.name),
  );
}

/** How many contacts have an open table. */
export const countWaiting = (active: readonly ActiveContact[]): number => active.filter(({ waits }) => waits).length;
