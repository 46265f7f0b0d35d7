/** Vectors published elsewhere; skipped unless they are present next to the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { manifestFileOf, manifestHashOf } from '../bundle/manifest.ts';
import { meetsDifficulty } from '../community/proof-of-work.ts';
import { open, seal } from '../inbox/sealed-box.ts';
import { canonicalJson } from '../json/canonical.ts';
import { parseJson } from '../json/parse.ts';
import { utf8Bytes } from '../json/utf8.ts';
import { protocolIdOf } from '../protocol/contract.ts';
import { validateMessage } from '../protocol/message.ts';
import { flowMode, readSpec } from '../protocol/spec.ts';
import { publicKeyOf, sign, verifyPortably, verifySignature } from '../signing/ed25519.ts';
import { sha256Hex } from '../signing/hash.ts';
import { registrationText, requestText, sessionIdOf, sessionText, ticketText } from '../signing/texts.ts';
import { commitmentOf } from '../tables/commitment.ts';

const folder = new URL('../../../shared/vectors/', import.meta.url);
const present = existsSync(folder);
if (!present) console.warn('../shared/vectors is absent: the published vectors are skipped.');

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
const list = (path: string) => readdirSync(new URL(path, folder));
const json = <T>(path: string) => JSON.parse(read(path)) as T;

describe.skipIf(!present)('published vectors', () => {
  test('recomputes the protocol ids of published specs, which are valid', () => {
    const names = list('protocols/');
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const text = read(`protocols/${name}`);
      expect(`${protocolIdOf(text)}.json`).toBe(name);
      expect(readSpec(text).problems).toEqual([]);
    }
  });

  test('accepts every message of published sessions', () => {
    const specs = new Map(
      list('protocols/').map((name) => [name.slice(0, 64), readSpec(read(`protocols/${name}`)).spec]),
    );
    for (const name of list('transcripts/')) {
      const lines = read(`transcripts/${name}`).trim().split('\n');
      const frames = lines.map(
        (line) => JSON.parse(line) as { from: 'host' | 'guest'; frame: { [key: string]: unknown } },
      );
      const proof = frames.find(({ frame }) => frame?._session_proof);
      // Transcripts of card games have no handshake; their mode can't be played yet.
      if (!proof) continue;
      const spec = specs.get(proof.frame.protocol_id as string)!;
      const business = frames.filter(({ frame }) => typeof frame.action === 'string');
      expect(business.length).toBeGreaterThan(2);
      for (const [i, { from, frame }] of business.entries()) {
        // The host of a simultaneous_round closes with an `end` that neither side validates.
        const closing = flowMode(spec) === 'simultaneous_round' && frame.action === 'end' && i === business.length - 1;
        if (!closing) {
          expect(validateMessage(spec, frame, from === 'guest' ? 'guest_to_host' : 'host_to_guest')).toEqual([]);
          expect(
            validateMessage(spec, { ...frame, smuggled: 1 }, from === 'guest' ? 'guest_to_host' : 'host_to_guest'),
          ).toHaveLength(1);
        }
      }
    }
  });

  test('canonicalizes the samples of RFC 8785', () => {
    for (const name of list('jcs/input/')) {
      const expected = bytes(read(`jcs/outhex/${name.replace('.json', '.txt')}`).replaceAll(/\s/g, ''));
      expect(utf8Bytes(canonicalJson(parseJson(read(`jcs/input/${name}`)))), name).toEqual(expected);
    }
  });

  test('reproduces the signatures of RFC 8032', () => {
    for (const v of json<{ priv: string; pub: string; msg: string; sig: string }[]>('rfc8032/rfc8032-ed25519.json')) {
      expect(publicKeyOf(bytes(v.priv))).toEqual(bytes(v.pub));
      expect(sign(bytes(v.msg), bytes(v.priv))).toEqual(bytes(v.sig));
      for (const verify of [verifySignature, verifyPortably])
        expect(verify(bytes(v.msg), bytes(v.sig), bytes(v.pub))).toBe(true);
    }
  });

  test('agrees with Wycheproof on Ed25519 signatures', () => {
    interface Group {
      publicKey: { pk: string };
      tests: { tcId: number; msg: string; sig: string; result: string }[];
    }
    const { testGroups } = json<{ testGroups: Group[] }>('wycheproof/ed25519_test.json');
    let count = 0;
    for (const { publicKey, tests } of testGroups) {
      for (const { tcId, msg, sig, result } of tests) {
        for (const verify of [verifySignature, verifyPortably]) {
          expect(verify(bytes(msg), bytes(sig), bytes(publicKey.pk)), `tcId ${tcId}`).toBe(result === 'valid');
        }
        count += 1;
      }
    }
    expect(count).toBe(151);
  });

  describe('wire vectors', () => {
    const wire = present ? json<Wire>('wire-vectors.json') : ({} as Wire);
    const [host, guest] = present ? [wire.keys.host, wire.keys.guest] : [];
    const expectSigned = (text: string | Uint8Array, signature: string, signer = host!) => {
      const message = typeof text === 'string' ? utf8Bytes(text) : text;
      expect(Buffer.from(sign(message, bytes(signer.private_key))).toString('hex')).toBe(signature);
      expect(verifySignature(message, bytes(signature), bytes(signer.public_key))).toBe(true);
    };

    test('signs requests', () => {
      for (const v of wire.request_signing) {
        const text = requestText({
          timestamp: v.timestamp,
          method: v.method,
          target: v.path,
          request_id: v.request_id,
          body: utf8Bytes(v.body_utf8),
        });
        expect(text).toEqual(bytes(v.signed_bytes_hex));
        expectSigned(text, v.signature);
      }
    });

    test('signs registrations and checks proofs of work', () => {
      const { nonce, nickname, signed_text, signature, difficulty_1_counter, difficulty_2_counter } = wire.registration;
      const public_key = host!.public_key;
      expect(registrationText({ nonce, public_key, nickname })).toBe(signed_text);
      expectSigned(signed_text, signature);
      expect(meetsDifficulty(nonce, public_key, difficulty_1_counter, 1)).toBe(true);
      expect(meetsDifficulty(nonce, public_key, difficulty_2_counter, 2)).toBe(true);
      expect(meetsDifficulty(nonce, public_key, difficulty_2_counter, 3)).toBe(false);
    });

    test('signs sessions and derives their ids', () => {
      const { post_id, protocol_id, session_nonce, canonical, host_signature, guest_signature, session_id } =
        wire.session;
      const parts = {
        post_id,
        host_public_key: host!.public_key,
        guest_public_key: guest!.public_key,
        protocol_id,
        session_nonce,
      };
      expect(sessionText(parts)).toBe(canonical);
      expect(sessionIdOf(parts)).toBe(session_id);
      expectSigned(canonical, host_signature, host);
      expectSigned(canonical, guest_signature, guest);
    });

    test('signs transport bindings', () => {
      const { iroh_ticket, text, signature } = wire.transport_binding;
      expect(ticketText({ public_key: host!.public_key, iroh_ticket, protocol_id: wire.session.protocol_id })).toBe(
        text,
      );
      expectSigned(text, signature);
    });

    test('computes commitments', () => {
      for (const { value, text, hash } of wire.commit) {
        expect(commitmentOf(value, text.slice(text.indexOf(':') + 1))).toBe(hash);
        expect(sha256Hex(text)).toBe(hash);
      }
    });

    test('seals and opens boxes', () => {
      const v = wire.sealed_box;
      const secrets = { ephemeralSecret: bytes(v.ephemeral_private), nonce: bytes(v.nonce) };
      expect(seal(v.plaintext_utf8, bytes(guest!.public_key), { secrets })).toEqual(bytes(v.ciphertext_hex));
      expect(open(bytes(v.ciphertext_hex), bytes(guest!.private_key))).toBe(v.plaintext_utf8);
    });

    test('hashes UI manifests', () => {
      const files = Object.entries(wire.ui_manifest.files_utf8).map(([path, text]) =>
        manifestFileOf(path, utf8Bytes(text)),
      );
      expect(manifestHashOf(files)).toBe(wire.ui_manifest.manifest_hash);
    });
  });
});

interface Wire {
  keys: { [who in 'host' | 'guest']: { private_key: string; public_key: string } };
  request_signing: {
    method: string;
    path: string;
    timestamp: string;
    request_id: string;
    body_utf8: string;
    signed_bytes_hex: string;
    signature: string;
  }[];
  registration: {
    nonce: string;
    nickname: string;
    signed_text: string;
    signature: string;
    difficulty_1_counter: number;
    difficulty_2_counter: number;
  };
  session: {
    post_id: string;
    protocol_id: string;
    session_nonce: string;
    canonical: string;
    host_signature: string;
    guest_signature: string;
    session_id: string;
  };
  transport_binding: { iroh_ticket: string; text: string; signature: string };
  commit: { value: string | number | boolean; text: string; hash: string }[];
  sealed_box: { ephemeral_private: string; nonce: string; plaintext_utf8: string; ciphertext_hex: string };
  ui_manifest: { files_utf8: { [path: string]: string }; manifest_hash: string };
}
