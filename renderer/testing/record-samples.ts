/** Sample records of a short game of Connect Four, signed and chained like real ones. */
import { bytesToHex } from '@noble/hashes/utils.js';
import type { AgentAdvice, Table } from '../../shared/bridge/contract.ts';
import { utf8Bytes } from '../../shared/json/utf8.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { publicKeyOf, sign } from '../../shared/signing/ed25519.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { sessionIdOf, sessionText } from '../../shared/signing/texts.ts';
import { nextLine, type RecordEntry, type RecordLine } from '../../shared/tables/record.ts';
import { signRecords } from '../../shared/tables/testing/signed-record.ts';
import { type Move, viewOf } from './connect-four.ts';
import { moveOf, uuidOf } from './samples.ts';

type Role = Table['role'];

const integer = (min: number, max: number) => ({ type: 'integer', min, max, required: true });
const oneOf = (...values: string[]) => ({ type: 'enum', values, required: true });
/** A spec sufficient for every message of the game. */
export const sampleSpec = JSON.stringify({
  name: 'Connect Four',
  spec_version: '1.0',
  description: 'Two players drop discs into columns; four in a line wins.',
  type: 'game',
  flow: { mode: 'session_loop' },
  messages: [
    { name: 'join', direction: 'guest_to_host', fields: { action: oneOf('join') } },
    {
      name: 'ready',
      direction: 'host_to_guest',
      fields: { action: oneOf('ready'), cols: integer(4, 10), rows: integer(4, 10) },
    },
    {
      name: 'move',
      direction: 'guest_to_host',
      fields: { action: oneOf('move'), turn: integer(1, 99), col: integer(0, 6) },
    },
    {
      name: 'round_result',
      direction: 'host_to_guest',
      fields: { action: oneOf('round_result'), turn: integer(1, 99), col: integer(0, 6) },
    },
  ],
});

const keys = { host: new Uint8Array(32).fill(1), guest: new Uint8Array(32).fill(2) };
const terms = {
  post_id: uuidOf(9),
  host_public_key: bytesToHex(publicKeyOf(keys.host)),
  guest_public_key: bytesToHex(publicKeyOf(keys.guest)),
  protocol_id: protocolIdOf(sampleSpec),
  session_nonce: '0011223344556677',
};
const signatureOf = (role: Role) => bytesToHex(sign(utf8Bytes(sessionText(terms)), keys[role]));

const columns = [2, 2, 3, 1, 3, 3, 4, 4, 4, 5, 5, 1, 5];
const played: Move[] = columns.map((col, index) => ({ by: index % 2 === 0 ? 'guest' : 'host', col }));
const startedAt = Date.now() - 700_000;

/** The messages of both sides, in order. */
function sampleMessages(): [Role, JsonObject][] {
  return [
    ['guest', { action: 'join' }],
    ['host', { action: 'ready', cols: 7, rows: 6 }],
    ...played.map(({ by, col }, index): [Role, JsonObject] => [
      by,
      { action: by === 'guest' ? 'move' : 'round_result', turn: index + 1, col },
    ]),
  ];
}

const end: RecordEntry = {
  kind: 'end',
  completed: true,
  winner: 'guest',
  reason: 'Four in a line, columns 3 to 6.',
  problem: null,
};

export interface SampleRecord {
  text: string;
  views: string;
  moves: Table['moves'];
  view: Table['view'];
  record: Table['record'];
}

/** The record as written at one seat; `change` alters it before it is chained. */
export function sampleRecord(role: Role, change: (messages: [Role, JsonObject][]) => void = () => {}): SampleRecord {
  const lines: RecordLine[] = [];
  const views: object[] = [];
  const moves: Table['moves'] = [];
  const add = (entry: RecordEntry) => {
    const line = nextLine(lines.at(-1) ?? null, startedAt + lines.length * 4000, entry);
    lines.push(line);
    return line;
  };
  const addView = ({ seq, head }: RecordLine) =>
    views.push({ seq, head, moves: moves.length, view: viewOf(role, played.slice(0, moves.length)) });
  add({
    kind: 'session',
    session_id: sessionIdOf(terms),
    ...terms,
    host_signature: signatureOf('host'),
    guest_signature: signatureOf('guest'),
  });
  const hashes = { hooks_hash: 'c'.repeat(64), spec_hash: sha256Hex(sampleSpec) };
  addView(add({ kind: 'start', role, control_mode: 'hybrid', options: {}, manner: null, ...hashes }));
  const messages = sampleMessages();
  change(messages);
  for (const [by, frame] of messages) {
    const own = by === role;
    const turn = Number(frame.turn ?? 0);
    if (own && turn > 0)
      add({ kind: 'decision', key: `turn:${turn}`, value: Number(frame.col), origin: originOf(turn) });
    const line = add({ kind: 'frame', direction: own ? 'sent' : 'received', frame });
    if (turn === 0) continue;
    const move = moveOf(moves.length + 1, by, `column ${Number(frame.col) + 1}`);
    moves.push({ ...move, at: line.at, origin: own ? originOf(turn) : null });
    addView(line);
  }
  addView(add(end));
  const text = textOf(lines);
  return {
    text,
    views: textOf(views),
    moves,
    view: viewOf(role, played),
    record: { frames: messages.length, head: lines.at(-1)?.head ?? null, lines: lines.length },
  };
}

const originOf = (turn: number) =>
  turn === 5 ? 'override' : turn === 9 ? 'accepted' : turn === 11 ? 'timeout' : 'you';

const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A client's advice on each decision: alternately the same column and the next one. */
export const sampleAdvice = (text: string): AgentAdvice[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordLine)
    .filter(({ entry }) => entry.kind === 'decision')
    .map(({ seq, entry }, index) => {
      const answer = (Number(entry.value) + (index % 2)) % 7;
      return { seq, moves: 2 * index, answer, label: `column ${answer + 1}`, reason: 'blocks four in a line' };
    });

/** The record of a game that both sides signed at its end. `version` 1: with a side that has an earlier version. */
export function signedSampleRecord(role: Role, version: 1 | 2 = 2): string {
  return signRecords({ host: sampleRecord('host').text, guest: sampleRecord('guest').text }, keys, version)[role];
}
