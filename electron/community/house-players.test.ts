/** The house players at each strength, and that higher strengths play better. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { houseStrengths } from '../../shared/bridge/contract.ts';
import { offeredStrength } from '../../shared/bridge/house-strengths.ts';
import { languages } from '../../shared/language.ts';
import { readSpec } from '../../shared/protocol/spec.ts';
import {
  bundledHooks,
  type Chooser,
  chooseByHooks,
  playLoop,
  playRounds,
  Seat,
} from '../library/testing/bundled-hooks.ts';
import { countListedTables, housePlayers, housePlayersAt, sortForLobby, welcomeText } from './house-players.ts';

const nicknamesOf = (members: readonly { nickname: string }[]) => members.map(({ nickname }) => nickname);

const bundled = readdirSync(new URL('../../resources/protocols', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

describe('the house players', () => {
  it('exist once for each game and strength; players without a strength belong to all strengths', () => {
    expect(
      Object.fromEntries(houseStrengths.map((strength) => [strength, nicknamesOf(housePlayersAt(strength))])),
    ).toEqual({
      every: nicknamesOf(housePlayers),
      easy: expect.arrayContaining(['Wick', 'Rook End', 'Sorrel', 'Linnet']),
      steady: expect.arrayContaining(['Marlow', 'Tansy', 'Sorrel', 'Linnet']),
      sharp: expect.arrayContaining(['Vesper', 'Hollis', 'Sorrel', 'Linnet']),
    });
    for (const strength of ['easy', 'steady', 'sharp'] as const) {
      expect(housePlayersAt(strength)).toHaveLength(bundled.length);
    }
    const games = (strength: (typeof houseStrengths)[number]) =>
      new Set(housePlayersAt(strength).map(({ protocol }) => protocol));
    for (const strength of houseStrengths) expect(games(strength)).toEqual(games('every'));
  });

  it('play every bundled protocol at each strength that its hooks offer', async () => {
    for (const folder of bundled) {
      const { manners } = (await bundledHooks(folder)) as { manners?: readonly string[] };
      const strengths = manners ? ['easy', 'sharp', 'steady'] : [null];
      const players = housePlayers.filter(({ protocol }) => protocol === folder);
      expect(players.map(({ strength }) => strength).toSorted(), folder).toEqual(strengths);
      expect(manners ?? [null]).toEqual(expect.arrayContaining(strengths));
    }
    expect(housePlayers.filter(({ protocol }) => !bundled.includes(protocol))).toEqual([]);
  });

  it('keep the folders of their identities', () => {
    const slugs = housePlayers.map(({ slug }) => slug);
    expect(slugs).toEqual(expect.arrayContaining(['connect-four-easy', 'rock-paper-scissors', 'oracle']));
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it('open the table for newcomers first, then those that the lobby lists', () => {
    for (const strength of houseStrengths) {
      const active = housePlayersAt(strength);
      const opened = sortForLobby(housePlayers, strength).filter((player) => active.includes(player));
      const listed = opened.slice(0, countListedTables(strength));
      expect([...new Set(listed.map(({ protocol }) => protocol))].toSorted()).toEqual(bundled);
      const offered = listed.filter(
        (player) => player.strength === null || player.strength === offeredStrength(strength),
      );
      expect(offered).toHaveLength(bundled.length);
      if (active.length > bundled.length) expect(listed[0]!.nickname).toBe('Wick');
    }
  });

  it('have unique names, and a welcome that fits into one message', () => {
    expect(new Set(nicknamesOf(housePlayers)).size).toBe(housePlayers.length);
    const post_id = '00000000-0000-4000-8000-000000000001';
    for (const { nickname } of housePlayers)
      for (const language of languages)
        expect(welcomeText(nickname, post_id, language).length, language).toBeLessThanOrEqual(188);
  });
});

describe('the strengths', () => {
  const specOf = (folder: string) =>
    readSpec(readFileSync(new URL(`../../resources/protocols/${folder}/spec.json`, import.meta.url), 'utf8')).spec;

  beforeEach(() => {
    // Deterministic games.
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
      const isStrongHost = game % 2 === 0;
      const host = new Seat('host', hooks, spec, {}, chooseByHooks, isStrongHost ? strong : weak);
      const guest = new Seat('guest', hooks, spec, {}, chooseByHooks, isStrongHost ? weak : strong);
      playLoop(host, guest);
      const { winner } = host.end as { winner: string };
      points += winner === 'draw' ? 0.5 : (winner === 'host') === isStrongHost ? 1 : 0;
    }
    expect(points / games).toBeGreaterThan(0.65);
  });

  it('at Rock Paper Scissors: each exploits a pattern better than the one below', async () => {
    const hooks = await bundledHooks('rock-paper-scissors');
    const spec = specOf('rock-paper-scissors');
    /** (Rounds won - rounds lost) / rounds, against a repeating pattern. */
    const against = (manner: string, habit: readonly string[]): number => {
      let [sum, rounds] = [0, 0];
      for (let game = 0; game < 8; game += 1) {
        let turn = 0;
        const choose: Chooser = () => habit[turn++ % habit.length]!;
        const options = { best_of: 51, termination: 'fixed_rounds' };
        const host = new Seat('host', hooks, spec, options, chooseByHooks, manner);
        const results = playRounds(host, new Seat('guest', hooks, spec, options, choose));
        rounds += results.length;
        for (const { round_winner } of results) sum += round_winner === 'host' ? 1 : round_winner === 'guest' ? -1 : 0;
      }
      return sum / rounds;
    };
    const mostlyRock = ['rock', 'rock', 'rock', 'paper'];
    expect(against('steady', mostlyRock)).toBeGreaterThan(against('easy', mostlyRock) + 0.2);
    const cycle = ['rock', 'paper', 'scissors'];
    expect(against('sharp', cycle)).toBeGreaterThan(against('steady', cycle) + 0.2);
  });
});
