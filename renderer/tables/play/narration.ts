/** Derives the events to announce from two consecutive snapshots. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import { isOver } from '../../../shared/tables/rematch.ts';

export type Announcement =
  | { kind: 'began' }
  | { kind: 'moved'; own: boolean; text: string }
  | { kind: 'summary'; moves: number }
  | { kind: 'asked' }
  | { kind: 'proposed' }
  /** Both values of a sealed round are open. */
  | { kind: 'opened' }
  | { kind: 'quiet' }
  /** The peer answers again. */
  | { kind: 'back' }
  | { kind: 'over' }
  /** The state of the result changed after the end. */
  | { kind: 'reported' };

/** Events announced assertively. */
export const isAssertive = ({ kind }: Announcement): boolean => kind === 'quiet' || kind === 'over';

/** An autonomous game is summarized instead of announced move by move. */
const movesPerSummary = 5;

const openedRounds = (table: Table) =>
  table.sealed_rounds.filter((round) => round.host.value !== null && round.guest.value !== null).length;

export function announcementsBetween(before: Table | null, now: Table): Announcement[] {
  const announcements: Announcement[] = [];
  if (before === null) announcements.push({ kind: 'began' });
  else {
    if (now.control_mode === 'autonomous') {
      const summaries = Math.floor(now.moves.length / movesPerSummary);
      if (summaries > Math.floor(before.moves.length / movesPerSummary))
        announcements.push({ kind: 'summary', moves: summaries * movesPerSummary });
    } else {
      for (const move of now.moves.slice(before.moves.length))
        announcements.push({ kind: 'moved', own: move.by === now.role, text: move.text });
    }
    if (openedRounds(now) > openedRounds(before)) announcements.push({ kind: 'opened' });
    const [wasQuiet, isQuiet] = [before.connection.quiet_since !== null, now.connection.quiet_since !== null];
    if (!wasQuiet && isQuiet && !isOver(now)) announcements.push({ kind: 'quiet' });
    if (wasQuiet && !isQuiet && !isOver(now)) announcements.push({ kind: 'back' });
    if (!isOver(before) && isOver(now)) announcements.push({ kind: 'over' });
    else if (isOver(now) && before.result?.state !== now.result?.state) announcements.push({ kind: 'reported' });
  }
  if (now.ask && now.control_mode !== 'autonomous') {
    const newAsk = before?.ask?.key !== now.ask.key;
    const newProposal = now.ask.proposal !== null && (newAsk || before?.ask?.proposal !== now.ask.proposal);
    if (newProposal) announcements.push({ kind: 'proposed' });
    else if (newAsk) announcements.push({ kind: 'asked' });
  }
  return announcements;
}

/** The seconds to announce when the remaining time went from `before` to `left` milliseconds; null if none. */
export function spokenSeconds(before: number, left: number): number | null {
  for (const seconds of [5, 10, 30]) if (before > seconds * 1000 && left <= seconds * 1000 && left > 0) return seconds;
  return null;
}
