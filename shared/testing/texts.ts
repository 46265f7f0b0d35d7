/** The texts in shared/locales, and whether a language has them all. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../json/value.ts';

export type Texts = Map<string, string>;

export const localesFolder = join(import.meta.dirname, '../locales');

/** Every text of a tree by its full key. */
export function textsIn(tree: unknown): Texts {
  const found: Texts = new Map();
  const collect = (value: unknown, key: string) => {
    if (typeof value === 'string') found.set(key, value);
    else if (Array.isArray(value)) for (const [index, inner] of value.entries()) collect(inner, `${key}.${index}`);
    else if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) collect(inner, key === '' ? name : `${key}.${name}`);
  };
  collect(tree, '');
  return found;
}
export const textsOf = (path: string): Texts => textsIn(JSON.parse(readFileSync(path, 'utf8')));

const plural = /_(?:zero|one|two|few|many|other)$/;
/** The key without its plural suffix, as used in code. English has at least two plural forms. */
export function baseKey(key: string, all: Texts): string {
  const base = key.replace(plural, '');
  return plural.test(key) && all.has(`${base}_one`) && all.has(`${base}_other`) ? base : key;
}

const placeholders = (text: string) => (text.match(/\{\{[^}]*\}\}|<\/?\w+>/g) ?? []).toSorted().join();

const notInBoth = (a: readonly string[], b: readonly string[]): string[] => [
  ...a.filter((each) => !b.includes(each)),
  ...b.filter((each) => !a.includes(each)),
];

/** What a language lacks or has too much of, compared with English: files, keys in its plural forms, and placeholders. */
export function incompleteTexts(language: string, folder: string = localesFolder): string[] {
  const files = readdirSync(join(folder, 'en'));
  const own = readdirSync(join(folder, language));
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const found = notInBoth(files, own);
  for (const file of files.filter((name) => own.includes(name))) {
    const english = textsOf(join(folder, 'en', file));
    const texts = textsOf(join(folder, language, file));
    const wanted = [...english.keys()].flatMap((key) => {
      const base = baseKey(key, english);
      return base === key || key.endsWith('_zero') ? [key] : categories.map((category) => `${base}_${category}`);
    });
    for (const key of notInBoth([...new Set(wanted)], [...texts.keys()])) found.push(`${file} ${key}`);
    for (const [key, text] of texts) {
      const model = english.get(key) ?? english.get(key.replace(plural, '_other')) ?? '';
      const same = placeholders(text) === placeholders(model) && (text === '') === (model === '');
      if (!same) found.push(`${file} ${key}: ${placeholders(model)}`);
    }
  }
  return found;
}
