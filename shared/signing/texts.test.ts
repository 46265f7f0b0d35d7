import { describe, expect, test } from 'vitest';
import { utf8Bytes, utf8Text } from '../json/utf8.ts';
import { storedVectors } from '../testing/generate-vectors.ts';
import { publicKeyOf, sign, verifySignature } from './ed25519.ts';
import { isoTime, nickname, target } from './grammar.ts';
import {
  concessionText,
  inboxMessageText,
  recordText,
  registrationText,
  requestText,
  sessionIdOf,
  sessionText,
  ticketText,
} from './texts.ts';

const vectors = storedVectors('shared/signing/vectors/texts.json');

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hostKey = bytes(vectors.keys.host.public_key);

function expectSigned(text: string | Uint8Array, entry: { text: string; signature: string }) {
  const message = typeof text === 'string' ? utf8Bytes(text) : text;
  expect(utf8Text(message)).toBe(entry.text);
  expect(sign(message, bytes(vectors.keys.host.seed))).toEqual(bytes(entry.signature));
  expect(verifySignature(message, bytes(entry.signature), hostKey)).toBe(true);
}

describe('signed texts', () => {
  test('derives the public keys of the vectors', () => {
    for (const { seed, public_key } of [vectors.keys.host, vectors.keys.guest])
      expect(publicKeyOf(bytes(seed))).toEqual(bytes(public_key));
  });
  test.each(vectors.requests)('signs a $parts.method request', (entry) => {
    expectSigned(requestText({ ...entry.parts, body: utf8Bytes(entry.parts.body) }), entry);
  });
  test('ends the text of a request without a body in a line feed, and appends raw bytes unchanged', () => {
    const parts = vectors.requests[1]!.parts;
    expect(requestText({ ...parts, body: new Uint8Array() }).at(-1)).toBe(0x0a);
    expect([...requestText({ ...parts, body: Uint8Array.of(0xff, 0, 0x0a) }).slice(-3)]).toEqual([0xff, 0, 0x0a]);
  });
  test.each(vectors.registrations)('signs the registration of $parts.nickname', (entry) => {
    expectSigned(registrationText(entry.parts), entry);
  });
  test('signs a session and derives its id', () => {
    expectSigned(sessionText(vectors.session.parts), vectors.session);
    expect(sessionIdOf(vectors.session.parts)).toBe(vectors.session.session_id);
  });
  test('signs the binding of a ticket', () => expectSigned(ticketText(vectors.binding.parts), vectors.binding));
  test('signs an inbox message', () => expectSigned(inboxMessageText(vectors.letter.parts), vectors.letter));
  test('signs a record', () => expectSigned(recordText(vectors.record.parts), vectors.record));
  test('signs a record with what both sides have in common', () => {
    const { parts } = vectors.shared_record;
    expectSigned(recordText(parts), vectors.shared_record);
    const none = { sequence: 'none', reason_hash: 'none' };
    expect(recordText({ ...parts, shared: none })).toMatch(/\nnone\nnone$/);
    for (const shared of [
      { ...none, sequence: '' },
      { ...none, sequence: 'none\n' },
      { ...none, reason_hash: 'None' },
      { ...none, reason_hash: 'Four in a row.' },
    ])
      expect(() => recordText({ ...parts, shared })).toThrow(expect.objectContaining({ code: 'invalid_field' }));
  });
  test('signs a concession', () => expectSigned(concessionText(vectors.concession.parts), vectors.concession));
});

