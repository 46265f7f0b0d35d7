/** Derives the events to announce from two consecutive snapshots. Pure. */
import type { Table } from '../../../shared/bridge/contract.ts';
import { isOver } from '../../../shared/tables/rematch.ts';

export type Announcement =
  | { kind: 'began' }
  | { kind: 'moved'; own: boolean; text: string }
  | { kind: 'summed'; moves: number }
  | { kind: 'asked' }
  | { kind: 'proposed' }
  | { kind: 'opened' }
  | { kind: 'quiet' }
  | { kind: 'back' }
  | { kind: 'over' }
  | { kind: 'reported' };

/** Events announced assertively. */
export const isAssertive = (announcements: Announcement): boolean =>
  announcements.kind === 'quiet' || announcements.kind === 'over';

const opened = (table: Table) =>
  table.sealed_rounds.filter((round) => round.host.value !== null && round.guest.value !== null).length;

export function announcementsBetween(before: Table | null, now: Table): Announcement[] {
  const announcements: Announcement[] = [];
  if (before === null) announcements.push({ kind: 'began' });
  else {
    const fresh = now.moves.slice(before.moves.length);
    if (now.control_mode === 'autonomous') {
      const sums = Math.floor(now.moves.length / 5);
      if (sums > Math.floor(before.moves.length / 5)) announcements.push({ kind: 'summed', moves: sums * 5 });
    } else {
      for (const move of fresh) announcements.push({ kind: 'moved', own: move.by === now.role, text: move.text });
    }
    if (opened(now) > opened(before)) announcements.push({ kind: 'opened' });
    const [was, is] = [before.connection.quiet_since !== null, now.connection.quiet_since !== null];
    if (!was && is && !isOver(now)) announcements.push({ kind: 'quiet' });
    if (was && !is && !isOver(now)) announcements.push({ kind: 'back' });
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
