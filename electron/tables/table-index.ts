/**
 * A row for each table of a data directory, so that no process has to read or hold all of them. The tables' folders are the truth:
 * `tables/index.json` only saves reading those that have not changed since it was written. Rows without a matching file are ignored, and
 * a missing or broken index is rebuilt.
 */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tableRowSchema } from '../../shared/bridge/contract.ts';
import { rowOf } from '../../shared/tables/table-rows.ts';
import { removeLeftovers, writeFileAtomic } from '../files/atomic-write.ts';
import { ownFile, readForeignText } from '../files/foreign-file.ts';
import { restoreTable } from './restored-table.ts';
import { readTableFile, type TableFile, tableFilePath, tableIdPattern, tablesFolder } from './table-file.ts';

const indexEntrySchema = z.object({
  table_id: z.string(),
  /** Null if the table has not ended. */
  ended_at: z.int().nullable(),
  /** Whether nothing is left to report to the community. */
  reported: z.boolean(),
  /** Null for a file without a snapshot. */
  row: tableRowSchema.nullable(),
});
export type IndexEntry = z.infer<typeof indexEntrySchema>;

/** `stamp`: identifies the version of table.json that was read; every write replaces the file. */
const savedEntrySchema = indexEntrySchema.extend({ stamp: z.string() });
type SavedEntry = z.infer<typeof savedEntrySchema>;

export interface TableIndex {
  /** By table id. */
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** Tables whose table.json is broken. */
  readonly unreadableIds: readonly string[];
  /** Reads a table again. */
  reload(table_id: string): Promise<void>;
}

const indexFileName = 'index.json';
/** Change it when rows are made from files in another way; a change of their shape is noticed anyway. */
const indexFormat = 2;
/** Files read at once. */
const batchSize = 64;
/** With fewer new rows, reading them again at the next start takes less time than writing the index. */
const minNewRows = 32;

/** Only the process that owns the data directory may call it. */
export async function openTableIndex(dataDir: string): Promise<TableIndex> {
  const folder = tablesFolder(dataDir);
  const path = join(folder, indexFileName);
  await removeLeftovers(path);
  const savedEntries = await readSavedEntries(path);
  const table_ids = (await readdir(folder)).filter((name) => tableIdPattern.test(name));
  const entries = new Map<string, IndexEntry>();
  const current: SavedEntry[] = [];
  const unreadableIds: string[] = [];
  let newRows = 0;

  async function load(table_id: string): Promise<void> {
    const stamp = await stampOf(dataDir, table_id);
    if (stamp === null) return;
    const savedEntry = savedEntries.get(table_id);
    const entry = savedEntry?.stamp === stamp ? savedEntry : await readEntry(dataDir, table_id);
    if (entry === null) {
      if (existsSync(tableFilePath(dataDir, table_id))) unreadableIds.push(table_id);
      return;
    }
    if (entry !== savedEntry) newRows += 1;
    entries.set(table_id, entry);
    current.push({ ...entry, stamp });
  }

  for (let start = 0; start < table_ids.length; start += batchSize)
    await Promise.all(table_ids.slice(start, start + batchSize).map(load));
  // Without the index, the next start reads the tables themselves.
  if (newRows >= minNewRows)
    await writeFileAtomic(path, JSON.stringify({ format: indexFormat, entries: current })).catch(() => {});

  return {
    entries,
    unreadableIds,
    async reload(table_id) {
      const entry = await readEntry(dataDir, table_id);
      if (entry === null) entries.delete(table_id);
      else entries.set(table_id, entry);
    },
  };
}

async function readSavedEntries(path: string): Promise<Map<string, SavedEntry>> {
  const savedEntries = new Map<string, SavedEntry>();
  try {
    const index = JSON.parse(await readForeignText(path, ownFile.list)) as {
      format?: unknown;
      entries?: unknown;
    };
    if (index.format !== indexFormat || !Array.isArray(index.entries)) return savedEntries;
    for (const value of index.entries) {
      const { data } = savedEntrySchema.safeParse(value);
      if (data) savedEntries.set(data.table_id, data);
    }
  } catch {
    // Rebuilt.
  }
  return savedEntries;
}

/** Null without a file. */
async function stampOf(dataDir: string, table_id: string): Promise<string | null> {
  const file = await stat(tableFilePath(dataDir, table_id), { bigint: true }).catch(() => null);
  return file && `${file.ino} ${file.mtimeNs} ${file.size}`;
}

async function readEntry(dataDir: string, table_id: string): Promise<IndexEntry | null> {
  const file = await readTableFile(dataDir, table_id);
  // A file that was copied to another folder.
  if (file === null || file.table_id !== table_id) return null;
  return entryOf(file);
}

/** Null for a snapshot that is no table of this version. */
export function entryOf(file: TableFile): IndexEntry | null {
  const restored = restoreTable(file);
  const { table_id, ended_at } = file;
  if (restored === null) return { table_id, ended_at, reported: true, row: null };
  const row = tableRowSchema.safeParse(rowOf(restored.table)).data;
  return row ? { table_id, ended_at, reported: restored.reported, row } : null;
}
