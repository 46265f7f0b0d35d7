/**
 * Write-ahead log for resuming a table in another process: its terms, then every event of its engine, each written before its
 * effects leave this computer. Each line is encrypted (24-byte nonce, XChaCha20-Poly1305, base64) with its table and index as
 * associated data, so that lines cannot be read, moved or exchanged without the identity's key. Deleted once the table is over, or has
 * become too long to be resumed.
 */
import { randomBytes } from 'node:crypto';
import { open, rm, stat, utimes } from 'node:fs/promises';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { inBackground } from '../../../shared/background.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import { type AppendedFile, appendedFile } from '../../files/appended-file.ts';
import { fileLines } from '../../files/file-lines.ts';
import { appendFlags, openOwnFile } from '../../files/foreign-file.ts';
import { ifMissing } from '../../files/if-missing.ts';
import { overcomeFault } from '../../files/overcome-fault.ts';

export interface ResumeLog {
  /** Appends a line, in the order of the calls; with `durable` it is on disk once resolved. */
  append(value: unknown, durable?: boolean): Promise<void>;
  /** Everything appended so far is on disk once resolved. */
  sync(): Promise<void>;
  /** Closes the file and leaves it for the next start. Safe to call twice. */
  close(): Promise<void>;
  /** Deletes the file. */
  remove(): Promise<void>;
}

export interface ResumeLogLocation {
  path: string;
  /** 32 bytes. */
  key: Uint8Array;
  table_id: string;
}

const nonceBytes = 24;
/**
 * How often an open log's time is set, milliseconds. While a player thinks, there are no events; from the file's time, the next start
 * knows when a process last had the table open.
 */
const aliveEveryMs = 20_000;

export async function createResumeLog(location: ResumeLogLocation, head: unknown): Promise<ResumeLog> {
  const handle = await overcomeFault(() => open(location.path, 'wx', 0o600));
  const log = createLog(location, appendedFile(handle, 0), 0, 0);
  try {
    await log.append(head, true);
    return log;
  } catch (error) {
    await log.remove();
    throw error;
  }
}

/** The valid lines, and the log that continues after them; null if there is none. A torn last line is cut off. */
export async function openResumeLog(location: ResumeLogLocation): Promise<{ lines: unknown[]; log: ResumeLog } | null> {
  if (!(await isWithinBudget(location))) return null;
  const lines: unknown[] = [];
  let size = 0;
  for await (const { bytes, end } of fileLines(location.path)) {
    const line = decryptLine(location, lines.length, bytes);
    if (line === undefined) break;
    lines.push(line);
    size = end;
  }
  if (lines.length === 0) return null;
  const handle = await openOwnFile(location.path, appendFlags);
  const log = createLog(location, appendedFile(handle, size), size, lines.length);
  try {
    await handle.truncate(size);
    return { lines, log };
  } catch (error) {
    await log.close();
    throw error;
  }
}

export interface ResumeEnds {
  head: unknown;
  last: unknown;
  /** When a process last had the log open, to about `aliveEveryMs`: Unix milliseconds. */
  aliveAt: number;
}

/** The first and the last line, without decrypting those between; null if there is no log, or it exceeds its budget. */
export async function readResumeEnds(location: ResumeLogLocation): Promise<ResumeEnds | null> {
  if (!(await isWithinBudget(location))) return null;
  const { mtimeMs: aliveAt } = await stat(location.path);
  let first: Buffer | null = null;
  let last: Buffer | null = null;
  let count = 0;
  for await (const { bytes } of fileLines(location.path)) {
    first ??= bytes;
    last = bytes;
    count += 1;
  }
  if (first === null || last === null) return null;
  return { head: decryptLine(location, 0, first), last: decryptLine(location, count - 1, last), aliveAt };
}

async function isWithinBudget({ path }: ResumeLogLocation): Promise<boolean> {
  const size = (await stat(path).catch(ifMissing(null)))?.size ?? 0;
  return size > 0 && size <= budgets.files.logBytes;
}

function createLog(
  location: ResumeLogLocation,
  file: AppendedFile,
  initialSize: number,
  firstIndex: number,
): ResumeLog {
  let size = initialSize;
  let index = firstIndex;
  let isRemoved = false;
  const markAlive = () =>
    utimes(location.path, new Date(), new Date()).catch(() => {
      // The events have times of their own.
    });
  const aliveTimer = setInterval(() => inBackground('resume log', markAlive()), aliveEveryMs).unref();
  const remove = async () => {
    isRemoved = true;
    clearInterval(aliveTimer);
    await file.close().catch(() => {
      // The file goes in any case.
    });
    await rm(location.path, { force: true });
  };
  return {
    async append(value, durable) {
      if (isRemoved) return;
      const line = encryptLine(location, index, value);
      index += 1;
      size += line.length;
      await (size > budgets.files.logBytes ? remove() : file.append(line, durable));
    },
    sync: async () => {
      if (!isRemoved) await file.sync();
    },
    async close() {
      clearInterval(aliveTimer);
      await file.close();
      if (!isRemoved) await markAlive();
    },
    remove,
  };
}

const associatedData = ({ table_id }: ResumeLogLocation, index: number) =>
  new TextEncoder().encode(`parlor-table-resume:1 ${table_id} ${index}`);

function encryptLine(location: ResumeLogLocation, index: number, value: unknown): string {
  const nonce = randomBytes(nonceBytes);
  const text = new TextEncoder().encode(JSON.stringify(value));
  const box = xchacha20poly1305(location.key, nonce, associatedData(location, index)).encrypt(text);
  return `${Buffer.concat([nonce, box]).toString('base64')}\n`;
}

/** Undefined for a torn or foreign line. */
function decryptLine(location: ResumeLogLocation, index: number, line: Buffer): unknown {
  try {
    const bytes = Buffer.from(line.toString('latin1'), 'base64');
    const cipher = xchacha20poly1305(location.key, bytes.subarray(0, nonceBytes), associatedData(location, index));
    return JSON.parse(new TextDecoder().decode(cipher.decrypt(bytes.subarray(nonceBytes))));
  } catch {
    return undefined;
  }
}
