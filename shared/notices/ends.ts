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

/** Whether only the user's agent played it: all such games are one notice. */
export const isAgents = ({ control_mode }: Pick<Table, 'control_mode'>): boolean => control_mode === 'autonomous';
