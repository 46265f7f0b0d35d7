import { appendFile, chown, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordEntry } from '../../../shared/tables/record.ts';
import { firstBrokenLine } from '../../../shared/tables/testing/broken-line.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { readTableFiles } from '../table-file.ts';
import { openTableStore } from './journal.ts';

let directory: string;
let time: number;
const open = () => openTableStore(directory, () => time);
const files = async () => (await readTableFiles(directory)).files;
/** The files after a start. */
const opened = async () => {
  await open();
  return files();
};
const fileIn = (table_id: string, name: string) => join(directory, 'tables', table_id, name);

beforeEach(async () => {
  directory = temporaryFolder();
  time = 1_000;
});

const move: RecordEntry = { kind: 'decision', key: 'turn:1', value: 3, origin: 'you' };
const frame: RecordEntry = { kind: 'frame', direction: 'sent', frame: { action: 'move', col: 3 } };
const won: RecordEntry = { kind: 'end', completed: true, winner: 'guest', reason: 'Four in a line.', problem: null };

test('reads back a table with its record and its merged facts', async () => {
  const journal = await (await open()).create('t1', { role: 'guest', post_id: 'p' });
  await journal.append(move, 5);
  await journal.append(frame, 6, true);
  await journal.update({ phase: 'playing', facts: { session_id: 's' } });
  await journal.update({ phase: 'finished', ended_at: 9, facts: { post_id: 'q' } });
  await journal.close();
  await journal.close();

  const store = await open();
  expect(await files()).toEqual([
    {
      table_id: 't1',
      started_at: 1_000,
      ended_at: 9,
      phase: 'finished',
      problem: null,
      outcome: null,
      game: null,
      facts: { role: 'guest', post_id: 'q', session_id: 's' },
    },
  ]);
  const lines = await store.readLines('t1');
  expect(lines).toMatchObject([
    { seq: 0, at: 5, entry: move },
    { seq: 1, at: 6, entry: frame },
  ]);
  expect(firstBrokenLine(lines)).toBeNull();
  expect(journal.record).toEqual({ frames: 1, head: lines[1]!.head, lines: 2 });
});

test('tables are listed newest first; other folders are ignored', async () => {
  const store = await open();
  for (const [index, table_id] of ['a', 'b', 'c'].entries()) {
    time = 1_000 + index;
    await (await store.create(table_id, {})).close();
  }
  await mkdir(join(directory, 'tables', '.hidden'));
  expect((await files()).map((file) => file.table_id)).toEqual(['c', 'b', 'a']);
  for (const table_id of ['../a', '', 'x'.repeat(65), 'nothing']) {
    await expect(store.open(table_id)).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('facts can be added after the end', async () => {
  const store = await open();
  const journal = await store.create('t1', {});
  await journal.update({ phase: 'finished', ended_at: 2 });
  await journal.close();
  await journal.update({ facts: { result: 'settled' } });
  const again = await store.open('t1');
  expect(again.file().facts).toEqual({ result: 'settled' });
  await again.close();
});

describe('an interrupted table', () => {
  /** The files that a killed process leaves: no end is recorded. */
  async function interruptAfter(...entries: RecordEntry[]) {
    const journal = await (await open()).create('t1', {});
    await journal.update({ phase: 'playing' });
    for (const [index, entry] of entries.entries()) await journal.append(entry, 10 + index, true);
    await journal.close();
  }

  test('is marked failed once, as interrupted', async () => {
    await interruptAfter(move, frame);
    for (let start = 0; start < 2; start += 1) {
      const store = await open();
      expect(await files()).toMatchObject([
        {
          phase: 'failed',
          ended_at: 11,
          problem: { code: 'interrupted' },
          outcome: { completed: false, winner: null },
        },
      ]);
      const lines = await store.readLines('t1');
      expect(lines).toMatchObject([
        { entry: move },
        { entry: frame },
        { seq: 2, entry: { kind: 'end', completed: false } },
      ]);
      expect(firstBrokenLine(lines)).toBeNull();
    }
  });

  test('keeps the end of its game if that was recorded', async () => {
    await interruptAfter(move, frame, won);
    const [file] = await opened();
    expect(file).toMatchObject({
      phase: 'finished',
      ended_at: 12,
      problem: null,
      outcome: { completed: true, winner: 'guest' },
    });
    expect(await (await open()).readLines('t1')).toHaveLength(3);
  });

  test('is marked failed if nothing was recorded', async () => {
    await interruptAfter();
    time = 77;
    expect(await opened()).toMatchObject([{ phase: 'failed', ended_at: 77, problem: { code: 'interrupted' } }]);
  });

  test.each([1, 2, 20, 60])(
    'continues after the last whole line when the last one is torn after %i bytes',
    async (bytes) => {
      await interruptAfter(move, frame);
      const text = await readFile(fileIn('t1', 'record.jsonl'), 'utf8');
      const first = text.indexOf('\n') + 1;
      await truncate(fileIn('t1', 'record.jsonl'), first + bytes);
      const lines = await (await open()).readLines('t1');
      expect(lines).toMatchObject([
        { seq: 0, entry: move },
        { seq: 1, entry: { kind: 'end' } },
      ]);
      expect(firstBrokenLine(lines)).toBeNull();
    },
  );

  test('loses only the garbage at its end', async () => {
    await interruptAfter(move);
    await appendFile(fileIn('t1', 'record.jsonl'), Buffer.from([0xff, 0x00, 0x7b, 0x0a, 0x7b]));
    const lines = await (await open()).readLines('t1');
    expect(lines).toMatchObject([{ entry: move }, { entry: { kind: 'end' } }]);
    expect(firstBrokenLine(lines)).toBeNull();
  });
});

describe('R14: unreadable files', () => {
  test.each([
    ['empty', (path: string) => writeFile(path, '')],
    ['torn', (path: string) => writeFile(path, '{"table_id":"t1","start')],
    ['of another shape', (path: string) => writeFile(path, '{"table_id":7}')],
    [
      'a directory',
      async (path: string) => {
        await rm(path);
        await mkdir(path);
      },
    ],
  ])('table.json %s: other tables are listed, and this one is left unchanged', async (_name, damage) => {
    const store = await open();
    await (await store.create('t1', {})).close();
    await (await store.create('t2', {})).close();
    await damage(fileIn('t1', 'table.json'));
    const again = await open();
    expect(again.index.unreadableIds).toEqual(['t1']);
    expect([...again.index.entries.keys()]).toEqual(['t2']);
    expect(await readdir(join(directory, 'tables', 't1'))).toContain('record.jsonl');
  });

  test('an invalid game is omitted, but its table is listed', async () => {
    const store = await open();
    const journal = await store.create('t1', { role: 'host' });
    await journal.update({ phase: 'finished', ended_at: 3 });
    await journal.close();
    const file = JSON.parse(await readFile(fileIn('t1', 'table.json'), 'utf8')) as object;
    await writeFile(fileIn('t1', 'table.json'), JSON.stringify({ ...file, game: { moves: 'many' } }));
    expect(await opened()).toMatchObject([{ table_id: 't1', game: null, facts: { role: 'host' } }]);
  });
});

test('a view that was being written when the process ended does not damage the next one', async () => {
  const journal = await (await open()).create('t1', {});
  await journal.append(move, 5);
  await journal.appendView({ moves: 0, view: 'complete' });
  await journal.close();
  await appendFile(fileIn('t1', 'views.jsonl'), '{"seq":0,"he');

  const store = await open();
  const reopened = await store.open('t1');
  await reopened.appendView({ moves: 1, view: 'next' });
  await reopened.close();
  const { text } = await store.readViewsText('t1', 0);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).view),
  ).toEqual(['complete', 'next']);
});

