/** The clocks of both sides. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';

export interface SideClock {
  state: 'running' | 'resting' | 'quiet' | 'off';
  /** Time left for the move; while resting, for a whole move. Null without a limit. */
  leftMs: number | null;
  label: 'your_move' | 'their_move' | 'per_move' | 'we_wait' | 'kept' | null;
  usedMs: number;
}

export function clocksOf(table: Table, now: number): { own: SideClock; peer: SideClock } {
  const { ask, connection, options, peer_deadline_at, protocol } = table;
  const off: SideClock = { state: 'off', leftMs: null, label: null, usedMs: 0 };
  if (protocol.mode === 'free' || table.phase !== 'playing') return { own: off, peer: off };
  const seconds = options.max_think_seconds;
  const whole = typeof seconds === 'number' && seconds >= 10 ? seconds * 1000 : 120_000;
  const resting: SideClock = { state: 'resting', leftMs: whole, label: 'per_move', usedMs: 0 };
  const left = (until: number | null) => (until === null ? null : Math.max(0, until - now));
  const own: SideClock = ask
    ? { ...resting, state: 'running', leftMs: left(ask.deadline_at), label: 'your_move' }
    : resting;
  if (connection.quiet_since !== null)
    return { own, peer: { ...resting, state: 'quiet', leftMs: left(connection.gives_up_at), label: 'kept' } };
  if (ask || peer_deadline_at === null) return { own, peer: resting };
  return { own, peer: { ...resting, state: 'running', leftMs: left(peer_deadline_at), label: 'their_move' } };
}
