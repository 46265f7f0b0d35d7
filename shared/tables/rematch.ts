/** Finds the open table that offers a rematch of a finished one: main joins it, windows show it. */
import type { LobbyEntry, Table } from '../bridge/contract.ts';
import { isUnrated } from '../community/rating.ts';
import { canonicalJson } from '../json/canonical.ts';

/** What a rematch depends on: of a table, or of its row in a list. */
type Repeatable = Pick<
  Table,
  'phase' | 'session_id' | 'order' | 'ended_at' | 'peer' | 'protocol' | 'options' | 'afterwards'
> & { settings?: Pick<Table['settings'], 'unrated'> | undefined };

type GameTerms = Pick<LobbyEntry, 'protocol_id' | 'options' | 'tags'>;

/** A table that is opened later than this after the game is a challenge like any other: an invitation doesn't say that it repeats one. */
const requestWindowMs = 600_000;

const isSameGame = (table: Repeatable, { protocol_id, options, tags }: GameTerms): boolean =>
  protocol_id === table.protocol.protocol_id &&
  isUnrated({ tags }) === (table.settings?.unrated ?? false) &&
  canonicalJson(options) === canonicalJson(table.options);

export const isOver = ({ phase }: Pick<Table, 'phase'>): boolean => phase === 'finished' || phase === 'failed';

/** Whether joining failed before the first move. */
export const failedToJoin = ({ phase, steps }: Pick<Table, 'phase' | 'steps'>): boolean =>
  phase === 'failed' && steps.some(({ state }) => state !== 'done');

/** Whether a game with a peer took place, so that a rematch makes sense. */
export const canRematch = (table: Pick<Table, 'phase' | 'session_id'>): boolean =>
  isOver(table) && table.session_id !== null;

/** The peer's request: its table for this key only with the same game and options, opened soon after the game. */
export function requestedRematch(table: Repeatable, entries: readonly LobbyEntry[]): LobbyEntry | null {
  if (!canRematch(table) || table.afterwards.declined) return null;
  return entries.find((entry) => entry.for_me && isSoonAfter(table, entry) && isRematch(table, entry)) ?? null;
}

/**
 * The finished game that a table for this peer alone, opened now, repeats: the peer's side takes it for the request of a rematch. Null while
 * its rematch is played.
 */
export function repeatedTable<T extends Repeatable & Pick<Table, 'table_id' | 'rematch_of'>>(
  tables: Iterable<T>,
  peerKey: string,
  terms: GameTerms,
): T | null {
  const all = [...tables];
  const isRepeated = ({ table_id }: T) => all.some((table) => table.rematch_of === table_id && !isOver(table));
  const now = { created_at: Date.now() };
  const repeated = latestFinished(all).find(
    (table) => table.peer.public_key === peerKey && isSoonAfter(table, now) && isSameGame(table, terms),
  );
  return repeated && !isRepeated(repeated) ? repeated : null;
}

/** The peer's table to join instead of opening one: its request, or a public table. */
export function joinableRematch(table: Repeatable, entries: readonly LobbyEntry[]): LobbyEntry | null {
  const rematches = entries.filter((entry) => isRematch(table, entry));
  return rematches.find(({ for_me }) => for_me) ?? rematches[0] ?? null;
}

/**
 * Whether the sides of a rematch change seats: where sides take turns, the guest begins. Then the last guest hosts, whoever asked first.
 * House players only host.
 */
export const changesSeats = ({ protocol, peer }: Pick<Table, 'protocol' | 'peer'>): boolean =>
  protocol.mode === 'session_loop' && !peer.house;

const isSoonAfter = ({ ended_at }: Repeatable, { created_at }: Pick<LobbyEntry, 'created_at'>): boolean =>
  ended_at === null || created_at - ended_at <= requestWindowMs;

const isRematch = (table: Repeatable, entry: LobbyEntry): boolean =>
  !entry.own && entry.refusal === null && entry.host.public_key === table.peer.public_key && isSameGame(table, entry);

/** The latest finished table of each opponent and game; only those can have a rematch. */
export function latestFinished<T extends Repeatable>(tables: Iterable<T>): T[] {
  const latest = new Map<string, T>();
  for (const table of tables) {
    if (!canRematch(table)) continue;
    const opponentAndGame = `${table.peer.public_key} ${table.protocol.protocol_id}`;
    const previous = latest.get(opponentAndGame);
    if (!previous || previous.order < table.order) latest.set(opponentAndGame, table);
  }
  return [...latest.values()];
}
