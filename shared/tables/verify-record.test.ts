import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../json/utf8.ts';
import type { JsonObject } from '../json/value.ts';
import { protocolIdOf } from '../protocol/contract.ts';
import { publicKeyOf, sign as signBytes } from '../signing/ed25519.ts';
import { sessionIdOf, sessionText } from '../signing/texts.ts';
import { commitmentOf } from './commitment.ts';
import { type Role, roles, type Winner } from './hooks.ts';
import { nextLine, type RecordEntry, type RecordLine } from './record.ts';
import { firstRecordDifference } from './record-difference.ts';
import { exportRecord } from './record-text.ts';
import { sealedHands } from './testing/games.ts';
import { verifyRecord } from './verify-record.ts';

const keys = { host: new Uint8Array(32).fill(1), guest: new Uint8Array(32).fill(2) };
const publicKey = (role: Role) => bytesToHex(publicKeyOf(keys[role]));

const specText = JSON.stringify(sealedHands(1).spec);
const parts = {
  post_id: '00000000-0000-4000-8000-000000000001',
  host_public_key: publicKey('host'),
  guest_public_key: publicKey('guest'),
  protocol_id: protocolIdOf(specText),
  session_nonce: '0011223344556677',
};
const sign = (role: Role) => bytesToHex(signBytes(utf8Bytes(sessionText(parts)), keys[role]));
const nonces = { host: 'aa'.repeat(16), guest: 'bb'.repeat(16) };

type Sent = [Role, JsonObject];
const game: Sent[] = [
  ['guest', { action: 'join' }],
  ['host', { action: 'ready' }],
  ['host', { action: 'commit', round: 0, hash: commitmentOf('rock', nonces.host) }],
  ['guest', { action: 'commit', round: 0, hash: commitmentOf('paper', nonces.guest) }],
  ['host', { action: 'reveal', round: 0, choice: 'rock', nonce: nonces.host }],
  ['guest', { action: 'reveal', round: 0, choice: 'paper', nonce: nonces.guest }],
  [
    'host',
    {
      action: 'round_result',
      round: 0,
      host_choice: 'rock',
      guest_choice: 'paper',
      round_winner: 'guest',
      host_wins: 0,
      guest_wins: 1,
      game_over: true,
    },
  ],
  ['host', { action: 'end' }],
];
const won: RecordEntry = { kind: 'end', completed: true, winner: 'guest', reason: '0 to 1.', problem: null };

function entriesOf(role: Role, sent: Sent[] = game, end: RecordEntry = won): RecordEntry[] {
  return [
    {
      kind: 'session',
      session_id: sessionIdOf(parts),
      ...parts,
      host_signature: sign('host'),
      guest_signature: sign('guest'),
    },
    { kind: 'start', role, control_mode: 'autonomous', options: {}, manner: null, hooks_hash: 'c'.repeat(64) },
    ...sent.map(([by, frame]): RecordEntry => ({ kind: 'frame', direction: by === role ? 'sent' : 'received', frame })),
    end,
  ];
}

