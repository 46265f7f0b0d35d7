/** The time that the decision bar counts down. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Decision } from './bar-state.ts';

/** The deadline to show: the end of the peer's absence, the proposal's automatic play, the fallback for a client, or the move's own. */
export function countdownOf(table: Table, decision: Decision): { endsAt: number; totalMs: number } | null {
  if (decision.kind === 'quiet' && decision.until !== null)
    return { endsAt: decision.until, totalMs: decision.until - decision.since };
  const { ask } = table;
  if (!ask || decision.kind === 'sent') return null;
  const endsAt =
    decision.kind === 'client'
      ? (ask.fallback_at ?? ask.deadline_at)
      : decision.kind === 'proposal' && ask.plays_at !== null
        ? ask.plays_at
        : ask.deadline_at;
  return endsAt === null ? null : { endsAt, totalMs: endsAt - ask.asked_at };
}
