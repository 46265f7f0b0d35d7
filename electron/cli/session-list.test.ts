/** `parlor session list --csv`, from the files of tables that have ended. */
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { finishedTableId, finishedTables, personNumber } from '../tables/testing/finished-tables.ts';
import { findSavedTable } from './sessions/saved-tables.ts';
import { openTerminal } from './testing/terminal.ts';

const dir = temporaryFolder();
const terminal = openTerminal({ PARLOR_DATA_DIR: dir });
afterAll(() => terminal.close());

it('prints every table that has ended, with names that no spreadsheet runs', async () => {
  const opponent = (index: number) => ({ ...personNumber(index), nickname: index === 1 ? '=1+1' : `Player ${index}` });
  await finishedTables(dir, 8, { opponent });
  const { lines, code, errors } = await terminal.parlor('session', 'list', '--csv');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const [header, ...rows] = lines.map((line) => line.split(','));
  const column = (name: string) => rows.map((row) => row[header!.indexOf(name)]);
  expect(column('table_id')).toEqual(Array.from({ length: 8 }, (_, index) => finishedTableId(index)));
  expect(column('end')).toEqual(['won', 'won', 'lost', 'lost', 'won', 'won', 'drawn', 'unfinished']);
  expect(column('opponent').slice(0, 3)).toEqual(['Player 0', `"'=1+1"`, 'Player 2']);
});

it('prints ids by which other commands find a table', async () => {
  const rows = (await terminal.parlor('session', 'list')).lines.map((line) => line.split('\t'));
  expect(rows).toHaveLength(8);
  for (const [, , , table_id, session_id] of rows) {
    expect((await findSavedTable(dir, session_id!)).table_id).toBe(table_id);
    expect((await findSavedTable(dir, table_id!)).facts.table.session_id).toBe(session_id);
  }
});

it('is either JSON or comma-separated values', async () => {
  expect(await terminal.parlor('session', 'list', '--csv', '--json')).toMatchObject({ code: 2 });
});
