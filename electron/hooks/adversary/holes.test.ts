import { expect, test } from 'vitest';
import { isLongRun } from '../../../shared/testing/long.ts';
import { launchPlainHooks } from '../../tables/testing/plain-hooks.ts';
import { selfPlay } from '../self-play.ts';
import { games, type Hole, holes } from '../testing/holes/corpus.ts';
import { equivalents } from '../testing/holes/equivalents.ts';
import { mutationsOf } from '../testing/holes/mutations.ts';
import { adversarialPlay, defaultLimits } from './adversary.ts';

/** Holes of every kind; a long run tries all, with the calls that authors get by default. */
const tried = isLongRun
  ? holes
  : holes.filter(({ name }) =>
      [
        'battleship: believes every accusation',
        'liars-dice: plays with or without wild ones as the host says',
        'liars-dice: handle: error wins for its sender',
        'liars-dice: receiveRoll: no check of hashes.some((hash) => own.includes(hash))',
        'connect-four: does not check the row on other grids',
        'sealed-bid-auction: does not check the lots that the host offers',
        'rock-paper-scissors: judges by the hands that the host states',
        'template turns: hearAnswer: no check of turn !== state.turn',
      ].includes(name),
    );
const limits = { ...defaultLimits, isShort: true };

/** A hole counts as found if the hooks don't pass for safe, even between honest seats, or because they fail at a lie. */
async function isFound({ spec, source, options }: Hole): Promise<boolean> {
  const hooks = await launchPlainHooks(source, { seed: 'x' });
  const manners = hooks.manners.includes('easy') ? { manners: { host: 'easy', guest: 'easy' } } : {};
  const parts = { spec, hooks: { host: hooks, guest: hooks }, options, seed: 'x', ...manners };
  const fair = await selfPlay(parts);
  if (!fair.ok) return true;
  return ['holes', 'failures'].includes((await adversarialPlay(parts, fair, limits)).result);
}

test('finds at least 95 of 100 holes in finished games', async () => {
  expect(tried.length).toBeGreaterThan(isLongRun ? 200 : 7);
  const missed: string[] = [];
  for (const hole of tried) if (!(await isFound(hole))) missed.push(hole.name);
  if (isLongRun && missed.length > 0) console.warn(`missed: ${missed.join('; ')}`);
  expect(missed.length / tried.length, missed.join('\n')).toBeLessThan(0.05);
});

test('every mutation that is no hole still exists', () => {
  for (const [folder, names] of Object.entries(equivalents)) {
    const game = games.get(folder)!;
    const existing = mutationsOf(game.spec, game.source).map(({ name }) => name);
    expect(existing, folder).toEqual(expect.arrayContaining(names));
  }
});
