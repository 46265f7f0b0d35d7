/** The 24 recovery words as they are typed. */

export const wordCount = 24;

/** The words of a text, whatever stands between them: numbers, dots, commas, new lines. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** `count` different positions from 1 to 24 in rising order. `random` gives numbers in [0, 1). */
export function askedPositions(count: number, random: () => number): number[] {
  const left = Array.from({ length: wordCount }, (_, index) => index + 1);
  const asked: number[] = [];
  while (asked.length < count) asked.push(...left.splice(Math.floor(random() * left.length), 1));
  return asked.sort((a, b) => a - b);
}
