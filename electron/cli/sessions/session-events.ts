/**
 * Derives a session's events from a table's snapshots, in order. Each snapshot is preceded by the record lines that it reflects, so
 * that a question is always emitted before its answer.
 */
import type { Table } from '../../../shared/bridge/contract.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json/value.ts';
import type { RecordLine } from '../../../shared/tables/record.ts';

export interface SessionEventContent {
  type: string;
  data: JsonObject;
}

/** Emits each event of one table once. The same snapshots lead to the same events, whenever the record is read. */
export class SessionEvents {
  /** Record lines that no snapshot has reflected yet. */
  #lines: RecordLine[] = [];
  /** Number of record lines that the newest snapshot reflects. */
  #reflected = 0;
  #step = '';
  #openKey = '';
  #draw: Table['draw'] = 'none';
  #ended = false;
  #result = '';

  /**
   * `lines`: those read since the previous call, after the snapshots were received. Lines may be missing only if the record cannot
   * be read.
   */
  advance(snapshots: readonly Table[], lines: readonly RecordLine[]): SessionEventContent[] {
    this.#lines.push(...lines);
    return snapshots.flatMap((table) => this.#eventsFor(table));
  }

  #eventsFor(table: Table): SessionEventContent[] {
    const reflected = table.record.lines;
    // A snapshot from a list of tables may arrive after a newer one.
    if (reflected < this.#reflected) return [];
    this.#reflected = reflected;
    const firstUnreflected = this.#lines.findIndex(({ seq }) => seq >= reflected);
    const lines = this.#lines.splice(0, firstUnreflected === -1 ? this.#lines.length : firstUnreflected);
    return [...lines.flatMap((line) => this.#fromLine(table, line)), ...this.#fromSnapshot(table)];
  }

  #fromLine(table: Table, { at, entry }: RecordLine): SessionEventContent[] {
    switch (entry.kind) {
      case 'session':
        return [{ type: 'peer_joined', data: peerJoinedData(table, entry) }];
      case 'start':
        return [{ type: 'table_started', data: omit(entry, 'kind') }];
      case 'frame':
        return [{ type: 'protocol_message', data: { direction: entry.direction!, msg: entry.frame ?? entry.text! } }];
      case 'concession':
        return [{ type: 'conceded', data: omit(entry, 'kind') }];
      case 'draw':
        return [{ type: 'draw_agreed', data: omit(entry, 'kind') }];
      case 'decision':
        return [{ type: 'decision_made', data: { ...keyParts(String(entry.key)), ...omit(entry, 'kind') } }];
      case 'mode':
        return [{ type: 'control_mode_changed', data: omit(entry, 'kind') }];
      case 'client':
        return [{ type: 'client_changed', data: omit(entry, 'kind') }];
      case 'event':
        return [eventOfName(table, String(entry.name), at)];
      case 'warning':
        return [{ type: 'message_dropped', data: omit(entry, 'kind') }];
      case 'compared':
        return [{ type: 'connection_resumed', data: omit(entry, 'kind') }];
      case 'end':
        return this.#fromEnd(table, entry);
      default:
        return [];
    }
  }

  #fromEnd({ role }: Table, entry: JsonObject): SessionEventContent[] {
    this.#ended = true;
    const problem = isJsonObject(entry.problem) ? entry.problem : null;
    const conceded = isJsonObject(entry.conceded) ? entry.conceded : null;
    const detail = isJsonObject(problem?.detail) ? problem.detail : {};
    const endEvent: SessionEventContent = {
      type: 'session_ended',
      data: {
        completed: entry.completed!,
        reason: String(problem?.code ?? conceded?.code ?? 'completed'),
        ...(conceded ? { conceded } : {}),
        ...(entry.agreed === true ? { agreed: true } : {}),
        ...(problem ? { error: String(problem.message) } : {}),
      },
    };
    if (problem?.code !== 'commit_mismatch') return [endEvent];
    const { round = null, sealed = null, opened = null } = detail;
    const data = { round, role: role === 'host' ? 'guest' : 'host', expected: sealed, actual: opened };
    return [{ type: 'commit_mismatch_detected', data }, endEvent];
  }

  #fromSnapshot(table: Table): SessionEventContent[] {
    const events: SessionEventContent[] = [];
    const step = table.steps.find(({ state }) => state === 'now')?.id ?? '';
    if (step !== '' && step !== this.#step && table.phase === 'joining') events.push({ type: 'step', data: { step } });
    this.#step = step;
    const { ask } = table;
    if (ask && ask.key !== this.#openKey) {
      this.#openKey = ask.key;
      events.push({ type: 'decision_requested', data: decisionRequestData(ask) });
    }
    if (table.draw !== this.#draw && table.draw === 'asked') events.push({ type: 'draw_offered', data: {} });
    if (table.draw !== this.#draw && table.draw === 'declined') events.push({ type: 'draw_declined', data: {} });
    this.#draw = table.draw;
    // The record of a table that failed before its game contains no end.
    if (table.phase === 'failed' && !this.#ended) {
      this.#ended = true;
      const { code, message } = table.problem ?? { code: 'internal', message: '' };
      events.push({ type: 'session_ended', data: { completed: false, reason: code, error: message } });
    }
    if (table.result && this.#ended) {
      const { winner, outcome, state, rating, conceded, agreed, told, said } = table.result;
      const data: JsonObject = {
        winner,
        outcome,
        state,
        ...(conceded ? { conceded } : {}),
        ...(agreed ? { agreed } : {}),
        ...(told ? { told } : {}),
        ...(said ? { said } : {}),
        ...(rating ? { rating } : {}),
      };
      const text = JSON.stringify(data);
      if (text !== this.#result) events.push({ type: 'result', data });
      this.#result = text;
    }
    return events;
  }
}

function peerJoinedData({ role, control_mode, peer_control_mode, protocol }: Table, entry: JsonObject): JsonObject {
  return {
    ...(role === 'host'
      ? { guest_public_key: entry.guest_public_key! }
      : { host_public_key: entry.host_public_key!, protocol_id: protocol.protocol_id }),
    session_id: entry.session_id!,
    local_control_mode: control_mode,
    peer_control_mode,
  };
}

function eventOfName({ connection }: Table, name: string, at: number): SessionEventContent {
  if (name !== 'peer_unresponsive') return { type: name === 'held' ? 'decision_held' : name, data: {} };
  const { quiet_since, gives_up_at } = connection;
  return { type: name, data: { elapsed: quiet_since === null ? 0 : (at - quiet_since) / 1000, gives_up_at } };
}

function decisionRequestData(ask: NonNullable<Table['ask']>): JsonObject {
  return { ...keyParts(ask.key), ...(JSON.parse(JSON.stringify(ask)) as JsonObject) };
}

/** Splits `round:0` into the name and value that protocols and scripts use; a key without a colon is both. */
export function keyParts(key: string): { match_key: string; match_value: number | string } {
  const colon = key.indexOf(':');
  if (colon === -1) return { match_key: key, match_value: key };
  const value = key.slice(colon + 1);
  return { match_key: key.slice(0, colon), match_value: /^\d{1,15}$/.test(value) ? Number(value) : value };
}

function omit(entry: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== name));
}
