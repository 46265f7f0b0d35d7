/**
 * A table's folder on disk, `<data-dir>/tables/<table_id>/`:
 * - `record.jsonl`: the append-only, hash-chained record.
 * - `views.jsonl`: the views that the board was shown, each with its line of the record.
 * - `table.json`: the snapshot, replaced as a whole; see table-file.ts.
 * - `resume.sealed`: while the table can be resumed after a restart; see resume-log.ts.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { appendFile, type FileHandle, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '../../../shared/bridge/contract.ts';
import { ParlorError, reportError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import type { Outcome } from '../../../shared/tables/outcome.ts';
import {
  emptyHead,
  nextLine,
  type RecordEntry,
  type RecordLine,
  recordLineSchema,
  type ViewLine,
} from '../../../shared/tables/record.ts';
import { isProofEntry } from '../../../shared/tables/record-order.ts';
import { appendedFile } from '../../files/appended-file.ts';
import { syncDirectory, writeFileAtomic } from '../../files/atomic-write.ts';
import { fileLines } from '../../files/file-lines.ts';
import { appendFlags, openOwnFile, safeFlags } from '../../files/foreign-file.ts';
import { ifMissing } from '../../files/if-missing.ts';
import { overcomeFault } from '../../files/overcome-fault.ts';
import {
  type GameSnapshot,
  outcomeSchema,
  readTableFile,
  type TableFile,
  tableFileName,
  tableIdPattern,
  tablesFolder,
} from '../table-file.ts';
import { openTableIndex, type TableIndex } from '../table-index.ts';

export type TableChange = Partial<Omit<TableFile, 'table_id' | 'started_at' | 'facts'>> & { facts?: JsonObject };

export interface TableJournal {
  readonly table_id: string;
  /** Frames, head and lines of the record so far, and whether both sides signed it; a null head while it is empty. */
  readonly record: Table['record'];
  /** Appends an entry, in the order of the calls; with `durable` it is on disk once resolved. Only the end fits beyond the largest size. */
  append(entry: RecordEntry, at: number, durable?: boolean): Promise<void>;
  /** SHA-256 of everything appended so far. */
  hash(): Promise<string>;
  /** Appends the board's view if it has changed. Never rejects: only the record is essential. */
  appendView(view: Pick<ViewLine, 'moves' | 'view'>): Promise<void>;
  file(): TableFile;
  /** Merges `change` into table.json, `facts` key by key; durable once resolved. */
  update(change: TableChange): Promise<void>;
  /** Flushes and closes the record; only `update` works from then on. Safe to call twice. */
  close(): Promise<void>;
}

export interface TableStore {
  /** Every table on disk, as of the last `reload`. Broken ones are left untouched. */
  readonly index: TableIndex;
  create(table_id: string, facts: JsonObject): Promise<TableJournal>;
  /** The file of a table. Rejects `not_found` if it is missing or broken. */
  read(table_id: string): Promise<TableFile>;
  /** Complete lines of the record from byte `offset` on, at most a megabyte or one line; `next`: the offset to continue from. */
  readRecordText(table_id: string, offset: number): Promise<{ text: string; next: number }>;
  /** As `readRecordText`, for views.jsonl. */
  readViewsText(table_id: string, offset: number): Promise<{ text: string; next: number }>;
  /** The valid lines from the start of the record. */
  readLines(table_id: string): Promise<RecordLine[]>;
  resumePath(table_id: string): string;
  /** Ends a table that could not be resumed. */
  endInterrupted(table_id: string): Promise<TableFile>;
  /** Reopens a table, e.g. to add the settled result to its facts. Rejects `not_found`. */
  open(table_id: string): Promise<TableJournal>;
}

const recordFileName = 'record.jsonl';
const viewsFileName = 'views.jsonl';
const resumeFileName = 'resume.sealed';
const { recordBytes, viewBytes, viewsBytes } = budgets.files;
/** Holds any line. */
const chunkBytes = budgets.files.lineBytes;

/**
 * Opens `<dataDir>/tables` for the one process that owns the data directory. First ends tables that an earlier process left
 * unfinished, unless `canResume`: with the outcome in their record, otherwise failed as `interrupted`.
 */
