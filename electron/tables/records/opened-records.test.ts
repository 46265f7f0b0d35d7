import { readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OpenedRecord, openedRecordSchema } from '../../../shared/bridge/contract.ts';
import { protocolIdOf } from '../../../shared/protocol/contract.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import { type Role, roles } from '../../../shared/tables/hooks.ts';
import { type RecordLine, type ViewLine, viewLineSchema } from '../../../shared/tables/record.ts';
import { exportRecord, recordMaxBytes } from '../../../shared/tables/record-text.ts';
import { pile } from '../../../shared/tables/testing/games.ts';
import { verifyRecord } from '../../../shared/tables/verify-record.ts';
import { sampled } from '../../../shared/testing/long.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import type { LaunchHooks } from '../../hooks/hook-host.ts';
import { reusedHooks } from '../../hooks/testing/reused-hooks.ts';
import { defaultResourcesDir } from '../../installation.ts';
import { type Library, openLibrary } from '../../library/library.ts';
import { playRecorded, publicKeys, type RecordedGame, specTextOf } from '../testing/recorded-game.ts';
import { createOpenedRecords, type OpenedRecords } from './opened-records.ts';

const launchHooks = reusedHooks({ callMs: 500 });
let library: Library;
let records: OpenedRecords;
let dataDir: string;

beforeAll(async () => {
  dataDir = temporaryFolder();
  library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir });
});
beforeEach(() => {
  records = createOpenedRecords({ library, launchHooks });
});

const exported = (game: RecordedGame, role: Role) => exportRecord(game.records[role], game.specText);

async function openText(text: string): Promise<OpenedRecord & { views: ViewLine[]; id: string }> {
  const id = records.append(null, text);
  const shown = openedRecordSchema.parse(await records.open(id));
  const read = (await records.read(id))!;
  expect(text.startsWith(read.record(0).text)).toBe(true);
  return { ...shown, id, views: viewsOf(read.views(0).text) };
}

const viewsOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => viewLineSchema.parse(JSON.parse(line)));
/** The positions in order, without duplicates and line numbers. */
const positionsOf = (views: ViewLine[]) => views.map(({ moves, view }) => ({ moves, view }));

