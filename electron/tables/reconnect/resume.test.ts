import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ClientRef } from '../../../shared/tables/client.ts';
import { createEngine, defaultHeartbeat } from '../../../shared/tables/engine.ts';
import { type HookMethod, type Role, roles } from '../../../shared/tables/hooks.ts';
import { nextLine, type RecordLine } from '../../../shared/tables/record.ts';
import { Bench, type BenchSeat } from '../../../shared/tables/testing/bench.ts';
import { type Game, pile, sealedHands } from '../../../shared/tables/testing/games.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import {
  canResume,
  clockAdvance,
  type RestoredTable,
  type ResumeHead,
  rebuildTable,
  resumeHeadSchema,
} from './resume.ts';
import { createResumeLog, openResumeLog } from './resume-log.ts';

describe('a resume log', () => {
  let directory: string;
  const location = (more = {}) => ({
    path: join(directory, 'resume.sealed'),
    key: new Uint8Array(32).fill(7),
    table_id: 'one',
    ...more,
  });
  beforeEach(async () => {
    directory = temporaryFolder();
  });

  async function writeLog(): Promise<Buffer> {
    const log = await createResumeLog(location(), { token: 'top secret' });
    for (const number of [1, 2, 3]) await log.append({ number });
    await log.close();
    return readFile(location().path);
  }

  test('continues where it was cut, is unreadable without the key, and can be deleted', async () => {
    const bytes = await writeLog();
    expect(bytes.toString('latin1')).not.toMatch(/secret|number/);
    // The process was killed while writing a line.
    await writeFile(location().path, bytes.subarray(0, bytes.length - 5));
    const kept = await openResumeLog(location());
    expect(kept?.lines).toEqual([{ token: 'top secret' }, { number: 1 }, { number: 2 }]);
    await kept!.log.append({ number: 4 }, true);
    await kept!.log.close();
    const again = await openResumeLog(location());
    expect(again?.lines.at(-1)).toEqual({ number: 4 });
    await again!.log.remove();
    expect(await openResumeLog(location())).toBeNull();
  });

  test('can be read only with its key and for its table, and no line can be moved', async () => {
    const bytes = await writeLog();
    expect(await openResumeLog(location({ key: new Uint8Array(32) }))).toBeNull();
    expect(await openResumeLog(location({ table_id: 'other' }))).toBeNull();
    const [head, first, second] = bytes.toString('latin1').split('\n');
    await writeFile(location().path, [head, second, first, ''].join('\n'));
    const kept = await openResumeLog(location());
    expect(kept?.lines).toHaveLength(1);
    await kept!.log.close();
  });
});

test('the clock advances by the elapsed time only while a decision is open, and leaves at least 30 s for it', () => {
  const lastEvent = { lastMonotonicMs: 1_000, lastUnixMs: 50_000 };
  expect(clockAdvance({ ...lastEvent, askDeadline: 121_000 }, 60_000)).toBe(10_000);
  expect(clockAdvance({ ...lastEvent, askDeadline: 121_000 }, 160_000)).toBe(90_000);
  expect(clockAdvance({ ...lastEvent, askDeadline: 21_000 }, 60_000)).toBe(0);
  expect(clockAdvance({ ...lastEvent, askDeadline: null }, 60_000)).toBe(0);
  expect(clockAdvance({ ...lastEvent, askDeadline: 121_000 }, 40_000)).toBe(0);
});

const hex = (digit: string, length: number) => digit.repeat(length);

test('a table can be resumed for as long as its peer waits, however long ago the last move was', async () => {
  const location = { path: join(temporaryFolder(), 'resume.sealed'), key: new Uint8Array(32), table_id: 'one' };
  const keys = { host_public_key: hex('2', 64), guest_public_key: hex('3', 64), protocol_id: hex('4', 64) };
  const signatures = { host_signature: hex('5', 128), guest_signature: hex('6', 128) };
  const log = await createResumeLog(location, {
    ...{ version: 1, role: 'host', control_mode: 'human', spec: '{}', options: {}, manner: null, extra_args: [] },
    ...{ hooks: '', seed: hex('a', 32), concede: true, pace_ms: 0, family: null, ticket: null, token: hex('b', 64) },
    heartbeat: defaultHeartbeat,
    seated: {
      ...{ session_id: hex('1', 64), post_id: 'post', session_nonce: hex('7', 64), peer_control_mode: 'human' },
      ...{ ...keys, ...signatures },
    },
    started_at: 1,
  });
  await log.append({ type: 'time', now: 1, at: 1 });
  await log.close();
  expect(await canResume(location)).toBe(true);
  const beforeGrace = new Date(Date.now() - 2 * defaultHeartbeat.graceMs);
  await utimes(location.path, beforeGrace, beforeGrace);
  expect(await canResume(location)).toBe(false);
});

