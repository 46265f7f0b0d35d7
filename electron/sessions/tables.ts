/** Tables of a data directory read from disk, beside whoever owns it: nothing is opened, locked or mended. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { roleSchema } from '../../shared/tables/hooks.ts';

const savedSchema = z.object({
  table_id: z.string(),
  started_at: z.int(),
  ended_at: z.int().nullable(),
  phase: z.string(),
  facts: z.looseObject({
    table: z.looseObject({
      post_id: z.string(),
      session_id: z.string().nullable(),
      role: roleSchema,
      protocol: z.looseObject({ protocol_id: z.string(), name: z.string() }),
    }),
  }),
});
export type SavedTable = z.infer<typeof savedSchema>;

const tablesDir = (dataDir: string) => join(dataDir, 'tables');

/** Every table that can be read, newest first. */
export async function listSavedTables(dataDir: string): Promise<SavedTable[]> {
  const names = await readdir(tablesDir(dataDir)).catch(() => [] as string[]);
  const tables = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(tablesDir(dataDir), name, 'table.json'), 'utf8').catch(() => 'null');
      return savedSchema.safeParse(JSON.parse(text)).data ?? null;
    }),
  );
  return tables.filter((table) => table !== null).sort((a, b) => b.started_at - a.started_at);
}

/** By the id of the table, its session or its invitation; the newest of several. Rejects `not_found`. */
export async function findSavedTable(dataDir: string, id: string): Promise<SavedTable> {
  const found = (await listSavedTables(dataDir)).find(
    ({ table_id, facts: { table } }) => table_id === id || table.session_id === id || table.post_id === id,
  );
  if (!found) throw new ParlorError('not_found', `There is no table, session or invitation ${id} in ${dataDir}.`);
  return found;
}

export const recordPath = (dataDir: string, table_id: string): string =>
  join(tablesDir(dataDir), table_id, 'record.jsonl');
