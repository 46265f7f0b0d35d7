/** Which ended tables the user should be told about. */
import type { Table } from '../bridge/tables.ts';
import { isOver } from '../tables/rematch.ts';

type End = Pick<Table, 'phase' | 'role' | 'result' | 'problem' | 'session_id'>;

/** Whether the user ended it: by resigning, or by stopping to join. */
const endedByUser = ({ role, result, problem }: End): boolean =>
  (result?.conceded?.by === role && result.conceded.code === 'resigned') ||
  ['resigned', 'cancelled'].includes(problem?.code ?? '');

/** A guest who failed to sit down at the user's table is no news: the table is still open. */
const neverStarted = ({ role, session_id }: End): boolean => role === 'host' && session_id === null;

/** Whether the table ended without the user's doing, and they haven't seen it. */
export const isUnseenEnd = (table: End & Pick<Table, 'afterwards'>): boolean =>
  isOver(table) && !table.afterwards.seen && !endedByUser(table) && !neverStarted(table);

/** What ends of one person are told together. A loss on time, a conversation and a game that broke off aren't counted as games. */
export type EndKind = 'games' | 'lost_time' | 'chats' | 'unfinished';

export function endKindOf({ phase, protocol, result }: Pick<Table, 'phase' | 'protocol' | 'result'>): EndKind {
  if (protocol.mode === 'free') return 'chats';
  if (phase !== 'finished') return 'unfinished';
  return result?.outcome === 'lost' && result.conceded?.code === 'decision_timeout' ? 'lost_time' : 'games';
}

/** Whether only the user's agent played it: all such games are one notice. Conversations aren't counted among them. */
export const isAgents = ({ control_mode, protocol }: Pick<Table, 'control_mode' | 'protocol'>): boolean =>
  control_mode === 'autonomous' && protocol.mode !== 'free';
