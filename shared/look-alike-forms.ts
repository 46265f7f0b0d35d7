/** Comparison forms of names. The window loads them on demand: the table of similar characters is large. */
import unhomoglyph from 'unhomoglyph';

/** Invisible characters, and spaces, which are easily overlooked. */
const ignorable = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

const skeleton = (name: string) => unhomoglyph(name).normalize('NFD').toLowerCase();

/** Lists look up the same names on every change. */
const cache = new Map<string, string[]>();
const cacheMax = 2_000;

/**
 * Two names look alike if they share a form: a skeleton of Unicode Technical Standard 39, of the name itself or in either case.
 * `I` resembles `l` but stands for `i`, and a Cyrillic `т` resembles `t` only as a capital letter.
 */
export function formsOf(name: string): string[] {
  const cached = cache.get(name);
  if (cached) return cached;
  const visibleName = name.normalize('NFD').replace(ignorable, '');
  const skeletons = [visibleName, visibleName.toLowerCase(), visibleName.toUpperCase()].map(skeleton);
  const forms = [...new Set(skeletons)].filter((form) => form !== '');
  if (cache.size >= cacheMax) cache.clear();
  cache.set(name, forms);
  return forms;
}
