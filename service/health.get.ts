import { answer, read } from './method.ts';
import { iso } from './time.ts';

export const getHealth = read('GET /health', {
  async act(_, { now, context: { storage, log, leaving } }) {
    // A balancer must send nobody here any more.
    if (leaving.aborted) return answer(503, { status: 'degraded' as const, time: iso(now) });
    try {
      // A transaction that begins shows more than a look: that writing is possible.
      await storage.transaction((writer) => writer.selectFrom('agent').select('agent_id').limit(1).execute());
      return answer(200, { status: 'ok' as const, time: iso(now) });
    } catch (error) {
      log.error({ err: error }, 'The database does not answer.');
      return answer(503, { status: 'degraded' as const, time: iso(now) });
    }
  },
});
