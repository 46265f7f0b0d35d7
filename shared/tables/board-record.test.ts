import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import type { Spec } from '../protocol/spec.ts';
import { BoardRecorder, boardRecordAfter } from './board-record.ts';
import type { RecordEntry } from './record.ts';

const action = (value: string) => ({ type: 'enum' as const, values: [value], required: true });
const spec: Spec = {
  messages: [
    { name: 'join', direction: 'guest_to_host', fields: { action: action('join') } },
    {
      name: 'commit',
      direction: 'both',
      fields: { action: action('commit'), round: { type: 'integer' }, hash: { type: 'hash' } },
    },
    {
      name: 'reveal',
      direction: 'both',
      fields: {
        action: action('reveal'),
        round: { type: 'integer' },
        hand: { type: 'enum', values: ['rock', 'paper'] },
        nonce: { type: 'nonce' },
      },
    },
    {
      name: 'result',
      direction: 'host_to_guest',
      fields: {
        action: action('result'),
        scores: { type: 'array', items: { type: 'integer' } },
        over: { type: 'boolean' },
        note: { type: 'text' },
        notes: { type: 'array', items: { type: 'text' } },
      },
    },
    { name: 'error', direction: 'both', fields: { action: action('error') } },
  ],
  flow: { mode: 'simultaneous_round', round: { value_field: 'hand', value_type_ref: 'reveal.fields.hand' } },
  parameters: { best_of: { type: 'integer' }, motto: { type: 'text' } },
};

const start: RecordEntry = {
  kind: 'start',
  role: 'guest',
  control_mode: 'human',
  options: { best_of: 3, motto: 'Be kind.' },
  manner: null,
  hooks_hash: '0'.repeat(64),
};
const sent = (frame: JsonObject): RecordEntry => ({ kind: 'frame', direction: 'sent', frame });
const received = (frame: JsonObject): RecordEntry => ({ kind: 'frame', direction: 'received', frame });
const ended = (problem: { code: 'commit_mismatch' | 'message_invalid'; detail?: JsonObject } | null): RecordEntry => ({
  kind: 'end',
  completed: problem === null,
  winner: problem === null ? 'guest' : null,
  reason: null,
  problem: problem && { message: '', ...problem },
});

const nonce = '0123456789abcdef';
const round: RecordEntry[] = [
  start,
  sent({ action: 'join' }),
  received({ action: 'commit', round: 0, hash: 'a'.repeat(64) }),
  sent({ action: 'commit', round: 0, hash: 'b'.repeat(64) }),
  received({ action: 'reveal', round: 0, hand: 'rock', nonce }),
  sent({ action: 'reveal', round: 0, hand: 'paper', nonce }),
  received({ action: 'result', scores: [0, 1], over: true, note: 'Ha!', notes: ['a'] }),
];

function recorderOf(entries: readonly RecordEntry[]) {
  const recorder = new BoardRecorder(spec);
  for (const entry of entries) recorder.add(entry);
  return recorder;
}
const recordOf = (entries: readonly RecordEntry[]) => recorderOf(entries).latest;

