import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { expect, test } from 'vitest';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { recoveryWords, seedOf } from './recovery-phrase.ts';
import { readPublishedVectors } from './testing/vectors.ts';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);

test('decodes 24 words to the same seed and public key', () => {
  const words = recoveryWords(seed);
  expect(words).toHaveLength(24);
  expect(seedOf(words)).toEqual(seed);
  expect(publicKeyOf(seedOf(words))).toEqual(publicKeyOf(seed));
  for (let round = 0; round < 50; round += 1) {
    const random = crypto.getRandomValues(new Uint8Array(32));
    expect(seedOf(recoveryWords(random))).toEqual(random);
  }
});

test('ignores case and extra spaces', () => {
  expect(seedOf(recoveryWords(seed).map((word) => ` ${word.toUpperCase()} `))).toEqual(seed);
});

test('reports the position of an unknown word, never the word itself', () => {
  const words = recoveryWords(seed).with(6, 'secretz');
  expect(() => seedOf(words)).toThrow(expect.objectContaining({ code: 'wrong_words', detail: { position: 7 } }));
  expect(() => seedOf(words)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('secretz') }));
});

test('detects a replaced word and swapped words by the checksum', () => {
  const words = recoveryWords(seed);
  expect(() => seedOf(words.with(0, words[0] === 'zoo' ? 'zebra' : 'zoo'))).toThrow(
    expect.objectContaining({ code: 'wrong_words' }),
  );
  const swapped = words.with(3, words[4]!).with(4, words[3]!);
  expect(() => seedOf(swapped)).toThrow(expect.objectContaining({ code: 'wrong_words' }));
});

test.each([0, 12, 23, 25])('rejects %i words', (count) => {
  const words = Array.from({ length: count }, () => 'abandon');
  expect(() => seedOf(words)).toThrow(expect.objectContaining({ code: 'wrong_words' }));
});

test('rejects words of another language', () => {
  const words = entropyToMnemonic(seed, spanish).split(' ');
  expect(() => seedOf(words)).toThrow(expect.objectContaining({ code: 'wrong_words' }));
});

const vectors = readPublishedVectors<{ english: [string, string, string, string][] }>('bip39/vectors.json');

test.skipIf(vectors === null)('matches the published 256-bit vectors', () => {
  const vectors256 = vectors!.english.filter(([entropy]) => entropy.length === 64);
  expect(vectors256.length).toBeGreaterThan(5);
  for (const [entropy, words] of vectors256) {
    expect(recoveryWords(Buffer.from(entropy, 'hex')).join(' ')).toBe(words);
    expect(Buffer.from(seedOf(words.split(' '))).toString('hex')).toBe(entropy);
  }
});
