/**
 * Nothing that another person wrote reaches a client: every string that the bridge's contract leaves open is poisoned, every tool is
 * called through the real server, and everything it sends is searched.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { callsOf, everythingSent, situation } from './testing/poisoned-parlor.ts';
import { isPoisoned } from './testing/poisoned-values.ts';
import { createSpeaker, isListed, pairsIn, wordsHeard } from './testing/stranger-words.ts';
import { tools } from './tools.ts';

/** Poisoned strings outside of objects that are marked as untrusted; JSON in text content is read, too. */
function leaks(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    if (!isPoisoned(value)) return [];
    if (path.endsWith('content/0/text')) return leaks(JSON.parse(value), `${path}#`);
    return [`${path}: ${value}`];
  }
  if (typeof value !== 'object' || value === null) return [];
  if ('untrusted' in value && value.untrusted === true && Object.keys(value).length === 2) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(isPoisoned(key) ? [`${path}: key ${key}`] : []),
    ...leaks(member, `${path}/${key}`),
  ]);
}

const runs = { seed: 20_251, numRuns: isLongRun ? 40 : 12, endOnFailure: true };

test('every tool is called', () => {
  const called = new Set(callsOf(fc.sample(situation, { seed: 1, numRuns: 1 })[0]!).map(({ name }) => name));
  expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

/** Answers were not replaced with errors by the last check of an answer. */
function expectNoneRefused({ code }: { code: string }, sent: readonly unknown[]): void {
  const refusals = ['internal', 'too_large']
    .filter((each) => each !== code)
    .map((each) => `"text":"{\\"code\\":\\"${each}`);
  const isRefused = (each: unknown) => refusals.some((refusal) => JSON.stringify(each).includes(refusal));
  expect(sent.filter(isRefused)).toEqual([]);
}

test('no string of another person leaves Parlor, and released texts leave it marked as untrusted', async () => {
  let marked = 0;
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const sent = await everythingSent(given, given.released ? [given.protocol_id, given.peer] : []);
      const results = sent.filter((each) => JSON.stringify(each).includes('structuredContent'));
      expect(results.length).toBeGreaterThan(8);
      expectNoneRefused(given, sent);
      const poisoned = sent.filter((each) => isPoisoned(JSON.stringify(each)));
      if (given.released) marked += poisoned.length;
      else expect(poisoned).toEqual([]);
      expect(leaks(sent)).toEqual([]);
    }),
    runs,
  );
  expect(marked).toBeGreaterThan(0);
}, 60_000);

test('names that a stranger cut a sentence into never follow each other, and an answer stays under 32 kB', async () => {
  let listed = 0;
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const sent = await everythingSent(given, [], createSpeaker());
      expectNoneRefused(given, sent);
      const heard = sent.slice(1).flatMap(wordsHeard);
      expect(pairsIn(heard)).toEqual([]);
      expect(heard.filter((word) => !isListed(word))).toEqual([]);
      expect(Math.max(...sent.slice(1).map((line) => Buffer.byteLength(JSON.stringify(line))))).toBeLessThan(32_000);
      listed += heard.length;
    }),
    runs,
  );
  expect(listed).toBeGreaterThan(0);
}, 120_000);
