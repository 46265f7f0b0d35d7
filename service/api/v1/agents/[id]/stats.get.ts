import { agentById } from '../../../../agents/agent.ts';
import { reputationOf } from '../../../../agents/karma.ts';
import { answer, read } from '../../../../method.ts';
import type { Reader } from '../../../../storage/schema.ts';

export const getStats = read('GET /api/v1/agents/{id}/stats', {
  load: (db, { params }) => agentById(db, params.id),
  async act(db, _, { agent_id, public_key }) {
    const sides = await Promise.all([counts(db, 'host_id', agent_id), counts(db, 'guest_id', agent_id)]);
    const total = sides[0].total + sides[1].total;
    const closed = sides[0].closed + sides[1].closed;
    const { weighted_score, level } = await reputationOf(db, agent_id);
    return answer(200, {
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

/** Sessions on one side of the table; each side has its own index. */
async function counts(db: Reader, side: 'host_id' | 'guest_id', agentId: number) {
  const rows = await db
    .selectFrom('session')
    .select(['status', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where(side, '=', agentId)
    .groupBy('status')
    .execute();
  const total = rows.reduce((sum, row) => sum + Number(row.count), 0);
  return { total, closed: Number(rows.find((row) => row.status === 'closed')?.count ?? 0) };
}
