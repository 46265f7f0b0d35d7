/** Which moves of bundled games are automatic, in whole games between their hooks. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../../shared/language.ts';
import { labelsOf } from '../../../../shared/protocol/labels.ts';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { protocolWordsFileSchema } from '../../../../shared/protocol/words.ts';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { selfPlay } from '../../../hooks/self-play.ts';
import { launchPlainHooks } from '../../../tables/testing/plain-hooks.ts';
import { playRecorded } from '../../../tables/testing/recorded-game.ts';

const textOf = (slug: string, name: string) =>
  readFile(new URL(`../../../../resources/protocols/${slug}/${name}`, import.meta.url), 'utf8');

/** By game: the texts of the steps that hooks send without asking. */
const games: [slug: string, options: { [name: string]: number }, steps: string[]][] = [
  ['reversi', {}, ['pass']],
  ['gomoku', {}, ['pass']],
  ['dots-and-boxes', { size: 3 }, ['pass']],
  ['liars-dice', { dice: 2 }, ['numbers', 'reveal', 'roll', 'reason dice_lost']],
  ['battleship', { size: 8 }, ['open_fleet', 'reason fleet_sunk']],
  ['connect-four', {}, []],
  ['rock-paper-scissors', {}, []],
  ['weak-wins', {}, []],
];

describe.each(games)('%s', (slug, options, steps) => {
  const play = async () => {
    const { spec } = readSpec(await textOf(slug, 'spec.json'));
    const hooks = await launchPlainHooks(await textOf(slug, 'hooks.js'), { seed: slug });
    return selfPlay({ spec, hooks: { host: hooks, guest: hooks }, options, seed: slug });
  };

  it('marks the steps that nobody decided: all of the own side, and the other side’s where they are known', async () => {
    const { seats } = await play();
    for (const role of ['host', 'guest'] as const) {
      const { moves } = seats[role];
      const own = moves.filter(({ by }) => by === role);
      for (const { text, automatic, origin } of own) {
        expect(automatic, text).toBe(steps.includes(text));
        // Every decision has an origin, and nothing else has.
        expect(origin === null, text).toBe(automatic);
      }
      const marked = moves.filter(({ automatic }) => automatic).map(({ text }) => text);
      expect(marked.filter((text) => !steps.includes(text))).toEqual([]);
    }
  });

  it.runIf(steps.includes('roll'))('marks them before anything was asked', async () => {
    const unmarked = new Set<string>();
    await playRecorded({
      folder: slug,
      directory: temporaryFolder(),
      onGuest: (guest) => {
        for (const { by, text, automatic } of guest.snapshot().moves)
          if (by === 'guest' && steps.includes(text) && !automatic) unmarked.add(text);
      },
    });
    expect([...unmarked]).toEqual([]);
  });

  it.each(languages)('says them in words: %s', async (language) => {
    const words = protocolWordsFileSchema.parse(JSON.parse(await textOf(slug, 'words.json')));
    const labels = labelsOf(words[language] ?? null);
    for (const step of steps) expect(labels.automatic({ text: labels.text(step) }, 'Ada'), step).not.toBeNull();
  });
});
