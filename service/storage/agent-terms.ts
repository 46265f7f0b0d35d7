/**
 * The beginnings under which an agent's name is found, stored in agent_term. Other terms for the same name need a migration that computes
 * the stored ones again.
 */
import { toSearchText } from '../../shared/search-text.ts';

/** The most terms of one name. They bound what one agent adds to the index, and how often it is met in one search. */
export const termsMax = 8;
/** Longer beginnings are not told apart: characters that decompose could otherwise make terms many times as long as a name. */
const termCharacters = 64;

/** Where a word begins. Chinese has no spaces: each of its characters begins one. */
const wordStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}]|\p{Script=Han}/gu;

const cut = (text: string): string => Array.from(text).slice(0, termCharacters).join('');

/** A name or a query as it is compared: without case, diacritics and repeated spaces. */
export const toTerm = (text: string): string => cut(toSearchText(text).trim().replace(/\s+/g, ' '));

/** The name from its beginning, and from each further word. A term that begins another one finds nothing that the other doesn't. */
export function termsOf(nickname: string): string[] {
  const name = toSearchText(nickname).trim().replace(/\s+/g, ' ');
  const starts = [0, ...Array.from(name.matchAll(wordStart), ({ index }) => index)];
  const terms = [...new Set(starts.map((start) => cut(name.slice(start))))];
  return terms.filter((term) => !terms.some((other) => other !== term && other.startsWith(term))).slice(0, termsMax);
}
