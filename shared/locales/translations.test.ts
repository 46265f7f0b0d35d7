import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemTitle, studioProblemKinds } from '../bridge/problems.ts';
import { errorCodes } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import { avoidedTerms, terms, termsOfBoardGames } from '../testing/chinese-terms.ts';
import { baseKey, incompleteTexts, textsIn, textsOf as textsOfFile } from '../testing/texts.ts';
import { languages } from './languages.ts';
import { desktopTexts, programTexts } from './program-texts.ts';

const root = join(import.meta.dirname, '../..');
/** By a path from the root. */
const textsOf = (path: string) => textsOfFile(join(root, path));

const english = globSync('shared/locales/en/*.json', { cwd: root });
const folders = globSync('shared/locales/*/', { cwd: root }).map((path) => path.split('/')[2]!);

it('every folder is a language', () => {
  expect(languages.toSorted()).toEqual(folders.toSorted());
  for (const texts of [programTexts, desktopTexts]) expect(Object.keys(texts)).toEqual([...languages]);
});

describe('texts', () => {
  it("title an author's problems as the command line does", () => {
    const texts = textsOf('shared/locales/en/studio.json');
    for (const kind of studioProblemKinds) {
      expect(texts.get(`problem.${kind}.title`)).toBe(problemTitle({ kind, subject: '{{subject}}' }));
    }
  });

  it.each(languages)('of notifications are the same on the desktop and in a browser (%s)', (language) => {
    const web = textsOf(`shared/locales/${language}/notices.json`);
    const desktop = textsOf(`shared/locales/${language}/desktop.json`);
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
    const problems: JsonObject = JSON.parse(readFileSync(join(root, 'shared/locales/en/problems.json'), 'utf8'));
    expect(Object.keys(problems).toSorted()).toEqual(errorCodes.toSorted());
    for (const [code, texts] of Object.entries(problems)) {
      expect(texts, code).toMatchObject({ title: expect.any(String), body: expect.any(String) });
      expect(JSON.stringify(texts), code).not.toContain('{{message}}');
    }
  });

  it('are all used', () => {
    const code = [...globSync('renderer/**/*.{ts,tsx}', { cwd: root }), ...globSync('electron/**/*.ts', { cwd: root })]
      .filter((path) => !/\.test\.|\/testing\/|\/dist\/|node_modules/.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8'))
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
    // The compiler knows the keys of these two.
    const looked = english.filter((file) => !/(language|program)\.json$/.test(file));
    const unused = looked.flatMap((file) => {
      const all = textsOf(file);
      return [...all.keys()]
        .map((key) => baseKey(key, all))
        .filter((key) => !literals.has(key) && !computed.some((pattern) => pattern.test(key)))
        .map((key) => `${file} ${key}`);
    });
    expect([...new Set(unused)]).toEqual([]);
  });
});

it.each(languages)('%s has every text, with the placeholders of English', (language) => {
  expect(incompleteTexts(language)).toEqual([]);
});

describe('Simplified Chinese', () => {
  const own = globSync('shared/locales/zh-CN/*.json', { cwd: root });
  const games = globSync('resources/{protocols,hook-packs}/*/words.json', { cwd: root });
  const boards = globSync('resources/{ui-kit/parlor-board,protocols/*/ui/words}.js', { cwd: root });
  const documents = globSync(['*.zh-CN.md', 'docs/*.zh-CN.md', 'packaging/desktop/{metainfo.ts,*.xml}'], { cwd: root });
  const han = /\p{Script=Han}/u;
  /** Text that is the same in every language. */
  const same = /\{\{[^}]*\}\}|\b(?:Parlor|English|Esc|Enter|Home|End|Ctrl|Alt|Shift|SHA-256|JSON|UDP|TCP|key\.json)\b/g;

  it.each(own)('%s is Chinese with correct typography', (path) => {
    for (const [key, text] of textsOf(path)) {
      if (/[A-Za-z]{2}/.test(text.replaceAll(same, ''))) expect(text, key).toMatch(han);
      expect(text, `${key}: punctuation is full width beside Chinese`).not.toMatch(
        /\p{Script=Han}[,.:;?!]|[,;?!]\p{Script=Han}/u,
      );
      expect(text, `${key}: no exclamation marks`).not.toMatch(/[!！]/);
      expect(text, `${key}: informal address only`).not.toContain('您');
      expect(text, `${key}: a space between Chinese and Latin letters, digits and names`).not.toMatch(
        /\p{Script=Han}(?:[A-Za-z0-9]|\{\{)|(?:[A-Za-z0-9]|\}\})\p{Script=Han}/u,
      );
    }
  });

  /** Without search words, which people may know from elsewhere. */
  const shownTexts = (path: string) => [...textsOf(path)].filter(([key]) => !key.startsWith('keywords.'));

  it('says the same word for a thing as English does, everywhere', () => {
    expect([own, games, boards].every(({ length }) => length > 4)).toBe(true);
    expect(documents).toHaveLength(4);
    const found: string[] = [];
    const check = (place: string, chinese: string, english: string) => {
      const withoutValues = english.replaceAll(/\{\{?[^}]*\}?\}/g, '');
      for (const [term, instead] of avoidedTerms)
        if (term.test(chinese)) found.push(`${place}: ${chinese} (${instead})`);
      for (const [term, translation] of terms)
        if (term.test(withoutValues) && !translation.test(chinese)) found.push(`${place}: ${chinese} (${translation})`);
    };
    for (const path of own) {
      const originals = textsOf(path.replace('zh-CN', 'en'));
      for (const [key, text] of shownTexts(path)) check(`${path} ${key}`, text, originals.get(key) ?? '');
    }
    for (const path of games) {
      const words: JsonObject = JSON.parse(readFileSync(join(root, path), 'utf8'));
      const originals = textsIn(words.en);
      for (const [key, text] of textsIn(words['zh-CN']))
        check(`${path} ${key}`, text, originals.get(key) ?? /^(?:texts|endings)\.(.*)/.exec(key)?.[1] ?? '');
    }
    for (const path of boards)
      for (const [text] of readFileSync(join(root, path), 'utf8').matchAll(
        /(['"`])(?:(?!\1).)*\p{Script=Han}(?:(?!\1).)*\1/gu,
      ))
        check(path, text, '');
    for (const path of documents)
      for (const text of readFileSync(join(root, path), 'utf8').split('\n')) if (han.test(text)) check(path, text, '');
    expect(found).toEqual([]);
  });

  it('says nothing of pieces where other games are meant, too', () => {
    const found = own.flatMap((path) => shownTexts(path).filter(([, text]) => termsOfBoardGames.test(text)));
    expect(found).toEqual([]);
  });
});
