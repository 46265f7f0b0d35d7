/**
 * An encrypted map on disk whose changes cost as much as what they change, however much is stored (docs/decisions/034-inbox-logs.md). The file
 * is a log of sealed lines (sealed-lines.ts): a snapshot of the entries, then a line for each update. It is rewritten as a snapshot when
 * it has doubled, and when it is opened after entries were removed.
 */
import { constants } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { removeLeftovers, writeFileAtomic } from './atomic-write.ts';
import { openOwnFile, ownFile, readForeignFile } from './foreign-file.ts';
import { ifMissing } from './if-missing.ts';
import { openLine, parseLines, sealLine } from './sealed-lines.ts';
import { keepCopy, setAside } from './set-aside.ts';

/** The new value of a key; null removes it. */
export type Change<T> = readonly [key: string, value: T | null];

export interface SealedMap<T> {
  readonly entries: ReadonlyMap<string, T>;
  /** The name of the copy of a damaged file, otherwise null. The entries are those that could still be read. */
  readonly keptAs: string | null;
  /**
   * Applies all changes that `decide` returns, or none; decided once earlier updates have been applied. Resolves with them once they are
   * durable and in `entries`. Rejects `cancelled` once closed.
   */
  update(decide: () => readonly Change<T>[]): Promise<readonly Change<T>[]>;
  /** Clears the entries and zeroes the key; resolves once pending updates are durable. */
  close(): Promise<void>;
}

export interface SealedMapConfig<T> {
  path: string;
  /** 32 bytes, zeroed on close. */
  key: Uint8Array;
  /** Identifies the map and its owner. */
  purpose: string;
  schema: z.ZodType<T>;
  /** The entries of a file in an earlier format, which is then replaced; null if it isn't one. Throws if it can't be read. */
  readEarlierFormat?(bytes: Uint8Array): Iterable<readonly [string, T]> | null;
}

/** Entries in a line of a snapshot, UTF-16 units: a short pause for the event loop, and the most that one damage loses. */
const snapshotLineCharacters = 16 * 1024;
/** A file grows by at least this many bytes before it is rewritten. */
const rewriteMinBytes = 256 * 1024;

/** What a file contains. */
interface Stored<T> {
  entries: Map<string, T>;
  /** Number of the next line. */
  nextNumber: number;
  /** Bytes of the complete lines; null if there is no file, or it must be rewritten before anything is appended. */
  size: number | null;
  /** Bytes of the snapshot. */
  snapshotSize: number;
  hasRemovals: boolean;
  isDamaged: boolean;
}

/** This process must own the folder. */
export async function openSealedMap<T>(config: SealedMapConfig<T>): Promise<SealedMap<T>> {
  const { path, key, schema } = config;
  await removeLeftovers(path);
  const bytes = await readForeignFile(path, ownFile.log).catch(ifMissing(null));
  const stored = await readStored(config, bytes);
  const { entries } = stored;
  let { nextNumber, size } = stored;
  let rewriteSize = rewriteSizeFor(stored.snapshotSize);
  let isClosed = false;
  const serialize = createSerialQueue();

  /** Replaces the file. Until then, the old one stays complete. */
  async function rewrite(next: ReadonlyMap<string, T>): Promise<void> {
    const lines: string[] = [];
    for (const batch of batchesOf(next)) {
      lines.push(sealLine(config, nextNumber + lines.length, { snapshot: lines.length, entries: batch }));
      await nextTurn();
    }
    const text = lines.join('');
    await writeFileAtomic(path, text);
    nextNumber += lines.length;
    size = text.length;
    rewriteSize = rewriteSizeFor(size);
  }

  async function store(changes: readonly Change<T>[]): Promise<void> {
    const line = sealLine(config, nextNumber, { entries: changes });
    if (size !== null && (await appendLine(path, line, size))) {
      size += line.length;
      nextNumber += 1;
    } else await rewrite(withChanges(new Map(entries), changes));
  }

  let keptAs: string | null = null;
  if (stored.isDamaged) keptAs = entries.size === 0 ? await setAside(path) : await keepCopy(path);
  // On failure, the next update tries it again.
  if (stored.hasRemovals || (size === null && entries.size > 0)) await rewrite(entries).catch(() => {});

  return {
    entries,
    keptAs,
    async update(decide) {
      if (isClosed) throw new ParlorError('cancelled', 'The file is closed.');
      return serialize(async () => {
        const changes = decide();
        if (changes.length === 0) return changes;
        await store(changes);
        withChanges(entries, changes);
        if (size !== null && size > rewriteSize) {
          rewriteSize = rewriteSizeFor(size);
          // Nothing is lost if this fails; it is tried again when the file has doubled again.
          await rewrite(entries).catch(() => {});
        }
        return changes;
      });
    },
    async close() {
      isClosed = true;
      await serialize(() => {});
      entries.clear();
      key.fill(0);
    },
  };

  async function readStored({ readEarlierFormat }: SealedMapConfig<T>, bytes: Buffer | null): Promise<Stored<T>> {
    const empty = { nextNumber: 0, size: null, snapshotSize: 0, hasRemovals: false, isDamaged: false };
    if (bytes === null) return { ...empty, entries: new Map() };
    try {
      const earlierEntries = readEarlierFormat?.(bytes);
      if (earlierEntries) return { ...empty, entries: new Map(earlierEntries) };
    } catch {
      return { ...empty, entries: new Map(), isDamaged: true };
    }
    return readLines(config, lineSchemaOf(schema), bytes);
  }
}

