/** A table's snapshots and the lines of its record as the events of a session. The record is the truth about what was said. */
import type { Table } from '../../shared/bridge/contract.ts';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';
import type { RecordLine } from '../../shared/tables/transcript.ts';

export interface CourseEvent {
  type: string;
  data: JsonObject;
}

/** Turns one table's course into events; each is told once. */
export class Course {
  #step = '';
  #asked = '';
  #ended = false;
  #result = '';

  /** What the record has more, then what the snapshot has more. */
  next(table: Table, lines: readonly RecordLine[]): CourseEvent[] {
    return [...lines.flatMap((line) => this.#ofLine(table, line)), ...this.#ofSnapshot(table)];
  }

  #ofLine(table: Table, { at, entry }: RecordLine): CourseEvent[] {
    switch (entry.kind) {
      case 'session':
        return [{ type: 'peer_joined', data: peerJoined(table, entry) }];
      case 'start':
        return [{ type: 'table_started', data: without(entry, 'kind') }];
      case 'frame':
        return [{ type: 'protocol_message', data: { direction: entry.direction!, msg: entry.frame ?? entry.text! } }];
      case 'decision':
        return [{ type: 'decision_made', data: { ...keyParts(String(entry.key)), ...without(entry, 'kind') } }];
      case 'event':
        return [ofEvent(table, String(entry.name), at)];
      case 'warning':
        return [{ type: 'message_dropped', data: without(entry, 'kind') }];
      case 'compared':
        return [{ type: 'connection_resumed', data: without(entry, 'kind') }];
      case 'end':
        return this.#ofEnd(table, entry);
      default:
        return [];
    }
  }

  #ofEnd({ role }: Table, entry: JsonObject): CourseEvent[] {
    this.#ended = true;
    const problem = isJsonObject(entry.problem) ? entry.problem : null;
    const detail = isJsonObject(problem?.detail) ? problem.detail : {};
    const ended: CourseEvent = {
      type: 'session_ended',
      data: {
        completed: entry.completed!,
        reason: problem ? String(problem.code) : 'completed',
        ...(problem ? { error: String(problem.message) } : {}),
      },
    };
    if (problem?.code !== 'commit_mismatch') return [ended];
    const { round = null, sealed = null, opened = null } = detail;
    const data = { round, role: role === 'host' ? 'guest' : 'host', expected: sealed, actual: opened };
    return [{ type: 'commit_mismatch_detected', data }, ended];
  }

  #ofSnapshot(table: Table): CourseEvent[] {
    const events: CourseEvent[] = [];
    const step = table.steps.find(({ state }) => state === 'now')?.id ?? '';
    if (step !== '' && step !== this.#step && table.phase === 'joining') events.push({ type: 'step', data: { step } });
    this.#step = step;
    const { ask } = table;
    if (ask && ask.key !== this.#asked) {
      this.#asked = ask.key;
      events.push({ type: 'decision_requested', data: decisionRequested(ask) });
    }
    // A table that never got to its game has no end in its record.
    if (table.phase === 'failed' && !this.#ended) {
      this.#ended = true;
      const { code, message } = table.problem ?? { code: 'internal', message: '' };
      events.push({ type: 'session_ended', data: { completed: false, reason: code, error: message } });
    }
    if (table.result && this.#ended) {
      const { winner, outcome, state, rating } = table.result;
      const data: JsonObject = { winner, outcome, state, ...(rating ? { rating } : {}) };
      const text = JSON.stringify(data);
      if (text !== this.#result) events.push({ type: 'result', data });
      this.#result = text;
    }
    return events;
  }
}

function peerJoined({ role, control_mode, peer_control_mode, protocol }: Table, entry: JsonObject): JsonObject {
  return {
    ...(role === 'host'
      ? { guest_public_key: entry.guest_public_key! }
      : { host_public_key: entry.host_public_key!, protocol_id: protocol.protocol_id }),
    session_id: entry.session_id!,
    local_control_mode: control_mode,
    peer_control_mode,
  };
}

function ofEvent({ connection }: Table, name: string, at: number): CourseEvent {
  if (name !== 'peer_unresponsive') return { type: name === 'held' ? 'decision_held' : name, data: {} };
  const { quiet_since, gives_up_at } = connection;
  return { type: name, data: { elapsed: quiet_since === null ? 0 : (at - quiet_since) / 1000, gives_up_at } };
}

function decisionRequested(ask: NonNullable<Table['ask']>): JsonObject {
  return { ...keyParts(ask.key), ...(JSON.parse(JSON.stringify(ask)) as JsonObject) };
}

/** `round:0` as the pair that protocols and scripts name it by. */
export function keyParts(key: string): { match_key: string; match_value: number | string } {
  const colon = key.indexOf(':');
  if (colon === -1) return { match_key: key, match_value: key };
  const value = key.slice(colon + 1);
  return { match_key: key.slice(0, colon), match_value: /^\d{1,15}$/.test(value) ? Number(value) : value };
}

function without(entry: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== name));
}
