/** The rows of all tables, which save every start from reading them. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { tableFilePath } from './table-file.ts';
import { openTableIndex } from './table-index.ts';
import { finishedTables } from './testing/finished-tables.ts';

const count = 40;
let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  await finishedTables(dataDir, count);
});

const indexPath = () => join(dataDir, 'tables', 'index.json');
const rowsNow = async () => [...(await openTableIndex(dataDir)).entries.values()].map(({ row }) => row);
const readIndex = async () => JSON.parse(await readFile(indexPath(), 'utf8'));
const firstId = async () => (await rowsNow())[0]!.table_id;

test('rows come from the index for as long as their files are unchanged', async () => {
  const rows = await rowsNow();
  expect(rows).toHaveLength(count);
  const index = await readIndex();
  for (const entry of index.entries) entry.row.peer.nickname = 'from the index';
  await writeFile(indexPath(), JSON.stringify(index));
  expect((await rowsNow()).every((row) => row?.peer.nickname === 'from the index')).toBe(true);

  const table_id = await firstId();
  const path = tableFilePath(dataDir, table_id);
  const file = JSON.parse(await readFile(path, 'utf8'));
  file.facts.table.peer.nickname = 'from the folder';
  await writeFile(path, JSON.stringify(file));
  expect((await rowsNow()).find((row) => row?.table_id === table_id)?.peer.nickname).toBe('from the folder');
});

test.each([
  ['missing', () => rm(indexPath())],
  ['torn', async () => writeFile(indexPath(), (await readFile(indexPath(), 'utf8')).slice(0, -20))],
  ['of another format', () => writeFile(indexPath(), '{"format":0,"entries":[]}')],
  ['not JSON', () => writeFile(indexPath(), Buffer.from([0, 255, 1]))],
  [
    'with a damaged row',
    async () => {
      const index = await readIndex();
      index.entries[3].row.peer = 7;
      await writeFile(indexPath(), JSON.stringify(index));
    },
  ],
  [
    'a folder',
    async () => {
      await rm(indexPath());
      await mkdir(indexPath());
    },
  ],
])('an index that is %s costs nothing but time', async (_name, damage) => {
  const before = await rowsNow();
  await damage();
  expect(new Set(await rowsNow())).toEqual(new Set(before));
});

test('a removed table leaves the list, and a broken one is counted', async () => {
  const [removed, broken] = (await rowsNow()).map((row) => row!.table_id);
  await rm(join(dataDir, 'tables', removed!), { recursive: true });
  await writeFile(tableFilePath(dataDir, broken!), '{');
  const index = await openTableIndex(dataDir);
  expect(index.entries.size).toBe(count - 2);
  expect(index.unreadableIds).toEqual([broken]);
});
