import { expect, test } from 'vitest';
import { roles } from '../../../shared/tables/hooks.ts';
import { launchPlainHooks } from '../../tables/testing/plain-hooks.ts';
import { selfPlay } from '../self-play.ts';
import { bundled } from '../testing/protocols.ts';
import { HonestSender } from './honest-sender.ts';
import { PlayedGame } from './played-game.ts';

test('a seat is asked in enough other states, also late in a game that few of them reach', async () => {
  const { spec, source } = bundled.find(({ name }) => name === "Liar's Dice")!;
  const hooks = await launchPlainHooks(source, { seed: 'x' });
  const parts = { spec, hooks: { host: hooks, guest: hooks }, options: { dice: 4 }, seed: 'x' };
  const game = new PlayedGame(parts, await selfPlay(parts));
  const counts: number[] = [];
  for (const role of roles) {
    const sender = new HonestSender(game, role);
    for (const [index, { frame }] of game.messagesFrom(role).entries()) {
      if (frame.action !== 'roll' || !Array.isArray(frame.numbers)) continue;
      const numbers = frame.numbers.map((number) => (Number(number) + 1) % 6);
      const { isPossible, redrawn } = await sender.possibilities(index, { ...frame, numbers });
      if (!isPossible) counts.push(redrawn.length);
    }
  }
  expect(counts.length).toBeGreaterThan(2);
  expect(Math.min(...counts)).toBeGreaterThan(24);
});
