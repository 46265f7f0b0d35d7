/** Whom one could write to: people this window knows of, found by name or key. */
import { plain } from '../look/plain.ts';

export interface Known {
  public_key: string;
  nickname: string;
  /** Why they are known here; the nearest reason wins. */
  from: 'contacts' | 'played' | 'letters' | 'community';
}

const nearest: Known['from'][] = ['contacts', 'played', 'letters', 'community'];

/** Each person once, by the nearest reason and under the name that it gives. */
export function gather(people: readonly Known[], without: ReadonlySet<string>): Known[] {
  const found = new Map<string, Known>();
  for (const from of nearest) {
    for (const person of people) {
      if (person.from !== from || without.has(person.public_key) || found.has(person.public_key)) continue;
      found.set(person.public_key, person);
    }
  }
  return [...found.values()];
}

export const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text.trim().toLowerCase());

/** How many are offered at once. */
const shownMax = 8;

/** Those whose name has every word typed, or whose key begins so; names that begin with it come first. */
export function findPeople(people: readonly Known[], typed: string): Known[] {
  const text = plain(typed.trim());
  const words = text.split(/\s+/);
  const fits = people.filter(
    ({ nickname, public_key, from }) =>
      (text === '' ? from !== 'community' : words.every((word) => plain(nickname).includes(word))) ||
      (text.length >= 4 && public_key.startsWith(text)),
  );
  const begins = ({ nickname }: Known) => text !== '' && plain(nickname).startsWith(text);
  return fits.toSorted((a, b) => Number(begins(b)) - Number(begins(a))).slice(0, shownMax);
}
