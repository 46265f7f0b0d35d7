/** Writes state.json and events.jsonl while a table is played in the background. */
import type { HostedTable, Table } from '../../../shared/bridge/contract.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { RecordLine } from '../../../shared/tables/record.ts';
import type { BridgeClient } from '../../owner/attach.ts';
import { version } from '../../version.ts';
import { readRecordLines } from '../follow-tables.ts';
import type { TableOutput } from '../play-table.ts';
import { openEventLog } from './event-log.ts';
import { SessionEvents } from './session-events.ts';
import { type SessionState, writeState } from './session-state.ts';

export interface DaemonOutput extends TableOutput {
  /** The command failed outside the table. */
  failed(problem: Problem): Promise<void>;
  close(): Promise<void>;
}

export type DaemonOptions = Pick<SessionState, 'role' | 'state_dir' | 'local_control_mode' | 'web_mode'> & {
  post_id: string | null;
  /** Whether a signal has ended the table. */
  stopped: () => boolean;
  /** Called once startup has succeeded or failed, with the message that the parent prints. A host has no table yet. */
  onStarted(message: JsonObject, table_id: string | null): void;
};

const startupMessage = (status: string, state: SessionState, more: JsonObject = {}): JsonObject => ({
  status,
  state_dir: state.state_dir,
  post_id: state.post_id,
  ...(state.protocol_id === null ? {} : { protocol_id: state.protocol_id }),
  ...(state.session_id === null ? {} : { session_id: state.session_id }),
  control_mode: state.local_control_mode,
  web_mode: state.web_mode,
  ...more,
});

export async function openDaemonOutput(bridge: BridgeClient, options: DaemonOptions): Promise<DaemonOutput> {
  const { role, state_dir, local_control_mode, web_mode, post_id, stopped, onStarted } = options;
  const now = new Date().toISOString();
  let state: SessionState = {
    role,
    status: 'starting',
    state_dir,
    pid: process.pid,
    post_id,
    protocol_id: null,
    session_id: null,
    table_id: null,
    local_control_mode,
    peer_control_mode: null,
    web_mode,
    started_at: now,
    updated_at: now,
    ended_at: null,
    completed: null,
    end_reason: null,
    error: null,
  };
  const log = await openEventLog(state_dir, { version, role, pid: process.pid, state_dir, started_at: now });
  const events = new SessionEvents();
  /** All writes so far, in order. */
  let work: Promise<void> = writeState(state);
  /** Snapshots whose events are not yet appended. */
  let waiting: Table[] = [];
  /** Byte of the record up to which it has been read. */
  let readTo = 0;

  function update(change: Partial<SessionState>): void {
    state = { ...state, ...change, updated_at: new Date().toISOString() };
    const written = state;
    work = work.then(() => writeState(written));
  }

  /** Reads the record once for all snapshots that arrive while an earlier one is being processed. */
  function appendEvents(table: Table): void {
    waiting.push(table);
    if (waiting.length > 1) return;
    work = work.then(async () => {
      const snapshots = waiting;
      waiting = [];
      // Once the owner has exited, the record cannot be read; the snapshots are still reported.
      const lines = await newLines(table.table_id).catch(() => []);
      for (const { type, data } of events.next(snapshots, lines)) log.append(type, data);
    });
  }

  async function newLines(table_id: string): Promise<RecordLine[]> {
    const { lines, next } = await readRecordLines(bridge, table_id, readTo);
    readTo = next;
    return lines;
  }

  function end(change: Partial<SessionState>): void {
    update({ ended_at: new Date().toISOString(), ...change });
  }

  return {
    invited({ post_id, protocol_id }: HostedTable) {
      update({ status: 'running', post_id, protocol_id });
      log.append('invite_created', { post_id, protocol_id });
      onStarted(startupMessage('hosting', state), null);
    },
    renewed({ post_id, expires_at }) {
      if (post_id !== state.post_id) update({ post_id });
      log.append('invitation_renewed', { post_id, expires_at: new Date(expires_at).toISOString() });
    },
    started({ table_id, session_id, peer_control_mode, protocol: { protocol_id } }) {
      update({ status: 'running', table_id, session_id, peer_control_mode, protocol_id });
      if (role === 'guest') onStarted(startupMessage('joining', state), table_id);
    },
    changed(table) {
      const { table_id, phase, problem, session_id, role, result } = table;
      if (state.table_id !== table_id || state.session_id !== session_id) update({ table_id, session_id });
      appendEvents(table);
      if (phase !== 'finished' && phase !== 'failed') return;
      const completed = phase === 'finished';
      const conceded = result?.conceded;
      const resigned = conceded?.by === role && conceded.code === 'resigned';
      const leftEarly = resigned || problem?.code === 'resigned' || problem?.code === 'cancelled';
      const status = stopped()
        ? 'stopped'
        : leftEarly
          ? 'aborted'
          : state.status === 'starting'
            ? 'startup_failed'
            : 'closed';
      const end_reason = problem?.code ?? conceded?.code ?? 'completed';
      if (state.ended_at === null) end({ status, completed, end_reason, error: problem });
      if (status === 'startup_failed') onStarted(startupError(state), table_id);
    },
    unreported: (session_id, error) => log.append('session_close_failed', { session_id, error }),
    async over(table) {
      if (table === null) {
        end({ status: stopped() ? 'stopped' : 'closed', completed: false, end_reason: 'withdrawn' });
        log.append('session_ended', { completed: false, reason: 'withdrawn' });
      } else appendEvents(table);
      await work;
    },
    async failed(problem) {
      if (state.ended_at !== null) return;
      const status = state.status === 'starting' ? 'startup_failed' : 'crashed';
      log.append('session_ended', { completed: false, reason: problem.code, error: problem.message });
      end({ status, completed: false, end_reason: problem.code, error: problem });
      onStarted(startupError(state), state.table_id);
    },
    async close() {
      await work;
      await log.close();
    },
  };
}

const startupError = (state: SessionState): JsonObject =>
  startupMessage('error', state, { error: state.error as JsonObject | null });