export async function openTableStore(
  dataDir: string,
  now: () => number = Date.now,
  canResume: (table_id: string, resumePath: string) => Promise<boolean> = async () => false,
): Promise<TableStore> {
  const directory = tablesFolder(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });

  const folderOf = (table_id: string) => {
    if (!tableIdPattern.test(table_id)) throw new ParlorError('not_found', 'This table does not exist.');
    return join(directory, table_id);
  };
  const requireFile = async (table_id: string): Promise<TableFile> => {
    const file = tableIdPattern.test(table_id) ? await readTableFile(dataDir, table_id) : null;
    if (!file) throw new ParlorError('not_found', 'This table does not exist.');
    return file;
  };
  const resumePath = (table_id: string) => join(folderOf(table_id), resumeFileName);
  const reopen = async (file: TableFile) => openJournal(folderOf(file.table_id), file);
  const endInterrupted = async (file: TableFile) =>
    endInterruptedTable(await reopen(file), folderOf(file.table_id), now());

  const index = await openTableIndex(dataDir);
  for (const { table_id, ended_at } of [...index.entries.values()]) {
    try {
      if (ended_at !== null || (await canResume(table_id, resumePath(table_id)))) continue;
      await endInterrupted(await requireFile(table_id));
      await index.reload(table_id);
    } catch (error) {
      // The next start tries again.
      reportError(error, 'table of an earlier run');
    }
  }

  return {
    index,
    resumePath,
    async endInterrupted(table_id) {
      const file = await requireFile(table_id);
      if (file.ended_at === null) await endInterrupted(file);
      return requireFile(table_id);
    },
    async create(table_id, facts) {
      const folder = folderOf(table_id);
      await overcomeFault(() => mkdir(folder, { mode: 0o700 }));
      const started_at = Math.round(now());
      const file: TableFile = {
        table_id,
        started_at,
        ended_at: null,
        phase: 'joining',
        problem: null,
        outcome: null,
        game: null,
        facts,
      };
      try {
        await overcomeFault(() => syncDirectory(directory));
        const journal = await overcomeFault(() => openJournal(folder, file));
        await journal.update({}).catch(async (error: unknown) => {
          await journal.close();
          throw error;
        });
        return journal;
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
    read: requireFile,
    async readLines(table_id) {
      const lines: RecordLine[] = [];
      for await (const { line } of recordLines(join(folderOf(table_id), recordFileName))) lines.push(line);
      return lines;
    },
    readRecordText: (table_id, offset) => readLinesAt(join(folderOf(table_id), recordFileName), offset),
    readViewsText: (table_id, offset) => readLinesAt(join(folderOf(table_id), viewsFileName), offset),
    open: async (table_id) => reopen(await requireFile(table_id)),
  };
}

/** Ends a table with the outcome in its record, otherwise as failed with code `interrupted`. */
async function endInterruptedTable(journal: TableJournal, folder: string, now: number): Promise<void> {
  let last: RecordLine | null = null;
  for await (const { line } of recordLines(join(folder, recordFileName))) if (!isProofEntry(line.entry)) last = line;
  const parsedOutcome = last?.entry.kind === 'end' ? outcomeSchema.safeParse(last.entry) : null;
  const outcome: Outcome = parsedOutcome?.success
    ? (parsedOutcome.data as Outcome)
    : {
        completed: false,
        winner: null,
        reason: null,
        problem: { code: 'interrupted', message: 'Parlor ended while this table was open.' },
      };
  const ended_at = Math.round(last?.at ?? now);
  if (!parsedOutcome?.success) await journal.append({ kind: 'end', ...outcome }, ended_at, true);
  const phase = outcome.completed ? 'finished' : 'failed';
  const game = journal.file().game;
  const finalGame = game && {
    ...game,
    phase,
    ask: null,
    peer_asked_at: null,
    chosen: { own: false, peer: false },
    peer_ends_at: null,
    peer_deadline_at: null,
    outcome,
    problem: outcome.problem,
    ended_at,
    record: journal.record,
  };
  const problem = outcome.problem as JsonObject | null;
  await journal.update({ phase, problem, ended_at, outcome, game: finalGame as GameSnapshot | null } as TableChange);
  await journal.close();
}

async function readLinesAt(path: string, offset: number): Promise<{ text: string; next: number }> {
  const handle = await openOwnFile(path).catch(ifMissing(null));
  if (handle === null) return { text: '', next: offset };
  try {
    const chunk = Buffer.alloc(chunkBytes);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset);
    // The last line may still be incomplete.
    const end = chunk.subarray(0, bytesRead).lastIndexOf(10) + 1;
    return { text: chunk.subarray(0, end).toString('utf8'), next: offset + end };
  } finally {
    await handle.close();
  }
}