const head = (role: Role) =>
  ({
    role,
    seed: hex('a', 32),
    started_at: 1,
    seated: { session_id: hex('1', 64), post_id: 'post', peer_control_mode: 'hybrid' },
  }) as unknown as ResumeHead;

function rebuildSeat(
  role: Role,
  game: Game,
  seat: BenchSeat,
  events: number,
  record: RecordLine[] = [],
  client: ClientRef | null = null,
): Promise<RestoredTable> {
  const engine = createEngine({
    role,
    control_mode: 'hybrid',
    spec: game.spec,
    options: {},
    manner: null,
    client,
    hooks_hash: hex('0', 64),
    methods: new Set(Object.keys(game.hooks) as HookMethod[]),
    concede: true,
    paceMs: 0,
    heartbeat: defaultHeartbeat,
  });
  const lines: unknown[] = JSON.parse(JSON.stringify([head(role), ...seat.events.slice(0, events)]));
  return rebuildTable(engine, head(role), lines, record);
}

function chained(restored: RestoredTable): RecordLine[] {
  const lines: RecordLine[] = [];
  for (const { entry, at } of restored.missingEntries) lines.push(nextLine(lines.at(-1) ?? null, at, entry));
  return lines;
}

test.each<[string, Game]>([
  ['session_loop', pile(9)],
  ['simultaneous_round', sealedHands(3)],
])('%s: cut at any point, a rebuilt table has the same state, record and messages', async (_name, game) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(1008), { maxLength: 200 }), fc.nat(1000), async (numbers, cut) => {
      const seatOptions = { concede: true, control_mode: 'hybrid' } as const;
      const bench = new Bench(game, { host: seatOptions, guest: seatOptions });
      for (const number of numbers) {
        const moves = bench.possibleSteps();
        for (const seat of [bench.seats.host, bench.seats.guest]) if (seat.game.ask) moves.push(() => seat.answer());
        if (moves.length === 0) bench.advanceToTimer();
        else moves[number % moves.length]!();
      }
      for (const role of roles) {
        const seat = bench.seats[role];
        const restored = await rebuildSeat(role, game, seat, seat.events.length);
        const record = restored.missingEntries.map(({ entry }) => entry).slice(1);
        expect(record).toEqual(JSON.parse(JSON.stringify(seat.records)));
        const wallOf = (monotonic: number) => monotonic;
        expect(restored.engine.game(wallOf)).toEqual(seat.engine.game(wallOf));
        expect(restored.nextWakeAt).toBe(seat.wake);
        expect(restored.isDone).toBe(seat.done);
        expect(restored.history.claim().sent).toBe(
          record.filter((entry) => 'direction' in entry && entry.direction === 'sent').length,
        );

        // A record shorter than the log is completed; one that differs from it is not trusted.
        const lines = chained(restored);
        const kept = lines.slice(0, cut % (lines.length + 1));
        expect((await rebuildSeat(role, game, seat, seat.events.length, kept)).missingEntries).toEqual(
          restored.missingEntries.slice(kept.length),
        );
        const forged = [...kept.slice(0, -1), nextLine(kept.at(-2) ?? null, 5, { kind: 'event', name: 'held' })];
        await expect(rebuildSeat(role, game, seat, seat.events.length, forged)).rejects.toThrow(/does not match/);
        const tooLong = [...lines, nextLine(lines.at(-1)!, 5, { kind: 'event', name: 'held' })];
        await expect(rebuildSeat(role, game, seat, seat.events.length, tooLong)).rejects.toThrow(/does not match/);
      }
    }),
    { numRuns: 60 },
  );
});

test('a rebuilt table keeps its client, its proposal and its deadline', async () => {
  const client = { client_id: '00000000-0000-4000-8000-000000000000', name: 'Plover' };
  const game = sealedHands(3);
  const bench = new Bench(game, { guest: { control_mode: 'hybrid', concede: true, client } });
  bench.settle();
  const seat = bench.seats.guest;
  seat.dispatch({ type: 'propose', key: 'round:0', value: 'paper', reason: 'it wraps' });
  seat.answer('paper');
  bench.settle();
  seat.dispatch({ type: 'client', state: 'away' });
  seat.dispatch({ type: 'set_mode', control_mode: 'autonomous' });
  const restored = await rebuildSeat('guest', game, seat, seat.events.length, [], client);
  expect(restored.missingEntries.map(({ entry }) => entry).slice(1)).toEqual(JSON.parse(JSON.stringify(seat.records)));
  expect(restored.engine.game((at) => at)).toEqual(seat.engine.game((at) => at));
  expect(restored.askDeadline).not.toBeNull();
  expect(restored.nextWakeAt).toBe(seat.wake);
});

test('the log of a version without clients restores a seat without one', () => {
  expect(resumeHeadSchema.shape.client.parse(undefined)).toBeNull();
});
