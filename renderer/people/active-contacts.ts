/** What contacts are doing, as far as anybody can see it: who waits at a table, and who plays with the user. Pure. */
import type { ContactName, LobbyEntry, Table } from '../../shared/bridge/contract.ts';

export type Doing =
  /** Has a table that only the user may join. */
  { kind: 'challenges'; entry: LobbyEntry } | { kind: 'plays'; table: Table } | { kind: 'waits'; entry: LobbyEntry };

export interface ActiveContact {
  public_key: string;
  name: string;
  doing: Doing;
  /** Has an open table, whatever else they do. */
  waits: boolean;
}

const kinds: readonly Doing['kind'][] = ['challenges', 'plays', 'waits'];

/** Whether the second table is a better answer to what its host is doing: one for the user, then one that can be joined, then the newest. */
function isBetter(one: LobbyEntry, other: LobbyEntry): boolean {
  if (one.for_me !== other.for_me) return other.for_me;
  const [isRefused, isOtherRefused] = [one.refusal !== null, other.refusal !== null];
  return isRefused === isOtherRefused ? other.created_at > one.created_at : isRefused;
}

/**
 * Contacts who challenge the user, play with them or wait, in this order and each by name. One who does several of these appears once.
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
  const playing = new Map<string, Table>();
  for (const table of tables) if (table.phase === 'playing') playing.set(table.peer.public_key, table);

  const active: ActiveContact[] = [];
  for (const { public_key, name, blocked } of contacts.values()) {
    const entry = waiting.get(public_key);
    const table = playing.get(public_key);
    if (blocked) continue;
    const doing: Doing | null = entry?.for_me
      ? { kind: 'challenges', entry }
      : table
        ? { kind: 'plays', table }
        : entry
          ? { kind: 'waits', entry }
          : null;
    if (doing)
      active.push({ public_key, name: name || (entry?.host ?? table?.peer)?.nickname || '', doing, waits: !!entry });
  }
  return active.sort(
    (a, b) => kinds.indexOf(a.doing.kind) - kinds.indexOf(b.doing.kind) || a.name.localeCompare(b.name),
  );
}

/** How many contacts have an open table. */
export const countWaiting = (active: readonly ActiveContact[]): number => active.filter(({ waits }) => waits).length;
