import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { characterCount } from '../json/utf8.ts';
import { publicKeyOf, sign } from '../signing/ed25519.ts';
import { inboxMessageText } from '../signing/texts.ts';
import { linkedPostId, readInboxMessage, sealInboxMessage, type WriterProof } from './message.ts';
import { open, seal } from './sealed-box.ts';
import { boxMaxBytes, messageMaxCharacters, sealedSize } from './size.ts';
import { writeProof } from './writer-proof.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const writer = new Uint8Array(32).fill(1);
const reader = new Uint8Array(32).fill(2);
const to = publicKeyOf(reader);
const written_at = '2026-11-21T16:00:00.000Z';

function proofOf(words: string, recipient = to, time = written_at): WriterProof {
  const text = inboxMessageText({ recipient_public_key: hex(recipient), written_at: time, words });
  return {
    public_key: hex(publicKeyOf(writer)),
    written_at: time,
    signature: hex(sign(new TextEncoder().encode(text), writer)),
  };
}

const read = (box: Uint8Array) => readInboxMessage(open(box, reader), hex(to));

describe('messages', () => {
  test('reads back any text, with its writer if signed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: messageMaxCharacters(true) }), (words) => {
        const plain = sealInboxMessage(words, to, null);
        expect(read(plain).text).toBe(words);
        expect(plain.length).toBe(sealedSize(words, false));
        const signed = sealInboxMessage(words, to, proofOf(words));
        expect(signed.length).toBeLessThanOrEqual(boxMaxBytes);
        expect(signed.length).toBe(sealedSize(words, true));
        // What other clients may seal, and all that they show.
        expect(characterCount(open(signed, reader))).toBeLessThanOrEqual(256);
        expect(open(signed, reader).replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')).toBe(
          words.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
        );
        expect(read(signed)).toEqual({
          text: words,
          writer: proofOf(words),
          signature: 'valid',
        });
      }),
      { numRuns: 25 },
    );
  });

  test('reads a message without a proof line, as other clients send it', () => {
    expect(read(seal('See you at eight.', to))).toEqual({
      text: 'See you at eight.',
      writer: null,
      signature: 'none',
    });
  });

  test('accepts 256 four-byte characters, 188 if they are signed, and rejects more', () => {
    for (const [count, isSigned] of [
      [256, false],
      [188, true],
    ] as const) {
      const longest = '😀'.repeat(count);
      expect(read(sealInboxMessage(longest, to, isSigned ? proofOf(longest) : null)).text).toBe(longest);
      for (const words of ['x'.repeat(count + 1), '']) {
        const proof = isSigned ? proofOf(words) : null;
        expect(() => sealInboxMessage(words, to, proof)).toThrow(
          expect.objectContaining({ code: 'invalid_field', detail: { field: 'text' } }),
        );
      }
    }
  });

  test('reads the proof line of earlier versions', () => {
    const { public_key, signature } = proofOf('hello');
    const box = seal(`hello\n\nparlor-letter:1 ${public_key} ${written_at} ${signature}`, to, { maxCharacters: 500 });
    expect(read(box)).toEqual({ text: 'hello', writer: proofOf('hello'), signature: 'valid' });
  });

  test('rejects a signature of another text, recipient, time or key', () => {
    const valid = proofOf('hello');
    const invalid: WriterProof[] = [
      proofOf('hullo'),
      proofOf('hello', publicKeyOf(writer)),
      { ...valid, written_at: '2026-11-21T16:00:00.001Z' },
      { ...valid, public_key: hex(to) },
    ];
    for (const proof of invalid) {
      const { writer: verified, signature, text } = read(sealInboxMessage('hello', to, proof));
      expect([verified, signature]).toEqual([null, 'invalid']);
      // The decrypted content is shown unchanged.
      expect(text).toBe(`hello${writeProof(proof)}`);
    }
  });

  test('finds only links to tables of the reader’s own community', () => {
    const post_id = '00000000-0000-4000-8000-000000000001';
    expect(linkedPostId(`Come to parlor://join/${post_id}.`)).toBe(post_id);
    expect(linkedPostId(`parlor://join/${post_id}?server=http://elsewhere`)).toBeNull();
    expect(linkedPostId(`https://join/${post_id}`)).toBeNull();
    expect(linkedPostId('no link')).toBeNull();
  });
});
