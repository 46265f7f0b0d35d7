import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publicKeyOf } from '../signing/ed25519.ts';
import { storedVectors } from '../testing/generate-vectors.ts';
import { open, seal } from './sealed-box.ts';
import { boxMaxBytes, boxOverhead } from './size.ts';

const vectors = storedVectors('shared/inbox/vectors/sealed-box.json');

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const seed = new Uint8Array(32).fill(5);
const key = publicKeyOf(seed);
const unreadable = expect.objectContaining({ code: 'letter_unreadable' });

describe('sealed boxes', () => {
  test.each(vectors)('reproduces the vector "$text"', (vector) => {
    const secrets = { ephemeralSecret: bytes(vector.ephemeral_secret), nonce: bytes(vector.nonce) };
    expect(seal(vector.text, bytes(vector.recipient_public_key), { secrets })).toEqual(bytes(vector.box));
    expect(open(bytes(vector.box), bytes(vector.recipient_seed))).toBe(vector.text);
  });

  test('opens any text of up to 256 characters, and seals it differently each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 256 }), (text) => {
        const box = seal(text, key);
        expect(box.length).toBe(Buffer.byteLength(text) + boxOverhead);
        expect(open(box, seed)).toBe(text);
        expect(seal(text, key)).not.toEqual(box);
      }),
      { numRuns: 25 },
    );
  });

  test('accepts 256 four-byte characters and rejects 257 one-byte characters', () => {
    expect(seal('😀'.repeat(256), key).length).toBe(1089);
    expect(() => seal('x'.repeat(257), key)).toThrow(
      expect.objectContaining({ code: 'invalid_field', detail: { field: 'text' } }),
    );
    const maxBytes = boxMaxBytes - boxOverhead;
    expect(seal('x'.repeat(maxBytes), key, { maxCharacters: maxBytes }).length).toBe(boxMaxBytes);
    expect(() => seal('x'.repeat(maxBytes + 1), key, { maxCharacters: 9999 })).toThrow(
      expect.objectContaining({ code: 'invalid_field' }),
    );
    expect(() => seal('\ud800', key)).toThrow(expect.objectContaining({ code: 'invalid_field' }));
  });

  test('rejects an unsound recipient key', () => {
    for (const bad of [
      new Uint8Array(32),
      new Uint8Array(31),
      Uint8Array.of(1, ...new Uint8Array(31)),
      new Uint8Array(32).fill(0xff),
    ]) {
      expect(() => seal('x', bad)).toThrow(
        expect.objectContaining({ code: 'invalid_field', detail: { field: 'recipient_public_key' } }),
      );
    }
  });

  test('does not open for another recipient, or after any change or truncation', () => {
    const box = seal('secret', key);
    expect(() => open(box, new Uint8Array(32).fill(6))).toThrow(unreadable);
    for (let i = 0; i < box.length; i += 1) {
      const changed = box.slice();
      changed[i]! ^= 1;
      expect(() => open(changed, seed), `byte ${i}`).toThrow(unreadable);
      expect(() => open(box.slice(0, i), seed), `cut ${i}`).toThrow(unreadable);
    }
    expect(() => open(Uint8Array.of(...box, 0), seed)).toThrow(unreadable);
  });

  test('rejects an ephemeral key of small order', () => {
    const box = seal('secret', key);
    box.fill(0, 5, 37);
    expect(() => open(box, seed)).toThrow(unreadable);
  });
});
