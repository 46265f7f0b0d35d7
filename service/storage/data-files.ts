/**
 * Tells database files apart. SQLite replays a write-ahead log over whatever file has the name of its database, such as a restored
 * backup, which destroys it. So each file has an id that no copy made by `backup` shares, and whoever opens a file notes beside it
 * which file and log they have opened.
 */
import { randomInt } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

const logOf = (path: string): string => `${path}-wal`;
const noteOf = (path: string): string => `${path}-opened`;
const look = (path: string) => statSync(path, { throwIfNoEntry: false });

/** What `PATH-opened` contains: inodes, and the id of the database. */
interface Note {
  id: number;
  file: number;
  log: number;
}

/** The id of an opened file; 0 if it has none yet. */
export const idOf = (file: DatabaseSync): number => Number(file.prepare('PRAGMA user_version').get()!.user_version);

export const newFileId = (): number => randomInt(1, 2 ** 31);

/** SQLITE_NOTADB. */
const notADatabase = 26;

/**
 * The id in the file itself, without its log. 0 if there is none; null if the file can't tell, as after a crash in the middle of a
 * checkpoint. The connection takes no lock and, unlike a descriptor of ours, releases none when it is closed.
 */
function storedId(path: string): number | null {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  try {
    const file = new DatabaseSync(url, { readOnly: true });
    try {
      return idOf(file);
    } finally {
      file.close();
    }
  } catch (error) {
    return (error as { errcode?: number }).errcode === notADatabase ? 0 : null;
  }
}

function readNote(path: string): Note | null {
  try {
    return JSON.parse(readFileSync(noteOf(path), 'utf8'));
  } catch {
    // An older Parlor has written none.
    return null;
  }
}

/** Gives an opened file its id, which has to be in the file itself before anything depends on it, and notes what was opened. */
export function noteOpened(path: string, file: DatabaseSync): void {
  if (idOf(file) === 0) {
    file.exec('BEGIN IMMEDIATE');
    if (idOf(file) === 0) file.exec(`PRAGMA user_version = ${newFileId()}`);
    file.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  }
  const [log, opened] = [look(logOf(path)), statSync(path)];
  const note: Note = { id: idOf(file), file: opened.ino, log: log?.ino ?? 0 };
  const text = JSON.stringify(note);
  if (JSON.stringify(readNote(path)) === text) return;
  // Another process or a full disk may have kept the id from being written. What isn't certain isn't noted.
  try {
    if (log && storedId(path) === note.id) {
      writeFileSync(noteOf(path), text, { mode: 0o600, flush: true });
      return;
    }
  } catch (error) {
    // A full disk keeps nobody from reading.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  rmSync(noteOf(path), { force: true });
}

/** Whether the log beside a file was written for another one. If a whole directory was copied, all inodes are others. */
function hasForeignLog(path: string): boolean {
  const [log, file, note] = [look(logOf(path)), look(path), readNote(path)];
  if (!log || log.size === 0 || !note) return false;
  return !file || (file.ino !== note.file && log.ino === note.log) || (storedId(path) ?? note.id) !== note.id;
}

/** Call before a file that may have a log is opened. Throws if SQLite would replay the log of another file. */
export function requireOwnLog(path: string): void {
  if (!hasForeignLog(path)) return;
  const name = basename(path);
  throw new Error(`${name} was replaced, and ${name}-wal isn't its log. Start the service, which sets it aside.`);
}

/** Resolves the case in which `requireOwnLog` throws. Returns the new name of the log; null if there was nothing to do. */
export function setAsideForeignLog(path: string): string | null {
  if (!hasForeignLog(path)) return null;
  const name = `${logOf(path)}.set-aside`;
  renameSync(logOf(path), name);
  rmSync(`${path}-shm`, { force: true });
  return name;
}

/** `replaced`: the opened file is elsewhere, and still whole. `overwritten`: it has the content of another. */
export type FileChange = 'removed' | 'replaced' | 'overwritten';

/**
 * Watches a file with this id, its log and its index from now on. The function returns what has happened to them since, or null; an
 * overwritten file stays so. It is cheap as long as nothing is written to the file.
 */
export function watchFile(path: string, id: number): () => FileChange | null {
  const inodes = () => [path, logOf(path), `${path}-shm`].map((name) => look(name)?.ino);
  const opened = inodes();
  /** The time of the latest change after which the file had its id, which may not be in it yet. */
  let checkedTime: number | null = null;
  let isOverwritten = false;
  return () => {
    if (isOverwritten) return 'overwritten';
    const current = inodes();
    if (current.includes(undefined)) return 'removed';
    if (current.some((inode, index) => inode !== opened[index])) return 'replaced';
    const { mtimeMs } = statSync(path);
    if (mtimeMs === checkedTime) return null;
    const currentId = storedId(path);
    if (currentId === id) checkedTime = mtimeMs;
    else isOverwritten = currentId !== null && checkedTime !== null;
    return isOverwritten ? 'overwritten' : null;
  };
}

/** Keeps the log of an overwritten file from being written into it when the file is closed. What it holds belongs to what is lost. */
export const discardLog = (path: string): void => truncateSync(logOf(path), 0);
