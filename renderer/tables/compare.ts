/** Two copies of one table side by side: where they part, and what follows from it. Pure. */
import type { Role } from '../../shared/tables/hooks.ts';
import { type Difference, firstDifference } from '../../shared/tables/verify.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export type Meaning =
  /** Both tell the same messages and the same end. */
  | 'same'
  /** The same messages, and each side ended on something else. */
  | 'other_end'
  /** The one that does not hold was changed after it was written. */
  | 'theirs_changed'
  | 'mine_changed'
  | 'both_changed'
  /** Both hold; one goes on where the other stops. */
  | 'theirs_shorter'
  | 'mine_shorter'
  /** Both hold and tell something else: nobody can say which is true. */
  | 'both_hold';

export interface Comparison {
  mine: Verdict;
  theirs: Verdict;
  difference: Difference | null;
  meaning: Meaning;
  /** Both were written at the same seat. */
  same_seat: boolean;
  /** Whose message it is that differs. */
  by: Role | null;
}

export function compare(mine: string, theirs: string, spec: string | null): Comparison {
  const [own, other] = [verdictOf(mine, spec), verdictOf(theirs, spec)];
  const difference = firstDifference(mine, theirs);
  return {
    mine: own,
    theirs: other,
    difference,
    meaning: meaningOf(own, other, difference),
    same_seat: own.verification.role !== null && own.verification.role === other.verification.role,
    by: difference && (difference.direction === 'guest_to_host' ? 'guest' : 'host'),
  };
}

/** A record that only lacks its end, or the rules, was not changed: it stops early or cannot be read as far. */
const changed = ({ verification }: Verdict): boolean =>
  verification.findings.some(({ code }) => !['end_missing', 'spec_missing'].includes(code));

function meaningOf(mine: Verdict, theirs: Verdict, difference: Difference | null): Meaning {
  const [own, other] = [changed(mine), changed(theirs)];
  if (own && other) return 'both_changed';
  if (own) return 'mine_changed';
  if (other) return 'theirs_changed';
  if (difference?.frames[1] === null) return 'theirs_shorter';
  if (difference?.frames[0] === null) return 'mine_shorter';
  if (difference) return 'both_hold';
  const [a, b] = [mine.verification.end, theirs.verification.end];
  return a && b && (a.completed !== b.completed || a.winner !== b.winner) ? 'other_end' : 'same';
}

/** Two lines around their first differing character; long ones are cut to what is near it. */
export function parted(a: string, b: string): { before: string; differs: [string, string]; after: [string, string] } {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  let tail = 0;
  const most = Math.min(a.length, b.length) - at;
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const end = (text: string) => text.slice(text.length - tail);
  return {
    before: a.slice(0, at),
    differs: [a.slice(at, a.length - tail), b.slice(at, b.length - tail)],
    after: [end(a), end(b)],
  };
}
