/**
 * The words of a stranger's protocol that may be shown as they are: ordinary words of games, from a list that ships with Parlor. It has
 * no word that joins others to a sentence, and none that addresses a reader.
 */
import gameWords from './game-words.json' with { type: 'json' };

const codePatterns = gameWords.codes.map(({ pattern }) => new RegExp(`^(?:${pattern})$`));
const places = new Map(gameWords.words.flatMap(({ words }) => words).map((word, place) => [word, place]));

/** Numbers, squares and cards, which can't form sentences even in an order that a stranger chose. */
export const isCode = (text: string): boolean => codePatterns.some((pattern) => pattern.test(text));

const positionPatterns = gameWords.positions.map(({ pattern }) => new RegExp(`^(?:${pattern})$`));
const positionWords = new Set(gameWords.positions.flatMap(({ words }) => words));

/** Whether positions of bundled games may have this name or value, in addition to the names in their specs. */
export const isPositionWord = (text: string): boolean =>
  isCode(text) || places.has(text) || positionWords.has(text) || positionPatterns.some((pattern) => pattern.test(text));

/** The listed word or code that a name spells, as the list spells it; null for any other name. */
export function gameWordOf(name: string): string | null {
  if (isCode(name)) return name;
  const word = name.toLowerCase().replace(/[- ]/g, '_');
  return places.has(word) ? word : null;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Sorts names in an order that their author has no influence on: codes, words as listed, then the others by their numbers. */
export function compareNames(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || (places.get(a) ?? 0) - (places.get(b) ?? 0) || collator.compare(a, b);
}

function rankOf(name: string): number {
  if (isCode(name)) return 0;
  return places.has(name) ? 1 : 2;
}
