import { expect, test } from 'vitest';
import type { Table } from '../../../shared/bridge/contract.ts';
import { nextLine, type RecordEntry, type RecordLine } from '../../../shared/tables/record.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { newTableSnapshot } from '../../tables/live-table.ts';
import { newSessionState } from '../testing/session-state.ts';
import { followEvents, openEventLog, readEvents } from './event-log.ts';
import { SessionEvents } from './session-events.ts';
import { createStateDir, listStates, readState, writeState } from './session-state.ts';

const dir = temporaryFolder();

const person = { public_key: 'a'.repeat(64), nickname: 'ada', agent_id: 1, rating: 1200, house: false };
const table = (change: Partial<Table> = {}): Table => ({
  ...newTableSnapshot({
    table_id: 't',
    post_id: 'p',
    role: 'host',
    control_mode: 'human',
    me: person,
    settings: {},
    rematch_of: null,
    order: 0,
  }),
  ...change,
});
const linesOf = (...entries: RecordEntry[]): RecordLine[] => {
  const lines: RecordLine[] = [];
  for (const entry of entries) lines.push(nextLine(lines.at(-1) ?? null, 5000, entry));
  return lines;
};
/** A generator of pseudo-random numbers in [0, 1); the same seed gives the same numbers. */
const randomFrom = (seed: number) => {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
};
const failed = (code: 'commit_mismatch' | 'resigned'): RecordEntry => ({
  kind: 'end',
  completed: false,
  winner: null,
  reason: null,
  problem: { code, message: 'Over.', detail: { round: 2, sealed: 'x', opened: 'y' } },
});

test('emits each event once: frames, decisions and silence from the record, questions and results from the snapshot', () => {
  const sessionEvents = new SessionEvents();
  let record: RecordLine[] = [];
  const next = (change: Partial<Table>, ...entries: RecordEntry[]) => {
    const before = record.length;
    for (const entry of entries) record = [...record, nextLine(record.at(-1) ?? null, 5000, entry)];
    const { length: lines } = record;
    return sessionEvents.advance(
      [table({ ...change, record: { frames: 0, head: null, lines } })],
      record.slice(before),
    );
  };
  const nextTypes = (...parts: Parameters<typeof next>) => next(...parts).map(({ type }) => type);
  const ask = { key: 'round:0', prompt: 'Show', choices: [], asked_at: 0, proposal: null, plays_at: null };
  const asking = { phase: 'playing', ask: { ...ask, held: false, deadline_at: null } } as const;
  expect(nextTypes(asking, { kind: 'frame', direction: 'received', frame: { action: 'join' } })).toEqual([
    'protocol_message',
    'decision_requested',
  ]);
  expect(nextTypes(asking)).toEqual([]);
  const silent = {
    phase: 'playing',
    connection: { kind: 'direct', rtt_ms: null, quiet_since: 2000, gives_up_at: 9000 },
  } as const;
  const [unresponsive] = next(silent, { kind: 'event', name: 'peer_unresponsive' });
  expect(unresponsive).toEqual({ type: 'peer_unresponsive', data: { elapsed: 3, gives_up_at: 9000 } });
  const [decision] = next(asking, { kind: 'decision', key: 'round:0', value: 'rock', origin: 'you' });
  expect(decision).toEqual({
    type: 'decision_made',
    data: { match_key: 'round', match_value: 0, key: 'round:0', value: 'rock', origin: 'you' },
  });
  const broken = next({ phase: 'failed' }, failed('commit_mismatch'));
  expect(broken).toEqual([
    { type: 'commit_mismatch_detected', data: { round: 2, role: 'guest', expected: 'x', actual: 'y' } },
    { type: 'session_ended', data: { completed: false, reason: 'commit_mismatch', error: 'Over.' } },
  ]);
  expect(nextTypes({ phase: 'failed' })).toEqual([]);
});

