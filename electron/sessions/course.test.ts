import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { nextLine, type RecordEntry, type RecordLine } from '../../shared/tables/transcript.ts';
import { openingSnapshot } from '../tables/live-table.ts';
import { Course } from './course.ts';
import { followEvents, openEventLog, readEvents } from './event-log.ts';
import { createStateDir, listStates, readState, type SessionState, writeState } from './state.ts';

const dir = await mkdtemp(join(tmpdir(), 'parlor-sessions-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

const person = { public_key: 'a'.repeat(64), nickname: 'ada', agent_id: 1, rating: 1200, house: false };
const table = (change: Partial<Table> = {}): Table => ({
  ...openingSnapshot({
    table_id: 't',
    post_id: 'p',
    role: 'host',
    control_mode: 'human',
    me: person,
    settings: {},
    rematch_of: null,
  }),
  ...change,
});
const linesOf = (...entries: RecordEntry[]): RecordLine[] => {
  const lines: RecordLine[] = [];
  for (const entry of entries) lines.push(nextLine(lines.at(-1) ?? null, 5000, entry));
  return lines;
};
const failed = (code: 'commit_mismatch' | 'resigned'): RecordEntry => ({
  kind: 'end',
  completed: false,
  winner: null,
  reason: null,
  problem: { code, message: 'Over.', detail: { round: 2, sealed: 'x', opened: 'y' } },
});

test('frames, decisions and silence are told from the record, questions and results from the snapshot, each once', () => {
  const course = new Course();
  const told = (snapshot: Table, lines: RecordLine[] = []) => course.next(snapshot, lines).map(({ type }) => type);
  const ask = { key: 'round:0', prompt: 'Show', choices: [], asked_at: 0, proposal: null, plays_at: null };
  const asking = table({ phase: 'playing', ask: { ...ask, held: false, deadline_at: null } });
  expect(told(asking, linesOf({ kind: 'frame', direction: 'received', frame: { action: 'join' } }))).toEqual([
    'protocol_message',
    'decision_requested',
  ]);
  expect(told(asking)).toEqual([]);
  const silent = table({
    phase: 'playing',
    connection: { kind: 'direct', rtt_ms: null, quiet_since: 2000, gives_up_at: 9000 },
  });
  const [unresponsive] = course.next(silent, linesOf({ kind: 'event', name: 'peer_unresponsive' }));
  expect(unresponsive).toEqual({ type: 'peer_unresponsive', data: { elapsed: 3, gives_up_at: 9000 } });
  const [made] = course.next(asking, linesOf({ kind: 'decision', key: 'round:0', value: 'rock', origin: 'you' }));
  expect(made).toEqual({
    type: 'decision_made',
    data: { match_key: 'round', match_value: 0, key: 'round:0', value: 'rock', origin: 'you' },
  });
  const broken = course.next(table({ phase: 'failed' }), linesOf(failed('commit_mismatch')));
  expect(broken).toEqual([
    { type: 'commit_mismatch_detected', data: { round: 2, role: 'guest', expected: 'x', actual: 'y' } },
    { type: 'session_ended', data: { completed: false, reason: 'commit_mismatch', error: 'Over.' } },
  ]);
  expect(told(table({ phase: 'failed' }))).toEqual([]);
});

test('a table that failed before its game is told from the snapshot', () => {
  const problem = { code: 'own_invitation', message: 'Yours.' } as const;
  expect(new Course().next(table({ phase: 'failed', problem }), [])).toEqual([
    { type: 'session_ended', data: { completed: false, reason: 'own_invitation', error: 'Yours.' } },
  ]);
});

test('events are numbered without gaps from the hello line, can be resumed, and are followed to the end', async () => {
  const folder = await createStateDir(dir, 'guest', 1000);
  const log = await openEventLog(folder, { version: '1' });
  const seen: number[] = [];
  let over = false;
  const following = (async () => {
    for await (const { seq } of followEvents(folder, 0, async () => over)) seen.push(seq);
  })();
  for (let index = 1; index <= 50; index += 1) log.append('protocol_message', { index });
  await log.close();
  over = true;
  await following;
  const events = await readEvents(folder);
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_, index) => index));
  expect(events[0]).toMatchObject({ type: 'hello', data: { version: '1' } });
  expect(events.every(({ ts }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(ts))).toBe(true);
  expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect((await readEvents(folder, 48)).map(({ seq }) => seq)).toEqual([49, 50]);
});

test('a session whose process is gone has crashed; two starts in one millisecond have a folder each', async () => {
  const first = await createStateDir(dir, 'host', 7000);
  const second = await createStateDir(dir, 'host', 7000);
  expect(second).not.toBe(first);
  const state: SessionState = {
    role: 'host',
    status: 'running',
    state_dir: first,
    pid: process.pid,
    post_id: null,
    protocol_id: null,
    session_id: null,
    table_id: null,
    local_control_mode: 'human',
    peer_control_mode: null,
    web_mode: 'off',
    started_at: new Date(0).toISOString(),
    updated_at: new Date(0).toISOString(),
    ended_at: null,
    completed: null,
    end_reason: null,
    error: null,
  };
  await writeState(state);
  expect(await readState(first)).toEqual(state);
  // No process has this id: the largest that Linux gives is 4,194,304.
  await writeState({ ...state, pid: 2 ** 30 });
  expect((await listStates(dir)).map(({ status }) => status)).toEqual(['crashed']);
  await writeState({ ...state, pid: 2 ** 30, status: 'closed' });
  expect((await readState(first)).status).toBe('closed');
  await expect(readState(second)).rejects.toMatchObject({ code: 'not_found' });
});
