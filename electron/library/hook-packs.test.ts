/** Hooks for protocols of the wider network: they send the same frames as its own client, and leave dishonest peers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/json/value.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { type Answer, type Role, roles } from '../../shared/tables/hooks.ts';
import { BenchSeat, Clock } from '../../shared/tables/testing/bench.ts';
import type { PlainHooks } from '../../shared/tables/testing/games.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { isByHand } from '../hooks/by-hand.ts';
import { packNamed, publishedPresent } from '../hooks/testing/protocols.ts';
import { openLibrary } from './library.ts';

const vectors = new URL('../../../shared/vectors/', import.meta.url);
const resourcesDir = fileURLToPath(new URL('../../resources', import.meta.url));

const hooksNamed = async (name: string): Promise<PlainHooks> => import(packNamed(name).hooks.href);

interface SentFrame {
  from: Role;
  frame: JsonObject;
}

async function transcript(name: string): Promise<SentFrame[]> {
  const text = await readFile(new URL(`transcripts/${name}.jsonl`, vectors), 'utf8');
  const lines = text.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as SentFrame).filter(({ frame }) => 'action' in frame);
}

/** Nonces are random, so they and the commitments differ from the transcript. */
const withoutSecrets = ({ hash, nonce, ...frame }: JsonObject) => ({
  ...frame,
  ...(hash === undefined ? {} : { hash: '' }),
  ...(nonce === undefined ? {} : { nonce: '' }),
});

async function replayed(protocol: string, transcript: SentFrame[], role: Role, answers: Answer[], options: JsonObject) {
  const { spec } = packNamed(protocol);
  const hooks = await hooksNamed(protocol);
  const init = (context: JsonObject) => (hooks.init as (context: object) => JsonObject)({ ...context, options });
  const seat = new BenchSeat(role, { spec, hooks: { ...hooks, init } as PlainHooks }, new Clock(), {
    control_mode: 'human',
  });
  const sent: JsonObject[] = [];
  const settle = () => {
    seat.runHooks();
    while (seat.game.ask && answers.length > 0) {
      seat.answer(answers.shift() as Answer);
      seat.runHooks();
    }
    sent.push(...seat.outbox.splice(0));
  };
  seat.dispatch({ type: 'start' });
  settle();
  for (const { from, frame } of transcript) {
    if (from === role) continue;
    seat.dispatch({ type: 'frame', frame });
    settle();
  }
  return { sent, ended: seat.outcome };
}

describe.skipIf(!publishedPresent).each(roles)('the %s sends the frames of the published transcript', (role) => {
  const own = (frames: SentFrame[]) => frames.filter(({ from }) => from === role).map(({ frame }) => frame);

  test('rps', async () => {
    const frames = await transcript('rps');
    const hands = own(frames).flatMap(({ choice }) => (choice === undefined ? [] : [choice as string]));
    const { sent, ended } = await replayed('Rock-Paper-Scissors', frames, role, hands, { best_of: 3 });
    expect(sent.map(withoutSecrets)).toEqual(own(frames).map(withoutSecrets));
    expect(sent.map(Object.keys)).toEqual(own(frames).map(Object.keys));
    expect(ended).toMatchObject({ completed: true, winner: 'host' });
  });

  test('guess', async () => {
    const frames = await transcript('guess');
    const numbers = own(frames).flatMap(({ number }) => (number === undefined ? [] : [number as number]));
    const options = { range_max: 50, secret: 27 };
    const { sent, ended } = await replayed('Guess Number', frames, role, numbers, options);
    expect(sent).toEqual(own(frames));
    expect(sent.map(Object.keys)).toEqual(own(frames).map(Object.keys));
    expect(ended).toMatchObject({ completed: true, winner: 'guest' });
  });

  test('chat', async () => {
    const frames = await transcript('chat');
    const lines = role === 'host' ? ['hi from host'] : ['hello', false];
    const { sent, ended } = await replayed('Human Chat', frames, role, lines, {});
    expect(sent).toEqual(own(frames));
    expect(ended).toMatchObject({ completed: true, winner: null });
  });
});