function textOf(entries: RecordEntry[]): string {
  const lines: RecordLine[] = [];
  for (const [index, entry] of entries.entries()) lines.push(nextLine(lines.at(-1) ?? null, 1000 + index, entry));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const codes = (text: string, spec: string | null = specText) =>
  verifyRecord(text, spec).findings.map(({ code }) => code);
/** The guest's record after a change, with its chain recomputed. */
const forged = (change: (entries: RecordEntry[]) => void): string => {
  const entries = structuredClone(entriesOf('guest'));
  change(entries);
  return textOf(entries);
};

describe('a valid record', () => {
  it('is valid on both sides, from its text alone', () => {
    for (const role of roles) {
      const record = textOf(entriesOf(role));
      const expected = {
        findings: [],
        peerViolations: [],
        role,
        frames: 8,
        openedCount: 2,
        end: { completed: true, winner: 'guest' },
      };
      expect(verifyRecord(record, specText)).toMatchObject(expected);
      expect(verifyRecord(exportRecord(record, specText))).toMatchObject(expected);
    }
  });

  it('names the side that conceded if the concession is recorded before the end', () => {
    const conceded = (by: Role, winner: Role): RecordEntry[] => [
      ...entriesOf('guest').slice(0, 6),
      { kind: 'concession', by, code: 'decision_timeout' },
      { kind: 'end', completed: true, winner, reason: null, problem: null, conceded: { by, code: 'decision_timeout' } },
    ];
    const verified = verifyRecord(textOf(conceded('host', 'guest')), specText);
    expect(verified).toMatchObject({ findings: [], end: { conceded: { by: 'host', code: 'decision_timeout' } } });
    expect(codes(textOf(conceded('host', 'host')))).toEqual(['concession_missing']);
    expect(codes(textOf(conceded('host', 'guest').filter(({ kind }) => kind !== 'concession')))).toEqual([
      'concession_missing',
    ]);
  });

  it('names an agreed draw if the agreement is recorded before the end', () => {
    const agreed = (winner: Winner): RecordEntry[] => [
      ...entriesOf('guest').slice(0, 6),
      { kind: 'draw', offered_by: 'host' },
      { kind: 'end', completed: true, winner, reason: null, problem: null, agreed: true },
    ];
    const verified = verifyRecord(textOf(agreed('draw')), specText);
    expect(verified).toMatchObject({ findings: [], end: { winner: 'draw', agreed: true } });
    expect(codes(textOf(agreed('guest')))).toEqual(['agreement_missing']);
    expect(codes(textOf(agreed('draw').filter(({ kind }) => kind !== 'draw')))).toEqual(['agreement_missing']);
  });

  it('reports a violation by the peer and stays valid', () => {
    const failed = (code: 'message_invalid' | 'commit_mismatch'): RecordEntry => ({
      kind: 'end',
      completed: false,
      winner: null,
      reason: null,
      problem: { code, message: 'Over.' },
    });
    const broken: Sent[] = [...game.slice(0, 5), ['guest', { ...game[5]![1], choice: 'rock' }]];
    const mismatch = verifyRecord(
      textOf(
        entriesOf(
          'host',
          [...broken, ['host', { action: 'error', round: 0, reason: 'commit_mismatch' }]],
          failed('commit_mismatch'),
        ),
      ),
      specText,
    );
    expect(mismatch).toMatchObject({
      findings: [],
      peerViolations: [{ code: 'seal_broken', line: 8 }],
      openedCount: 1,
    });
    expect(mismatch.peerViolations[0]!.message).toBe('The guest opened rock, which does not match its commitment.');

    const invalidJoin: Sent[] = [['guest', { action: 'join', now: true }]];
    const record = verifyRecord(textOf(entriesOf('host', invalidJoin, failed('message_invalid'))), specText);
    expect(record).toMatchObject({ findings: [], peerViolations: [{ code: 'frame_invalid', line: 3 }] });
    // The same frame in a record that continues as if it were valid.
    expect(codes(textOf(entriesOf('host', invalidJoin)))).toEqual(['frame_invalid']);
    expect(codes(textOf(entriesOf('guest', invalidJoin, failed('message_invalid'))))).toEqual(['frame_invalid']);
  });
});

describe('a modified record', () => {
  const lines = textOf(entriesOf('guest')).trimEnd().split('\n');
  const joined = (changed: string[]) => changed.map((line) => `${line}\n`).join('');

  it.each(lines.map((_, index) => index))('is rejected at the line with index %i for any change there', (index) => {
    const line = JSON.parse(lines[index]!) as RecordLine;
    const changes: Record<string, string[]> = {
      entry: lines.with(index, JSON.stringify({ ...line, entry: { ...line.entry, more: 1 } })),
      time: lines.with(index, JSON.stringify({ ...line, at: line.at + 1 })),
      head: lines.with(index, JSON.stringify({ ...line, head: 'd'.repeat(64) })),
      number: lines.with(index, JSON.stringify({ ...line, seq: line.seq + 1 })),
      dropped: lines.toSpliced(index, 1),
      duplicated: lines.toSpliced(index, 0, lines[index]!),
      truncated: lines.with(index, lines[index]!.slice(0, -3)),
    };
    for (const [how, changed] of Object.entries(changes)) {
      const { findings } = verifyRecord(joined(changed), specText);
      const place = findings.find(({ code }) => code === 'chain_broken' || code === 'line_invalid')?.line;
      if (how === 'dropped' && index === lines.length - 1) expect(findings[0]?.code).toBe('end_missing');
      else expect([how, place]).toEqual([how, how === 'duplicated' ? index + 2 : index + 1]);
    }
  });

  it('is rejected even if the chain was recomputed', () => {
    const set = (index: number, change: object) => (entries: RecordEntry[]) => Object.assign(entries[index]!, change);
    const frame = (index: number, change: object) => (entries: RecordEntry[]) =>
      Object.assign((entries[index] as { frame: JsonObject }).frame, change);
    expect(codes(forged(set(0, { guest_signature: sign('host') })))).toEqual(['signature_invalid']);
    expect(codes(forged(set(0, { host_signature: sign('guest') })))).toEqual(['signature_invalid']);
    expect(codes(forged(set(0, { session_id: 'e'.repeat(64) })))).toEqual(['session_invalid']);
    expect(codes(forged(set(0, { post_id: '00000000-0000-4000-8000-000000000002' })))).toEqual([
      'session_invalid',
      'signature_invalid',
      'signature_invalid',
    ]);
    expect(codes(forged(set(0, { session_nonce: 'a:b' })))).toEqual(['session_invalid']);
    expect(codes(forged((entries) => entries.splice(0, 1)))).toEqual(['session_missing']);
    expect(codes(forged((entries) => entries.splice(1, 1)))).toEqual(['start_missing']);
    expect(codes(forged((entries) => entries.pop()))).toEqual(['end_missing']);
    expect(codes(forged(frame(2, { more: 1 })))).toEqual(['frame_invalid']);
    expect(codes(forged(frame(8, { guest_wins: 'many' })))).toEqual(['frame_invalid']);
    expect(codes(forged(frame(6, { choice: 'scissors' })))).toEqual(['seal_broken']);
    expect(codes(forged(frame(7, { nonce: '0'.repeat(32) })))).toEqual(['seal_broken']);
    expect(codes(forged((entries) => entries.splice(4, 1)))).toEqual(['seal_broken', 'seal_broken']);
    expect(codes(forged((entries) => entries.splice(5, 1)))).toEqual(['seal_broken', 'seal_broken']);
    const copied = commitmentOf('rock', nonces.host);
    expect(codes(forged(frame(5, { hash: copied })))).toEqual(['seal_broken', 'seal_broken']);
  });

  it('requires the signed spec', () => {
    const record = textOf(entriesOf('host'));
    expect(codes(record, null)).toEqual(['spec_missing']);
    expect(codes(record, JSON.stringify({ ...sealedHands(1).spec, rules: 'others' }))).toEqual(['spec_mismatch']);
    expect(codes(record, '{')).toEqual(['spec_mismatch']);
    expect(codes('')).toContain('session_missing');
  });
});

describe('two copies', () => {
  it('are equal if crossing frames are recorded in different order', () => {
    const crossed = [...game.slice(0, 2), game[3]!, game[2]!, ...game.slice(4)];
    expect(firstRecordDifference(textOf(entriesOf('host')), textOf(entriesOf('guest', crossed)))).toBeNull();
    expect(
      firstRecordDifference(exportRecord(textOf(entriesOf('host')), specText), textOf(entriesOf('guest'))),
    ).toBeNull();
  });

  it('differ at the first different or missing frame', () => {
    const other = game.with(5, ['guest', { ...game[5]![1], choice: 'rock' }] as Sent);
    expect(firstRecordDifference(textOf(entriesOf('host')), textOf(entriesOf('guest', other)))).toMatchObject({
      frame: 3,
      direction: 'guest_to_host',
      lines: [8, 8],
      frames: [expect.stringContaining('paper'), expect.stringContaining('rock')],
    });
    expect(
      firstRecordDifference(textOf(entriesOf('host')), textOf(entriesOf('guest', game.slice(0, 7)))),
    ).toMatchObject({
      frame: 5,
      direction: 'host_to_guest',
      lines: [10, null],
    });
  });
});

it('takes time in proportion to the length, also for a record in which every message breaks the rules', () => {
  const invalidText = (frames: number) => {
    const entries = entriesOf('guest', Array(frames).fill(['host', { action: 'nonsense' }]) as Sent[]);
    return textOf(entries);
  };
  const measure = (text: string) => {
    // Of this process alone, since others may be busy.
    const before = process.cpuUsage();
    expect(verifyRecord(text, specText).findings.length).toBeGreaterThan(1000);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  measure(invalidText(2_000));
  const [short, long] = [invalidText(2_000), invalidText(32_000)].map(measure);
  // 16 times as many lines; a search for each of them took 256 times as long.
  expect(long! / short!).toBeLessThan(80);
});