/** Cuts off an incomplete last line, which would become part of the next one. Returns the size of the file. */
async function removeTornLine(path: string): Promise<number> {
  const handle = await openOwnFile(path, constants.O_RDWR).catch(ifMissing(null));
  if (handle === null) return 0;
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - chunkBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    const end = start + buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
    if (end < size) await handle.truncate(end);
    return end;
  } finally {
    await handle.close();
  }
}

/** The valid lines from the start of a record, without a torn tail. */
async function* recordLines(path: string): AsyncGenerator<{ line: RecordLine; end: number }> {
  let seq = 0;
  for await (const { bytes, end } of fileLines(path)) {
    const line = parseLine(bytes.toString('utf8'));
    if (line?.seq !== seq) return;
    yield { line, end };
    seq += 1;
  }
}

function parseLine(text: string): RecordLine | null {
  try {
    const parsed = recordLineSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const fullError = () => Object.assign(new Error('This record has reached its largest size.'), { code: 'EFBIG' });

async function openJournal(folder: string, initialFile: TableFile): Promise<TableJournal> {
  const path = join(folder, recordFileName);
  let lastLine: RecordLine | null = null;
  let frameCount = 0;
  /** Of the record. */
  let bytes = 0;
  for await (const { line, end } of recordLines(path)) {
    lastLine = line;
    if (line.entry.kind === 'frame') frameCount += 1;
    bytes = end;
  }
  const handle: FileHandle = await openOwnFile(path, appendFlags);
  const record = appendedFile(handle, bytes);
  // A torn tail would become part of the next line.
  await handle.truncate(bytes).catch(async (error: unknown) => {
    await record.close();
    throw error;
  });

  let file = initialFile;
  let closing: Promise<void> | null = null;
  const updateQueue = createSerialQueue();
  let nextUpdate: Promise<void> | null = null;
  const viewQueue = createSerialQueue();
  let lastViewText = '';
  /** Size of the file of views; null until this process writes to it. */
  let viewsSize: number | null = null;

  async function appendView(view: Pick<ViewLine, 'moves' | 'view'>): Promise<void> {
    if (lastLine === null) return;
    const text = JSON.stringify(view);
    if (text === lastViewText || Buffer.byteLength(text) > viewBytes) return;
    lastViewText = text;
    const line = `${JSON.stringify({ seq: lastLine.seq, head: lastLine.head, ...view } satisfies ViewLine)}\n`;
    const append = async () => {
      const path = join(folder, viewsFileName);
      viewsSize ??= await removeTornLine(path);
      if (viewsSize + Buffer.byteLength(line) > viewsBytes) return;
      await appendFile(path, line, { mode: 0o600, flag: appendFlags | safeFlags });
      viewsSize += Buffer.byteLength(line);
    };
    await viewQueue(append).catch((error: unknown) => reportError(error, 'views of a table'));
  }

  return {
    table_id: initialFile.table_id,
    get record() {
      const head = lastLine === null || lastLine.head === emptyHead ? null : lastLine.head;
      const lineCount = lastLine === null ? 0 : lastLine.seq + 1;
      const signed = lastLine?.entry.kind === 'signed';
      return { frames: frameCount, head, lines: lineCount, ...(signed ? { signed } : {}) };
    },
    append(entry, at, durable = false) {
      const line = nextLine(lastLine, Math.round(at), entry);
      const text = `${JSON.stringify(line)}\n`;
      const size = bytes + Buffer.byteLength(text);
      if (size > recordBytes && entry.kind !== 'end' && !isProofEntry(entry)) return Promise.reject(fullError());
      bytes = size;
      lastLine = line;
      if (entry.kind === 'frame') frameCount += 1;
      return record.append(text, durable);
    },
    async hash() {
      await record.sync();
      const hash = createHash('sha256');
      for (let offset = 0; ; ) {
        const { text, next } = await readLinesAt(path, offset);
        if (next === offset) return hash.digest('hex');
        hash.update(text);
        offset = next;
      }
    },
    appendView,
    file: () => file,
    update(change) {
      file = { ...file, ...change, facts: { ...file.facts, ...change.facts } };
      // Changes during a write share the next one.
      nextUpdate ??= updateQueue(() => {
        nextUpdate = null;
        return overcomeFault(() => writeFileAtomic(join(folder, tableFileName), JSON.stringify(file)));
      });
      return nextUpdate;
    },
    close() {
      closing ??= Promise.allSettled([updateQueue, viewQueue].map((queue) => queue(() => {}))).then(record.close);
      return closing;
    },
  };
}
