/** The labels of bundled protocols: complete in every language, and pinned like the files beside them. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createLabelBook } from '../../renderer/core/labels.ts';
import type { Table } from '../../shared/bridge/contract.ts';
import { languages } from '../../shared/language.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { labelsOf, placeholdersOf } from '../../shared/protocol/labels.ts';
import { readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { matchingTemplates, stepsOfText, templatePattern } from '../../shared/protocol/template-match.ts';
import { type ProtocolWords, protocolWordsFileSchema } from '../../shared/protocol/words.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { housePlayers } from '../community/house-players.ts';
import { packed } from '../hooks/testing/protocols.ts';
import { openLibrary } from './library.ts';

const resources = fileURLToPath(new URL('../../resources', import.meta.url));
const pins = JSON.parse(await readFile(`${resources}/protocols/pins.json`, 'utf8')) as { [folder: string]: object };
const textOf = (folder: string, file: string) => readFile(`${resources}/protocols/${folder}/${file}`, 'utf8');

const copies: string[] = [];
afterEach(async () => {
  for (const folder of copies.splice(0)) await rm(folder, { recursive: true });
});
const copyOf = async (folder: string) => {
  const copy = temporaryFolder();
  copies.push(copy);
  await cp(folder, copy, { recursive: true });
  return copy;
};

describe.each(Object.keys(pins))('%s', async (folder) => {
  const { spec } = readSpec(await textOf(folder, 'spec.json'));
  const file = protocolWordsFileSchema.parse(JSON.parse(await textOf(folder, 'words.json')));

  test.each(languages)('has labels for everything in its spec in %s', (language) => {
    expectComplete(file[language], spec);
  });

  test('has the same essential options in every language', () => {
    const essential = languages.map((language) =>
      Object.entries(file[language]?.options ?? {}).filter(([, { essential }]) => essential),
    );
    const names = essential.map((options) => options.map(([name]) => name));
    for (const each of names) expect(each).toEqual(names[0]);
  });

  test.each(languages)('labels fields of each seat without the seat, too, in %s', (language) => {
    const fields = Object.keys(file[language]?.fields ?? {});
    const seatless = fields.flatMap((field) => /^(.+) (?:host|guest)$/.exec(field)?.[1] ?? []);
    expect(fields).toEqual(expect.arrayContaining(seatless));
  });

  test('recognizes texts of its templates with a fifth of the steps', () => {
    for (const words of Object.values(file)) {
      const templates = [words.texts, words.endings].map((part) => Object.keys(part ?? {}));
      for (const originals of templates) {
        const patterns = originals.map((original) => ({ pattern: templatePattern(original) }));
        for (const original of originals) {
          const text = original.replaceAll(/\{([a-z_]+)\}/g, (_, name) =>
            /(?:^|_)n$/.test(name) ? '-12' : 'two words',
          );
          const steps = { left: stepsOfText / 5 };
          const found = [...matchingTemplates(patterns, text, steps)].map(({ template }) => template);
          expect(found, original).toContain(patterns[originals.indexOf(original)]);
        }
      }
    }
  });

  test('has a Chinese translation for every English text of the house players', () => {
    const texts = Object.keys(file['zh-CN']?.texts ?? {});
    for (const { message, bio } of housePlayers.filter(({ protocol }) => protocol === folder))
      expect(texts).toEqual(expect.arrayContaining([message, bio]));
  });
});

test.each(packed)(
  '$name, whose hooks come with Parlor, has Chinese labels for everything in its spec',
  async (pack) => {
    const file = JSON.parse(await readFile(new URL('words.json', pack.hooks), 'utf8'));
    expectComplete(protocolWordsFileSchema.parse(file)['zh-CN'], pack.spec);
  },
);

function expectComplete(words: ProtocolWords = {}, spec: Spec): void {
  expect(words).toMatchObject({ name: expect.any(String), description: expect.any(String) });
  expect(words.rules?.length).toBeGreaterThan(1);
  const keysOf = (map: object | undefined) => Object.keys(map ?? {});
  expect(keysOf(words.options)).toEqual(Object.keys(spec.parameters ?? {}));
  for (const [name, parameter] of Object.entries(spec.parameters ?? {})) {
    if (parameter.type === 'enum') expect(keysOf(words.options?.[name]?.values), name).toEqual(parameter.values);
  }
  for (const { name, fields } of spec.messages) {
    expect(keysOf(words.messages)).toContain(name);
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(placeholdersOf(words.messages?.[name] ?? '')));
    for (const [field, definition] of Object.entries(fields)) {
      expect([...keysOf(words.fields), ...keysOf(words.options)]).toContain(field);
      if (definition.type !== 'enum' || field === 'action') continue;
      // Cells of a grid, such as h8, have the same names in every language.
      const values = definition.values?.filter((value) => !/^([a-o]\d{1,2})+$/.test(value));
      expect(keysOf(words.values), `${name}.${field}`).toEqual(expect.arrayContaining(values ?? []));
    }
  }
  for (const [from, to] of Object.entries(words.texts ?? {}))
    expect(placeholdersOf(from), from).toEqual(expect.arrayContaining(placeholdersOf(to)));
}

test('results are worded from the user’s side in every language', async () => {
  for (const folder of Object.keys(pins)) {
    const file = protocolWordsFileSchema.parse(JSON.parse(await textOf(folder, 'words.json')));
    for (const language of languages)
      expect(Object.keys(file[language]?.endings ?? {}), folder).toEqual(Object.keys(file.en?.endings ?? {}));
    // A text about the host or the guest doesn't say which of them the user was.
    const reasons = Object.keys(file.en?.endings ?? {});
    for (const text of Object.values(file.en?.endings ?? {})) expect(text).not.toMatch(/\b(host|guest)\b/);
    const hooks = await textOf(folder, 'hooks.js');
    for (const [, reason] of hooks.matchAll(/winner[^\n]*reason: `(The [^`]*)`/g)) {
      const pattern = reason!.replaceAll(/\$\{[^}]*\}/g, '5').replaceAll(/The 5/g, 'The host');
      const { ending } = labelsOf(file.en ?? null);
      const side = { role: 'host', winner: 'host', within: () => 'Ada', starting: () => 'Ada' } as const;
      expect(ending(pattern, side), `${folder}: ${reasons}`).not.toBe(pattern);
    }
  }
});

test('the Oracle suggests its questions in Chinese', async () => {
  const file = protocolWordsFileSchema.parse(JSON.parse(await textOf('oracle', 'words.json')));
  const { text } = labelsOf(file['zh-CN'] ?? null);
  const hooks = await import(`${resources}/protocols/oracle/hooks.js`);
  const { ask } = hooks.first_action({});
  expect(ask.choices.length).toBeGreaterThan(0);
  for (const { label } of ask.choices) expect(text(label)).toMatch(/\p{Script=Han}/u);
});

test("returns each protocol's labels in one language, without files that are invalid or were changed on disk", async () => {
  const [resourcesDir, dataDir] = [await copyOf(resources), await copyOf(`${resources}/studio/ui`)];
  const path = join(resourcesDir, 'protocols/chat/words.json');
  const file = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...file, en: { ...file.en, name: 'Another' } }));
  const library = await openLibrary({ resourcesDir, dataDir });
  const unchanged = Object.keys(pins).filter((folder) => folder !== 'chat');
  const ids = unchanged.map((folder) => library.list().find((protocol) => protocol.folder === folder)!.protocol_id);
  expect(Object.keys(await library.labels('zh-CN')).toSorted()).toEqual(ids.toSorted());

  const fetched = library.get((await library.storeSpec(...(await otherSpec()))).protocol_id)!;
  const words = { 'zh-CN': { name: '别的' } };
  await writeFile(join(library.folderOf(fetched), 'words.json'), JSON.stringify(words));
  expect((await library.labels('zh-CN'))[fetched.protocol_id]).toEqual(words['zh-CN']);
  expect((await library.labels('en'))[fetched.protocol_id]).toBeUndefined();
  await writeFile(join(library.folderOf(fetched), 'words.json'), '{"en":{"name":7}}');
  expect((await library.labels('en'))[fetched.protocol_id]).toBeUndefined();
});

test('words of somebody’s board name no game and hide no option, in lists and questions', async () => {
  const library = await openLibrary({ resourcesDir: resources, dataDir: await copyOf(`${resources}/studio/ui`) });
  const spec = JSON.parse(await textOf('rock-paper-scissors', 'spec.json')) as Spec;
  const handicap = { type: 'enum', values: ['none', 'nine_stones'], default: 'none' } as const;
  const parameters = { ...spec.parameters, handicap };
  const text = JSON.stringify({ ...spec, parameters });
  const { protocol_id } = await library.storeSpec(protocolIdOf(text), text);
  const name = 'Connect Four';
  const en = {
    ...{ name, description: name, rules: [name], guide: { lines: [name], hint: name } },
    options: Object.fromEntries(
      Object.keys(parameters).map((option) => [option, { label: `${option} a`, line: '{value+1}' }]),
    ),
    fields: { choice: 'Hand' },
    values: { rock: 'Paper', paper: 'Rock', yes: 'no' },
  };
  const bytes = new TextEncoder().encode(JSON.stringify({ en }));
  const files = new Map([['parlor-words.json', { bytes, type: 'application/json' }]]);
  const of = {
    manifest_hash: 'a'.repeat(64),
    author: 'b'.repeat(64),
    source: 'platform',
    size_bytes: bytes.length,
  } as const;
  await library.storeBoard(protocol_id, { ...of, files }, 'http://127.0.0.1');

  const book = createLabelBook('en', await library.labels('en'), library.optionDefaults());
  expect(book.protocol({ protocol_id, name: 'Duel', description: 'Two.' })).toMatchObject({
    name: 'Duel',
    description: 'Two.',
  });
  const { options, rules, guide } = book.labelsFor(protocol_id);
  expect([rules, guide]).toEqual([null, null]);
  expect(options({ best_of: 101, handicap: 'nine_stones' })).toBe(
    'best_of a (best of) 101, handicap a (handicap) nine stones',
  );
  const choices = ['rock', 'paper', 'yes'].map((value) => ({ value, label: value }));
  const table = {
    protocol: { protocol_id, name: 'Duel' },
    view: { reason: 'rock' },
    ask: { key: 'k', prompt: 'rock', choices },
    moves: [{ text: 'rock' }],
  };
  expect(book.table({ ...table, ahead: null, premove: null } as unknown as Table)).toMatchObject(table);

  // Who plays by hand is asked for fields by their names in the spec.
  const askedBy = (by_hand: boolean, prompt: string) =>
    book.table({
      ...table,
      ahead: null,
      premove: null,
      hooks: { by_hand },
      ask: { ...table.ask, prompt },
    } as unknown as Table).ask?.prompt;
  expect(askedBy(true, 'reveal: choice')).toBe('reveal: Hand (choice)');
  expect(askedBy(true, 'reveal: hand')).toBe('reveal: hand');
  expect(askedBy(false, 'reveal: choice')).toBe('reveal: choice');
});

test('the options of another author’s protocol are told before and after it is fetched', async () => {
  const library = await openLibrary({ resourcesDir: resources, dataDir: await copyOf(temporaryFolder()) });
  const source = JSON.parse(await textOf('rock-paper-scissors', 'spec.json')) as Spec;
  const text = JSON.stringify({ ...source, rules: { first: 'Another game.' } });
  const protocol_id = protocolIdOf(text);
  const options = { best_of: 3, termination: 'first_to_win', round_delay_seconds: 0 };
  const told = async () =>
    createLabelBook('en', await library.labels('en'), library.optionDefaults())
      .labelsFor(protocol_id)
      .options(options);
  const before = await told();
  await library.storeSpec(protocol_id, text);
  expect(await told()).toBe(before);
  expect(before).toBe('best of 3, termination first to win, round delay (seconds) 0');
  const bundled = library.list().find(({ folder }) => folder === 'rock-paper-scissors')!;
  const book = createLabelBook('en', await library.labels('en'), library.optionDefaults());
  expect(book.labelsFor(bundled.protocol_id).options(options)).toBe('best of 3');
});

/** A protocol that is not bundled with Parlor. */
async function otherSpec(): Promise<[string, string]> {
  const text = (await textOf('chat', 'spec.json')).replace('"max_length": 1000', '"max_length": 500');
  return [protocolIdOf(text), text];
}
