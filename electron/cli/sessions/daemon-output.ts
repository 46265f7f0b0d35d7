/** Writes state.json and events.jsonl while a table is played in the background. */
import type { HostedTable, Table } from '../../../shared/bridge/contract.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { RecordLine } from '../../../shared/tables/record.ts';
import type { BridgeClient } from '../../owner/attach.ts';
import { version } from '../../version.ts';
import { deprecationData, findDeprecation } from '../deprecations.ts';
import { readRecordLines } from '../follow-tables.ts';
import type { TableOutput } from '../play-table.ts';
import { openEventLog } from './event-log.ts';
import { SessionEvents } from './session-events.ts';
import { type SessionState, writeState } from './session-state.ts';

export interface DaemonOutput extends TableOutput {
  /** The command failed outside the table. */
  onFailed(problem: Problem): Promise<void>;
  close(): Promise<void>;
}

export type DaemonOptions = Pick<SessionState, 'role' | 'state_dir' | 'local_control_mode' | 'web_mode'> & {
  post_id: string | null;
  /** Whether a signal has ended the table. */
  isStopped: () => boolean;
  /** Called once startup has succeeded or failed, with the message that the parent prints. A host has no table yet. */
  onStartup(message: JsonObject, table_id: string | null): void;
};

const startupMessage = (status: string, state: SessionState, extraFields: JsonObject = {}): JsonObject => ({
  status,
  state_dir: state.state_dir,
  post_id: state.post_id,
  ...(state.protocol_id === null ? {} : { protocol_id: state.protocol_id }),
  ...(state.session_id === null ? {} : { session_id: state.session_id }),
  control_mode: state.local_control_mode,
  web_mode: state.web_mode,
  ...extraFields,
});

export async function openDaemonOutput(bridge: BridgeClient, options: DaemonOptions): Promise<DaemonOutput> {
  const { role, state_dir, local_control_mode, web_mode, post_id, isStopped, onStartup } = options;
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
  let writeQueue: Promise<void> = writeState(state);
  /** Snapshots whose events are not yet appended. */
  let pendingTables: Table[] = [];
  /** Byte of the record up to which it has been read. */
  let recordOffset = 0;

  function update(change: Partial<SessionState>): void {
    state = { ...state, ...change, updated_at: new Date().toISOString() };
    const newState = state;
    writeQueue = writeQueue.then(() => writeState(newState));
  }

  function checkProtocol(protocol_id: string): void {
    writeQueue = writeQueue.then(async () => {
      const found = await findDeprecation(bridge, protocol_id);
      if (found) log.append('protocol_deprecated', deprecationData(found));
    });
  }

  /** Reads the record once for all snapshots that arrive while an earlier one is being processed. */
  function appendEvents(table: Table): void {
    pendingTables.push(table);
    if (pendingTables.length > 1) return;
    writeQueue = writeQueue.then(async () => {
      const snapshots = pendingTables;
      pendingTables = [];
      // Once the owner has exited, the record cannot be read; the snapshots are still reported.
      const lines = await readNewLines(table.table_id).catch(() => []);
      for (const { type, data } of events.advance(snapshots, lines)) log.append(type, data);
    });
  }

  async function readNewLines(table_id: string): Promise<RecordLine[]> {
    const { lines, nextOffset } = await readRecordLines(bridge, table_id, recordOffset);
    recordOffset = nextOffset;
    return lines;
  }

  function finish(change: Partial<SessionState>): void {
    update({ ended_at: new Date().toISOString(), ...change });
  }

  return {
    onInvited({ post_id, protocol_id }: HostedTable) {
      update({ status: 'running', post_id, protocol_id });
      log.append('invite_created', { post_id, protocol_id });
      writeQueue = writeQueue.then(async () => {
        const found = await findDeprecation(bridge, protocol_id);
        const deprecation = found && deprecationData(found);
        if (deprecation) log.append('protocol_deprecated', deprecation);
        onStartup(startupMessage('hosting', state, deprecation ? { protocol_deprecated: deprecation } : {}), null);
      });
    },
    onRenewed({ post_id, expires_at }) {
      if (post_id !== state.post_id) update({ post_id });
      log.append('invitation_renewed', { post_id, expires_at: new Date(expires_at).toISOString() });
    },
    onStarted({ table_id, session_id, peer_control_mode, protocol: { protocol_id } }) {
      update({ status: 'running', table_id, session_id, peer_control_mode, protocol_id });
      if (role !== 'guest') return;
      onStartup(startupMessage('joining', state), table_id);
      checkProtocol(protocol_id);
    },
    onChanged(table) {
      const { table_id, phase, problem, session_id, role, result } = table;
      if (state.table_id !== table_id || state.session_id !== session_id) update({ table_id, session_id });
      appendEvents(table);
      if (phase !== 'finished' && phase !== 'failed') return;
      const completed = phase === 'finished';
      const conceded = result?.conceded;
      const resigned = conceded?.by === role && conceded.code === 'resigned';
      const leftEarly = resigned || ['resigned', 'peer_stalled', 'cancelled'].includes(problem?.code ?? '');
      const status = isStopped()
        ? 'stopped'
        : leftEarly
          ? 'aborted'
          : state.status === 'starting'
            ? 'startup_failed'
            : 'closed';
      const end_reason = problem?.code ?? conceded?.code ?? 'completed';
      if (state.ended_at === null) finish({ status, completed, end_reason, error: problem });
      if (status === 'startup_failed') onStartup(startupErrorMessage(state), table_id);
    },
    onReportFailed: (session_id, error) => log.append('session_close_failed', { session_id, error }),
    async onEnded(table) {
      if (table === null) {
        finish({ status: isStopped() ? 'stopped' : 'closed', completed: false, end_reason: 'withdrawn' });
        log.append('session_ended', { completed: false, reason: 'withdrawn' });
      } else appendEvents(table);
      await writeQueue;
    },
    async onFailed(problem) {
      if (state.ended_at !== null) return;
      const status = state.status === 'starting' ? 'startup_failed' : 'crashed';
      log.append('session_ended', { completed: false, reason: problem.code, error: problem.message });
      finish({ status, completed: false, end_reason: problem.code, error: problem });
      onStartup(startupErrorMessage(state), state.table_id);
    },
    async close() {
      await writeQueue;
      await log.close();
    },
  };
}

const startupErrorMessage = (state: SessionState): JsonObject =>
  startupMessage('error', state, { error: state.error as JsonObject | null });
