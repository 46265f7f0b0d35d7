/** The 24 recovery words: the 32-byte seed in BIP39's English encoding with its checksum. They are the key itself. */
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { ParlorError } from '../../shared/errors.ts';

export function wordsOf(seed: Uint8Array): string[] {
  return entropyToMnemonic(seed, wordlist).split(' ');
}

/**
 * The seed behind 24 words, typed in any case.
 * @throws ParlorError `wrong_words`, with the first position (1 to 24) that holds no word of the list where there is one.
 */
export function seedOf(words: readonly string[]): Uint8Array {
  const typed = words.map(plainWord);
  if (typed.length !== 24) throw new ParlorError('wrong_words', `There are 24 words; ${typed.length} were given.`);
  const stranger = typed.findIndex((word) => !wordlist.includes(word));
  if (stranger !== -1) {
    throw new ParlorError('wrong_words', `Word ${stranger + 1} is not on the list. Check its spelling.`, {
      position: stranger + 1,
    });
  }
  try {
    return mnemonicToEntropy(typed.join(' '), wordlist);
  } catch {
    throw new ParlorError(
      'wrong_words',
      "Each word exists, but together they don't fit. One is another word, or two changed places.",
    );
  }
}

export function plainWord(word: string): string {
  return word.normalize('NFKD').trim().toLowerCase();
}
