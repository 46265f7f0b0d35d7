import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorStatus } from '../../shared/errors.ts';

const root = new URL('../..', import.meta.url).pathname;
type Words = { [key: string]: string | Words };
type Sentences = Map<string, string>;

/** Every sentence of a file by its whole key. */
function sentencesOf(path: string): Sentences {
  const found: Sentences = new Map();
  const walk = (words: Words, before: string) => {
    for (const [key, word] of Object.entries(words)) {
      if (typeof word === 'string') found.set(before + key, word);
      else walk(word, `${before}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(root + path, 'utf8')), '');
  return found;
}

/** Where words lie: one folder for each language. */
const places = ['renderer/words', 'electron/shells/words'].map((folder) => ({
  folder,
  languages: globSync(`${folder}/*/`, { cwd: root }).map((path) => path.slice(folder.length + 1)),
  english: globSync(`${folder}/en/*.json`, { cwd: root }),
}));
const english = places.flatMap((place) => place.english);

const plural = /_(?:zero|one|two|few|many|other)$/;
/** The key that code names: without what the count makes of it. English has at least two forms. */
const named = (key: string, all: Sentences): string => {
  const base = key.replace(plural, '');
  return plural.test(key) && all.has(`${base}_one`) && all.has(`${base}_other`) ? base : key;
};
const isPlural = (key: string, all: Sentences) => named(key, all) !== key;
const placeholders = (sentence: string) => (sentence.match(/\{\{[^}]*\}\}/g) ?? []).toSorted();

describe('our words', () => {
  it('blame nobody, sell nothing and shout at nobody', () => {
    expect(english.length).toBeGreaterThan(5);
    for (const file of english) {
      for (const [key, sentence] of sentencesOf(file)) {
        expect(sentence, `${file} ${key}`).not.toMatch(
          /!|oops|something went wrong|please|\b(bot|AI|widget|plugin|mnemonic)\b/i,
        );
      }
    }
  });

  it('name only problems that exist, each with a title and what it means', () => {
    const problems: Words = JSON.parse(readFileSync(`${root}renderer/words/en/problems.json`, 'utf8'));
    for (const [code, words] of Object.entries(problems)) {
      expect(code === 'other' || Object.hasOwn(errorStatus, code), code).toBe(true);
      expect(words, code).toMatchObject({ title: expect.any(String), body: expect.any(String) });
    }
  });

  it('have something to say where a problem ends a table', () => {
    const known = sentencesOf('renderer/words/en/problems.json');
    for (const code of [
      'peer_unreachable',
      'peer_timeout',
      'peer_disconnected',
      'interrupted',
      'resigned',
      'hook_failed',
      'decision_timeout',
    ]) {
      expect(known.has(`${code}.title`), code).toBe(true);
    }
  });

  it('are all used somewhere', () => {
    const code = [...globSync('renderer/**/*.{ts,tsx}', { cwd: root }), ...globSync('electron/**/*.ts', { cwd: root })]
      .filter((path) => !/\.test\.|\/testing\/|\/dist\/|node_modules/.test(path))
      .map((path) => readFileSync(root + path, 'utf8'))
      .join('\n');
    const literals = new Set(
      [...code.matchAll(/'([^'\n]*)'|(?<=i18nKey=")([^"]*)/g)].map(([, text, attribute]) =>
        (text ?? attribute)!.replace(/^\w+:/, ''),
      ),
    );
    // A key that is put together names its fixed part: `check.${id}.title`.
    const patterns = new Set(
      [...code.matchAll(/`((?:[^`$\n]|\$\{[^{}`\n]*\})*)`/g)]
        .map(([, text]) => text!.replace(/^\w+:/, ''))
        .filter((text) => /^[\w.]+\$\{|\$\{[^}]*\}[._]\w+$/.test(text))
        .map((text) =>
          text
            .split(/\$\{[^}]*\}/)
            .map((part) => part.replaceAll('.', '\\.'))
            .join('[\\w-]+'),
        ),
    );
    const computed = [...patterns].map((pattern) => new RegExp(`^${pattern}$`));
    const unused = english.flatMap((file) => {
      const all = sentencesOf(file);
      return [...all.keys()]
        .map((key) => named(key, all))
        .filter((key) => !literals.has(key) && !computed.some((pattern) => pattern.test(key)))
        .map((key) => `${file} ${key}`);
    });
    expect([...new Set(unused)]).toEqual([]);
  });
});

describe.each(
  places.flatMap(({ folder, languages }) =>
    languages.filter((language) => language !== 'en').map((language) => ({ folder, language })),
  ),
)('$folder/$language', ({ folder, language }) => {
  const files = globSync(`${folder}/en/*.json`, { cwd: root }).map((path) => {
    const name = path.split('/').at(-1)!;
    return { name, english: sentencesOf(path), path: `${folder}/${language}/${name}` };
  });
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  it('has the files of English and no others', () => {
    expect(globSync('*.json', { cwd: `${root}${folder}/${language}` }).toSorted()).toEqual(
      files.map(({ name }) => name).toSorted(),
    );
  });

  it.each(files)('$name has every sentence, in the forms that its counts take, and no other', ({ english, path }) => {
    const wanted = [...english.keys()].flatMap((key) => {
      if (!isPlural(key, english)) return [key];
      if (key.endsWith('_zero')) return [key];
      return categories.map((category) => `${named(key, english)}_${category}`);
    });
    expect([...sentencesOf(path).keys()].toSorted()).toEqual([...new Set(wanted)].toSorted());
  });

  it.each(files)('$name fills in the same as English', ({ english, path }) => {
    const all = sentencesOf(path);
    for (const [key, sentence] of all) {
      const model = english.get(key) ?? english.get(`${named(key, all)}_other`) ?? '';
      expect(placeholders(sentence), key).toEqual(placeholders(model));
      expect(sentence === '', key).toBe(model === '');
    }
  });
});

describe('Simplified Chinese', () => {
  const han = /\p{Script=Han}/u;
  /** What is the same in every language. */
  const same = /\{\{[^}]*\}\}|\b(?:Parlor|English|Esc|Enter|Home|End|Ctrl|Alt|Shift|SHA-256|JSON|UDP|TCP|key\.json)\b/g;

  it.each(globSync('{renderer,electron}/**/words/zh-CN/*.json', { cwd: root }))(
    '%s is Chinese, and well set',
    (path) => {
      for (const [key, sentence] of sentencesOf(path)) {
        if (/[A-Za-z]{2}/.test(sentence.replaceAll(same, ''))) expect(sentence, key).toMatch(han);
        expect(sentence, `${key}: punctuation is full width beside Chinese`).not.toMatch(
          /\p{Script=Han}[,.:;?!]|[,;?!]\p{Script=Han}/u,
        );
        expect(sentence, `${key}: nobody is shouted at`).not.toMatch(/[!！]/);
        expect(sentence, `${key}: one way to say you`).not.toContain('您');
        expect(sentence, `${key}: a space between Chinese and Latin letters, digits and names`).not.toMatch(
          /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
        );
      }
    },
  );
});
