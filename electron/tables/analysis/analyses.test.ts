import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Analysis, Table } from '../../../shared/bridge/contract.ts';
import { protocolIdOf } from '../../../shared/protocol/contract.ts';
import { reviewOf } from '../../../shared/tables/analysis.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import type { LaunchHooks } from '../../hooks/hook-host.ts';
import { nodeLauncher } from '../../hooks/node-launcher.ts';
import { defaultResourcesDir, root } from '../../installation.ts';
import { type Library, openLibrary } from '../../library/library.ts';
import { openTableStore, type TableStore } from '../records/journal.ts';
import { createOpenedRecords } from '../records/opened-records.ts';
import { restoreTable } from '../restored-table.ts';
import { finishedTableId, finishedTables } from '../testing/finished-tables.ts';
import { launchPlainHooks } from '../testing/plain-hooks.ts';
import { playRecorded, type RecordedGame } from '../testing/recorded-game.ts';
import { type Analyses, type AnalysesConfig, createAnalyses } from './analyses.ts';
import { findJudge } from './judge.ts';

const hooksText = readFileSync(join(root, 'resources/protocols/connect-four/hooks.js'), 'utf8');
const table_id = finishedTableId(0);
let game: RecordedGame;
let library: Library;
let dataDir: string;
let store: TableStore;
let running: Pick<Table, 'protocol'>[];
let changes: Analysis[];

beforeAll(async () => {
  game = await playRecorded({
    folder: 'connect-four',
    directory: temporaryFolder(),
    options: { cols: 5, rows: 4 },
  });
});
beforeEach(async () => {
  dataDir = temporaryFolder();
  const protocol_id = protocolIdOf(game.specText);
  const protocol = { protocol_id, name: 'Connect Four', mode: 'session_loop', family: 'game:connect-four' };
  await finishedTables(dataDir, 2, { game, protocol: () => protocol });
  store = await openTableStore(dataDir);
  library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir });
  running = [];
  changes = [];
});

const get = async (id: string): Promise<Table> => restoreTable(await store.read(id))!.table;
const open = (parts: Partial<AnalysesConfig> = {}): Analyses =>
  createAnalyses({
    dataDir,
    library,
    openedRecords: createOpenedRecords({ library, launchHooks: launchPlainHooks }),
    launchHooks: launchPlainHooks,
    tables: {
      get,
      running: () => running as Table[],
      readRecord: (id, offset) => store.readRecordText(id, offset),
    },
    onChange: (analysis) => changes.push(analysis),
    ...parts,
  });
/** At the lowest priority, a busy computer lets it wait. */
const inState = (state: Analysis['state']) =>
  vi.waitUntil(() => changes.findLast((analysis) => analysis.state === state), { timeout: 240_000 });

/** Counts the calls of `evaluate`, and calls back before each. */
const counting = (before: (count: number) => unknown = () => {}) => {
  const counts = { launched: 0, evaluated: 0 };
  const launch: LaunchHooks = async (source, options) => {
    counts.launched += 1;
    const hooks = await launchPlainHooks(source, options);
    return {
      ...hooks,
      async call(method, args) {
        if (method === 'evaluate') {
          counts.evaluated += 1;
          await before(counts.evaluated);
        }
        return hooks.call(method, args);
      },
    };
  };
  return { counts, launch };
};

test('judges every move of both sides, and keeps that with the record', async () => {
  const { counts, launch } = counting();
  const analyses = open({ launchHooks: launch });
  expect(await analyses.get(table_id)).toMatchObject({ state: 'none', judged: [], judge: { source: 'bundled' } });
  expect((await analyses.start(table_id)).state).toBe('running');
  const { done, total, judged } = await inState('done');
  const { moves } = await get(table_id);
  expect([done, total]).toEqual([moves.length, moves.length]);
  expect(judged.map(({ move, by }) => [move, by])).toEqual(moves.map(({ number, by }) => [number, by]));
  for (const [index, { played }] of judged.entries()) expect(played?.line[0]?.label).toBe(moves[index]!.text);
  // The loser's way into the loss: the review agrees with the result.
  const review = reviewOf(
    judged,
    moves.map(({ number }) => number),
    game.snapshots.guest.outcome!.winner,
  );
  expect(review).toHaveLength(moves.length);

  await analyses.dispose();
  const later = open({ launchHooks: launch });
  expect(await later.get(table_id)).toMatchObject({ state: 'done', judged });
  expect(await later.start(table_id)).toMatchObject({ state: 'done' });
  expect(counts).toEqual({ launched: 1, evaluated: moves.length });
});