const games = readdirSync(join(defaultResourcesDir(), 'protocols'), { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && entry.name !== 'chat',
);

describe.each(sampled(games, 3).map(({ name }) => name))('a game of %s', (folder) => {
  let game: RecordedGame;
  beforeAll(async () => {
    game = await playRecorded({ folder, directory: temporaryFolder() });
  });

  test.each(roles)('is shown as the %s saw it', async (role) => {
    const text = exported(game, role);
    expect(verifyRecord(text).findings).toEqual([]);
    const { table, followed, problem, views } = await openText(text);
    const { moves, sealed_rounds, outcome, record } = game.snapshots[role];
    expect(problem).toBeNull();
    expect(followed).toBe(record.frames);
    expect(table).toMatchObject({
      role,
      phase: 'finished',
      record,
      me: { public_key: publicKeys[role], nickname: '' },
    });
    expect(table.result).toMatchObject({ winner: outcome!.winner, reason: outcome!.reason, state: 'unrated' });
    expect(table.board?.source).toBe('local');
    expect(table.moves.map(({ by, text, origin }) => [by, text, origin])).toEqual(
      moves.map(({ by, text }) => [by, text, null]),
    );
    expect(table.sealed_rounds.map(({ round, host, guest }) => [round, host.value, host.nonce, guest.sealed])).toEqual(
      sealed_rounds.map(({ round, host, guest }) => [round, host.value, host.nonce, guest.sealed]),
    );
    expect(positionsOf(views).at(-1)).toEqual(positionsOf(viewsOf(game.views[role])).at(-1));
  });
});

describe.each(['battleship', 'liars-dice', 'sealed-bid-auction'])('a conceded game of %s', (folder) => {
  test('is shown without what nobody revealed', async () => {
    const game = await playRecorded({
      folder,
      directory: temporaryFolder(),
      onGuest: (guest) => guest.snapshot().moves.length >= 5 && guest.resign(),
    });
    for (const role of roles) {
      const { table, problem, followed } = await openText(exported(game, role));
      expect([problem, followed]).toEqual([null, table.record.frames]);
    }
  });
});

describe('a record of connect-four', () => {
  let game: RecordedGame;
  let conceded: RecordedGame;
  beforeAll(async () => {
    game = await playRecorded({ folder: 'connect-four', directory: temporaryFolder() });
    conceded = await playRecorded({
      folder: 'connect-four',
      directory: temporaryFolder(),
      onGuest: (guest) => guest.snapshot().moves.length >= 3 && guest.resign(),
    });
  });

  test.each(roles)('of the %s, with a concession, ends with the same result', async (role) => {
    const { table, problem, views } = await openText(exported(conceded, role));
    expect(problem).toBeNull();
    expect(table.result).toMatchObject({ winner: 'host', conceded: { by: 'guest', code: 'resigned' } });
    // Unlike the table itself, the replay may have handled the last move before the concession.
    expect(views.at(-1)?.view).toMatchObject({ over: true });
  });

  test('without its spec is shown with the spec on this computer', async () => {
    const { table, problem, id } = await openText(game.records.guest);
    expect([table.protocol.name, problem]).toEqual(['Connect Four', null]);
    expect((await records.read(id))!.spec).toBe(game.specText);
  });

  test('is read in parts', async () => {
    const text = exported(game, 'host');
    const id = records.append(null, text.slice(0, 1000));
    await expect(records.open(id)).rejects.toMatchObject({ code: 'malformed_json' });
    expect(records.append(id, text.slice(1000))).toBe(id);
    expect((await records.open(id)).problem).toBeNull();
  });

  test('with a changed move is replayed up to that move', async () => {
    const lines = exported(game, 'guest').split('\n');
    const moves = lines.flatMap((line, index) => (/"direction":"sent".*"action":"move"/.test(line) ? [index] : []));
    const at = moves[2]!;
    lines[at] = lines[at]!.replace(/"col":(\d)/, (_, col: string) => `"col":${(Number(col) + 1) % 7}`);
    const text = lines.join('\n');
    expect(verifyRecord(text).findings.map(({ code, line }) => [code, line])).toEqual([['chain_broken', at + 1]]);
    const { table, problem, followed, views } = await openText(text);
    expect(problem?.code).toBe('history_differs');
    expect(followed).toBeLessThan(table.record.frames);
    expect(views.at(-1)?.moves).toBeGreaterThanOrEqual(4);
  });

  test('with another winner ends differently than its moves', async () => {
    const swapWinner = (_: string, before: string, winner: string) => before + (winner === 'host' ? 'guest' : 'host');
    const text = exported(game, 'guest').replace(/("kind":"end".*"winner":")(host|guest|draw)/, swapWinner);
    const { table, problem, followed } = await openText(text);
    expect(table.result?.winner).not.toBe(game.snapshots.guest.outcome!.winner);
    expect([problem?.code, followed]).toEqual(['history_differs', table.record.frames]);
  });

  test('is replayed only until its time budget is used up', async () => {
    let calls = 0;
    const slow = createOpenedRecords({ library, launchHooks, now: () => 5_000 * calls++ });
    const { problem, followed, table } = await slow.open(slow.append(null, exported(game, 'host')));
    expect(problem?.code).toBe('hook_timeout');
    expect(followed).toBeLessThan(table.record.frames);
  });
});

describe('a record of another protocol', () => {
  const specText = JSON.stringify(pile(7).spec);
  const protocol_id = protocolIdOf(specText);
  let text: string;
  /** The session names another protocol, so verification fails, which does not affect what is shown. */
  beforeAll(async () => {
    const game = await playRecorded({ folder: 'oracle', directory: temporaryFolder() });
    text = exportRecord(game.records.host.replaceAll(protocolIdOf(game.specText), protocol_id), specText);
  });
  const folderOf = (id: string) => join(dataDir, 'protocols', id);
  const withHooks = async (source: string) => {
    await mkdir(folderOf(protocol_id), { recursive: true });
    await writeFile(join(folderOf(protocol_id), 'hooks.js'), source);
  };
  afterEach(() => rm(folderOf(protocol_id), { recursive: true, force: true }));

  test('is shown with its messages only if there are no hooks', async () => {
    const { table, problem, followed, views, id } = await openText(text);
    expect([problem?.code, followed, views, table.board, table.moves]).toEqual(['hooks_missing', 0, [], null, []]);
    expect(table.protocol.protocol_id).toBe(protocol_id);
    expect((await records.read(id))!.spec).toBe(specText);
  });

  test.each([
    ['never return', 'export function init() { for (;;); }', 'hook_timeout'],
    ['throw', 'export function init() { throw new Error("no"); }', 'hook_failed'],
    ['have a syntax error', 'export function {', 'hook_failed'],
  ])('whose hooks %s is shown with its messages only', async (_, source, code) => {
    await withHooks(source);
    const { problem, followed, views } = await openText(text);
    expect([problem?.code, followed, views]).toEqual([code, 0, []]);
  });

  test('is not run with the spec of another protocol', async () => {
    const other = exportRecord(text.slice(text.indexOf('\n') + 1), specTextOf('chat'));
    await withHooks('export function init() { return {}; }');
    expect((await openText(other)).problem?.code).toBe('spec_mismatch');
  });
});

describe('a file', () => {
  const hooksCannotStart: LaunchHooks = async () => {
    throw new Error('not expected');
  };
  beforeEach(() => {
    records = createOpenedRecords({ library, launchHooks: hooksCannotStart });
  });

  test.each([
    ['nothing', ''],
    ['invalid JSON', '\0\0\0{{{'],
    ['other JSON', '{"a":1}\n[]\nnull\n'],
    ['a head only', `${JSON.stringify({ parlor_table: 1, spec: '{' })}\n`],
    ['endless nesting', `{"seq":0,"at":0,"entry":{"kind":"session","a":${'['.repeat(100_000)}`],
    ['many empty lines', '\n'.repeat(300_000)],
    [
      'a session without keys',
      `{"seq":0,"at":1e999,"entry":{"kind":"session","session_id":"x"},"head":"${'0'.repeat(64)}"}`,
    ],
  ])('with %s is refused', async (_, text) => {
    await expect(records.open(records.append(null, text))).rejects.toMatchObject({ code: 'malformed_json' });
  });

  test('beyond the size limit is refused before it is complete', () => {
    const id = records.append(null, 'x'.repeat(recordMaxBytes));
    expect(() => records.append(id, 'x')).toThrow(expect.objectContaining({ code: 'too_large' }));
    expect(() => records.append(id, 'x')).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  test('is dropped once three others were opened', async () => {
    const id = records.append(null, 'x');
    for (let more = 0; more < 3; more += 1) records.append(null, 'x');
    await expect(records.open(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(records.read(id)).toBeNull();
  });
});

test('a record with extreme values is shown safely', async () => {
  const { records: written, specText } = await playRecorded({
    folder: 'rock-paper-scissors',
    directory: temporaryFolder(),
  });
  const lines = written.host.split('\n').slice(0, 2);
  const line = (seq: number, at: number, frame: object) =>
    JSON.stringify({ seq, at, entry: { kind: 'frame', direction: 'received', frame }, head: 'f'.repeat(64) });
  let deep: unknown = 1;
  for (let depth = 0; depth < 200; depth += 1) deep = [deep];
  const sealed = Array.from({ length: 2_000 }, (_, round) =>
    line(2, 8e15, { action: 'commit', round, hash: 'a'.repeat(64) }),
  );
  const text = exportRecord(
    [...lines, line(2 ** 52, -8e15, { deep, round: 1e300, action: 'commit' }), line(0, 9e15, {}), ...sealed].join('\n'),
    specText,
  );
  const { table, problem } = await openText(text);
  expect(problem).not.toBeNull();
  expect(table.phase).toBe('failed');
  expect(table.sealed_rounds.length).toBeLessThan(1_000);
  expect(new Date(table.ended_at!).getTime()).not.toBeNaN();
});

test('a record with larger options than a frame holds is refused, and its hooks are named without reading it again', async () => {
  const { records: written } = await playRecorded({ folder: 'rock-paper-scissors', directory: temporaryFolder() });
  const [session, start, ...rest] = written.host.split('\n');
  const line = JSON.parse(start!) as RecordLine;
  const options = Object.fromEntries(Array.from({ length: budgets.frame.values }, (_, index) => [`k${index}`, 0]));
  const large = JSON.stringify({ ...line, entry: { ...line.entry, options } });
  await expect(openText([session, large, ...rest].join('\n'))).rejects.toMatchObject({ code: 'malformed_json' });

  const id = records.append(null, written.host);
  await records.open(id);
  const parse = vi.spyOn(JSON, 'parse');
  expect((await records.read(id))!.hooks_hash).toBe(line.entry.hooks_hash);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test('while a long record opens, the process does other things', async () => {
  const game = await playRecorded({ folder: 'connect-four', directory: temporaryFolder() });
  const beginning = game.records.host.split('\n').slice(0, 2);
  const notes = Array.from({ length: 5_000 }, (_, index) =>
    JSON.stringify({ seq: 2 + index, at: 1, entry: { kind: 'note' }, head: '0'.repeat(64) }),
  );
  let turns = 0;
  let isOpen = false;
  const countTurns = () => {
    turns += 1;
    if (!isOpen) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const { problem } = await openText([...beginning, ...notes, ''].join('\n'));
  isOpen = true;
  expect(problem).toBeNull();
  // Parsing alone has about ten.
  expect(turns).toBeGreaterThan(60);
});
