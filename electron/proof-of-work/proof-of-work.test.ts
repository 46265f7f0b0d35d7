/** Both search methods compared with SHA-256, and the solver with its threads, progress and cancellation. */
import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meetsDifficulty } from '../../shared/community/proof-of-work.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { readPublishedVectors } from '../identity/testing/vectors.ts';
import { chanceAfter, solveProofOfWork, type WorkProgress } from './proof-of-work.ts';
import { type CounterSearch, createPrefix, searchScalar } from './scalar-search.ts';
import { createSearch } from './search.ts';
import { hasSimd, runLength, searchSimd } from './simd-search.ts';

const public_key = '0f'.repeat(32);

function firstHit(nonce: string, difficulty: number, from: number, to: number): number | null {
  for (let counter = from; counter < to; counter += 1) {
    const digest = createHash('sha256').update(`${nonce}${public_key}${counter}`).digest();
    if (digest.subarray(0, difficulty).every((byte) => byte === 0)) return counter;
  }
  return null;
}

/** Every search method, with and without SIMD. */
const methods: [string, (nonce: string, difficulty: number) => CounterSearch][] = [
  ['scalar', (nonce, difficulty) => searchScalar(createPrefix(nonce, public_key, difficulty))],
  ['SIMD', (nonce, difficulty) => searchSimd(createPrefix(nonce, public_key, difficulty))],
];

test('this computer supports SIMD, so the tests cover both methods', () => {
  expect(hasSimd()).toBe(true);
});

// Lengths at block boundaries: the digits fit, touch the padding, reach into a second block, or start one.
const nonceLengths = [0, 1, 2, 3, 16, 21, 22, 23, 30, 31, 32, 33, 54, 63, 64, 128];
test.each(nonceLengths.flatMap((length) => methods.map(([name, search]) => [name, length, search] as const)))(
  'the %s search agrees with SHA-256 for a nonce of %i digits',
  (_name, length, search) => {
    const nonce = 'a'.repeat(length);
    // Around changes of the number of digits, and far above.
    for (const from of [0, 7, 995, 99_700, 9_999_990, 1_234_567_890_123]) {
      for (const difficulty of [0, 1]) {
        const to = from + 600;
        expect(search(nonce, difficulty)(from, to)).toBe(firstHit(nonce, difficulty, from, to));
      }
    }
  },
);

test('the SIMD search finds the same first hit as trying every counter, anywhere in a run', () => {
  const digits = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength, maxLength });
  // Up to 10^15: a counter is a safe integer.
  const anyMagnitude = fc
    .tuple(fc.integer({ min: 0, max: 11 }), fc.double({ min: 0.1, max: 1, noNaN: true }))
    .map(([power, factor]) => Math.floor(factor * 10 ** power) * runLength);
  const found: number[] = [];
  fc.assert(
    fc.property(digits(16, 128), digits(64, 64), anyMagnitude, (nonce, key, from) => {
      const hash = sha256.create().update(new TextEncoder().encode(nonce + key));
      const hits = (counter: number) => {
        const digest = hash
          .clone()
          .update(new TextEncoder().encode(String(counter)))
          .digest();
        return digest[0] === 0 && digest[1] === 0;
      };
      let expected: number | null = from;
      while (!hits(expected) && expected < from + 2 * runLength) expected += 1;
      if (expected === from + 2 * runLength) expected = null;
      expect(searchSimd(createPrefix(nonce, key, 2))(from, from + 2 * runLength)).toBe(expected);
      if (expected !== null) found.push(expected);
    }),
    // Few random ranges contain a hit; this one does, at 70,461.
    { numRuns: isLongRun ? 40 : 12, examples: [['1'.repeat(16), '1'.repeat(64), 6 * runLength]] },
  );
  expect(found).toContain(70_461);
});

test('one search can be used for many ranges', () => {
  const search = createSearch('00', public_key, 1);
  const hits = [];
  for (let from = 0; from < 4000; from += 100) {
    const hit = search(from, from + 100);
    if (hit !== null) hits.push(hit);
  }
  expect(hits.length).toBeGreaterThan(5);
  for (const hit of hits) expect(meetsDifficulty('00', public_key, hit, 1)).toBe(true);
});

test('an empty range has no hit', () => {
  expect(createSearch('00', public_key, 0)(5, 5)).toBeNull();
});

