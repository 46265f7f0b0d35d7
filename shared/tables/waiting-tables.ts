/** Which tables need the user, in what order, and when warnings are due. Pure functions. */
import type { Table } from '../bridge/tables.ts';

/** Seconds before the user's deadline at which warnings are due. */
export const warningSeconds = [30, 10] as const;
export type WarningSeconds = (typeof warningSeconds)[number];

/** Whether the table needs a move from the user. A chat (mode `free`) never does. */
export const asksPerson = ({ ask, control_mode, protocol, phase }: Table): boolean =>
  phase === 'playing' && ask !== null && control_mode !== 'autonomous' && protocol.mode !== 'free';

/** When the agent plays its proposal, otherwise the deadline; null if there is neither. */
export const dueAt = ({ ask }: Table): number | null => ask?.plays_at ?? ask?.deadline_at ?? null;

/** The deadline at which the game ends without an answer; null while the agent would play first. */
const failureDeadline = ({ ask }: Table): number | null =>
  ask === null || ask.plays_at !== null ? null : ask.deadline_at;

/** Tables that need the user, most urgent first. */
export function waitingTables(tables: Iterable<Table>): Table[] {
  const rank = (table: Table): [number, number] => [dueAt(table) ?? Number.POSITIVE_INFINITY, table.ask?.asked_at ?? 0];
  return [...tables].filter(asksPerson).sort((a, b) => {
    const [[dueA, askedA], [dueB, askedB]] = [rank(a), rank(b)];
    return dueA === dueB ? askedA - askedB : dueA - dueB;
  });
}

/** The latest warning due by `now`; null before the first, and without a deadline. */
export function warningOf(table: Table, now: number): WarningSeconds | null {
  const deadline = failureDeadline(table);
  if (deadline === null) return null;
  return warningSeconds.findLast((seconds) => now >= deadline - seconds * 1000) ?? null;
}

/** When the next warning is due; null if none is left. Skips warnings due at or before the time of the question. */
export function nextWarningAt(table: Table, now: number): number | null {
  const deadline = failureDeadline(table);
  if (deadline === null) return null;
  const warningTimes = warningSeconds.map((seconds) => deadline - seconds * 1000);
  return warningTimes.find((at) => at > now && at > (table.ask?.asked_at ?? 0)) ?? null;
}