test('views are stored beside the record, bound to its lines, once per change', async () => {
  const store = await open();
  const journal = await store.create('t1', {});
  const appendView = (view: string, moves = 0) => journal.appendView({ moves, view });
  // Without a record line, a view has nothing to be bound to.
  await appendView('too early');
  await journal.append(move, 5);
  await appendView('start');
  await appendView('start');
  await appendView('x'.repeat(600 * 1024));
  await journal.append(frame, 6);
  await appendView('start', 1);
  await appendView('moved', 1);

  const { text, next } = await store.readViewsText('t1', 0);
  const heads = (await store.readLines('t1')).map(({ head }) => head);
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { seq: 0, head: heads[0], moves: 0, view: 'start' },
    { seq: 1, head: heads[1], moves: 1, view: 'start' },
    { seq: 1, head: heads[1], moves: 1, view: 'moved' },
  ]);
  expect(next).toBe(Buffer.byteLength(text));
  expect(await store.readViewsText('t1', next)).toEqual({ text: '', next });

  // Failing to store a view does not affect the table.
  await rm(fileIn('t1', 'views.jsonl'));
  await mkdir(fileIn('t1', 'views.jsonl'));
  await appendView('nowhere to go');
  await journal.append(won, 7, true);
  expect(await store.readLines('t1')).toHaveLength(3);
  await journal.close();
});

test('a record that could not be opened again accepts only its end', async () => {
  const store = await open();
  const journal = await store.create('large', {});
  const large = { kind: 'frame', direction: 'received', frame: { text: 'x'.repeat(4 * 1024 * 1024) } } as const;
  for (let line = 0; line < 7; line += 1) await journal.append(large, line);
  await expect(journal.append(large, 7)).rejects.toMatchObject({ code: 'EFBIG' });
  const end = {
    kind: 'end',
    completed: false,
    winner: null,
    reason: 'x'.repeat(4 * 1024 * 1024),
    problem: null,
  } as const;
  await journal.append(end, 8, true);
  await journal.close();
  const lines = await store.readLines('large');
  expect(lines).toHaveLength(8);
  expect(firstBrokenLine(lines)).toBeNull();
  expect(lines.at(-1)).toMatchObject({ seq: 7, entry: { kind: 'end' } });
});

test.runIf(process.getuid?.() === 0)('neither reads nor continues a record of another user', async () => {
  const journal = await (await open()).create('t1', {});
  await journal.append(move, 5, true);
  await journal.append(won, 6, true);
  await journal.appendView({ moves: 1, view: { board: 1 } });
  await journal.update({ phase: 'finished', ended_at: 9 });
  await journal.close();
  const names = ['record.jsonl', 'views.jsonl'];
  for (const name of names) await chown(fileIn('t1', name), 12_345, 12_345);
  const store = await open();
  const refused = { detail: { reason: 'refused_owner' } };
  await expect(store.readLines('t1')).rejects.toMatchObject(refused);
  await expect(store.readRecordText('t1', 0)).rejects.toMatchObject(refused);
  await expect(store.readViewsText('t1', 0)).rejects.toMatchObject(refused);
  await expect(store.open('t1')).rejects.toMatchObject(refused);
});
