import { expect, test } from 'vitest';
import { strengthMatch, strengthsOf } from './strength-match.ts';
import { bundled } from './testing/protocols.ts';
import { reusedHooks } from './testing/reused-hooks.ts';

const launch = reusedHooks();
const { spec, source } = bundled.find(({ name }) => name === "Iterated Prisoner's Dilemma")!;
const chat = bundled.find(({ name }) => name === 'Chat')!;

test('lists the strengths, the default first', async () => {
  expect((await strengthsOf(launch, source)).slice(0, 3)).toEqual(['steady', 'easy', 'sharp']);
  expect(await strengthsOf(launch, chat.source)).toEqual([]);
});

test('plays a game from each seat', async () => {
  const games = await strengthMatch(launch, { spec, source, strengths: ['steady', 'always-defect'], seed: 'a' });
  expect(games).toEqual([
    { host: 'steady', guest: 'always-defect', winner: 'guest', scores: { host: 19, guest: 24 } },
    { host: 'always-defect', guest: 'steady', winner: 'host', scores: { host: 24, guest: 19 } },
  ]);
});

test('rejects a game without a result', async () => {
  const match = strengthMatch(launch, { ...chat, strengths: ['one', 'two'], seed: 'a' });
  await expect(match).rejects.toMatchObject({ code: 'hook_failed' });
});