test('judges a record that was opened from a file, and keeps that while the record is open', async () => {
  const openedRecords = createOpenedRecords({ library, launchHooks: launchPlainHooks });
  const { counts, launch } = counting();
  const analyses = open({ launchHooks: launch, openedRecords });
  const { text } = await store.readRecordText(table_id, 0);
  const record = openedRecords.append(null, text);
  expect(await analyses.get(record)).toMatchObject({ table_id: record, state: 'none', judge: { bundled: true } });
  expect((await analyses.start(record)).state).toBe('running');
  const { judged } = await inState('done');
  expect(judged).toHaveLength((await get(table_id)).moves.length);
  expect(await analyses.get(record)).toMatchObject({ state: 'done', judged });
  expect(await analyses.start(record)).toMatchObject({ state: 'done' });
  expect(counts.launched).toBe(1);
  await expect(analyses.get('record-0000000000000000')).rejects.toThrow();
});

test('can be stopped; what was judged stays, and is not judged again', async () => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { counts, launch } = counting(async (count) => {
    if (count !== 4) return;
    reached.resolve();
    await released.promise;
  });
  const analyses = open({ launchHooks: launch });
  await analyses.start(table_id);
  await reached.promise;
  const stopping = analyses.stop(table_id);
  released.resolve();
  const stopped = await stopping;
  expect(stopped).toMatchObject({ state: 'stopped', left_ms: null });
  expect(stopped.done).toBeGreaterThanOrEqual(3);
  const { evaluated } = counts;
  await analyses.start(table_id);
  const { judged, total } = await inState('done');
  expect(judged.slice(0, stopped.judged.length)).toEqual(stopped.judged);
  expect(counts.evaluated - evaluated).toBe(total - stopped.done);
});

test('never runs while a game is being played, and continues after it', async () => {
  const playing = { protocol: { mode: 'session_loop' } } as Table;
  running = [playing];
  let analyses: Analyses;
  const { counts, launch } = counting((count) => {
    if (count !== 3) return;
    running = [playing];
    analyses.onTables();
  });
  analyses = open({ launchHooks: launch });
  expect((await analyses.start(table_id)).state).toBe('waiting');
  expect(counts.launched).toBe(0);
  running = [];
  analyses.onTables();
  await inState('running');
  const { done } = await vi.waitUntil(() => changes.findLast(({ state, done }) => state === 'waiting' && done > 0));
  expect(done).toBeLessThan(5);
  // A conversation does not count.
  running = [{ protocol: { mode: 'free' } } as Table];
  analyses.onTables();
  await inState('done');
});

test('one analysis runs at a time: starting another stops it', async () => {
  const analyses = open();
  await analyses.start(table_id);
  await analyses.start(finishedTableId(1));
  await inState('done');
  expect(changes.findLast((analysis) => analysis.table_id === table_id)?.state).toBe('stopped');
  expect(changes.at(-1)).toMatchObject({ table_id: finishedTableId(1), state: 'done' });
});

test('a stored analysis counts only for the same record and hooks, and may be broken', async () => {
  const analyses = open();
  await analyses.start(table_id);
  await inState('done');
  const path = join(dataDir, 'tables', table_id, 'analysis.json');
  const stored = JSON.parse(readFileSync(path, 'utf8'));
  for (const broken of [{ ...stored, hooks: '0'.repeat(64) }, { ...stored, head: '0'.repeat(64) }, 'nonsense']) {
    await writeFile(path, JSON.stringify(broken));
    expect((await open().get(table_id)).state).toBe('none');
  }
  await rm(path);
  expect((await open().get(table_id)).state).toBe('none');
});

test('the real sandbox judges the same, at the lowest priority', async () => {
  const analyses = open();
  await analyses.start(table_id);
  const { judged } = await inState('done');
  await rm(join(dataDir, 'tables', table_id, 'analysis.json'));
  changes = [];
  const backgrounds: unknown[] = [];
  const launch = nodeLauncher();
  const sandboxed = open({
    launchHooks: (source, options) => {
      backgrounds.push(options.background);
      return launch(source, options);
    },
  });
  await sandboxed.start(table_id);
  expect((await inState('done')).judged).toEqual(judged);
  expect(backgrounds).toEqual([true]);
  await sandboxed.dispose();
});