test('solves starting at 0, so that counters stay short', async () => {
  const nonce = '5'.repeat(32);
  expect(await solveProofOfWork({ nonce, public_key, difficulty: 0 })).toEqual({ counter: 0 });
  expect(await solveProofOfWork({ nonce, public_key, difficulty: 1 })).toEqual({ counter: firstHit(nonce, 1, 0, 1e5) });
  const { counter } = await solveProofOfWork({ nonce, public_key, difficulty: 2 });
  expect(counter).toBe(firstHit(nonce, 2, 0, 1e7));
});

test('solves difficulty 3 with two threads', async () => {
  // A nonce with an early hit.
  const nonce = '00000000000000000000000000000192';
  const { counter } = await solveProofOfWork({ nonce, public_key, difficulty: 3 });
  expect(meetsDifficulty(nonce, public_key, counter, 3)).toBe(true);
  expect(counter).toBeLessThan(1e8);
});

test('stops when aborted, before or during the search', async () => {
  const stop = new AbortController();
  const seen: WorkProgress[] = [];
  const work = solveProofOfWork(
    { nonce: '7'.repeat(32), public_key, difficulty: 4 },
    {
      signal: stop.signal,
      onProgress: (progress) => {
        seen.push(progress);
        if (seen.length === 2) stop.abort();
      },
    },
  );
  await expect(work).rejects.toMatchObject({ code: 'cancelled' });
  expect(seen.length).toBeGreaterThanOrEqual(2);
  expect(seen[1]!.tries).toBeGreaterThan(seen[0]!.tries);
  expect(seen[1]!.chance).toBeGreaterThan(seen[0]!.chance);
  const again = solveProofOfWork({ nonce: '7'.repeat(32), public_key, difficulty: 0 }, { signal: stop.signal });
  await expect(again).rejects.toMatchObject({ code: 'cancelled' });
});

test('a search without threads yields to other work, and stops when aborted', async () => {
  const stop = new AbortController();
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns === 2) stop.abort();
    else setImmediate(count);
  };
  setImmediate(count);
  // A nonce whose first hit comes late.
  const nonce = firstNonce((candidate) => firstHit(candidate, 2, 0, 100_000) === null);
  const work = solveProofOfWork({ nonce, public_key, difficulty: 2 }, { signal: stop.signal });
  await expect(work).rejects.toMatchObject({ code: 'cancelled' });
  expect(turns).toBe(2);
});

function firstNonce(isSuitable: (nonce: string) => boolean): string {
  for (let number = 0; ; number += 1) {
    const nonce = number.toString(16).padStart(32, '0');
    if (isSuitable(nonce)) return nonce;
  }
}

test.each([5, 32, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses difficulty %s before any work',
  async (difficulty) => {
    const worker = new URL('file:///absent.ts');
    const work = solveProofOfWork({ nonce: '0'.repeat(32), public_key, difficulty }, { worker });
    await expect(work).rejects.toMatchObject({ code: 'excessive_difficulty' });
  },
);

test.each(['', 'zz'.repeat(16), 'AB'.repeat(16), `${'0'.repeat(32)}:`])(
  'refuses the nonce %o before any work',
  async (nonce) => {
    const worker = new URL('file:///absent.ts');
    const work = solveProofOfWork({ nonce, public_key, difficulty: 1 }, { worker });
    await expect(work).rejects.toMatchObject({ code: 'invalid_field', detail: { field: 'nonce' } });
  },
);

test('rejects if the worker cannot start', async () => {
  const worker = new URL('./absent.ts', import.meta.url);
  await expect(solveProofOfWork({ nonce: '0'.repeat(32), public_key, difficulty: 3 }, { worker })).rejects.toThrow();
});

test('the probability is that of independent tries', () => {
  expect(chanceAfter(0, 2)).toBe(0);
  expect(chanceAfter(1, 1)).toBeCloseTo(1 / 256, 12);
  expect(chanceAfter(65_536 * Math.LN2, 2)).toBeCloseTo(0.5, 4);
  expect(chanceAfter(1, 0)).toBe(1);
});

const wire = readPublishedVectors<{
  keys: { host: { public_key: string } };
  registration: { nonce: string; difficulty_1_counter: number; difficulty_2_counter: number };
}>('wire-vectors.json');

test.skipIf(wire === null)("finds the existing network's counters", async () => {
  const { keys, registration } = wire!;
  const challenge = { nonce: registration.nonce, public_key: keys.host.public_key };
  expect(await solveProofOfWork({ ...challenge, difficulty: 1 })).toEqual({
    counter: registration.difficulty_1_counter,
  });
  expect(await solveProofOfWork({ ...challenge, difficulty: 2 })).toEqual({
    counter: registration.difficulty_2_counter,
  });
});
