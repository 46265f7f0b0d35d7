import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { readEvents } from './event-log.ts';
import { findSavedTable, listSavedTables } from './saved-tables.ts';

const dir = temporaryFolder();

async function save(table_id: string, text: string) {
  await mkdir(join(dir, 'tables', table_id), { recursive: true });
  await writeFile(join(dir, 'tables', table_id, 'table.json'), text);
}

const table = (table_id: string, started_at: number) => ({
  table_id,
  started_at,
  ended_at: null,
  phase: 'playing',
  problem: null,
  outcome: null,
  game: null,
  facts: {
    table: {
      post_id: `post-${table_id}`,
      session_id: null,
      role: 'host',
      protocol: { protocol_id: 'a', name: 'Chat' },
    },
  },
});

test('skips and reports broken table files, and rejects requests for their tables', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await save('older', JSON.stringify(table('older', 1)));
  await save('newer', JSON.stringify(table('newer', 2)));
  await save('torn', '{"table_id": "torn", ');
  await save('foreign', '{"table_id": 7}');
  await save('waiting', JSON.stringify({ ...table('waiting', 3), facts: {} }));
  await mkdir(join(dir, 'tables', 'empty'));
  await writeFile(join(dir, 'tables', 'note.txt'), 'no folder');

  expect((await listSavedTables(dir)).map(({ table_id }) => table_id)).toEqual(['newer', 'older']);
  const lines = stderr.mock.calls.map(([text]) => String(text)).sort();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(join('tables', 'foreign', 'table.json'));
  expect(lines[1]).toContain(join('tables', 'torn', 'table.json'));

  expect((await findSavedTable(dir, 'post-older')).table_id).toBe('older');
  for (const id of ['torn', 'foreign'])
    await expect(findSavedTable(dir, id)).rejects.toMatchObject({ code: 'data_dir_unusable' });
  for (const id of ['empty', 'waiting', 'missing', '../older'])
    await expect(findSavedTable(dir, id)).rejects.toMatchObject({ code: 'not_found' });
  stderr.mockRestore();
});

test('reports a broken line of events with its number', async () => {
  await writeFile(join(dir, 'events.jsonl'), '{"seq":0,"ts":"","type":"hello","data":{}}\n{"seq":\n');
  await expect(readEvents(dir)).rejects.toMatchObject({
    code: 'data_dir_unusable',
    message: expect.stringContaining('line 2'),
  });
});