describe('hostile hooks', () => {
  const withEvaluate = (body: string) => hooksText.replace('export function evaluate(state) {', `$&${body}`);
  const analyse = async (body: string, launch: LaunchHooks) => {
    const text = withEvaluate(body);
    expect(text).not.toBe(hooksText);
    const analyses = open({ launchHooks: launch, library: { ...library, readHooks: async () => hooksFile(text) } });
    await analyses.start(table_id);
    const failed = await inState('failed');
    await analyses.dispose();
    return failed;
  };
  const hooksFile = (text: string) => ({ state: 'finished', text }) as Awaited<ReturnType<Library['readHooks']>>;

  test.each([
    ['never returns', 'for (;;);', 'hook_timeout'],
    ['fills the memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(1));', 'hook_failed'],
    ['returns more than allowed', "return { seat: 'guest', moves: 'x'.repeat(3e5) };", 'hook_failed'],
  ])('%s', async (_name, body, code) => {
    const { problem, judged } = await analyse(body, nodeLauncher());
    expect(problem?.code).toBe(code);
    expect(judged).toEqual([]);
  });

  test.each([
    ['throws', "throw new Error('no');"],
    ['returns a worth out of range', "return { seat: 'guest', moves: [{ worth: 2, line: [] }] };"],
    [
      'returns a worth that is no number',
      "return { seat: 'guest', moves: [{ worth: NaN, line: [{ by: 'guest', value: 0, label: 'a' }] }] };",
    ],
    [
      'returns a line of the other side',
      "return { seat: 'guest', moves: [{ worth: 0, line: [{ by: 'host', value: 0, label: 'a' }] }] };",
    ],
  ])('%s', async (_name, body) => {
    const { problem, judged } = await analyse(body, launchPlainHooks);
    expect(problem?.code).toBe('hook_failed');
    expect(judged).toEqual([]);
  });

  test('whose states would fill the memory of this process are refused before anything is judged', async () => {
    const text = hooksText.replace('return { ...state, moves: [', "return { ...state, pad: 'x'.repeat(3e6), moves: [");
    expect(text).not.toBe(hooksText);
    const { counts, launch: launchPlain } = counting();
    const from = { ...library, readHooks: async () => hooksFile(text) };
    await open({ launchHooks: launchPlain, library: from }).start(table_id);
    expect((await inState('failed')).problem?.code).toBe('too_large');
    expect(counts.evaluated).toBe(0);
  });

  test('that play differently from the record are caught', async () => {
    const text = hooksText.replace("return { state, send: { action: 'join'", "return { state, send: { action: 'error'");
    const analyses = open({ library: { ...library, readHooks: async () => hooksFile(text) } });
    await analyses.start(table_id);
    expect((await inState('failed')).problem?.code).toBe('hook_failed');
  });
});

describe('the judge', () => {
  const protocolId = () => protocolIdOf(game.specText);
  const find = (from: Pick<Library, 'get' | 'readHooks'>, hooksHash: string | null, protocol_id = protocolId()) =>
    findJudge(from, { protocol_id, hooksHash });

  test('is the record’s own code, or the bundled code of the protocol; never other code', async () => {
    const { hash } = (await find(library, null))!.judge;
    expect((await find(library, hash))?.judge).toEqual({ source: 'record', hash, bundled: true });
    expect((await find(library, '0'.repeat(64)))?.judge).toEqual({ source: 'bundled', hash, bundled: true });
    const own: Pick<Library, 'get' | 'readHooks'> = {
      ...library,
      get: (id) => ({ ...library.get(id)!, source: 'cached' }),
      readHooks: (protocol) => library.readHooks({ ...protocol, source: 'bundled' }),
    };
    expect((await find(own, hash))?.judge).toEqual({ source: 'record', hash, bundled: false });
    expect(await find(own, '0'.repeat(64))).toBeNull();
  });

  test('there is none for hooks without evaluate, a running game, and a game without moves', async () => {
    const battleship = library.list().find(({ folder }) => folder === 'battleship')!;
    expect(await find(library, null, battleship.protocol_id)).toBeNull();
    const changed = (change: Partial<Table>) =>
      open({
        tables: {
          get: async (id) => ({ ...(await get(id)), ...change }),
          running: () => [],
          readRecord: (id, offset) => store.readRecordText(id, offset),
        },
      });
    expect((await changed({ phase: 'playing' }).get(table_id)).judge).toBeNull();
    expect((await changed({ moves: [] }).start(table_id)).state).toBe('none');
  });
});
