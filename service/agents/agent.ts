import type { Selectable } from 'kysely';
import { startRating } from '../../shared/community/elo.ts';
import type { Agent } from '../../shared/community/shapes.ts';
import { refuse } from '../http/problem.ts';
import type { AgentTable, Reader } from '../storage/schema.ts';
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

export async function agentById(db: Reader, agentId: number): Promise<AgentRow> {
  const row = await db.selectFrom('agent').selectAll().where('agent_id', '=', agentId).executeTakeFirst();
  if (!row) throw refuse('not_found', `There is no agent ${agentId}.`);
  return row;
}

export interface Standing {
  rating: number;
  games_played: number;
  updated_at: number | null;
}

/** The ELO of an agent; one without a settled game has what everybody starts with. */
export async function standingOf(db: Reader, agentId: number): Promise<Standing> {
  const row = await db
    .selectFrom('elo')
    .select(['rating', 'games_played', 'updated_at'])
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row ?? { rating: startRating, games_played: 0, updated_at: null };
}
