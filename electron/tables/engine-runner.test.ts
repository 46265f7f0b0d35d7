import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { budgets } from '../../shared/tables/budgets.ts';
import type { ControlMode, Role } from '../../shared/tables/hooks.ts';
import { firstBrokenLine } from '../../shared/tables/testing/broken-line.ts';
import type { Game, PlainHooks } from '../../shared/tables/testing/games.ts';
import { pile, sealedHands, talk } from '../../shared/tables/testing/games.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { runTable } from './engine-runner.ts';
import { openTableStore, type TableStore } from './records/journal.ts';
import type { RunnerConfig } from './runner-config.ts';
import type { RunningTable } from './running-table.ts';
import { channelPair, type PipeEnd } from './testing/channel-pair.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { type PlainHookHost, plainHookHost } from './testing/plain-hooks.ts';

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

interface Seat {
  table: RunningTable;
  hooks: PlainHookHost;
  channel: PipeEnd;
}

async function seat(
  role: Role,
  game: Game,
  channel: PipeEnd,
  control_mode: ControlMode,
  parts: Partial<RunnerConfig> & { extra?: PlainHooks } = {},
): Promise<Seat> {
  const { extra, ...rest } = parts;
  const hooks = plainHookHost({ ...game.hooks, ...extra });
  const journal = await store.create(role, { role });
  const table = runTable({
    role,
    control_mode,
    spec: game.spec,
    options: {},
    manner: null,
    hooks,
    channel,
    journal,
    ...rest,
  });
  running.push(table);
  return { table, hooks, channel };
}

async function openTable(game: Game, modes: Record<Role, ControlMode>, parts: Partial<RunnerConfig> = {}) {
  const ends = channelPair();
  const host = await seat('host', game, ends.host, modes.host, parts);
  const guest = await seat('guest', game, ends.guest, modes.guest, parts);
  return { host, guest };
}

async function openQuestion(table: RunningTable): Promise<string> {
  return vi.waitUntil(() => table.snapshot().ask?.key, { timeout: 60_000, interval: 2 });
}

