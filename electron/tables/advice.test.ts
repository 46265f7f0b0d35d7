import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RecordLine } from '../../shared/tables/record.ts';
import type { Game, PlainHooks } from '../../shared/tables/testing/games.ts';
import { pile, sealedHands } from '../../shared/tables/testing/games.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { computeAdvice } from './advice.ts';
import { runTable } from './engine-runner.ts';
import { openTableStore, type TableStore } from './records/journal.ts';
import type { RunningTable } from './running-table.ts';
import { channelPair } from './testing/channel-pair.ts';
import { plainHookHost } from './testing/plain-hooks.ts';

let directory: string;
let store: TableStore;
const running: RunningTable[] = [];

beforeEach(async () => {
  directory = temporaryFolder();
  store = await openTableStore(directory);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((table) => table.dispose()));
});

/** Plays a whole game in which the user answers each question with the last choice; returns the guest's record. */
async function playGame(
  game: Game,
  control_mode: 'human' | 'hybrid',
): Promise<{ lines: RecordLine[]; decided: number }> {
  const ends = channelPair();
  const seat = async (role: 'host' | 'guest', mode: 'autonomous' | 'human' | 'hybrid') => {
    const table = runTable({
      ...{ role, control_mode: mode, spec: game.spec, options: {}, manner: null },
      ...{ hooks: plainHookHost(game.hooks), channel: ends[role], journal: await store.create(role, {}) },
    });
    running.push(table);
    return table;
  };
  await seat('host', 'autonomous');
  const guest = await seat('guest', control_mode);
  let decided = 0;
  for (let last = ''; ; ) {
    const key = await vi.waitUntil(
      () => {
        const { ask, outcome } = guest.snapshot();
        if (outcome) return 'over';
        return ask && ask.key !== last && (control_mode === 'human' || ask.proposal !== null) ? ask.key : null;
      },
      { timeout: 60_000, interval: 2 },
    );
    if (key === 'over') break;
    last = key;
    decided += 1;
    await guest.answer(key, guest.snapshot().ask!.choices.at(-1)!.value);
  }
  await guest.ended;
  return { lines: await store.readLines('guest'), decided };
}

const advise = (game: Game, lines: RecordLine[], extra: PlainHooks = {}, from = 0, budgetMs = 60_000) =>
  computeAdvice({
    ...{ spec: game.spec, hooks: plainHookHost({ ...game.hooks, ...extra }), lines, extraArgs: [], from, budgetMs },
  });

describe.each([
  ['simultaneous_round', sealedHands(3)],
  ['session_loop', pile(7)],
])('a finished game of %s', (_mode, game) => {
  test('gets an answer for each question that the user answered', async () => {
    const { lines, decided } = await playGame(game, 'human');
    const { advised, next } = await advise(game, lines);
    expect(next).toBeNull();
    const decisions = lines.filter(({ entry }) => entry.kind === 'decision');
    expect(advised.map(({ seq }) => seq)).toEqual(decisions.map(({ seq }) => seq));
    expect(advised).toHaveLength(decided);
    expect(advised[0]).toMatchObject({ moves: 0, reason: null });
    expect(await advise(game, lines)).toEqual({ advised, next });
  });

  test('continues where the time budget ended', async () => {
    const { lines } = await playGame(game, 'human');
    const whole = await advise(game, lines);
    const first = await advise(game, lines, {}, 0, -1);
    expect(first).toEqual({ advised: whole.advised.slice(0, 1), next: 1 });
    const rest = await advise(game, lines, {}, 1);
    expect([...first.advised, ...rest.advised]).toEqual(whole.advised);
  });

  test('uses the recorded proposal if the user overrode one', async () => {
    const { lines } = await playGame(game, 'hybrid');
    const overridden = lines.filter(({ entry }) => entry.origin === 'override');
    expect(overridden.length).toBeGreaterThan(0);
    const { advised } = await advise(game, lines, { decide: () => null });
    expect(advised.map(({ seq, answer }) => [seq, answer])).toEqual(
      overridden.map(({ seq, entry }) => [seq, entry.proposal]),
    );
  });

  test('ends the list early if the hooks no longer match the record', async () => {
    const { lines } = await playGame(game, 'human');
    const broken = { act: () => 'nonsense', handle: () => 'nonsense', round_value: () => 'nonsense' };
    const { advised, next } = await advise(game, lines, broken);
    expect(next).toBeNull();
    expect(advised.length).toBeLessThanOrEqual(1);
    expect(await advise(game, lines, { decide: undefined } as never)).toEqual({ advised: [], next: null });
  });
});
