/** Parses a typed recovery phrase, and picks the words that the quiz asks for. */

export const wordCount = 24;

/** Splits a text into words, ignoring numbers and punctuation. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** `count` distinct positions from 1 to 24, ascending. `random` returns numbers in [0, 1). */
export function pickPositions(count: number, random: () => number): number[] {
  const candidates = Array.from({ length: wordCount }, (_, index) => index + 1);
  const positions: number[] = [];
  while (positions.length < count) positions.push(...candidates.splice(Math.floor(random() * candidates.length), 1));
  return positions.sort((a, b) => a - b);
}
