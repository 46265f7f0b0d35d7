/** Parses a typed recovery phrase, and picks the words that the quiz asks for. */

import { wordlist } from '@scure/bip39/wordlists/english.js';

export const wordCount = 24;
/** The phrase's words, of BIP 39. */
const knownWords = new Set(wordlist);

/** Splits a text into words, ignoring numbers and punctuation. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** Those that no recovery phrase has, most likely misspelt. */
export const unknownWords = (words: readonly string[]): string[] => words.filter((word) => !knownWords.has(word));

/** `count` distinct positions from 1 to 24, ascending. `random` returns numbers in [0, 1). */
export function pickPositions(count: number, random: () => number): number[] {
  const candidates = Array.from({ length: wordCount }, (_, index) => index + 1);
  const positions: number[] = [];
  while (positions.length < count) positions.push(...candidates.splice(Math.floor(random() * candidates.length), 1));
  return positions.sort((a, b) => a - b);
}