describe.each([
  ['simultaneous_round', sealedHands(3)],
  ['session_loop', pile(7)],
])('a table of %s', (_mode, game) => {
  test('is played to the end by two agents, recorded and freed', async () => {
    const { host, guest } = await openTable(game, { host: 'autonomous', guest: 'autonomous' });
    const outcome = await guest.table.ended;
    expect(outcome).toMatchObject({ completed: true, problem: null });
    expect(await host.table.ended).toEqual(outcome);
    for (const [role, seat] of Object.entries({ host, guest })) {
      const snapshot = seat.table.snapshot();
      expect(snapshot).toMatchObject({ phase: 'finished', outcome, problem: null, ask: null });
      expect(snapshot.moves.length).toBeGreaterThan(3);
      expect(seat.hooks.disposed).toBe(true);
      const lines = await store.readLines(role);
      expect(firstBrokenLine(lines)).toBeNull();
      expect(lines.at(-1)).toMatchObject({
        entry: { kind: 'end', completed: true, winner: outcome.winner },
        head: snapshot.record.head,
      });
      const file = await store.read(role);
      expect(file).toMatchObject({
        phase: 'finished',
        outcome,
        problem: null,
        facts: { role },
        game: { moves: snapshot.moves },
      });
      expect(file.ended_at).not.toBeNull();
    }
  });

  test('continues with the agent when the user hands over, and the record contains the switch', async () => {
    const { host, guest } = await openTable(game, { host: 'autonomous', guest: 'human' });
    const first = await openQuestion(guest.table);
    await guest.table.answer(first, guest.table.snapshot().ask?.choices[0]?.value ?? '');
    await guest.table.setMode('autonomous');
    expect(guest.table.snapshot().control_mode).toBe('autonomous');
    expect(await guest.table.ended).toMatchObject({ completed: true });
    await host.table.ended;
    const entries = (await store.readLines('guest')).map(({ entry }) => entry);
    expect(entries.filter(({ kind }) => kind === 'mode')).toEqual([{ kind: 'mode', control_mode: 'autonomous' }]);
    const deciders = entries.filter(({ kind }) => kind === 'decision').map(({ origin }) => origin);
    expect(deciders.slice(0, 2)).toEqual(['you', 'agent']);
    expect(firstBrokenLine(await store.readLines('guest'))).toBeNull();
  });

  test('a snapshot counts the lines that it reflects: they are readable, and the answer to its question comes after them', async () => {
    const { guest } = await openTable(game, { host: 'autonomous', guest: 'human' });
    const shown: { lines: number; key: string | undefined; read: Promise<number> }[] = [];
    guest.table.onChange(() => {
      const { record, ask } = guest.table.snapshot();
      const read = guest.table.whenRecorded().then(async () => (await store.readLines('guest')).length);
      shown.push({ lines: record.lines, key: ask?.key, read });
    });
    const first = await openQuestion(guest.table);
    await guest.table.answer(first, guest.table.snapshot().ask?.choices[0]?.value ?? '');
    await guest.table.setMode('autonomous');
    await guest.table.ended;
    const entries = (await store.readLines('guest')).map(({ entry }) => entry);
    expect(shown.some(({ key }) => key === first)).toBe(true);
    for (const { lines, key, read } of shown) {
      expect(await read).toBeGreaterThanOrEqual(lines);
      const answered = entries.findIndex((entry) => entry.kind === 'decision' && entry.key === key);
      if (key !== undefined) expect(answered).toBeGreaterThanOrEqual(lines);
    }
    expect(shown.at(-1)?.lines).toBe(entries.length);
  });

  test('waits for the user, reports every change, and accepts each answer once', async () => {
    const { guest } = await openTable(game, { host: 'autonomous', guest: 'human' });
    const seen: number[] = [];
    guest.table.onChange(() => seen.push(guest.table.snapshot().seq));
    const first = await openQuestion(guest.table);
    await expect(guest.table.answer(first, 'nothing that was offered')).rejects.toMatchObject({
      code: 'decision_invalid',
    });
    await expect(guest.table.answer('another', 1)).rejects.toMatchObject({ code: 'decision_invalid' });
    const value = () => guest.table.snapshot().ask?.choices[0]?.value ?? 'no open question';
    const chosen = value();
    await guest.table.answer(first, chosen);
    expect(JSON.stringify(await store.readLines('guest'))).toContain(`"kind":"decision","key":"${first}"`);
    await expect(guest.table.answer(first, chosen)).rejects.toMatchObject({ code: 'decision_invalid' });
    while (!guest.table.snapshot().outcome) {
      const ask = guest.table.snapshot().ask;
      if (ask) await guest.table.answer(ask.key, value());
      else await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await guest.table.ended).toMatchObject({ completed: true });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(
      guest.table
        .snapshot()
        .moves.filter((move) => move.by === 'guest')
        .every((move) => move.origin === 'you'),
    ).toBe(true);
  });

  test('that is resigned, disposed of, disconnected or garbled fails on both sides without a winner', async () => {
    const failures: [string, string, (seat: Seat) => unknown][] = [
      ['resigned', 'peer_aborted', ({ table }) => table.resign()],
      ['interrupted', 'peer_aborted', ({ table }) => table.dispose()],
      ['peer_disconnected', 'peer_disconnected', ({ channel }) => channel.cut()],
      ['peer_aborted', 'frame_invalid', ({ channel }) => channel.garble()],
    ];
    for (const [mine, theirs, fail] of failures) {
      const { host, guest } = await openTable(game, { host: 'autonomous', guest: 'human' });
      await openQuestion(guest.table);
      fail(guest);
      expect(await guest.table.ended).toMatchObject({ completed: false, winner: null, problem: { code: mine } });
      expect(await host.table.ended).toMatchObject({ completed: false, winner: null, problem: { code: theirs } });
      expect(guest.table.snapshot()).toMatchObject({ phase: 'failed', ask: null });
      await rm(join(directory, 'tables'), { recursive: true });
      store = await openTableStore(directory);
    }
  });
});

test('ends in order: last frame, session_end, journal', async () => {
  const order: string[] = [];
  const ends = channelPair();
  const close = ends.guest.close.bind(ends.guest);
  ends.guest.close = async () => {
    order.push('flushed');
    return close();
  };
  await seat('host', pile(4), ends.host, 'autonomous');
  const session_end = (state: never) => {
    order.push('session_end');
    return state;
  };
  const guest = await seat('guest', pile(4), ends.guest, 'autonomous', { extra: { session_end } });
  await guest.table.ended;
  expect(order).toEqual(['flushed', 'session_end']);
  expect((await store.read('guest')).phase).toBe('finished');
});

