import { expect, test } from 'vitest';
import { sampled } from '../../../shared/testing/long.ts';
import { testProblems } from '../../studio/problems/hooks.ts';
import { launchPlainHooks } from '../../tables/testing/plain-hooks.ts';
import { selfTest } from '../self-test.ts';
import { honest } from '../testing/broken.ts';

const ferry = honest.find(({ name }) => name === 'sealed/honest')!;

/** Plays the game against itself and the adversary, with other texts. */
async function tested({ spec = ferry.spec, source = ferry.source }) {
  const launch = (text: string) => launchPlainHooks(text, { seed: 'x' });
  const test = await selfTest(launch as never, { spec, source, adversarial: true, seed: 'x' });
  return { ...test, problems: testProblems(test, { hooks: source, spec: JSON.stringify(spec, null, 2) }) };
}

test('keeps the commitments that it declares', async () => {
  const { ok, seal, adversary, problems } = await tested({});
  expect({ ok, seal, result: adversary?.result, problems }).toEqual({
    ok: true,
    seal: null,
    result: 'ok',
    problems: [],
  });
});

test('fails at commit_reveal if it names a field that the hash is not made of', async () => {
  const opening = { message: 'open', value: 'pole', nonce: 'nonce' };
  const commit_reveal = { commit: { message: 'seal', hashes: 'hash' }, openings: [opening] };
  const { ok, adversary, problems } = await tested({ spec: { ...ferry.spec, commit_reveal } });
  expect({ ok, adversary }).toEqual({ ok: false, adversary: null });
  expect(problems).toMatchObject([{ kind: 'spec_seal', file: 'spec.json', pointer: '/commit_reveal' }]);
  expect(problems[0]!.line).toBeGreaterThan(1);
});

const repeated = [
  ['the same in every game', 'sha256(String(trips.length))'],
  ['the same in a game', 'sha256(secret)'],
  ['the same for both sides', "'0011223344556677'"],
] as const;
test.each(sampled(repeated, 2))('finds a nonce that is %s', async (_how, nonce) => {
  const source = ferry.source.replace(/sha256\(`[^`]*trips.length\}`\)/, nonce);
  expect(source).not.toBe(ferry.source);
  const undeclared = { ...ferry.spec, commit_reveal: undefined };
  for (const spec of sampled([ferry.spec, undeclared as never], 2)) {
    const { adversary } = await tested({ spec, source });
    expect(adversary?.result).toBe('holes');
    const failures = adversary!.games.flatMap(({ failure }) => failure ?? []);
    expect(failures).toEqual([expect.stringContaining('opens a nonce that another commitment had before')]);
  }
});
