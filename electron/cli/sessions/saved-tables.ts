/** Reads saved tables without owning the data directory: takes no lock and repairs nothing. */
import { join } from 'node:path';
import { z } from 'zod';
import type { TableRow } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { roleSchema } from '../../../shared/tables/hooks.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { readTableFiles, type TableFile, tableFilePath, tablesFolder } from '../../tables/table-file.ts';
import { entryOf } from '../../tables/table-index.ts';
import { logLine } from '../output/terminal.ts';

/** The part of a table's data that commands need; absent if no peer ever joined. */
const factsSchema = z.looseObject({
  table: z.looseObject({
    post_id: z.string(),
    session_id: z.string().nullable(),
    role: roleSchema,
    protocol: z.looseObject({ protocol_id: z.string(), name: z.string() }),
  }),
});

export interface SavedTable {
  table_id: string;
  started_at: number;
  ended_at: number | null;
  phase: string;
  facts: z.infer<typeof factsSchema>;
}

/** Every readable table, newest first; broken ones are reported on stderr and skipped. */
export async function listSavedTables(dataDir: string): Promise<SavedTable[]> {
  return parseFacts(await readableFiles(dataDir));
}

/** The rows of the tables that have ended, as `listSavedTables`. */
export async function listEndedRows(dataDir: string): Promise<TableRow[]> {
  return (await readableFiles(dataDir)).flatMap((file) => {
    const row = entryOf(file)?.row;
    return row && isOver(row) ? [row] : [];
  });
}

async function readableFiles(dataDir: string): Promise<TableFile[]> {
  const { files, unreadableIds } = await readTableFiles(dataDir);
  for (const id of unreadableIds) logLine(`${unreadableText(dataDir, id)} Skipped.`);
  return files;
}

function parseFacts(files: readonly TableFile[]): SavedTable[] {
  return files.flatMap((file) => {
    const { success, data: facts } = factsSchema.safeParse(file.facts);
    return success ? [{ ...file, facts }] : [];
  });
}

const unreadableText = (dataDir: string, table_id: string): string =>
  `${tableFilePath(dataDir, table_id)} cannot be read as a table.`;

/**
 * Finds a table by its id, its session or its invitation; the newest of several. Rejects `not_found`, and `data_dir_unusable`
 * if that table has a broken file.
 */
export async function findSavedTable(dataDir: string, id: string): Promise<SavedTable> {
  const { files, unreadableIds } = await readTableFiles(dataDir);
  if (unreadableIds.includes(id)) throw new ParlorError('data_dir_unusable', unreadableText(dataDir, id));
  const tables = parseFacts(files);
  const match =
    tables.find(({ table_id }) => table_id === id) ??
    tables.find(({ facts: { table } }) => table.session_id === id || table.post_id === id);
  if (!match) throw new ParlorError('not_found', `There is no table, session or invitation ${id} in ${dataDir}.`);
  return match;
}

export const recordPath = (dataDir: string, table_id: string): string =>
  join(tablesFolder(dataDir), table_id, 'record.jsonl');
