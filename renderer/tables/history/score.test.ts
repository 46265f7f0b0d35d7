import { expect, test } from 'vitest';
import { scoreOf } from './score.ts';

test.each([
  [{ won: 3, lost: 1, drawn: 0, unfinished: 0 }, 0.75],
  [{ won: 0, lost: 0, drawn: 2, unfinished: 5 }, 0.5],
  [{ won: 0, lost: 4, drawn: 0, unfinished: 0 }, 0],
  [{ won: 0, lost: 0, drawn: 0, unfinished: 1 }, null],
])('the score of %j is %j', (tally, score) => expect(scoreOf(tally)).toBe(score));
