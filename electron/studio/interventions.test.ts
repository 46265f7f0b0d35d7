/** What an author does to a preview by hand: replaced states, and messages in place of a seat. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StudioGame, StudioReaction } from '../../shared/bridge/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { createEngine } from '../../shared/tables/engine.ts';
import { type Role, roles } from '../../shared/tables/hooks.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import type { LaunchedHooks } from '../hooks/hook-host.ts';
import { reusedHooks } from '../hooks/testing/reused-hooks.ts';
import { defaultResourcesDir } from '../installation.ts';
import { systemEnvironment } from '../tables/environment.ts';
import { fixtureOf, runFixtures } from './fixture-run.ts';
import { writeFixture } from './fixtures.ts';
import { PreviewGame } from './game.ts';
import { objectOf } from './interventions.ts';
import { perfectNetwork } from './network.ts';
import type { SeatFailure } from './problems/hooks.ts';
import { type ScriptEntry, scriptUntil } from './replay-script.ts';

const launchHooks = reusedHooks();
const root = temporaryFolder();
const templates = join(defaultResourcesDir(), 'studio');
let spec: Spec;
let source: string;
let hooks: Record<Role, LaunchedHooks>;
let failures: SeatFailure[];
let onChange: () => void;
/** Resolves when nothing is in progress for the first time. */
let idle: Promise<void>;
let game: PreviewGame;

beforeEach(() => startOf('turns'));
afterEach(() => close());

async function close(): Promise<void> {
  game.dispose();
  for (const role of roles) await hooks[role].dispose();
}

async function startOf(
  template: string,
  { script = [] as ScriptEntry[], latency_ms = 0, edit = (text: string) => text } = {},
) {
  spec = readSpec(await readFile(join(templates, template, 'spec.json'), 'utf8')).spec;
  source = edit(await readFile(join(templates, template, 'hooks.js'), 'utf8'));
  hooks = {
    host: await launchHooks(source, { seed: 'a:host' }),
    guest: await launchHooks(source, { seed: 'a:guest' }),
  };
  // As the Studio does before every game.
  await hooks.host.call('metadata', []);
  [failures, onChange] = [[], () => {}];
  const firstIdle = Promise.withResolvers<void>();
  idle = firstIdle.promise;
  game = new PreviewGame({
    ...{ run: 1, spec, options: { max: 9 }, seed: 'a', hooks, script, paused: false, deadline: false },
    seats: { host: { control_mode: 'autonomous', hooks: 'own' }, guest: { control_mode: 'human', hooks: 'own' } },
    network: { ...perfectNetwork, latency_ms },
    environment: systemEnvironment,
    onChange: () => onChange(),
    onIdle: firstIdle.resolve,
    onFailure: (failure) => failures.push(failure),
  });
  game.start();
}

/** Resolves with the first snapshot that matches. */
function until(matches: (now: StudioGame) => boolean): Promise<StudioGame> {
  return new Promise((resolve) => {
    onChange = () => {
      const now = game.snapshot();
      if (matches(now)) resolve(now);
    };
    onChange();
  });
}
const asked = () => until(({ seats }) => seats.guest.ask !== null);

async function guess(number: number): Promise<void> {
  const { seats } = await asked();
  game.answer('guest', seats.guest.ask!.key, number);
}

/** Sends a message in place of a seat and returns what the other seat made of it. */
async function forge(seat: Role, message: JsonObject): Promise<StudioReaction> {
  const number = game.frameCount + 1;
  await game.intervene({ seat, message });
  const { frames } = await until((now) => now.frames[number - 1]?.forged?.reaction != null);
  return frames[number - 1]!.forged!.reaction!;
}

