/** Finds the open table that offers a rematch of a finished one: main joins it, windows show it. */
import type { LobbyEntry, Table } from '../bridge/contract.ts';
import { canonicalJson } from '../json/canonical.ts';

const sameGame = (table: Table, { protocol_id, options }: Pick<LobbyEntry, 'protocol_id' | 'options'>): boolean =>
  protocol_id === table.protocol.protocol_id && canonicalJson(options) === canonicalJson(table.options);

export const isOver = ({ phase }: Table): boolean => phase === 'finished' || phase === 'failed';

/** Whether a game with a peer took place, so that a rematch makes sense. */
export const canRematch = (table: Table): boolean => isOver(table) && table.session_id !== null;

/** The peer's request: its open table for this key only, with the same game and options. */
export function offeredRematch(table: Table, entries: readonly LobbyEntry[]): LobbyEntry | null {
  if (!canRematch(table) || table.afterwards.declined) return null;
  return entries.find((entry) => entry.for_me && isRematch(table, entry)) ?? null;
}

/** The peer's table to join instead of opening one: its request, or a public table. */
export function openRematch(table: Table, entries: readonly LobbyEntry[]): LobbyEntry | null {
  const open = entries.filter((entry) => isRematch(table, entry));
  return open.find(({ for_me }) => for_me) ?? open[0] ?? null;
}

const isRematch = (table: Table, entry: LobbyEntry): boolean =>
  !entry.own && entry.refusal === null && entry.host.public_key === table.peer.public_key && sameGame(table, entry);

/** The latest finished table of each opponent and game; only those can have a rematch. */
export function latestOver(tables: Iterable<Table>): Table[] {
  const latest = new Map<string, Table>();
  for (const table of tables) {
    if (!canRematch(table)) continue;
    const pair = `${table.peer.public_key} ${table.protocol.protocol_id}`;
    const before = latest.get(pair);
    if (!before || before.started_at < table.started_at) latest.set(pair, table);
  }
  return [...latest.values()];
}
