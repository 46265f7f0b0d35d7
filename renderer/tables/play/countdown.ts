/** The time that the decision bar counts down. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import { clocksOf } from '../../../shared/tables/clocks.ts';
import { leftSince } from '../../../shared/tables/time-left.ts';
import type { Decision } from './bar-state.ts';

export interface Countdown {
  leftMs: number;
  totalMs: number;
}

/** What is left until the peer's absence ends the game, the proposal is played, the agent plays or another decides for it, or time runs out. */
export function countdownOf(table: Table, decision: Decision, now: number): Countdown | null {
  if (decision.kind === 'quiet' && decision.until !== null)
    return { leftMs: leftSince(decision.since, decision.until, now), totalMs: decision.until - decision.since };
  if (['waiting', 'picked_ahead', 'premove'].includes(decision.kind)) {
    const { state, leftMs, allowanceMs } = clocksOf(table, now).peer;
    return state === 'resting' || state === 'chosen' || leftMs === null || allowanceMs === null
      ? null
      : { leftMs, totalMs: allowanceMs };
  }
  const { ask } = table;
  if (!ask || decision.kind === 'sent') return null;
  const endsAt =
    decision.kind === 'agent'
      ? (ask.plays_at ?? ask.fallback_at ?? ask.deadline_at)
      : decision.kind === 'proposal' && ask.plays_at !== null
        ? ask.plays_at
        : ask.deadline_at;
  return endsAt === null ? null : { leftMs: leftSince(ask.asked_at, endsAt, now), totalMs: endsAt - ask.asked_at };
}
