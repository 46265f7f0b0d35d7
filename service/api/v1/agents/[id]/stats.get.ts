import type { ErrorCode } from '../../../../../shared/errors.ts';
import { otherRole, type Role } from '../../../../../shared/tables/hooks.ts';
import { agentById } from '../../../../agents/agent.ts';
import { reputationOf } from '../../../../agents/karma.ts';
import { readHandler, respond } from '../../../../http/handler.ts';
import { claimExpiry } from '../../../../sessions/session.ts';
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

/** Reasons with which a side says that it has itself ended a session early. */
const ownReasons: ReadonlySet<string> = new Set<ErrorCode>([
  'resigned',
  'decision_timeout',
  'decision_invalid',
  'interrupted',
  'cancelled',
  'hook_failed',
  'hook_timeout',
  'data_dir_unusable',
]);

/**
 * Counts an agent's sessions as host or as guest; two queries, as each side has its own index. A session is successful if a side has
 * closed it and none says that it failed, and a failure of the side that says so without blaming the other one. What one side alone says
 * about the other counts for nobody: a guest could otherwise spoil the statistics of any host.
 */
async function countSessions(db: Reader, side: Role, agentId: number) {
  const otherSide = otherRole(side);
  const rows = await db
    .selectFrom('session')
    .select([
      `${side}_status as own_status`,
      `${side}_reason as own_reason`,
      `${otherSide}_status as other_status`,
      ({ fn }) => fn.countAll<number>().as('count'),
    ])
    .where(side === 'host' ? 'host_id' : 'guest_id', '=', agentId)
    .where(claimExpiry, 'is', null)
    .groupBy([`${side}_status`, `${side}_reason`, `${otherSide}_status`])
    .execute();
  const count = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.reduce((sum, row) => sum + (matches(row) ? row.count : 0), 0);
  const closed = count(({ own_status, other_status }) => {
    const reports = [own_status, other_status];
    return reports.includes('closed') && !reports.includes('failed');
  });
  const failed = count(
    ({ own_status, own_reason }) => own_status === 'failed' && (own_reason === null || ownReasons.has(own_reason)),
  );
  return { total: closed + failed, closed };
}
