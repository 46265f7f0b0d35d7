/** Compares two copies of a table's record. Pure. */
import type { Role } from '../../../shared/tables/hooks.ts';
import { type Difference, firstRecordDifference } from '../../../shared/tables/record-difference.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export type Meaning =
  /** Equal messages and an equal end. */
  | 'same'
  /** Equal messages, but each side recorded a different end. */
  | 'other_end'
  /** The copy that fails verification was changed after it was written. */
  | 'theirs_changed'
  | 'mine_changed'
  | 'both_changed'
  /** Both verify but differ, and both sides signed only one of them. */
  | 'mine_proven'
  | 'theirs_proven'
  /** Both verify; one continues after the other stops. */
  | 'theirs_shorter'
  | 'mine_shorter'
  /** Both verify but contradict each other: neither can be proven right. */
  | 'both_hold';

export interface Comparison {
  mine: Verdict;
  theirs: Verdict;
  difference: Difference | null;
  meaning: Meaning;
  /** Both were written by the same seat. */
  sameSeat: boolean;
  /** The sender of the differing message. */
  by: Role | null;
}

export function compareRecords(mine: string, theirs: string, spec: string | null): Comparison {
  const [ownVerdict, otherVerdict] = [verdictOf(mine, spec), verdictOf(theirs, spec)];
  const difference = firstRecordDifference(mine, theirs);
  return {
    mine: ownVerdict,
    theirs: otherVerdict,
    difference,
    meaning: meaningOf(ownVerdict, otherVerdict, difference),
    sameSeat: ownVerdict.verification.role !== null && ownVerdict.verification.role === otherVerdict.verification.role,
    by: difference && (difference.direction === 'guest_to_host' ? 'guest' : 'host'),
  };
}

const wasChanged = ({ proof }: Verdict): boolean => proof === 'forged';

function meaningOf(mine: Verdict, theirs: Verdict, difference: Difference | null): Meaning {
  const [mineChanged, theirsChanged] = [wasChanged(mine), wasChanged(theirs)];
  if (mineChanged && theirsChanged) return 'both_changed';
  if (mineChanged) return 'mine_changed';
  if (theirsChanged) return 'theirs_changed';
  const [a, b] = [mine.verification.end, theirs.verification.end];
  const endsDiffer = a && b && (a.completed !== b.completed || a.winner !== b.winner);
  const [mineProven, theirsProven] = [mine, theirs].map(({ proof }) => proof === 'both_sides');
  if ((difference || endsDiffer) && mineProven !== theirsProven) return mineProven ? 'mine_proven' : 'theirs_proven';
  if (difference?.frames[1] === null) return 'theirs_shorter';
  if (difference?.frames[0] === null) return 'mine_shorter';
  if (difference) return 'both_hold';
  return endsDiffer ? 'other_end' : 'same';
}
