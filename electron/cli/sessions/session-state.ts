/**
 * The files of a table played in the background, `<data-dir>/sessions/<role>-<ms>/`: `state.json`, replaced atomically,
 * `events.jsonl`, append-only, and the logs of the process's output streams.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hex64, problemSchema } from '../../../shared/bridge/shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { controlModeSchema, type Role, roleSchema } from '../../../shared/tables/hooks.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ownFile, readForeignText } from '../../files/foreign-file.ts';

/** ISO 8601, UTC, milliseconds. */
const isoTime = z.string();

export const webModeSchema = z.enum(['auto', 'headless', 'off']);
export type WebMode = z.infer<typeof webModeSchema>;

export const sessionStateSchema = z.object({
  role: roleSchema,
  /** `crashed`: set by readers if the process has exited, and by the process if its owner has. */
  status: z.enum(['starting', 'running', 'startup_failed', 'closed', 'aborted', 'crashed', 'stopped']),
  state_dir: z.string(),
  pid: z.int(),
  post_id: z.string().nullable(),
  protocol_id: hex64.nullable(),
  session_id: hex64.nullable(),
  table_id: z.string().nullable(),
  local_control_mode: controlModeSchema,
  peer_control_mode: controlModeSchema.nullable(),
  web_mode: webModeSchema,
  started_at: isoTime,
  updated_at: isoTime,
  ended_at: isoTime.nullable(),
  /** Whether the game was completed; null until it ended. */
  completed: z.boolean().nullable(),
  end_reason: z.string().nullable(),
  error: problemSchema.nullable(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

const stateFileName = 'state.json';
export const eventsFileName = 'events.jsonl';
const sessionsDir = (dataDir: string) => join(dataDir, 'sessions');

/** Creates a new folder; two starts in the same millisecond get different ones. */
export async function createStateDir(dataDir: string, role: Role, now = Date.now()): Promise<string> {
  await mkdir(sessionsDir(dataDir), { recursive: true, mode: 0o700 });
  for (let timestamp = now; ; timestamp += 1) {
    const folder = join(sessionsDir(dataDir), `${role}-${timestamp}`);
    try {
      await mkdir(folder, { mode: 0o700 });
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

export async function writeState(state: SessionState): Promise<void> {
  await writeFileAtomic(join(state.state_dir, stateFileName), `${JSON.stringify(state, null, 2)}\n`);
}

/** Rejects `not_found` if there is no readable state. */
export async function readState(stateDir: string): Promise<SessionState> {
  const text = await readForeignText(join(stateDir, stateFileName), ownFile.value).catch(() => null);
  const result = sessionStateSchema.safeParse(text === null ? null : parseJsonOrNull(text));
  if (!result.success) throw new ParlorError('not_found', `There is no session in ${stateDir}.`);
  const state = result.data;
  return !hasEnded(state) && !isAlive(state.pid) ? { ...state, status: 'crashed' } : state;
}

/** Every session of a data directory, newest first. */
export async function listStates(dataDir: string): Promise<SessionState[]> {
  const names = await readdir(sessionsDir(dataDir)).catch(() => [] as string[]);
  const states = await Promise.all(names.map((name) => readState(join(sessionsDir(dataDir), name)).catch(() => null)));
  return states.filter((state) => state !== null).sort((a, b) => b.started_at.localeCompare(a.started_at));
}

export const hasEnded = ({ status }: SessionState): boolean => status !== 'starting' && status !== 'running';

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Exited but not reaped by its parent, which in a container may never happen (proc_pid_stat(5)). */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).startsWith('Z');
}
