import { afterEach, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import { type BoardRecord, BoardRecorder } from '../../shared/tables/board-record.ts';
import type { Answer, Question, Role } from '../../shared/tables/hooks.ts';
import { isLongRun, sampled } from '../../shared/testing/long.ts';
import { launchPlainHooks } from '../tables/testing/plain-hooks.ts';
import { byHandProblem, generateByHand } from './by-hand.ts';
import type { HookHost } from './hook-host.ts';
import { selfPlay } from './self-play.ts';
import { bundled, type PlayableProtocol, packed } from './testing/protocols.ts';
import { reusedHooks } from './testing/reused-hooks.ts';

const launch = reusedHooks();
const hosts: HookHost[] = [];
afterEach(() => Promise.all(hosts.splice(0).map((host) => host.dispose())));

async function load(source: string): Promise<HookHost> {
  const host = await launch(source, { seed: 'self-play' });
  hosts.push(host);
  return host;
}

/** Dozens of games of each protocol take half a minute in the sandbox, so short runs call the hooks without it. */
const loadForMany = (source: string) => (isLongRun ? load(source) : launchPlainHooks(source, { seed: 'self-play' }));

/** A short run plays a third of the bundled protocols in the sandbox. */
const sandboxed = sampled(bundled, 3);
const both = (hooks: HookHost) => ({ host: hooks, guest: hooks });

describe.each([...bundled, ...packed].map((protocol) => [protocol.name, protocol] as const))(
  '%s',
  (_name, protocol) => {
    const { spec, source, options } = protocol;

    test('plays a whole game against itself, with the same end on both sides', async () => {
      const hooks = await (sandboxed.includes(protocol) ? load : loadForMany)(source);
      const report = await selfPlay({ spec, hooks: both(hooks), options, seed: 'a' });
      expect(report).toMatchObject({ ok: true, stopped: null, mode: flowMode(spec) });
      const { host, guest } = report.seats;
      expect(guest.outcome).toEqual(host.outcome);
      expect([...host.warnings, ...guest.warnings]).toEqual([]);
    });

    if (byHandProblem(spec, 'guest') !== null) return;
    test('by-hand hooks play a whole game against the real ones', async () => {
      const byHand = await loadForMany(generateByHand(spec));
      expect(byHand.methods.has('decide')).toBe(false);
      const real = await loadForMany(source);
      const asGuest = await playUntilFinished({ host: real, guest: byHand }, protocol);
      expect(asGuest.ok).toBe(true);
      if (byHandProblem(spec, 'host') === null) {
        expect((await playUntilFinished({ host: byHand, guest: real }, protocol)).ok).toBe(true);
      }
    });
  },
);

/** Answers like a person who knows just enough rules: a free cell, a number not guessed before, an affordable bid. */
function sensibleAnswer(_role: Role, ask: Pick<Question, 'prompt' | 'choices' | 'entry'>, view: Json): Answer {
  const {
    history = [],
    board_size: size = 0,
    size: boxes = 14,
    due,
  } = view as {
    history?: JsonObject[];
    board_size?: number;
    size?: number;
    due?: string;
  };
  const cells = Array.from({ length: size * size }, (_, index) => ({
    row: Math.floor(index / size),
    col: index % size,
  }));
  const free = cells.find((cell) => !history.some(({ row, col }) => row === cell.row && col === cell.col));
  if (free && ask.prompt.endsWith(': row')) return free.row;
  if (free && ask.prompt.endsWith(': col')) return free.col;
  if (ask.prompt.endsWith(': play')) {
    if (due === 'pass' || due === 'colour') return due === 'pass' ? due : 'black';
    const inside = ({ value }: { value: Answer }) =>
      `${value}`
        .split(/(?<=\d)(?=[a-z])/)
        .every((dot) => dot.charCodeAt(0) <= 97 + boxes && Number(dot.slice(1)) <= boxes + 1);
    return ask.choices.find((choice) => inside(choice) && !history.some(({ play }) => play === choice.value))!.value;
  }
  const untried = ask.choices.find(({ value }) => !history.some(({ number }) => number === value));
  if (ask.prompt.endsWith(': number')) return untried?.value ?? 1 + history.length;
  // 100 points, spent in five rounds.
  const round = /^Choose for round (\d+)$/.exec(ask.prompt)?.[1];
  if (round && ask.entry?.type === 'integer') return Number(round) <= 5 ? 20 : 0;
  const all = ask.choices.length;
  return all === 0 ? 'Some words.' : (ask.choices[history.length % all] as { value: Answer }).value;
}

const reversi = await import(new URL('../../resources/protocols/reversi/ui/game.js', import.meta.url).href);

/** A legal move of Reversi, as the board offers it: random cells would not stay legal for a whole game. */
function reversiAnswer(record: BoardRecord): Answer {
  const [cell] = reversi.gameOf(record).legal;
  return cell === undefined ? 'pass' : reversi.cellName(cell);
}

/** Plays up to ten games, because a random answer, such as a full column, can end a game early. */
async function playUntilFinished(hooks: Record<Role, HookHost>, { spec, options }: PlayableProtocol) {
  const recorder = new BoardRecorder(spec);
  let report = await selfPlay({
    spec,
    hooks,
    options,
    seed: '0',
    onRecord: (seat, entry) => {
      if (seat === 'guest') recorder.add(entry);
    },
    answerForPerson: (role, ask, view) =>
      spec.family === 'reversi' ? reversiAnswer(recorder.latest!) : sensibleAnswer(role, ask, view),
  });
  for (let game = 1; game < 10 && !report.ok; game += 1) {
    report = await selfPlay({ spec, hooks, options, seed: String(game) });
  }
  return report;
}

test('stops hooks that never end the game', async () => {
  const { spec } = bundled.find(({ name }) => name === 'Connect Four') as PlayableProtocol;
  const endless = await loadForMany(`
    export const join = (state) => ({ state, send: { action: 'join' } });
    export const handle_join = (state) => ({ state, send: { action: 'ready', cols: 7, rows: 6, first: 'guest' } });
    export const first_action = (state) => ({ state, send: { action: 'move', turn: 1, col: 0 } });
    export const handle = (state, message) => message.action === 'move'
      ? { state, send: { action: 'round_result', turn: 1, row: 0, col: 0, player: 'host', game_over: false, winner: 'none' } }
      : first_action(state);
    export const decide = () => 0;`);
  const report = await selfPlay({ spec, hooks: both(endless), options: {} as JsonObject, seed: 'e' });
  expect(report).toMatchObject({ ok: false, stopped: 'endless' });
});
