/** Derives the events to announce from two consecutive snapshots. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import { isOver } from '../../../shared/tables/rematch.ts';

export type Announcement =
  | { kind: 'began' }
  | { kind: 'moved'; own: boolean; move: Table['moves'][number] }
  | { kind: 'summary'; moves: number }
  /** A move waits for the next turn, is taken back, or won't be played. */
  | { kind: 'waits' | 'taken_back' | 'dropped' }
  | { kind: 'asked' }
  | { kind: 'proposed' }
  /** Both values of a sealed round are open. */
  | { kind: 'opened' }
  | { kind: 'quiet' }
  /** The peer answers again. */
  | { kind: 'back' }
  | { kind: 'over' }
  /** The other side offers a draw, or declined this side's offer. */
  | { kind: 'draw'; state: 'asked' | 'declined' }
  /** The state of the result changed after the end. */
  | { kind: 'reported' };

/** Events announced assertively. */
export const isAssertive = ({ kind }: Announcement): boolean => kind === 'quiet' || kind === 'over';

/** An autonomous game is summarized instead of announced move by move. */
const movesPerSummary = 5;

const decisionsIn = (table: Table) => table.moves.filter(({ automatic }) => !automatic).length;

const openedRounds = (table: Table) =>
  table.sealed_rounds.filter((round) => round.host.value !== null && round.guest.value !== null).length;

export function announcementsBetween(previous: Table | null, current: Table): Announcement[] {
  const announcements: Announcement[] = [];
  if (previous === null) announcements.push({ kind: 'began' });
  else {
    if (current.control_mode === 'autonomous') {
      const summaries = Math.floor(decisionsIn(current) / movesPerSummary);
      if (summaries > Math.floor(decisionsIn(previous) / movesPerSummary))
        announcements.push({ kind: 'summary', moves: summaries * movesPerSummary });
    } else {
      for (const move of current.moves.slice(previous.moves.length))
        announcements.push({ kind: 'moved', own: move.by === current.role, move });
    }
    if (openedRounds(current) > openedRounds(previous)) announcements.push({ kind: 'opened' });
    const [wasQuiet, isQuiet] = [previous.connection.quiet_since !== null, current.connection.quiet_since !== null];
    if (!wasQuiet && isQuiet && !isOver(current)) announcements.push({ kind: 'quiet' });
    if (wasQuiet && !isQuiet && !isOver(current)) announcements.push({ kind: 'back' });
    const { draw } = current;
    if (draw !== previous.draw && (draw === 'asked' || draw === 'declined'))
      announcements.push({ kind: 'draw', state: draw });
    if (!isOver(previous) && isOver(current)) announcements.push({ kind: 'over' });
    else if (isOver(current) && previous.result?.state !== current.result?.state)
      announcements.push({ kind: 'reported' });
  }
  announcements.push(...premoveAnnouncements(previous, current));
  if (current.ask && current.control_mode !== 'autonomous') {
    const newAsk = previous?.ask?.key !== current.ask.key;
    const newProposal = current.ask.proposal !== null && (newAsk || previous?.ask?.proposal !== current.ask.proposal);
    if (newProposal) announcements.push({ kind: 'proposed' });
    else if (newAsk) announcements.push({ kind: 'asked' });
  }
  return announcements;
}

function premoveAnnouncements(previous: Table | null, current: Table): Announcement[] {
  const [before, now] = [previous?.premove ?? null, current.premove];
  if (now === null) {
    // Another question, or none, is asked ahead once the move was played.
    const isTakenBack =
      before !== null && !before.dropped && current.ahead !== null && current.ahead.key === previous?.ahead?.key;
    return isTakenBack ? [{ kind: 'taken_back' }] : [];
  }
  if (before?.answer === now.answer && before.dropped === now.dropped) return [];
  return [{ kind: now.dropped ? 'dropped' : 'waits' }];
}

/** The seconds to announce when the remaining time went from `previousMs` to `remainingMs`; null if none. */
export function spokenSeconds(previousMs: number, remainingMs: number): number | null {
  for (const seconds of [5, 10, 30])
    if (previousMs > seconds * 1000 && remainingMs <= seconds * 1000 && remainingMs > 0) return seconds;
  return null;
}
