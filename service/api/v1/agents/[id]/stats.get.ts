import type { Role } from '../../../../../shared/tables/hooks.ts';
import { agentById } from '../../../../agents/agent.ts';
import { reputationOf } from '../../../../agents/karma.ts';
import { readHandler, respond } from '../../../../http/handler.ts';
import type { Reader } from '../../../../storage/schema.ts';

export const getStats = readHandler('GET /api/v1/agents/{id}/stats', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, _, { agent_id, public_key }) {
    const [asHost, asGuest] = await Promise.all([
      countSessions(db, 'host', agent_id),
      countSessions(db, 'guest', agent_id),
    ]);
    const totalCount = asHost.total + asGuest.total;
    const closedCount = asHost.closed + asGuest.closed;
    const { weighted_score, level } = await reputationOf(db, agent_id);
    return respond(200, {
      agent_id,
      public_key,
      total_sessions: totalCount,
      successful_sessions: closedCount,
      success_rate: totalCount === 0 ? 0 : closedCount / totalCount,
      weighted_score,
      confidence_level: level,
    });
  },
});

/** Reasons of a failure that the reporting side caused. */
const ownReasons: readonly string[] = [
  'resigned',
  'decision_timeout',
  'decision_invalid',
  'interrupted',
  'cancelled',
  'hook_failed',
  'hook_timeout',
  'data_dir_unusable',
];
/** Reasons of a failure that the other side caused. */
const otherReasons: readonly string[] = [
  'peer_aborted',
  'peer_disconnected',
  'peer_timeout',
  'peer_unresponsive',
  'peer_stalled',
  'commit_mismatch',
  'commit_copied',
];

interface SessionStatus {
  status: string;
  status_by: string | null;
  status_reason: string | null;
}

/** Whether a session is in this side's total. A failed one counts only for the side that caused it, or for both if unknown. */
function isCounted(side: Role, { status, status_by, status_reason }: SessionStatus): boolean {
  if (status !== 'failed' || status_by === null || status_reason === null) return true;
  if (ownReasons.includes(status_reason)) return status_by === side;
  if (otherReasons.includes(status_reason)) return status_by !== side;
  return true;
}

/** Counts an agent's sessions as host or as guest; two queries, as each side has its own index. */
async function countSessions(db: Reader, side: Role, agentId: number) {
  const rows = await db
    .selectFrom('session')
    .select(['status', 'status_by', 'status_reason', ({ fn }) => fn.countAll<number>().as('count')])
    .where(side === 'host' ? 'host_id' : 'guest_id', '=', agentId)
    .groupBy(['status', 'status_by', 'status_reason'])
    .execute();
  const totalCount = rows.reduce((sum, row) => sum + (isCounted(side, row) ? row.count : 0), 0);
  const closedCount = rows.reduce((sum, row) => sum + (row.status === 'closed' ? row.count : 0), 0);
  return { total: totalCount, closed: closedCount };
}
