import { expect, test } from 'vitest';
import { createTokenBucket } from './token-bucket.ts';

test.each([0, 5_000, -16_000])('starts full at any reading of the clock (%i ms), and fills at its rate', (start) => {
  const take = createTokenBucket({ burst: 2, perSecond: 1 });
  expect([take(start), take(start), take(start)]).toEqual([true, true, false]);
  expect([take(start + 1_000), take(start + 1_000)]).toEqual([true, false]);
});
