/**
 * Copies a community between databases: table by table, in the order of the keys. Each batch is stored together with its position,
 * where a killed copy resumes. At the end both sides must have the same rows.
 */
import { ParlorError } from '../../shared/errors.ts';
import { progressTable, unfinishedCopyError } from '../storage/copy-progress.ts';
import { requireCurrent } from '../storage/migrate.ts';
import type { CopySource, CopyTarget, Row } from './database.ts';
import type { Table } from './tables.ts';
import { matchingDigests, type TableDigests } from './verify.ts';

export type CopyStep = 'copying' | 'verifying';
/** `rowCount`: rows so far. */
export type CopyProgress = (step: CopyStep, table: Table, rowCount: number) => void;

export interface CopyPlan {
  source: CopySource;
  target: CopyTarget;
  /** Called once both databases have their tables. */
  tables: () => readonly Table[];
  onProgress?: CopyProgress;
  /** Called once the rows are verified, before the target can be used. */
  beforeFinish?: () => Promise<void>;
}

/**
 * Copies everything that is not copied yet, and resolves with the digests of both sides. Rejects with ParlorError
 * `data_dir_unusable` if the target holds other data, or if the source has changed since an unfinished copy began.
 */
export async function copyCommunity(plan: CopyPlan): Promise<TableDigests> {
  const { source, target, beforeFinish } = plan;
  const isUnfinished = await target.hasTable(progressTable);
  if (!isUnfinished && (await target.holdsData())) {
    await requireComplete(source);
    await requireComplete(target).catch(() => rejectOtherData(target));
    return (await digestsOf(plan)) ?? rejectOtherData(target);
  }
  await copyRows(plan);
  const digests = await digestsOf(plan);
  if (!digests) throw sourceChangedError(plan);
  await beforeFinish?.();
  await finishCopy(plan);
  return digests;
}

/** Copies the rows that are missing. The target remains unusable until `finishCopy`. */
export async function copyRows(plan: CopyPlan): Promise<void> {
  const { source, target } = plan;
  await requireComplete(source);
  const { state, newestTransaction } = await readState(source);
  await target.begin(state, newestTransaction);
  const [progress] = await target.select(`SELECT source, table_name, last_key FROM ${progressTable}`);
  const [sourceState, name, key] = progress as [string, string | null, string];
  if (sourceState !== state) throw sourceChangedError(plan);
  const tables = plan.tables();
  if (name === null) await target.clear(tables);
  const start = name === null ? 0 : tables.findIndex((table) => table.name === name);
  for (const table of tables.slice(start)) {
    const lastKey: Row | null = table.name === name ? JSON.parse(key) : null;
    await copyTable(plan, table, lastKey);
  }
}

async function copyTable({ source, target, onProgress }: CopyPlan, table: Table, lastKey: Row | null): Promise<void> {
  let rowCount = 0;
  // The next batch is read while one is written.
  let pendingWrite: Promise<void> = Promise.resolve();
  for await (const rows of source.batches(table, lastKey)) {
    await pendingWrite;
    pendingWrite = target.write(table, rows);
    // Awaited with the next batch.
    pendingWrite.catch(() => {});
    rowCount += rows.length;
    onProgress?.('copying', table, rowCount);
  }
  await pendingWrite;
}

const digestsOf = ({ source, target, tables, onProgress }: CopyPlan): Promise<TableDigests | null> =>
  matchingDigests(source, target, tables(), (table, rowCount) => onProgress?.('verifying', table, rowCount));

export async function finishCopy({ source, target, tables }: CopyPlan): Promise<void> {
  const lastIds = new Map<Table, number>();
  for (const table of tables()) if (table.hasIdentity) lastIds.set(table, await source.lastId(table));
  await target.finish(lastIds);
}

/** Identifies the community and its newest event. Games and invitations record events, so a source that was used has a new state. */
async function readState(source: CopySource): Promise<{ state: string; newestTransaction: number }> {
  const [firstAgent = [null]] = await source.select('SELECT public_key FROM agent ORDER BY agent_id LIMIT 1');
  const [newestEvent = [0, 0]] = await source.select(
    'SELECT tx, event_id FROM event ORDER BY tx DESC, event_id DESC LIMIT 1',
  );
  return { state: JSON.stringify([...firstAgent, ...newestEvent]), newestTransaction: Number(newestEvent[0]) };
}

async function requireComplete(database: CopySource): Promise<void> {
  if (await database.hasTable(progressTable)) throw unfinishedCopyError(database.name);
  const table = 'kysely_migration';
  const rows = (await database.hasTable(table)) ? await database.select(`SELECT name FROM ${table}`) : [];
  requireCurrent(rows.map(([name]) => String(name)));
}

function rejectOtherData({ name }: CopyTarget): never {
  throw new ParlorError(
    'data_dir_unusable',
    `${name} holds other data, and was not changed. Copy into an empty database, or a directory without community.db.`,
  );
}

const sourceChangedError = ({ source, target }: CopyPlan) =>
  new ParlorError(
    'data_dir_unusable',
    `${source.name} has changed since the copy into ${target.name} began, or is another community. Empty ${target.name} and begin again.`,
  );