const rewriteSizeFor = (snapshotSize: number) => snapshotSize + Math.max(rewriteMinBytes, snapshotSize);

const lineSchemaOf = <T>(schema: z.ZodType<T>) =>
  z.object({
    /** Position in the snapshot; absent for an update. */
    snapshot: z.int().optional(),
    entries: z.array(z.tuple([z.string(), schema.nullable()])),
  });

type LineSchema<T> = ReturnType<typeof lineSchemaOf<T>>;

async function readLines<T>(config: SealedMapConfig<T>, schema: LineSchema<T>, bytes: Buffer): Promise<Stored<T>> {
  const entries = new Map<string, T>();
  const { lines, end, isTorn } = parseLines(bytes);
  let nextNumber: number | null = null;
  let snapshotSize = 0;
  let hasRemovals = false;
  // A file is created with its first line, so that a torn one is an update that was never acknowledged.
  let isDamaged = isTorn && lines.length === 0;
  for (const line of lines) {
    if (line.index % 64 === 63) await nextTurn();
    const content = line.number === null ? undefined : schema.safeParse(openLine(config, line)).data;
    const isNext = nextNumber === null ? content?.snapshot === 0 : line.number === nextNumber;
    if (!content || !isNext) isDamaged = true;
    // An earlier line doesn't belong here: it would undo later ones.
    if (!content || line.number === null || (nextNumber !== null && line.number < nextNumber)) continue;
    nextNumber = line.number + 1;
    if (content.snapshot !== undefined) snapshotSize += line.size;
    if (content.snapshot === 0) entries.clear();
    withChanges(entries, content.entries);
    hasRemovals ||= content.entries.some(([, value]) => value === null);
  }
  const size = isDamaged ? null : end;
  return { entries, nextNumber: nextNumber ?? 0, size, snapshotSize, hasRemovals, isDamaged };
}

/** The entries in lines of a snapshot, at least one line. */
function* batchesOf<T>(entries: ReadonlyMap<string, T>): Generator<[string, T][]> {
  let batch: [string, T][] = [];
  let characters = 0;
  for (const entry of entries) {
    batch.push(entry);
    characters += JSON.stringify(entry).length;
    if (characters < snapshotLineCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0 || entries.size === 0) yield batch;
}

function withChanges<T>(entries: Map<string, T>, changes: Iterable<Change<T>>): Map<string, T> {
  for (const [key, value] of changes) {
    if (value === null) entries.delete(key);
    else entries.set(key, value);
  }
  return entries;
}

/** Appends a line at `end`, where an earlier write may have failed halfway. False if the file there is not the one that was read. */
async function appendLine(path: string, line: string, end: number): Promise<boolean> {
  const file = await openOwnFile(path, constants.O_RDWR).catch(ifMissing(null));
  if (file === null) return false;
  try {
    const { size } = await file.stat();
    if (size < end) return false;
    if (size > end) await file.truncate(end);
    const content = Buffer.from(line, 'latin1');
    for (let written = 0; written < content.length; ) {
      written += (await file.write(content, written, content.length - written, end + written)).bytesWritten;
    }
    await file.datasync();
    return true;
  } catch (error) {
    // The torn line is ignored when the file is opened again.
    await file.truncate(end).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}
