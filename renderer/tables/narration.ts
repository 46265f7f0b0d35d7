/** What has happened between two snapshots, as events to be put into words. Pure; the words are the narrator's. */
import type { Table } from '../../shared/bridge/contract.ts';

export type Told =
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

/** Spoken at once, over everything else. */
export const isBell = (told: Told): boolean => told.kind === 'quiet' || told.kind === 'over';

const opened = (table: Table) =>
  table.sealed_rounds.filter((round) => round.host.value !== null && round.guest.value !== null).length;

const over = (table: Table) => table.phase === 'finished' || table.phase === 'failed';

export function toldBetween(before: Table | null, now: Table): Told[] {
  const told: Told[] = [];
  if (before === null) told.push({ kind: 'began' });
  else {
    const fresh = now.moves.slice(before.moves.length);
    if (now.control_mode === 'autonomous') {
      const sums = Math.floor(now.moves.length / 5);
      if (sums > Math.floor(before.moves.length / 5)) told.push({ kind: 'summed', moves: sums * 5 });
    } else {
      for (const move of fresh) told.push({ kind: 'moved', own: move.by === now.role, text: move.text });
    }
    if (opened(now) > opened(before)) told.push({ kind: 'opened' });
    const [was, is] = [before.connection.quiet_since !== null, now.connection.quiet_since !== null];
    if (!was && is && !over(now)) told.push({ kind: 'quiet' });
    if (was && !is && !over(now)) told.push({ kind: 'back' });
    if (!over(before) && over(now)) told.push({ kind: 'over' });
    else if (over(now) && before.result?.state !== now.result?.state) told.push({ kind: 'reported' });
  }
  if (now.ask && now.control_mode !== 'autonomous') {
    const newAsk = before?.ask?.key !== now.ask.key;
    const newProposal = now.ask.proposal !== null && (newAsk || before?.ask?.proposal !== now.ask.proposal);
    if (newProposal) told.push({ kind: 'proposed' });
    else if (newAsk) told.push({ kind: 'asked' });
  }
  return told;
}

/** The seconds left that are spoken, when the clock has come from `before` to `left` milliseconds. */
export function spokenSeconds(before: number, left: number): number | null {
  for (const seconds of [5, 10, 30]) if (before > seconds * 1000 && left <= seconds * 1000 && left > 0) return seconds;
  return null;
}
