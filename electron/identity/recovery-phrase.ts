/** The recovery phrase: the 32-byte seed as 24 English words with a checksum (BIP 39). It is equivalent to the key. */
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { ParlorError } from '../../shared/errors.ts';

export function recoveryWords(seed: Uint8Array): string[] {
  return entropyToMnemonic(seed, wordlist).split(' ');
}

/**
 * Decodes 24 words, ignoring case.
 * @throws ParlorError `wrong_words`, with the position (1 to 24) of the first unknown word, if any.
 */
export function seedOf(words: readonly string[]): Uint8Array {
  const normalizedWords = words.map(normalizeWord);
  if (normalizedWords.length !== 24)
    throw new ParlorError('wrong_words', `A recovery phrase has 24 words, not ${normalizedWords.length}.`);
  const unknownIndex = normalizedWords.findIndex((word) => !wordlist.includes(word));
  if (unknownIndex !== -1) {
    throw new ParlorError('wrong_words', `Word ${unknownIndex + 1} is not on the word list. Check its spelling.`, {
      position: unknownIndex + 1,
    });
  }
  try {
    return mnemonicToEntropy(normalizedWords.join(' '), wordlist);
  } catch {
    throw new ParlorError(
      'wrong_words',
      'Every word is on the word list, but the checksum does not match: a word is wrong, or two are swapped.',
    );
  }
}

export function normalizeWord(word: string): string {
  return word.normalize('NFKD').trim().toLowerCase();
}