test('a decision that is not made in time fails the table; no move is played for the user', async () => {
  const clock = new ManualClock();
  const { host, guest } = await openTable(
    sealedHands(3),
    { host: 'autonomous', guest: 'human' },
    { environment: clock },
  );
  await openQuestion(guest.table);
  const { ask } = guest.table.snapshot();
  expect(ask?.deadline_at).toBe((ask?.asked_at ?? 0) + 60_000);
  for (const hours of [-1, 1, 24, -48]) {
    clock.jump(hours * 3_600_000);
    expect(guest.table.snapshot().ask).toEqual(ask);
  }
  clock.pass(59_999);
  expect(guest.table.snapshot().phase).toBe('playing');
  clock.pass(1);
  expect(await guest.table.ended).toMatchObject({
    completed: false,
    winner: null,
    problem: { code: 'decision_timeout' },
  });
  expect(await host.table.ended).toMatchObject({
    problem: { code: 'peer_aborted', detail: { code: 'decision_timeout' } },
  });
});

test('probes a silent peer, waits for it, and finally gives up', async () => {
  const clock = new ManualClock();
  const ends = channelPair();
  const guest = await seat('guest', pile(4), ends.guest, 'human', { environment: clock });
  await vi.waitUntil(() => ends.guest.sent.length === 1);
  clock.pass(30_000);
  expect(guest.table.snapshot().connection.quiet_since).toBe(clock.monotonic());
  await ends.host.send({ _sys: 'ping', probe_id: 'still-here' });
  await vi.waitUntil(() => guest.table.snapshot().connection.quiet_since === null);
  await expect.poll(() => ends.guest.sent.at(-1)).toEqual({ _sys: 'pong', probe_id: 'still-here' });
  clock.pass(29_000);
  clock.pass(1_000 + 120_000);
  // The last frame was this side's, so it waits a little for the end of the peer's stream.
  const ended = vi.fn();
  void guest.table.ended.then(ended);
  await vi.waitUntil(() => {
    clock.pass(3_000);
    return ended.mock.calls.length > 0;
  });
  expect(ended).toHaveBeenCalledWith(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'peer_timeout' }) }),
  );
});

test('a peer that stops reading fails the table', async () => {
  const ends = channelPair();
  const stalled = Promise.withResolvers<void>();
  const host = await seat('host', talk(100), ends.host, 'human');
  await ends.guest.send({ action: 'join' });
  await vi.waitUntil(() => ends.host.sent.length === 1);
  ends.host.send = () => stalled.promise;
  for (let message = 1; message <= budgets.queuedSends + 1; message += 1) {
    expect(host.table.snapshot().outcome).toBeNull();
    await host.table.answer(await openQuestion(host.table), `message ${message}`);
  }
  await vi.waitUntil(() => host.table.snapshot().outcome);
  expect(host.table.snapshot().problem?.code).toBe('peer_unresponsive');
  stalled.resolve();
  await host.table.ended;
});

test('pings that arrive while a pong is being sent share the next one', async () => {
  const ends = channelPair();
  const { send } = ends.host;
  const stalled = Promise.withResolvers<void>();
  ends.host.send = async (frame) => {
    await stalled.promise;
    return send.call(ends.host, frame);
  };
  const host = await seat('host', talk(1), ends.host, 'human');
  for (let probe = 0; probe < 200; probe += 1) await ends.guest.send({ _sys: 'ping', probe_id: `p${probe}` });
  await ends.guest.send({ action: 'join' });
  await vi.waitUntil(() => host.table.snapshot().record.frames === 2).finally(stalled.resolve);
  await vi.waitUntil(() => ends.host.sent.length === 3);
  expect(ends.host.sent).toMatchObject([
    { _sys: 'pong', probe_id: 'p0' },
    { _sys: 'pong', probe_id: 'p199' },
    { action: 'ready' },
  ]);
});

test('a table whose record cannot be written fails', async () => {
  const ends = channelPair();
  const hooks = plainHookHost(pile(4).hooks);
  const journal = await store.create('guest', {});
  const table = runTable({
    role: 'guest',
    control_mode: 'human',
    spec: pile(4).spec,
    options: {},
    manner: null,
    hooks,
    channel: ends.guest,
    journal: { ...journal, record: journal.record, append: () => Promise.reject(new Error('no space')) },
  });
  expect(await table.ended).toMatchObject({ completed: false, problem: { code: 'data_dir_unusable' } });
  expect(await readdir(join(directory, 'tables', 'guest'))).toContain('table.json');
});

