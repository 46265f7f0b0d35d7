import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { publicKeyOf, verifySignature } from '../../shared/signing/ed25519.ts';
import {
  concessionText,
  inboxMessageText,
  recordText,
  registrationText,
  requestText,
  sessionText,
  ticketText,
} from '../../shared/signing/texts.ts';
import { holdKey } from './signer.ts';
import { readPublishedVectors } from './testing/vectors.ts';

const seed = () => Uint8Array.from({ length: 32 }, (_, index) => index);
const ownKey = bytesToHex(publicKeyOf(seed()));
const otherKey = bytesToHex(publicKeyOf(seed().fill(9)));

const request = {
  timestamp: '1700000000',
  method: 'POST',
  target: '/api/v1/sessions?x=1',
  request_id: '0123456789abcdef',
  body: Uint8Array.of(0, 255),
};
const registration = { nonce: '00'.repeat(16), nickname: 'Ann: the first' };
const session = {
  post_id: '11111111-2222-4333-8444-555555555555',
  host_public_key: otherKey,
  guest_public_key: ownKey,
  protocol_id: 'ab'.repeat(32),
  session_nonce: '0123456789abcdef',
};
const messages = { host_messages: `3:${'cd'.repeat(32)}`, guest_messages: `0:${'00'.repeat(32)}` };
const record = {
  session_id: 'ab'.repeat(32),
  host_record: '12'.repeat(32),
  guest_record: '34'.repeat(32),
  ...messages,
  options_hash: '56'.repeat(32),
  winner: 'guest',
  conceded: 'host:resigned',
};
const concession = { session_id: 'ab'.repeat(32), by: 'host', code: 'resigned', ...messages };
const ticket = { iroh_ticket: 'endpointabc', protocol_id: 'ab'.repeat(32) };

test('signs each text so that it verifies under the public key', () => {
  const { signer } = holdKey(seed());
  const isValid = (text: string | Uint8Array, signature: string) =>
    verifySignature(
      typeof text === 'string' ? new TextEncoder().encode(text) : text,
      hexToBytes(signature),
      hexToBytes(ownKey),
    );
  expect(signer.publicKey).toBe(ownKey);
  expect(isValid(requestText(request), signer.signRequest(request))).toBe(true);
  expect(
    isValid(registrationText({ ...registration, public_key: ownKey }), signer.signRegistration(registration)),
  ).toBe(true);
  expect(isValid(sessionText(session), signer.signSession(session))).toBe(true);
  expect(isValid(ticketText({ ...ticket, public_key: ownKey }), signer.signTicket(ticket))).toBe(true);
  const message = { recipient_public_key: otherKey, written_at: '2026-11-21T16:00:00.000Z', words: 'Hello.' };
  expect(isValid(inboxMessageText(message), signer.signInboxMessage(message))).toBe(true);
  expect(isValid(recordText(record), signer.signRecord(record))).toBe(true);
  expect(isValid(concessionText(concession), signer.signConcession(concession))).toBe(true);
});

test('has no other signing methods, and is frozen', () => {
  const { signer } = holdKey(seed());
  expect(Object.keys(signer).sort()).toEqual([
    'publicKey',
    'signConcession',
    'signInboxMessage',
    'signRecord',
    'signRegistration',
    'signRequest',
    'signSession',
    'signTicket',
  ]);
  expect(Object.isFrozen(signer)).toBe(true);
});

test('rejects parts that would form another text or name another key', () => {
  const { signer } = holdKey(seed());
  const expectRejected = (sign: () => string, field: string) =>
    expect(sign).toThrow(expect.objectContaining({ code: 'invalid_field', detail: { field } }));
  // A nonce that would make `nonce:key:nickname` a session text.
  expectRejected(() => signer.signRegistration({ nonce: `${session.post_id}:${otherKey}`, nickname: 'x' }), 'nonce');
  expectRejected(
    () => signer.signTicket({ ...ticket, iroh_ticket: `a\nprotocol_id:${ticket.protocol_id}` }),
    'iroh_ticket',
  );
  expectRejected(() => signer.signRequest({ ...request, target: '/a\nb' }), 'target');
  expectRejected(() => signer.signSession({ ...session, session_nonce: 'ab:cd' }), 'session_nonce');
  expectRejected(() => signer.signSession({ ...session, guest_public_key: otherKey }), 'host_public_key');
  expectRejected(() => signer.signRecord({ ...record, winner: 'guest\nnone' }), 'winner');
  expectRejected(() => signer.signConcession({ ...concession, code: 'interrupted' }), 'code');
  // The signer sets its own key last, whatever an untyped caller passes.
  const forged = { ...registration, public_key: otherKey };
  expect(signer.signRegistration(forged)).toBe(signer.signRegistration(registration));
});

test('zeroes a disposed key, which then signs nothing', () => {
  const bytes = seed();
  const held = holdKey(bytes);
  held.dispose();
  expect(bytes.every((byte) => byte === 0)).toBe(true);
  const locked = expect.objectContaining({ code: 'identity_locked' });
  expect(() => held.signer.signRequest(request)).toThrow(locked);
  expect(() => held.opener.open(new Uint8Array(100))).toThrow(locked);
  expect(() => held.opener.messagesKey()).toThrow(locked);
  held.dispose();
});

interface NetworkVectors {
  keys: { host: { private_key: string; public_key: string }; guest: { public_key: string } };
  request_signing: {
    method: string;
    path: string;
    timestamp: string;
    request_id: string;
    body_utf8: string;
    signature: string;
  }[];
  registration: { nonce: string; nickname: string; signature: string };
  session: { post_id: string; protocol_id: string; session_nonce: string; host_signature: string };
  transport_binding: { iroh_ticket: string; signature: string };
}
const networkVectors = readPublishedVectors<NetworkVectors>('wire-vectors.json');

describe.skipIf(networkVectors === null)('signatures of the existing network', () => {
  test('are reproduced byte for byte', () => {
    const { keys, request_signing, registration, session, transport_binding } = networkVectors!;
    const { signer } = holdKey(hexToBytes(keys.host.private_key));
    expect(signer.publicKey).toBe(keys.host.public_key);
    for (const { path, body_utf8, signature, method, timestamp, request_id } of request_signing) {
      const body = new TextEncoder().encode(body_utf8);
      expect(signer.signRequest({ method, timestamp, request_id, target: path, body })).toBe(signature);
    }
    expect(signer.signRegistration(registration)).toBe(registration.signature);
    const { post_id, protocol_id, session_nonce } = session;
    const parts = { post_id, protocol_id, session_nonce, host_public_key: keys.host.public_key };
    expect(signer.signSession({ ...parts, guest_public_key: keys.guest.public_key })).toBe(session.host_signature);
    expect(signer.signTicket({ iroh_ticket: transport_binding.iroh_ticket, protocol_id })).toBe(
      transport_binding.signature,
    );
  });
});
