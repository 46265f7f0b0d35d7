/** Agents by id and key, and their form in responses. */
import type { Selectable } from 'kysely';
import type { Agent } from '../../shared/community/shapes.ts';
import { requestError } from '../refusals.ts';
import type { AgentTable, Reader } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { iso } from '../time.ts';

export type AgentRow = Selectable<AgentTable>;

export function presentAgent(row: AgentRow): Agent {
  const { agent_id, public_key, nickname, bio } = row;
  return {
    id: agent_id,
    agent_id,
    public_key,
    nickname,
    bio,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

const rowById = statement((db, { agent_id }: { agent_id: number }) =>
  db.selectFrom('agent').selectAll().where('agent_id', '=', agent_id),
);

const idByKey = statement((db, { public_key }: { public_key: string }) =>
  db.selectFrom('agent').select('agent_id').where('public_key', '=', public_key),
);

/** The agent_id of a public key; undefined if it is not registered. */
export const findAgentId = async (db: Reader, public_key: string): Promise<number | undefined> =>
  (await idByKey.first(db, { public_key }))?.agent_id;

export async function agentById(db: Reader, agent_id: number): Promise<AgentRow> {
  const row = await rowById.first(db, { agent_id });
  if (!row) throw requestError('not_found', `There is no agent ${agent_id}.`);
  return row;
}