test('a disk that fails for good fails the table once, and the peer learns why', async () => {
  const ends = channelPair();
  const journal = await store.create('guest', {});
  let failedWrites = 0;
  const fullDisk = (): Promise<never> => {
    failedWrites += 1;
    // A circle of failures would never let a timer run.
    return failedWrites > 100
      ? new Promise(() => {})
      : Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  };
  const table = runTable({
    role: 'guest',
    control_mode: 'human',
    spec: pile(4).spec,
    options: {},
    manner: null,
    hooks: plainHookHost(pile(4).hooks),
    channel: ends.guest,
    journal: { ...journal, record: journal.record, append: fullDisk, update: fullDisk },
    resumeLog: { append: fullDisk, sync: fullDisk, close: fullDisk, remove: fullDisk },
  });
  expect(await table.ended).toMatchObject({
    completed: false,
    problem: { code: 'data_dir_unusable', message: expect.stringContaining('full'), detail: { reason: 'ENOSPC' } },
  });
  expect(failedWrites).toBeLessThan(10);
  expect(ends.guest.sent).toContainEqual({ _sys: 'bye', code: 'data_dir_unusable' });
});

test('a completed game whose end cannot be recorded fails', async () => {
  const ends = channelPair();
  const journal = await store.create('guest', {});
  const append: typeof journal.append = (entry, ...rest) =>
    entry.kind === 'end' ? Promise.reject(new Error('no space')) : journal.append(entry, ...rest);
  const table = runTable({
    role: 'guest',
    control_mode: 'autonomous',
    spec: pile(4).spec,
    options: {},
    manner: null,
    hooks: plainHookHost(pile(4).hooks),
    channel: ends.guest,
    journal: { ...journal, record: journal.record, append },
  });
  await seat('host', pile(4), ends.host, 'autonomous');
  expect(await table.ended).toMatchObject({ completed: false, winner: null, problem: { code: 'data_dir_unusable' } });
  expect(table.snapshot()).toMatchObject({ phase: 'failed', problem: { code: 'data_dir_unusable' } });
  expect(await store.read('guest')).toMatchObject({
    phase: 'failed',
    outcome: { completed: false, winner: null },
  });
});

test('an engine that throws fails its table, even if it cannot be aborted', async () => {
  const clock = new ManualClock();
  const ends = channelPair();
  const guest = await seat('guest', pile(4), ends.guest, 'human', { environment: clock });
  await vi.waitUntil(() => ends.guest.sent.length === 1);
  clock.entropy = () => {
    throw new Error('broken');
  };
  await ends.host.send({ action: 'ready' });
  expect(await guest.table.ended).toMatchObject({ completed: false, problem: { code: 'internal' } });
  expect(guest.table.snapshot()).toMatchObject({ phase: 'failed', ask: null });
  expect(guest.hooks.disposed).toBe(true);
});

test('what belongs to a table and fails unexpectedly ends the table', async () => {
  const { host, guest } = await openTable(pile(4), { host: 'autonomous', guest: 'human' });
  await openQuestion(guest.table);
  guest.table.fail(new Error('unexpected'));
  expect(await guest.table.ended).toMatchObject({ completed: false, problem: { code: 'internal' } });
  expect(await host.table.ended).toMatchObject({ problem: { code: 'peer_aborted' } });
});

test('the game is completed even if the peer disconnects right after its last frame', async () => {
  const ends = channelPair();
  const guest = await seat('guest', pile(1), ends.guest, 'human');
  await ends.host.receive();
  await ends.host.send({ action: 'ready', size: 1 });
  await guest.table.answer(await openQuestion(guest.table), 1);
  ends.guest.send = () => Promise.reject(new ParlorError('peer_disconnected', 'Gone.'));
  await ends.host.send({ _sys: 'ping', probe_id: 'last' });
  await ends.host.send({ action: 'over', player: 'guest' });
  await ends.host.close();
  expect(await guest.table.ended).toMatchObject({ completed: true, winner: 'guest' });
});

test('a message that the transport rejects ends the table', async () => {
  const ends = channelPair();
  ends.guest.send = () => Promise.reject(new ParlorError('frame_too_large', 'Too long.'));
  const guest = await seat('guest', pile(4), ends.guest, 'human');
  expect(await guest.table.ended).toMatchObject({ completed: false, problem: { code: 'frame_too_large' } });
});