describe('the state of the hooks', () => {
  test('is known after every message at both seats', async () => {
    await guess(1);
    await until((now) => now.frame_count >= 4 && now.seats.guest.ask !== null);
    expect(game.stateAt('host', 2)).toMatchObject({ turn: 1 });
    expect(game.stateAt('guest', 2)).toMatchObject({ moves: [] });
    expect(game.stateAt('guest', 4)).toMatchObject({ moves: [expect.anything()] });
    expect(game.stateAt('guest', null)).toEqual(game.stateAt('guest', 4));
  });

  test('can be replaced: the hooks go on from it, and boards see it', async () => {
    await asked();
    await game.intervene({ seat: 'host', state: { ...game.stateAt('host', null), secret: 1 } });
    await guess(1);
    const over = await until((now) => now.seats.guest.outcome !== null && now.seats.host.outcome !== null);
    expect(over.seats.host.outcome).toMatchObject({ completed: true, winner: 'guest' });
    expect(over.edits).toEqual([{ seat: 'host', after: 2 }]);
    await expect(game.intervene({ seat: 'host', state: {} })).rejects.toMatchObject({ code: 'decision_finalized' });
  });

  test('is refused, and stays, if view fails with it', async () => {
    await close();
    await startOf('turns', {
      edit: (text) =>
        text.replace('const over = winner !== null;', 'const over = moves.length > 9 || winner !== null;'),
    });
    await asked();
    const before = game.stateAt('guest', null);
    await expect(game.intervene({ seat: 'guest', state: {} })).rejects.toMatchObject({
      code: 'hook_failed',
      message: expect.stringContaining('undefined'),
    });
    expect(game.stateAt('guest', null)).toEqual(before);
    expect(game.snapshot().edits).toEqual([]);
  });

  test('can not be undone by an answer that is given meanwhile', async () => {
    await idle;
    const { seats } = await asked();
    const replaced = game.intervene({ seat: 'guest', state: { ...game.stateAt('guest', null), low: 3 } });
    const { key } = seats.guest.ask!;
    expect(() => game.answer('guest', key, 5)).toThrow(expect.objectContaining({ code: 'decision_not_open' }));
    await replaced;
    game.answer('guest', key, 5);
    await until((now) => now.frame_count >= 4);
    expect(game.stateAt('guest', 3)).toMatchObject({ low: 3, guess: 5 });
  });

  test('makes the hooks decide again', async () => {
    const decideByState = 'export function decide(state, ask) {\n  if (state.favourite) return state.favourite;';
    await close();
    await startOf('turns', { edit: (text) => text.replace(/export function decide\(.*\) \{/, decideByState) });
    game.setMode('guest', 'hybrid');
    await until(({ seats }) => seats.guest.ask?.proposal != null);
    await game.intervene({ seat: 'guest', state: { ...game.stateAt('guest', null), favourite: 9 } });
    const { seats } = await until((now) => now.seats.guest.ask?.proposal === 9);
    expect(seats.guest.ask?.key).toBe('turn:1');
  });
});

describe('a message in place of a seat', () => {
  const messagesOf = (role: Role) => game.position(3)[role].board_record!.messages.map(({ action }) => action);

  test('that one of its answers makes is that answer: the seat stays in step', async () => {
    await asked();
    expect(await forge('guest', { action: 'guess', turn: 1, number: 1 })).toMatchObject({ kind: 'accepted' });
    const now = await until(({ frame_count, seats }) => frame_count >= 4 && seats.guest.ask !== null);
    expect(now.frames[2]).toMatchObject({ forged: { in_step: true } });
    expect(now.seats).toMatchObject({
      guest: { lost_at: null, outcome: null, ask: { key: 'turn:2' } },
      host: { outcome: null },
    });
    for (const role of roles) expect(messagesOf(role)).toEqual(['join', 'ready', 'guess']);
  });

  test('that it could not send goes past it: the other seat goes on, and nobody is blamed', async () => {
    await asked();
    expect(await forge('host', { action: 'hint', turn: 1, result: 'lower' })).toMatchObject({ kind: 'refused' });
    await close();
    await startOf('turns', { edit: (text) => text.replace('prompt: ', '$&choices.shift() && ') });
    await asked();
    expect(await forge('guest', { action: 'guess', turn: 1, number: 1 })).toMatchObject({ kind: 'accepted' });
    const { seats } = await until(({ frame_count }) => frame_count >= 4);
    expect(seats).toMatchObject({ guest: { lost_at: 3, outcome: null, ask: null }, host: { outcome: null } });
    expect(messagesOf('host')).toEqual(['join', 'ready', 'guess']);
    expect(messagesOf('guest')).toEqual(['join', 'ready']);
    expect(failures).toEqual([]);
  });

  test('that breaks the spec is refused by the engine, with the fields, and is no problem of the hooks', async () => {
    await asked();
    expect(await forge('guest', { action: 'guess', turn: 1 })).toEqual({
      kind: 'refused',
      code: 'message_invalid',
      reason: 'missing required field: number',
    });
    expect(game.snapshot().frames[2]!.problems).toEqual(['missing required field: number']);
    expect(await forge('guest', { action: 'guess', turn: 1, number: 1 })).toMatchObject({ kind: 'unread' });
    expect(failures).toEqual([]);
  });

  test('that breaks the rules is refused by the hooks, with their reason', async () => {
    await guess(1);
    await until((now) => now.frame_count >= 4 && now.seats.guest.ask !== null);
    const reaction = await forge('host', { action: 'hint', turn: 1, result: 'lower' });
    expect(reaction).toMatchObject({ kind: 'refused', code: expect.any(String), reason: expect.any(String) });
  });

  test('shows that the hooks fail on it', async () => {
    await close();
    await startOf('turns', { edit: (text) => text.replace(/export function handle\(.*\) \{/, '$&\n  nothing();') });
    await asked();
    const reaction = await forge('guest', { action: 'guess', turn: 1, number: 1 });
    expect(reaction).toMatchObject({ kind: 'failed', code: 'hook_failed', reason: expect.stringContaining('nothing') });
    expect(failures[0]).toMatchObject({ seat: 'host', method: 'handle' });
  });
});

test('only a preview has an engine whose state can be replaced', () => {
  const engine = createEngine({
    ...{ role: 'guest', control_mode: 'human', spec, options: {}, manner: null, hooks_hash: '', methods: new Set() },
    ...{ paceMs: 0, heartbeat: { intervalMs: 0, timeoutMs: 0, graceMs: 0 } },
  });
  const at = { now: 0, at: 0, entropy: '0'.repeat(32) };
  engine.handle({ type: 'start', ...at });
  expect(engine.handle({ type: 'set_state', state: { a: 1 }, ...at })).toMatchObject([
    { type: 'refused', problem: { code: 'forbidden' } },
  ]);
  expect(engine.state).toEqual({});
});

test('a replay repeats what the author did, whatever the network delays', async () => {
  await close();
  await startOf('turns', { latency_ms: 20 });
  await asked();
  await game.intervene({ seat: 'host', state: { ...game.stateAt('host', null), secret: 9 } });
  await guess(1);
  await until((now) => now.frame_count >= 4 && now.seats.guest.ask !== null);
  await forge('guest', { action: 'guess', turn: 2, number: 9 });
  const folder = await mkdtemp(join(root, 'p-'));
  await writeFixture(folder, 'by-hand', fixtureOf(game));
  await writeFile(join(folder, 'hooks.js'), source);
  const [decisions, messages] = [[...game.decisions], game.frames.map(({ frame }) => frame)];
  expect(await runFixtures(launchHooks, { folder, spec, source })).toMatchObject([{ ok: true, problem: null }]);

  await close();
  await startOf('turns', { script: decisions });
  const again = await until((now) => now.frames[4]?.forged?.reaction != null);
  expect(again.frames.slice(0, 5).map(({ frame }) => frame)).toEqual(messages.slice(0, 5));
  expect(again.edits).toEqual([{ seat: 'host', after: 2 }]);
  // Playing on from before the message leaves it out.
  expect(scriptUntil(decisions, 4).map(({ after }) => after)).toEqual([2, 2]);
});

describe('the text of a state or message', () => {
  test.each([
    ['{"a": 1,\n}', { code: 'malformed_json', reason: 'expected_key', line: 2, column: 1 }],
    ['{"a": 1, "a": 2}', { code: 'duplicate_key', pointer: '/a' }],
    ['[1]', { code: 'invalid_field' }],
    ['', { code: 'malformed_json', line: 1, column: 1 }],
  ])('%j is refused with the place', (text, { code, ...place }) => {
    const detail = expect.objectContaining(place);
    expect(() => objectOf(text)).toThrow(
      expect.objectContaining(Object.keys(place).length > 0 ? { code, detail } : { code }),
    );
  });

  test('is an object', () => {
    expect(objectOf('{"a": [1, null]}')).toEqual({ a: [1, null] });
  });
});