test('emits each question once and before its answer, however snapshots are batched and however far the record has been read', () => {
  const [snapshots, lines] = [[] as Table[], [] as RecordLine[]];
  const note = (entry: RecordEntry) => lines.push(nextLine(lines.at(-1) ?? null, 5000, entry));
  const show = (key: string | null) => {
    const ask = key && { key, prompt: '', choices: [], asked_at: 0, proposal: null, plays_at: null, held: false };
    const record = { frames: 0, head: null, lines: lines.length };
    snapshots.push(
      table({ phase: 'playing', record, ask: ask ? ({ ...ask, deadline_at: null } as Table['ask']) : null }),
    );
  };
  const turns = 40;
  for (let turn = 0; turn < turns; turn += 1) {
    show(`turn:${turn}`);
    // A rejected answer changes the snapshot only.
    if (turn % 3 === 0) show(`turn:${turn}`);
    note({ kind: 'decision', key: `turn:${turn}`, value: 'a', origin: 'you' });
    if (turn % 2 === 0) show(null);
    note({ kind: 'frame', direction: 'sent', frame: { action: 'move' } });
    note({ kind: 'frame', direction: 'received', frame: { action: 'move' } });
  }
  show(null);
  const eventsWith = (seed: number) => {
    const random = randomFrom(seed);
    const sessionEvents = new SessionEvents();
    const events: string[] = [];
    for (let seen = 0, read = 0; seen < snapshots.length; ) {
      const received = snapshots.slice(seen, seen + 1 + Math.floor(random() * 4));
      seen += received.length;
      const least = received.at(-1)!.record.lines;
      const until = Math.max(read, least + Math.floor(random() * (lines.length - least + 1)));
      const next = sessionEvents.advance(received, lines.slice(read, until));
      read = until;
      events.push(...next.map(({ type, data }) => `${type} ${data.key ?? data.direction}`));
    }
    return events;
  };
  const [first, ...others] = Array.from({ length: 50 }, (_, seed) => eventsWith(seed));
  for (const other of others) expect(other).toEqual(first);
  for (let turn = 0; turn < turns; turn += 1) {
    const about = first!.filter((event) => event.endsWith(` turn:${turn}`));
    expect(about).toEqual([`decision_requested turn:${turn}`, `decision_made turn:${turn}`]);
  }
  expect(first).toHaveLength(turns * 4);
});

test('emits nothing for a snapshot that arrives after a later one', () => {
  const sessionEvents = new SessionEvents();
  const at = (lines: number, change: Partial<Table>) => table({ ...change, record: { frames: 0, head: null, lines } });
  const lines = linesOf({ kind: 'decision', key: 'turn:0', value: 'a', origin: 'you' });
  expect(sessionEvents.advance([at(1, { phase: 'playing' })], lines).map(({ type }) => type)).toEqual([
    'decision_made',
  ]);
  const ask = { key: 'turn:0', prompt: '', choices: [], asked_at: 0, proposal: null, plays_at: null, held: false };
  expect(
    sessionEvents.advance([at(0, { phase: 'playing', ask: { ...ask, deadline_at: null } as Table['ask'] })], []),
  ).toEqual([]);
});

test('takes the end of a table that failed before its game from the snapshot', () => {
  const problem = { code: 'own_invitation', message: 'Yours.' } as const;
  expect(new SessionEvents().advance([table({ phase: 'failed', problem })], [])).toEqual([
    { type: 'session_ended', data: { completed: false, reason: 'own_invitation', error: 'Yours.' } },
  ]);
});

test('numbers events without gaps from 0, reads from any of them, and follows them to the end', async () => {
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

test('reports a session without a process as crashed, and gives two starts in one millisecond separate folders', async () => {
  const first = await createStateDir(dir, 'host', 7000);
  const second = await createStateDir(dir, 'host', 7000);
  expect(second).not.toBe(first);
  const state = newSessionState(first);
  await writeState(state);
  expect(await readState(first)).toEqual(state);
  // Above Linux's largest process id, 4,194,304.
  await writeState({ ...state, pid: 2 ** 30 });
  expect((await listStates(dir)).map(({ status }) => status)).toEqual(['crashed']);
  await writeState({ ...state, pid: 2 ** 30, status: 'closed' });
  expect((await readState(first)).status).toBe('closed');
  await expect(readState(second)).rejects.toMatchObject({ code: 'not_found' });
});
