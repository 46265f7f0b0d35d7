/**
 * A table's folder on disk, `<data-dir>/tables/<table_id>/`: `record.jsonl`, the hash-chained record that only grows;
 * `views.jsonl`, what a board saw after which of its lines; and `table.json`, replaced whole, with what is needed to show a
 * finished table again and to end one that was cut.
 */
import { appendFile, type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { problemSchema, tableSchema } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { winnerSchema } from '../../shared/tables/hooks.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import {
  emptyHead,
  nextLine,
  type RecordEntry,
  type RecordLine,
  recordLineSchema,
  type ViewLine,
} from '../../shared/tables/transcript.ts';
import { syncDirectory, writeFileAtomic } from '../files/atomic-file.ts';

const outcomeSchema = z.object({
  completed: z.boolean(),
  winner: winnerSchema.nullable(),
  reason: z.string().nullable(),
  problem: problemSchema.nullable(),
});

/** The part of a table's snapshot that the game makes; the caller adds people, checks, steps and the rating. */
const gameSchema = tableSchema
  .pick({
    seq: true,
    view: true,
    ask: true,
    moves: true,
    sealed_rounds: true,
    connection: true,
    record: true,
    started_at: true,
    ended_at: true,
    problem: true,
  })
  .extend({
    // Tables written down before there was talk are shown again too.
    talk: tableSchema.shape.talk.default([]),
    phase: z.enum(['playing', 'finished', 'failed']),
    /** Set once the table has ended; `completed` alone allows a result report. */
    outcome: outcomeSchema.nullable(),
  });
export type GameSnapshot = z.infer<typeof gameSchema>;

const tableFileSchema = z.object({
  table_id: z.string(),
  /** Unix milliseconds. */
  started_at: z.int(),
  ended_at: z.int().nullable(),
  phase: z.enum(['joining', 'playing', 'finished', 'failed']),
  /** A Problem, where it failed. */
  problem: z.record(z.string(), z.json()).nullable(),
  /** How the game ended, as soon as it has; a table can fail before there is a game. */
  outcome: outcomeSchema.nullable(),
  /** As of the last move that was written down; the last one of all once the table has ended. */
  game: gameSchema.nullable().catch(null),
  /** The caller's own: role, post, session, protocol, peer, options, result ... */
  facts: z.record(z.string(), z.json()),
});
export type TableFile = z.infer<typeof tableFileSchema>;

export type TableChange = Partial<Omit<TableFile, 'table_id' | 'started_at' | 'facts'>> & { facts?: JsonObject };

export interface TableJournal {
  readonly table_id: string;
  /** Frames and head of the record so far; a null head while it is empty. */
  readonly record: { frames: number; head: string | null };
  /** Adds one entry; with `durable` it is on disk once resolved. Entries keep the order of the calls. */
  append(entry: RecordEntry, at: number, durable?: boolean): Promise<void>;
  /** Keeps what is on the table now, where it is something else than before. Never rejects: the record is what counts. */
  keepView(shown: Pick<ViewLine, 'moves' | 'view'>): Promise<void>;
  file(): TableFile;
  /** Merges `change` into table.json, `facts` key by key; durable once resolved. */
  update(change: TableChange): Promise<void>;
  /** Writes what is under way, then lets go of the record: only `update` works from then on. Safe to call twice. */
  close(): Promise<void>;
}

export interface TableShelf {
  /** Tables whose table.json cannot be read; they are left as they are. */
  readonly unreadable: readonly string[];
  create(table_id: string, facts: JsonObject): Promise<TableJournal>;
  /** Every table on disk, newest first. */
  list(): Promise<TableFile[]>;
  /** The lines of one record that could be read, in order. */
  record(table_id: string): Promise<Json[]>;
  /** Whole lines of the record's file from byte `from` on, a megabyte or one line at most, and where to go on. */
  recordText(table_id: string, from: number): Promise<{ text: string; next: number }>;
  /** The same of what boards saw. */
  viewsText(table_id: string, from: number): Promise<{ text: string; next: number }>;
  /** Reopens a table, e.g. to add the settled result to its facts. Rejects `not_found`. */
  open(table_id: string): Promise<TableJournal>;
}

const recordName = 'record.jsonl';
const viewsName = 'views.jsonl';
const fileName = 'table.json';
/** One view, and all of a table: a game that shows more than this is told from its messages. */
const viewBytes = 512 * 1024;
const viewsBytes = 32 * 1024 * 1024;
/** Longer than any line: a frame has a mebibyte at most, and its place in the chain a little more. */
const pieceBytes = 1.25 * 1024 * 1024;
const tableIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Opens `<dataDir>/tables` for the one process that owns the data directory. Tables that were cut by the end of the
 * process before are first marked ended: as their record says where it has an end, else failed `interrupted`.
 */
