import unhomoglyph from 'unhomoglyph';

/** Invisible characters, and spaces, which are easily overlooked. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

const skeleton = (name: string) => unhomoglyph(name).normalize('NFD').toLowerCase();

/** Lists query the same names with every change. */
const known = new Map<string, string[]>();
const knownMax = 2_000;

/**
 * Two names look alike if they share a form: a skeleton of Unicode Technical Standard 39, of the name itself or in either case.
 * `I` resembles `l` but stands for `i`, and a Cyrillic `т` resembles `t` only as a capital letter.
 */
export function formsOf(name: string): string[] {
  const before = known.get(name);
  if (before) return before;
  const seen = name.normalize('NFD').replace(unseen, '');
  const skeletons = [seen, seen.toLowerCase(), seen.toUpperCase()].map(skeleton);
  const forms = [...new Set(skeletons)].filter((form) => form !== '');
  if (known.size >= knownMax) known.clear();
  known.set(name, forms);
  return forms;
}
