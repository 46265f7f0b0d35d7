import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { meetsDifficulty } from '../../shared/community/proof-of-work.ts';
import { outsideVectors } from '../identity/testing/vectors.ts';
import { chanceAfter, solveProofOfWork, type WorkProgress } from './proof-of-work.ts';
import { createSearch } from './proof-of-work-search.ts';

const public_key = '0f'.repeat(32);

function firstHit(nonce: string, difficulty: number, from: number, to: number): number | null {
  for (let counter = from; counter < to; counter += 1) {
    const digest = createHash('sha256').update(`${nonce}${public_key}${counter}`).digest();
    if (digest.subarray(0, difficulty).every((byte) => byte === 0)) return counter;
  }
  return null;
}

// Nonces of every place in a block: the digits fit, touch the padding, reach into a second block, begin one.
test.each([0, 1, 2, 3, 16, 21, 22, 23, 30, 31, 32, 33, 54, 63, 64, 128])(
  'the search agrees with SHA-256: nonce of %i digits',
  (length) => {
    const nonce = 'a'.repeat(length);
    // Across gains of a digit, and far out.
    for (const from of [0, 7, 995, 99_700, 9_999_990, 1_234_567_890_123]) {
      for (const difficulty of [0, 1]) {
        const to = from + 600;
        expect(createSearch(nonce, public_key, difficulty)(from, to)).toBe(firstHit(nonce, difficulty, from, to));
      }
    }
  },
);

test('one search serves many ranges', () => {
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

test('solves in a worker, from 0 on, so that counters stay short', async () => {
  const nonce = '5'.repeat(32);
  expect(await solveProofOfWork({ nonce, public_key, difficulty: 0 })).toEqual({ counter: 0 });
  expect(await solveProofOfWork({ nonce, public_key, difficulty: 1 })).toEqual({ counter: firstHit(nonce, 1, 0, 1e5) });
  const { counter } = await solveProofOfWork({ nonce, public_key, difficulty: 2 });
  expect(counter).toBe(firstHit(nonce, 2, 0, 1e7));
});

test('solves difficulty 3 with two threads', async () => {
  // A nonce with an early hit, found by search.
  const nonce = '00000000000000000000000000000192';
  const { counter } = await solveProofOfWork({ nonce, public_key, difficulty: 3 });
  expect(meetsDifficulty(nonce, public_key, counter, 3)).toBe(true);
  expect(counter).toBeLessThan(1e8);
});

test('stops when asked, while working and before', async () => {
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

test('a worker that can not start is an error, not silence', async () => {
  const worker = new URL('./absent.ts', import.meta.url);
  await expect(solveProofOfWork({ nonce: '0'.repeat(32), public_key, difficulty: 1 }, { worker })).rejects.toThrow();
});

test('the chance is that of so many independent tries', () => {
  expect(chanceAfter(0, 2)).toBe(0);
  expect(chanceAfter(1, 1)).toBeCloseTo(1 / 256, 12);
  expect(chanceAfter(65_536 * Math.LN2, 2)).toBeCloseTo(0.5, 4);
  expect(chanceAfter(1, 0)).toBe(1);
});

const wire = outsideVectors<{
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
