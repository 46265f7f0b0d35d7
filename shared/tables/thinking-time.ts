/** Thinking time of each side, derived from the times of the moves. The peer's includes network latency. */
import type { Table } from '../bridge/tables.ts';

export type Thinking = Record<Table['role'], number>;

/** Milliseconds spent on all moves so far, without the current one. */
export function thinkingSoFar({ moves, sealed_rounds, started_at, steps, protocol }: Table): Thinking {
  const spent: Thinking = { host: 0, guest: 0 };
  let from = startOfPlay({ started_at, steps });
  if (protocol.mode === 'simultaneous_round') {
    for (const { host, guest } of sealed_rounds) {
      if (host.sealed_at !== null) spent.host += Math.max(0, host.sealed_at - from);
      if (guest.sealed_at !== null) spent.guest += Math.max(0, guest.sealed_at - from);
      from = Math.max(from, host.sealed_at ?? from, guest.sealed_at ?? from);
    }
    return spent;
  }
  for (const { by, at } of moves) {
    spent[by] += Math.max(0, at - from);
    from = Math.max(from, at);
  }
  return spent;
}

/** Since when each side has been thinking about its current move; null if none is due from it. */
export function thinkingSince(table: Table): Record<'own' | 'peer', number | null> {
  const { phase, ask, peer_deadline_at, protocol, connection } = table;
  const none = { own: null, peer: null };
  if (phase !== 'playing' || protocol.mode === 'free') return none;
  if (ask) return { ...none, own: ask.asked_at };
  if (peer_deadline_at === null || connection.quiet_since !== null) return none;
  return { ...none, peer: table.moves.at(-1)?.at ?? startOfPlay(table) };
}

/** When the last step of joining began, the first move. */
const startOfPlay = ({ steps, started_at }: Pick<Table, 'steps' | 'started_at'>): number =>
  steps.at(-1)?.started_at ?? started_at;
