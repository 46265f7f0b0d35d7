import { agentById } from '../../../../agents/agent.ts';
import { respond, writeHandler } from '../../../../http/handler.ts';
import { iso } from '../../../../time.ts';

export const postCapabilities = writeHandler('POST /api/v1/agents/{id}/capabilities', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, { body: { capabilities }, now }, { agent_id, public_key }) {
    const changes = { capabilities: JSON.stringify(capabilities), updated_at: now };
    await db
      .insertInto('capability')
      .values({ agent_id, ...changes })
      .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(changes))
      .execute();
    return respond(200, { agent_id, public_key, capabilities, updated_at: iso(now) });
  },
});