describe('validation of parts', () => {
  const hex64 = vectors.session.parts.protocol_id;
  const notHex64 = [
    hex64.toUpperCase(),
    hex64.slice(1),
    `${hex64}0`,
    `${hex64}\n`,
    `${hex64.slice(1)}:`,
    '',
    ' '.repeat(64),
    7,
    null,
    undefined,
    [hex64],
  ];
  const notNonce = [
    '0'.repeat(15),
    '0'.repeat(129),
    'A'.repeat(16),
    `${'0'.repeat(16)}:`,
    'nonce with words',
    `${'0'.repeat(16)}\n`,
    16,
  ];

  const notChain = ['', hex64, `01:${hex64}`, `-1:${hex64}`, `1:${hex64}0`, `1:${hex64}\n`, `1234567890:${hex64}`, 1];
  const cases: [
    name: string,
    textOf: (parts: never) => unknown,
    parts: object,
    invalid: { [field: string]: unknown[] },
  ][] = [
    [
      'request',
      requestText,
      { ...vectors.requests[0]!.parts, body: new Uint8Array() },
      {
        timestamp: ['', '1.0', '-1', '01', ' 1', '1\n', '1e3', '0x10', '9'.repeat(16), 1767225600],
        method: ['get', 'Get', 'GET\n', '', 'G T', 'A'.repeat(17)],
        target: ['', 'api', 'http://a/b', '/a b', '/a\n', '/a#b', '/ä', '/a\u007f', '*'],
        request_id: ['0'.repeat(15), '0'.repeat(65), 'A'.repeat(16), `${'0'.repeat(16)}\n`, 'g'.repeat(16)],
      },
    ],
    [
      'registration',
      registrationText,
      vectors.registrations[0]!.parts,
      {
        nonce: [...notNonce, vectors.session.parts.post_id],
        public_key: notHex64,
        nickname: ['', ' ', '\u3164', 'a\n', 'a\u0000', 'a\u0085', '\ud800', 'x'.repeat(65), '😀'.repeat(65), 1, null],
      },
    ],
    [
      'session',
      sessionText,
      vectors.session.parts,
      {
        post_id: [
          '',
          'x',
          vectors.session.parts.post_id.toUpperCase(),
          `${vectors.session.parts.post_id}\n`,
          vectors.session.parts.post_id.replaceAll('-', ''),
        ],
        host_public_key: notHex64,
        guest_public_key: notHex64,
        protocol_id: notHex64,
        session_nonce: ['', '0'.repeat(129), 'a:b', 'a b', 'a\n', 'é', '\u0000', 1, null],
      },
    ],
    [
      'ticket binding',
      ticketText,
      vectors.binding.parts,
      {
        public_key: notHex64,
        iroh_ticket: ['', 'a\nprotocol_id:b', 'a\r', 'a\u0000', 'x'.repeat(2049), '\udc00', 1],
        protocol_id: notHex64,
      },
    ],
    [
      'message',
      inboxMessageText,
      vectors.letter.parts,
      {
        recipient_public_key: notHex64,
        written_at: [
          '2026-01-01',
          '2026-01-01T00:00:00Z',
          '2026-13-01T00:00:00.000Z',
          '2026-01-01T00:00:00.000+00:00',
          `${vectors.letter.parts.written_at}\n`,
        ],
      },
    ],
    [
      'record',
      recordText,
      vectors.record.parts,
      {
        session_id: notHex64,
        host_record: notHex64,
        guest_record: notHex64,
        host_messages: notChain,
        guest_messages: notChain,
        options_hash: notHex64,
        winner: ['', 'Host', 'host\n', 'nobody', null],
        conceded: ['', 'host', 'agreed:host', 'draw:resigned', 'host:left', 'host:resigned\n', null],
      },
    ],
    [
      'concession',
      concessionText,
      vectors.concession.parts,
      {
        session_id: notHex64,
        by: ['', 'draw', 'host\n', null],
        code: ['', 'interrupted', 'resigned\n', null],
        host_messages: notChain,
        guest_messages: notChain,
      },
    ],
  ];

  test.each(cases)('rejects each invalid part of a %s', (_, textOf, parts, invalid) => {
    expect(() => textOf(parts as never)).not.toThrow();
    for (const [field, values] of Object.entries(invalid)) {
      for (const value of values) {
        expect(() => textOf({ ...parts, [field]: value } as never), `${field} ${JSON.stringify(value)}`).toThrow(
          expect.objectContaining({ code: 'invalid_field', detail: { field } }),
        );
      }
    }
  });

  test('accepts boundary values', () => {
    const session = vectors.session.parts;
    for (const session_nonce of ['0', 'f'.repeat(128), crypto.randomUUID(), 'q83vEjRWeJA+/w=='])
      expect(() => sessionText({ ...session, session_nonce })).not.toThrow();
    for (const name of ['x', '😀'.repeat(64), 'a:b:c', 'é', 'مرحبا', 'a b'])
      expect(nickname.safeParse(name).success, name).toBe(true);
    for (const path of ['/', '/a?b=c&d=%2C', '/a//b', '/!"$~']) expect(target.safeParse(path).success, path).toBe(true);
    expect(() => ticketText({ ...vectors.binding.parts, iroh_ticket: 'x'.repeat(2048) })).not.toThrow();
    expect(isoTime.safeParse('2024-02-29T23:59:59.999Z').success).toBe(true);
  });
});