describe.skipIf(!publishedPresent)('the agents', () => {
  const call = (hooks: PlainHooks, method: keyof PlainHooks, ...args: unknown[]) =>
    (hooks[method] as (...args: unknown[]) => JsonObject)(...args);

  test('Guess Number halves the remaining range, as the transcript’s guest does', async () => {
    const frames = await transcript('guess');
    const hooks = await hooksNamed('Guess Number');
    let state = call(hooks, 'init', { role: 'guest', options: { range_max: 50 } });
    const guessed: unknown[] = [];
    const step = (next: JsonObject) => {
      state = next.state as JsonObject;
      if (!next.ask) return;
      const answer = call(hooks, 'decide', state, next.ask);
      guessed.push(answer);
      step(call(hooks, 'act', state, (next.ask as { key: string }).key, answer));
    };
    step(call(hooks, 'first_action', state));
    for (const { from, frame } of frames) {
      if (from === 'host' && frame.action === 'hint') step(call(hooks, 'handle', state, frame));
    }
    expect(guessed).toEqual([25, 38, 31, 28, 26, 27]);
  });

  test.each<[string, JsonObject]>([
    ['hints that contradict each other', { action: 'hint', attempt: 2, result: 'lower', attempts_used: 2 }],
    [
      'a number that contradicts the hints',
      { action: 'game_over', winner: 'host', secret_number: 3, total_attempts: 2 },
    ],
    ['an end before the last attempt', { action: 'game_over', winner: 'host', secret_number: 60, total_attempts: 2 }],
  ])('Guess Number leaves a host that sends %s', async (_name, answer) => {
    const hooks = await hooksNamed('Guess Number');
    let { state } = call(hooks, 'first_action', call(hooks, 'init', { role: 'guest', options: {} }));
    ({ state } = call(hooks, 'act', state, 'attempt:1', 50));
    ({ state } = call(hooks, 'handle', state, { action: 'hint', attempt: 1, result: 'higher', attempts_used: 1 }));
    ({ state } = call(hooks, 'act', state, 'attempt:2', 51));
    expect(call(hooks, 'handle', state, answer).end).toMatchObject({ completed: false });
  });

  test('Gomoku takes a win, otherwise blocks a threat', async () => {
    const hooks = await hooksNamed('Gomoku (Five-in-a-Row)');
    const row = (at: number, cols: number[]) => cols.map((col) => ({ row: at, col }));
    const after = (guest: { row: number; col: number }[], host: { row: number; col: number }[]) => {
      const stones = guest.flatMap((stone, index) => (host[index] ? [stone, host[index]] : [stone]));
      const state = { ...call(hooks, 'init', { role: 'host', options: { board_size: 9 } }), stones };
      return (role: Role) => call(hooks, 'decide', { ...state, role }, {});
    };
    // The guest has four in row 3 with one end blocked; the host has four in row 6, open at one end.
    const guest = row(2, [1, 2, 3, 4]);
    const host = [...row(2, [0]), ...row(5, [0, 1, 2])];
    expect(after(guest, host)('host')).toBe('F3');
    expect(after(guest, host)('guest')).toBe('F3');
    expect(after([...guest, { row: 8, col: 8 }], [...host, { row: 5, col: 3 }])('host')).toBe('E6');
  });

  test('Gomoku rejects moves that the board does not allow, with the reasons of its spec', async () => {
    const hooks = await hooksNamed('Gomoku (Five-in-a-Row)');
    const { state } = call(hooks, 'handle_join', call(hooks, 'init', { role: 'host', options: { board_size: 9 } }), {});
    const played = call(hooks, 'handle', state, { action: 'move', turn: 1, row: 0, col: 0 });
    const next = call(hooks, 'act', played.state, 'turn:2', 'B1').state;
    const reason = (move: object) =>
      (call(hooks, 'handle', next, { action: 'move', turn: 3, row: 4, col: 4, ...move }).send as JsonObject)?.reason;
    expect(reason({ turn: 2 })).toBe('not_your_turn');
    expect(reason({ row: 9 })).toBe('out_of_bounds');
    expect(reason({ row: 0, col: 1 })).toBe('occupied');
    expect(reason({})).toBeUndefined();
  });

  test('Human Chat reports that no person is present, and sends nothing alongside one', async () => {
    const hooks = await hooksNamed('Human Chat');
    const alone = call(hooks, 'init', { role: 'host', control_mode: 'autonomous' });
    expect(call(hooks, 'decide', alone, {})).toMatch(/Nobody is at this seat/);
    expect(call(hooks, 'decide', call(hooks, 'on_message', alone).state, {})).toBe(false);
    expect(call(hooks, 'decide', call(hooks, 'init', { role: 'host', control_mode: 'hybrid' }), {})).toBeNull();
  });
});

describe.skipIf(!publishedPresent)('the library', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = temporaryFolder();
  });

  async function storedProtocol(name: string) {
    const library = await openLibrary({ resourcesDir, dataDir });
    const { id, specText } = await published(name);
    return {
      library,
      protocol: await library.storeSpec(id, specText),
      path: join(dataDir, 'protocols', id, 'hooks.js'),
    };
  }

  test('plays a fetched protocol with its hook pack, and prefers the user’s own file', async () => {
    const { library, protocol, path } = await storedProtocol('Gomoku (Five-in-a-Row)');
    expect(await library.requireHooks(protocol)).toBe(packNamed('Gomoku (Five-in-a-Row)').source);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    await writeFile(path, 'export const decide = () => 1;');
    expect(await library.requireHooks(protocol)).toBe('export const decide = () => 1;');
  });

  test('writes by-hand hooks only if there is no file or an untouched skeleton', async () => {
    const { library, protocol } = await storedProtocol('Gomoku (Five-in-a-Row)');
    await expect(library.writeByHand(protocol)).rejects.toMatchObject({ code: 'already_exists' });
    const other = await library.storeSpec(...(await withAnotherRule('Gomoku (Five-in-a-Row)')));
    await expect(library.requireHooks(other)).rejects.toMatchObject({ code: 'hooks_missing' });
    const path = await library.writeByHand(other);
    expect(isByHand(await library.requireHooks(other))).toBe(true);
    expect(await library.writeByHand(other)).toBe(path);
    await writeFile(path, 'export const decide = () => 1;');
    await expect(library.writeByHand(other)).rejects.toMatchObject({ code: 'already_exists' });
    expect(await readFile(path, 'utf8')).toBe('export const decide = () => 1;');
  });
});

async function published(name: string): Promise<{ id: string; specText: string }> {
  const id = packNamed(name).hooks.pathname.split('/').at(-2) as string;
  return { id, specText: await readFile(new URL(`protocols/${id}.json`, vectors), 'utf8') };
}

/** The same protocol with one more rule, and therefore another id. */
async function withAnotherRule(name: string): Promise<[string, string]> {
  const { specText } = await published(name);
  const spec = JSON.parse(specText);
  spec.rules = { ...spec.rules, more: 'Be kind.' };
  const text = JSON.stringify(spec);
  return [protocolIdOf(text), text];
}
