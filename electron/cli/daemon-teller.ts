/** A seat that is played in the background: state.json and events.jsonl instead of a terminal. */
import type { HostedTable, Table } from '../../shared/bridge/contract.ts';
import type { Problem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { type RecordLine, recordLineSchema } from '../../shared/tables/transcript.ts';
import { version } from '../core.ts';
import type { BridgeClient } from '../owner/attach.ts';
import { Course } from '../sessions/course.ts';
import { openEventLog } from '../sessions/event-log.ts';
import { type SessionState, writeState } from '../sessions/state.ts';
import type { SeatTeller } from './seat.ts';

export interface DaemonTeller extends SeatTeller {
  /** How it ended where it was not the table that ended it. */
  failed(problem: Problem): Promise<void>;
  close(): Promise<void>;
}

export type Opening = Pick<SessionState, 'role' | 'state_dir' | 'local_control_mode' | 'web_mode'> & {
  post_id: string | null;
  /** Asked to end before the table did. */
  stopped: () => boolean;
  /** Told once the first thing that whoever started it waits for has happened, or was given up. */
  onStarted(line: JsonObject): void;
};

/** What the parent prints. */
const startedLine = (status: string, state: SessionState, more: JsonObject = {}): JsonObject => ({
  status,
  state_dir: state.state_dir,
  post_id: state.post_id,
  ...(state.protocol_id === null ? {} : { protocol_id: state.protocol_id }),
  ...(state.session_id === null ? {} : { session_id: state.session_id }),
  control_mode: state.local_control_mode,
  web_mode: state.web_mode,
  ...more,
});

export async function openDaemonTeller(bridge: BridgeClient, opening: Opening): Promise<DaemonTeller> {
  const { role, state_dir, local_control_mode, web_mode, post_id, stopped, onStarted } = opening;
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
  const course = new Course();
  let work: Promise<void> = writeState(state);
  let waiting: Table | null = null;
  let read = 0;

  function update(change: Partial<SessionState>): void {
    state = { ...state, ...change, updated_at: new Date().toISOString() };
    const written = state;
    work = work.then(() => writeState(written));
  }

  /** Changes that come while one is worked on are one change. */
  function follow(table: Table): void {
    const idle = waiting === null;
    waiting = table;
    if (!idle) return;
    work = work.then(async () => {
      const newest = waiting!;
      waiting = null;
      // An owner that is gone tells no more of its tables; what is known is still written down.
      const lines = await newLines(newest.table_id).catch(() => []);
      for (const { type, data } of course.next(newest, lines)) log.append(type, data);
    });
  }

  async function newLines(table_id: string): Promise<RecordLine[]> {
    const lines: RecordLine[] = [];
    for (;;) {
      const { text, next } = await bridge.tables.record({ table_id, from: read });
      if (next === read) return lines;
      read = next;
      for (const line of text.trimEnd().split('\n')) lines.push(recordLineSchema.parse(JSON.parse(line)));
    }
  }

  function end(change: Partial<SessionState>): void {
    update({ ended_at: new Date().toISOString(), ...change });
  }

  return {
    invited({ post_id, protocol_id }: HostedTable) {
      update({ status: 'running', post_id, protocol_id });
      log.append('invite_created', { post_id, protocol_id });
      onStarted(startedLine('hosting', state));
    },
    renewed({ post_id, expires_at }) {
      if (post_id !== state.post_id) update({ post_id });
      log.append('invitation_renewed', { post_id, expires_at: new Date(expires_at).toISOString() });
    },
    seated({ table_id, session_id, peer_control_mode, protocol: { protocol_id } }) {
      update({ status: 'running', table_id, session_id, peer_control_mode, protocol_id });
      if (role === 'guest') onStarted(startedLine('joining', state));
    },
    changed(table) {
      const { table_id, phase, problem, session_id } = table;
      if (state.table_id !== table_id || state.session_id !== session_id) update({ table_id, session_id });
      follow(table);
      if (phase !== 'finished' && phase !== 'failed') return;
      const completed = phase === 'finished';
      const left = problem?.code === 'resigned' || problem?.code === 'cancelled';
      const status = stopped()
        ? 'stopped'
        : left
          ? 'aborted'
          : state.status === 'starting'
            ? 'startup_failed'
            : 'closed';
      if (state.ended_at === null) end({ status, completed, end_reason: problem?.code ?? 'completed', error: problem });
      if (status === 'startup_failed') onStarted(errorLine(state));
    },
    unreported: (session_id, error) => log.append('session_close_failed', { session_id, error }),
    async over(table) {
      if (table === null) end({ status: stopped() ? 'stopped' : 'closed', completed: false, end_reason: 'withdrawn' });
      if (table === null) log.append('session_ended', { completed: false, reason: 'withdrawn' });
      else follow(table);
      await work;
    },
    async failed(problem) {
      if (state.ended_at !== null) return;
      const status = state.status === 'starting' ? 'startup_failed' : 'crashed';
      log.append('session_ended', { completed: false, reason: problem.code, error: problem.message });
      end({ status, completed: false, end_reason: problem.code, error: problem });
      onStarted(errorLine(state));
    },
    async close() {
      await work;
      await log.close();
    },
  };
}

const errorLine = (state: SessionState): JsonObject =>
  startedLine('error', state, { reason: state.error?.code ?? 'internal', error_excerpt: state.error?.message ?? '' });