describe('a board record', () => {
  test('has the messages of both seats with the fields that may affect a game, and none before the start', () => {
    expect(new BoardRecorder(spec).latest).toBeNull();
    expect(recordOf([...round, ended(null)])).toEqual({
      seat: 'guest',
      options: { best_of: 3 },
      messages: [
        { number: 1, direction: 'guest_to_host', action: 'join', fields: {} },
        { number: 2, direction: 'host_to_guest', action: 'commit', fields: { round: 0 } },
        { number: 3, direction: 'guest_to_host', action: 'commit', fields: { round: 0 } },
        { number: 4, direction: 'host_to_guest', action: 'reveal', fields: { round: 0, hand: 'rock' } },
        { number: 5, direction: 'guest_to_host', action: 'reveal', fields: { round: 0, hand: 'paper' } },
        { number: 6, direction: 'host_to_guest', action: 'result', fields: { scores: [0, 1], over: true } },
      ],
      end: { completed: true, winner: 'guest', reason: null },
    });
  });

  test('tells who conceded and why, and nothing of it where nobody did', () => {
    const conceded = { by: 'host', code: 'decision_timeout' } as const;
    const end: RecordEntry = { kind: 'end', completed: true, winner: 'guest', reason: null, problem: null, conceded };
    expect(recordOf([...round, end])?.end).toEqual({
      completed: true,
      winner: 'guest',
      reason: null,
      conceded,
    });
    expect(recordOf([...round, ended(null)])?.end).not.toHaveProperty('conceded');
  });

  test('tells which side ended a table early and why, the same at both seats', () => {
    const stoppedAt = (seat: 'host' | 'guest', code: ErrorCode, detail: JsonObject = {}) => {
      const problem = { code, message: '', detail };
      const end: RecordEntry = { kind: 'end', completed: false, winner: null, reason: null, problem };
      return recordOf([{ ...start, role: seat }, end])?.end?.stopped;
    };
    expect(stoppedAt('guest', 'resigned')).toEqual({ by: 'guest', code: 'left' });
    expect(stoppedAt('host', 'peer_aborted', { code: 'resigned' })).toEqual({ by: 'guest', code: 'left' });
    expect(stoppedAt('host', 'peer_aborted', { code: 'made_up' })).toEqual({ by: 'guest', code: 'left' });
    expect(stoppedAt('guest', 'peer_unresponsive')).toEqual({ by: 'host', code: 'silent' });
    expect(stoppedAt('guest', 'message_invalid')).toEqual({ by: 'guest', code: 'refused_message' });
    expect(stoppedAt('guest', 'message_invalid', { direction: 'sent' })).toEqual({ by: 'guest', code: 'code_failed' });
    expect(stoppedAt('guest', 'internal')).toBeUndefined();
    expect(recordOf([...round, ended(null)])?.end).not.toHaveProperty('stopped');
  });

  test('is the same at the other seat', () => {
    const other = round.map((entry): RecordEntry => {
      if (entry.kind === 'start') return { ...entry, role: 'host' };
      return entry.kind === 'frame' ? { ...entry, direction: entry.direction === 'sent' ? 'received' : 'sent' } : entry;
    });
    expect(recordOf(other)).toEqual({ ...recordOf(round), seat: 'host' });
  });

  test('can be read as of any message', () => {
    const recorder = recorderOf([...round, ended(null)]);
    expect(boardRecordAfter(recorder.recorded, 2, false)).toEqual(recordOf(round.slice(0, 3)));
    expect(boardRecordAfter(recorder.recorded, recorder.messageCount, recorder.hasEnded)).toEqual(recorder.latest);
  });

  test('reports which entries change it', () => {
    const recorder = new BoardRecorder(spec);
    const changes = (entry: RecordEntry) => recorder.add(entry);
    expect(changes(start)).toBe(true);
    expect(changes({ kind: 'decision', key: 'round:0', value: 'rock', origin: 'you' })).toBe(false);
    expect(changes(sent({ action: 'join' }))).toBe(true);
    expect(changes(received({ action: 'wave' }))).toBe(false);
    expect(changes(ended(null))).toBe(true);
  });

  test('reads a frame that was recorded as text', () => {
    const text = JSON.stringify({ action: 'result', over: false, note: 'x' });
    const { messages } = recordOf([start, { kind: 'frame', direction: 'received', text }])!;
    expect(messages).toEqual([{ number: 1, direction: 'host_to_guest', action: 'result', fields: { over: false } }]);
  });
});

describe('omits rejected messages', () => {
  const lengthOf = (...entries: RecordEntry[]) => recordOf([...round.slice(0, 5), ...entries])!.messages.length;

  test('that violate the spec', () => {
    expect(lengthOf(received({ action: 'reveal', hand: 'well', nonce }))).toBe(4);
    expect(lengthOf(received({ action: 'join' }))).toBe(4);
    expect(lengthOf(received({ action: 'error' }))).toBe(4);
  });

  test('that were dropped while the game continued', () => {
    const warning: RecordEntry = { kind: 'warning', code: 'message_invalid', problems: [] };
    const result = received({ action: 'result', over: true });
    expect(lengthOf(result)).toBe(5);
    expect(lengthOf(result, warning)).toBe(4);
    expect(lengthOf(result, warning, result, warning)).toBe(4);
    expect(lengthOf(received({ action: 'wave' }), warning)).toBe(4);
  });

  test('that ended the game, and no others', () => {
    const reveal = received({ action: 'reveal', round: 0, hand: 'paper', nonce });
    expect(lengthOf(reveal, ended({ code: 'commit_mismatch' }))).toBe(4);
    expect(lengthOf(reveal, sent({ action: 'error' }), ended({ code: 'commit_mismatch' }))).toBe(4);
    expect(lengthOf(reveal, ended(null))).toBe(5);
    const own = sent({ action: 'reveal', round: 0, hand: 'paper', nonce });
    expect(lengthOf(own, ended({ code: 'message_invalid' }))).toBe(5);
    expect(lengthOf(reveal, ended({ code: 'message_invalid', detail: { direction: 'sent' } }))).toBe(5);
  });
});

test('keeps only the newest messages of a chat, with their numbers', () => {
  const chat: Spec = {
    messages: [{ name: 'chat', direction: 'both', fields: { action: action('chat'), text: { type: 'text' } } }],
    flow: { mode: 'free' },
  };
  const recorder = new BoardRecorder(chat);
  recorder.add(start);
  for (let at = 0; at < 201; at += 1) recorder.add(sent({ action: 'chat', text: 'Hello' }));
  expect(recorder.latest!.messages.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, at) => at + 2));
});
