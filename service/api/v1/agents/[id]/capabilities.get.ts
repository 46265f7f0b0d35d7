import { agentById } from '../../../../agents/agent.ts';
import { readHandler, respond } from '../../../../http/handler.ts';
import { isoOrNull } from '../../../../time.ts';

export const getCapabilities = readHandler('GET /api/v1/agents/{id}/capabilities', {
  load: (db, { params }) => agentById(db, params.id),
  async handle(db, _, { agent_id, public_key }) {
    const row = await db.selectFrom('capability').selectAll().where('agent_id', '=', agent_id).executeTakeFirst();
    const capabilities: string[] = row ? JSON.parse(row.capabilities) : [];
    return respond(200, { agent_id, public_key, capabilities, updated_at: isoOrNull(row?.updated_at ?? null) });
  },
});
