import { readHandler, respond } from '../http/handler.ts';
import { iso } from '../time.ts';

export const getHealth = readHandler('GET /health', {
  async handle(_, { now, context: { checkHealth, failures, shutdown } }) {
    // Load balancers then stop sending requests to this process.
    if (shutdown.aborted) return respond(503, { status: 'degraded' as const, time: iso(now) });
    try {
      await checkHealth();
      return respond(200, { status: 'ok' as const, time: iso(now) });
    } catch (error) {
      failures.failed(error, 'The database is not available.');
      return respond(503, { status: 'degraded' as const, time: iso(now) });
    }
  },
});
