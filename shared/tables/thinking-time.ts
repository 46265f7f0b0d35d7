/** Thinking time of each side, derived from the times of the moves. The peer's includes network latency. */
import type { Table } from '../bridge/tables.ts';

export type ThinkingTimes = Record<Table['role'], number>;

/** Milliseconds spent on all moves so far, without the current one. */
export function thinkingTimesOf({ moves, sealed_rounds, started_at, steps, protocol }: Table): ThinkingTimes {
  const thinkingTimes: ThinkingTimes = { host: 0, guest: 0 };
  let turnStartedAt = startOfPlay({ started_at, steps });
  if (protocol.mode === 'simultaneous_round') {
    for (const { host, guest } of sealed_rounds) {
      if (host.sealed_at !== null) thinkingTimes.host += Math.max(0, host.sealed_at - turnStartedAt);
      if (guest.sealed_at !== null) thinkingTimes.guest += Math.max(0, guest.sealed_at - turnStartedAt);
      turnStartedAt = Math.max(turnStartedAt, host.sealed_at ?? turnStartedAt, guest.sealed_at ?? turnStartedAt);
    }
    return thinkingTimes;
  }
  for (const { by, at } of moves) {
    thinkingTimes[by] += Math.max(0, at - turnStartedAt);
    turnStartedAt = Math.max(turnStartedAt, at);
  }
  return thinkingTimes;
}

/** Since when each side has been thinking about its current move; null if none is due from it. */
export function thinkingSince(table: Table): Record<'own' | 'peer', number | null> {
  const { phase, ask, peer_deadline_at, protocol, connection } = table;
  const noTimes = { own: null, peer: null };
  if (phase !== 'playing' || protocol.mode === 'free') return noTimes;
  if (ask) return { ...noTimes, own: ask.asked_at };
  if (peer_deadline_at === null || connection.quiet_since !== null) return noTimes;
  return { ...noTimes, peer: table.moves.at(-1)?.at ?? startOfPlay(table) };
}

/** When the last step of joining began, the first move. */
const startOfPlay = ({ steps, started_at }: Pick<Table, 'steps' | 'started_at'>): number =>
  steps.at(-1)?.started_at ?? started_at;
