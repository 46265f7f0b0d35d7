/** Who sits at which strength, and that each strength plays the better the higher it is. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { houseStrengths } from '../../shared/bridge/contract.ts';
import { readSpec } from '../../shared/protocol/spec.ts';
import { bundledHooks, byAgent, type Chooser, playLoop, playRounds, Seat } from '../library/testing/bundled-hooks.ts';
import { cast, seatedAt, welcomeWords } from './cast.ts';

const named = (members: readonly { nickname: string }[]) => members.map(({ nickname }) => nickname);

describe('who sits', () => {
  it('is one for each game at each strength, and whoever plays by chance', () => {
    expect(Object.fromEntries(houseStrengths.map((strength) => [strength, named(seatedAt(strength))]))).toEqual({
      every: named(cast),
      easy: ['Wick', 'Rook End', 'Sorrel'],
      steady: ['Tansy', 'Marlow', 'Sorrel'],
      sharp: ['Vesper', 'Hollis', 'Sorrel'],
    });
    const games = (strength: (typeof houseStrengths)[number]) => new Set(seatedAt(strength).map((one) => one.protocol));
    for (const strength of houseStrengths) expect(games(strength)).toEqual(games('every'));
  });

  it('has a name of its own and a welcome that fits a letter', () => {
    expect(new Set(named(cast)).size).toBe(cast.length);
    const post_id = '00000000-0000-4000-8000-000000000001';
    for (const { nickname } of cast) expect(welcomeWords(nickname, post_id).length).toBeLessThanOrEqual(256);
  });
});

describe('how well the strengths play', () => {
  const specOf = (folder: string) =>
    readSpec(readFileSync(new URL(`../../resources/protocols/${folder}/spec.json`, import.meta.url), 'utf8')).spec;

  beforeEach(() => {
    // The same games in every run.
    let state = 7;
    vi.spyOn(Math, 'random').mockImplementation(() => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['steady', 'easy'],
    ['sharp', 'steady'],
  ])('at Connect Four: %s beats %s', async (strong, weak) => {
    const hooks = await bundledHooks('connect-four');
    const spec = specOf('connect-four');
    const games = 12;
    let points = 0;
    for (let game = 0; game < games; game += 1) {
      const hosts = game % 2 === 0;
      const host = new Seat('host', hooks, spec, {}, byAgent, hosts ? strong : weak);
      const guest = new Seat('guest', hooks, spec, {}, byAgent, hosts ? weak : strong);
      playLoop(host, guest);
      const { winner } = host.end as { winner: string };
      points += winner === 'draw' ? 0.5 : (winner === 'host') === hosts ? 1 : 0;
    }
    expect(points / games).toBeGreaterThan(0.65);
  });

  it('at Rock Paper Scissors: each learns more of a habit than the one before', async () => {
    const hooks = await bundledHooks('rock-paper-scissors');
    const spec = specOf('rock-paper-scissors');
    /** Rounds won less rounds lost, of all rounds, against somebody who plays after a habit. */
    const against = (manner: string, habit: readonly string[]): number => {
      let [sum, rounds] = [0, 0];
      for (let game = 0; game < 8; game += 1) {
        let turn = 0;
        const choose: Chooser = () => habit[turn++ % habit.length]!;
        const options = { best_of: 51, termination: 'fixed_rounds' };
        const host = new Seat('host', hooks, spec, options, byAgent, manner);
        const results = playRounds(host, new Seat('guest', hooks, spec, options, choose));
        rounds += results.length;
        for (const { round_winner } of results) sum += round_winner === 'host' ? 1 : round_winner === 'guest' ? -1 : 0;
      }
      return sum / rounds;
    };
    const often = ['rock', 'rock', 'rock', 'paper'];
    expect(against('steady', often)).toBeGreaterThan(against('easy', often) + 0.2);
    const cycle = ['rock', 'paper', 'scissors'];
    expect(against('sharp', cycle)).toBeGreaterThan(against('steady', cycle) + 0.2);
  });
});
