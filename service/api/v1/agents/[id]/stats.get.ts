import { agentById } from '../../../../agents/agent.ts';
import { reputationOf } from '../../../../agents/karma.ts';
import { read, respond } from '../../../../http/handler.ts';
import type { Reader } from '../../../../storage/schema.ts';

export const getStats = read('GET /api/v1/agents/{id}/stats', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, _, { agent_id, public_key }) {
    const sides = await Promise.all([counts(db, 'host_id', agent_id), counts(db, 'guest_id', agent_id)]);
    const total = sides[0].total + sides[1].total;
    const closed = sides[0].closed + sides[1].closed;
    const { weighted_score, level } = await reputationOf(db, agent_id);
    return respond(200, {
      agent_id,
      public_key,
      total_sessions: total,
      successful_sessions: closed,
      success_rate: total === 0 ? 0 : closed / total,
      weighted_score,
      confidence_level: level,
    });
  },
});

/** Failure reasons for which the reporting side left. */
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
/** Failure reasons for which the other side left. */
const otherReasons: readonly string[] = [
  'peer_aborted',
  'peer_disconnected',
  'peer_timeout',
  'peer_unresponsive',
  'commit_mismatch',
  'commit_copied',
];

interface Ended {
  status: string;
  status_by: string | null;
  status_reason: string | null;
}

/** An unfinished session counts against the side that left it, or against both if that is unknown. */
function countsFor(side: 'host' | 'guest', { status, status_by, status_reason }: Ended): boolean {
  if (status !== 'failed' || status_by === null || status_reason === null) return true;
  if (ownReasons.includes(status_reason)) return status_by === side;
  if (otherReasons.includes(status_reason)) return status_by !== side;
  return true;
}

/** Sessions on one side; each side has its own index. */
async function counts(db: Reader, side: 'host_id' | 'guest_id', agentId: number) {
  const rows = await db
    .selectFrom('session')
    .select(['status', 'status_by', 'status_reason', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where(side, '=', agentId)
    .groupBy(['status', 'status_by', 'status_reason'])
    .execute();
  const role = side === 'host_id' ? 'host' : 'guest';
  const total = rows.reduce((sum, row) => sum + (countsFor(role, row) ? Number(row.count) : 0), 0);
  const closed = rows.reduce((sum, row) => sum + (row.status === 'closed' ? Number(row.count) : 0), 0);
  return { total, closed };
}
