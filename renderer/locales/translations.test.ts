import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemTitle, studioProblemKinds } from '../../shared/bridge/problems.ts';
import { errorCodes } from '../../shared/errors.ts';

const root = new URL('../..', import.meta.url).pathname;
type TextTree = { [key: string]: string | TextTree };
type Texts = Map<string, string>;

/** Every text of a file by its full key. */
function textsOf(path: string): Texts {
  const found: Texts = new Map();
  const collect = (texts: TextTree, before: string) => {
    for (const [key, value] of Object.entries(texts)) {
      if (typeof value === 'string') found.set(before + key, value);
      else collect(value, `${before}${key}.`);
    }
  };
  collect(JSON.parse(readFileSync(root + path, 'utf8')), '');
  return found;
}

/** The locale folders, with one folder per language. */
const localeFolders = ['renderer/locales', 'electron/shells/locales'].map((folder) => ({
  folder,
  languages: globSync(`${folder}/*/`, { cwd: root }).map((path) => path.slice(folder.length + 1)),
  english: globSync(`${folder}/en/*.json`, { cwd: root }),
}));
const english = localeFolders.flatMap((folder) => folder.english);

const plural = /_(?:zero|one|two|few|many|other)$/;
/** The key without its plural suffix, as used in code. English has at least two plural forms. */
const baseKey = (key: string, all: Texts): string => {
  const base = key.replace(plural, '');
  return plural.test(key) && all.has(`${base}_one`) && all.has(`${base}_other`) ? base : key;
};
const isPlural = (key: string, all: Texts) => baseKey(key, all) !== key;
const placeholders = (text: string) => (text.match(/\{\{[^}]*\}\}/g) ?? []).toSorted();

describe('texts', () => {
  it("title an author's problems as the command line does", () => {
    const texts = textsOf('renderer/locales/en/studio.json');
    for (const kind of studioProblemKinds) {
      expect(texts.get(`problem.${kind}.title`)).toBe(problemTitle({ kind, subject: '{{subject}}' }));
    }
  });

  it.each(['en', 'zh-CN'])('of notifications are the same on the desktop and in a browser (%s)', (language) => {
    const web = textsOf(`renderer/locales/${language}/notices.json`);
    const desktop = textsOf(`electron/shells/locales/${language}/desktop.json`);
    const shown = [...desktop].filter(([key]) => /^notice\.(?!stays\.)/.test(key));
    expect(shown.length).toBeGreaterThan(20);
    for (const [key, text] of shown) expect(web.get(key.replace('notice.', 'notification.')), key).toBe(text);
  });

  it('avoid blame, exclamation marks and banned words', () => {
    expect(english.length).toBeGreaterThan(5);
    for (const file of english) {
      for (const [key, text] of textsOf(file)) {
        expect(text, `${file} ${key}`).not.toMatch(
          /!|oops|something went wrong|please|\b(bot|AI|widget|plugin|mnemonic)\b/i,
        );
      }
    }
  });

  it('of problems exist for every code, each with a title and a body, without the English message of the error', () => {
    const problems: TextTree = JSON.parse(readFileSync(`${root}renderer/locales/en/problems.json`, 'utf8'));
    expect(Object.keys(problems).toSorted()).toEqual(errorCodes.toSorted());
    for (const [code, texts] of Object.entries(problems)) {
      expect(texts, code).toMatchObject({ title: expect.any(String), body: expect.any(String) });
      expect(JSON.stringify(texts), code).not.toContain('{{message}}');
    }
  });

  it('are all used', () => {
    const code = [...globSync('renderer/**/*.{ts,tsx}', { cwd: root }), ...globSync('electron/**/*.ts', { cwd: root })]
      .filter((path) => !/\.test\.|\/testing\/|\/dist\/|node_modules/.test(path))
      .map((path) => readFileSync(root + path, 'utf8'))
      .join('\n');
    const literals = new Set(
      [...code.matchAll(/'([^'\n]*)'|(?<=i18nKey=")([^"]*)/g)].map(([, text, attribute]) =>
        (text ?? attribute)!.replace(/^\w+:/, ''),
      ),
    );
    // A computed key has a fixed part: `check.${id}.title`.
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
      const all = textsOf(file);
      return [...all.keys()]
        .map((key) => baseKey(key, all))
        .filter((key) => !literals.has(key) && !computed.some((pattern) => pattern.test(key)))
        .map((key) => `${file} ${key}`);
    });
    expect([...new Set(unused)]).toEqual([]);
  });
});

describe.each(
  localeFolders.flatMap(({ folder, languages }) =>
    languages.filter((language) => language !== 'en').map((language) => ({ folder, language })),
  ),
)('$folder/$language', ({ folder, language }) => {
  const files = globSync(`${folder}/en/*.json`, { cwd: root }).map((path) => {
    const name = path.split('/').at(-1)!;
    return { name, english: textsOf(path), path: `${folder}/${language}/${name}` };
  });
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  it('has the same files as English', () => {
    expect(globSync('*.json', { cwd: `${root}${folder}/${language}` }).toSorted()).toEqual(
      files.map(({ name }) => name).toSorted(),
    );
  });

  it.each(files)('$name has every key, in the plural forms of the language, and no others', ({ english, path }) => {
    const wanted = [...english.keys()].flatMap((key) => {
      if (!isPlural(key, english)) return [key];
      if (key.endsWith('_zero')) return [key];
      return categories.map((category) => `${baseKey(key, english)}_${category}`);
    });
    expect([...textsOf(path).keys()].toSorted()).toEqual([...new Set(wanted)].toSorted());
  });

  it.each(files)('$name has the same placeholders as English', ({ english, path }) => {
    const all = textsOf(path);
    for (const [key, text] of all) {
      const model = english.get(key) ?? english.get(`${baseKey(key, all)}_other`) ?? '';
      expect(placeholders(text), key).toEqual(placeholders(model));
      expect(text === '', key).toBe(model === '');
    }
  });
});

describe('Simplified Chinese', () => {
  const han = /\p{Script=Han}/u;
  /** Text that is the same in every language. */
  const same = /\{\{[^}]*\}\}|\b(?:Parlor|English|Esc|Enter|Home|End|Ctrl|Alt|Shift|SHA-256|JSON|UDP|TCP|key\.json)\b/g;

  it.each(globSync('{renderer,electron}/**/locales/zh-CN/*.json', { cwd: root }))(
    '%s is Chinese with correct typography',
    (path) => {
      for (const [key, text] of textsOf(path)) {
        if (/[A-Za-z]{2}/.test(text.replaceAll(same, ''))) expect(text, key).toMatch(han);
        expect(text, `${key}: punctuation is full width beside Chinese`).not.toMatch(
          /\p{Script=Han}[,.:;?!]|[,;?!]\p{Script=Han}/u,
        );
        expect(text, `${key}: no exclamation marks`).not.toMatch(/[!！]/);
        expect(text, `${key}: informal address only`).not.toContain('您');
        expect(text, `${key}: one word for not responding`).not.toContain('没有回应');
        expect(text, `${key}: a space between Chinese and Latin letters, digits and names`).not.toMatch(
          /\p{Script=Han}(?:[A-Za-z0-9]|\{\{)|(?:[A-Za-z0-9]|\}\})\p{Script=Han}/u,
        );
      }
    },
  );
});