export async function openShelf(dataDir: string, now: () => number = Date.now): Promise<TableShelf> {
  const directory = join(dataDir, 'tables');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unreadable: string[] = [];

  const folderOf = (table_id: string) => {
    if (!tableIdPattern.test(table_id)) throw new ParlorError('not_found', 'There is no such table.');
    return join(directory, table_id);
  };
  const read = async (table_id: string): Promise<TableFile> => {
    const text = await readFile(join(folderOf(table_id), fileName), 'utf8');
    return tableFileSchema.parse(JSON.parse(text));
  };
  const readAll = async (unreadable: string[] = []): Promise<TableFile[]> => {
    const names = (await readdir(directory)).filter((name) => tableIdPattern.test(name));
    const files = await Promise.all(
      names.map((name) =>
        read(name).catch(() => {
          unreadable.push(name);
          return null;
        }),
      ),
    );
    return files.filter((file) => file !== null).sort((a, b) => b.started_at - a.started_at);
  };
  const reopen = async (file: TableFile) => openJournal(folderOf(file.table_id), file);

  for (const file of await readAll(unreadable)) {
    if (file.ended_at === null) await endCutTable(await reopen(file), folderOf(file.table_id), now());
  }

  return {
    unreadable,
    async create(table_id, facts) {
      const folder = folderOf(table_id);
      await mkdir(folder, { mode: 0o700 });
      await syncDirectory(directory);
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
      const journal = await openJournal(folder, file);
      await journal.update({});
      return journal;
    },
    list: () => readAll(),
    async record(table_id) {
      const { lines } = await readRecord(join(folderOf(table_id), recordName));
      return lines as unknown as Json[];
    },
    recordText: (table_id, from) => readPiece(join(folderOf(table_id), recordName), from),
    viewsText: (table_id, from) => readPiece(join(folderOf(table_id), viewsName), from),
    async open(table_id) {
      const file = await read(table_id).catch(() => null);
      if (!file) throw new ParlorError('not_found', 'There is no such table.');
      return reopen(file);
    },
  };
}

async function endCutTable(journal: TableJournal, folder: string, now: number): Promise<void> {
  const { lines } = await readRecord(join(folder, recordName));
  const last = lines.at(-1);
  const said = last?.entry.kind === 'end' ? outcomeSchema.safeParse(last.entry) : null;
  const outcome: Outcome = said?.success
    ? (said.data as Outcome)
    : {
        completed: false,
        winner: null,
        reason: null,
        problem: { code: 'interrupted', message: 'Parlor ended while this table was open.' },
      };
  const ended_at = Math.round(last?.at ?? now);
  if (!said?.success) await journal.append({ kind: 'end', ...outcome }, ended_at, true);
  const phase = outcome.completed ? 'finished' : 'failed';
  const game = journal.file().game;
  const shown = game && {
    ...game,
    phase,
    ask: null,
    outcome,
    problem: outcome.problem,
    ended_at,
    record: journal.record,
  };
  const problem = outcome.problem as JsonObject | null;
  await journal.update({ phase, problem, ended_at, outcome, game: shown as GameSnapshot | null } as TableChange);
  await journal.close();
}

async function readPiece(path: string, from: number): Promise<{ text: string; next: number }> {
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return { text: '', next: from };
  try {
    const chunk = Buffer.alloc(pieceBytes);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, from);
    // The last line may be half written yet.
    const end = chunk.subarray(0, bytesRead).lastIndexOf(10) + 1;
    return { text: chunk.subarray(0, end).toString('utf8'), next: from + end };
  } finally {
    await handle.close();
  }
}

/** The whole lines from the start of a record that fit their grammar, and how many bytes they take. A torn tail is left out. */
async function readRecord(path: string): Promise<{ lines: RecordLine[]; bytes: number }> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const lines: RecordLine[] = [];
  let start = 0;
  for (let end = content.indexOf(10); end !== -1; end = content.indexOf(10, start)) {
    const line = readLine(content.subarray(start, end).toString('utf8'));
    if (line?.seq !== lines.length) break;
    lines.push(line);
    start = end + 1;
  }
  return { lines, bytes: start };
}

function readLine(text: string): RecordLine | null {
  try {
    const parsed = recordLineSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

async function openJournal(folder: string, initial: TableFile): Promise<TableJournal> {
  const path = join(folder, recordName);
  const { lines, bytes } = await readRecord(path);
  const handle: FileHandle = await open(path, 'a', 0o600);
  // What a cut left half written would otherwise become part of the next line.
  await handle.truncate(bytes);

  let last: RecordLine | null = lines.at(-1) ?? null;
  let frames = lines.filter((line) => line.entry.kind === 'frame').length;
  let file = initial;
  let closed: Promise<void> | null = null;
  const writes = ordered();
  const updates = ordered();
  const views = ordered();
  let seen = '';
  let seenBytes = 0;

  async function keepView(shown: Pick<ViewLine, 'moves' | 'view'>): Promise<void> {
    if (last === null) return;
    const text = JSON.stringify(shown);
    const bytes = Buffer.byteLength(text);
    if (text === seen || bytes > viewBytes || seenBytes + bytes > viewsBytes) return;
    seen = text;
    seenBytes += bytes;
    const line = { seq: last.seq, head: last.head, ...shown } satisfies ViewLine;
    const written = `${JSON.stringify(line)}\n`;
    await views(() => appendFile(join(folder, viewsName), written, { mode: 0o600 })).catch(() => {});
  }

  return {
    table_id: initial.table_id,
    get record() {
      return { frames, head: last === null || last.head === emptyHead ? null : last.head };
    },
    append(entry, at, durable = false) {
      const line = nextLine(last, Math.round(at), entry);
      last = line;
      if (entry.kind === 'frame') frames += 1;
      return writes(async () => {
        await handle.appendFile(`${JSON.stringify(line)}\n`);
        if (durable) await handle.datasync();
      });
    },
    keepView,
    file: () => file,
    update(change) {
      file = { ...file, ...change, facts: { ...file.facts, ...change.facts } };
      const bytes = Buffer.from(JSON.stringify(file));
      return updates(() => writeFileAtomic(join(folder, fileName), bytes));
    },
    close() {
      closed ??= Promise.allSettled([writes, updates, views].map((each) => each(async () => {}))).then(() =>
        handle.close(),
      );
      return closed;
    },
  };
}

/** Runs tasks one after the other; a failed one stops none of the next. */
function ordered(): (task: () => Promise<void>) => Promise<void> {
  let tail: Promise<void> = Promise.resolve();
  return (task) => {
    const result = tail.then(task);
    tail = result.catch(() => {});
    return result;
  };
}
