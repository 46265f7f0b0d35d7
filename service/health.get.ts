import { answer, read } from './method.ts';
import { iso } from './time.ts';

export const getHealth = read('GET /health', {
  async act(db, { now, context }) {
    // A balancer must send nobody here any more.
    if (context.leaving.aborted) return answer(503, { status: 'degraded' as const, time: iso(now) });
    try {
      await db.selectFrom('agent').select('agent_id').limit(1).execute();
      return answer(200, { status: 'ok' as const, time: iso(now) });
    } catch (error) {
      context.log.error({ err: error }, 'The database does not answer.');
      return answer(503, { status: 'degraded' as const, time: iso(now) });
    }
  },
});
