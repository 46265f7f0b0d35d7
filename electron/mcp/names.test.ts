/** Names of other authors' protocols: which are shown, in which order, and how they are translated back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Spec } from '../../shared/protocol/spec.ts';
import { describeProtocol } from './describe-protocol.ts';
import gameWords from './game-words.json' with { type: 'json' };
import { compareNames, gameWordOf } from './game-words.ts';
import { namesOf } from './names.ts';
import { presentMessage, presentOptions, type Rules, restoreOptions } from './present-protocol.ts';

const releases = { protocols: [], people: [] };
const message = (name: string, values: string[]) => ({
  name,
  direction: 'both',
  fields: {
    action: { type: 'enum', values: [name] },
    choice: { type: 'enum', values },
    cells: { type: 'array', items: { type: 'enum', values } },
  },
});
const foreign = (values: string[], names = ['move', 'bid']): Rules => ({
  ...{ protocol_id: 'f'.repeat(64), bundled: false, name: 'Theirs', rated: false },
  spec: {
    messages: names.map((name) => message(name, values)),
    parameters: { level: { type: 'enum', values } },
  } as unknown as Spec,
});

test('an author has no influence on the order of words', () => {
  const words = ['king', 'draw', 'card', '7', 'raise', 'left'];
  const described = (values: string[], names: string[]) => {
    const { messages, options } = describeProtocol(foreign(values, names), releases);
    return { messages, options };
  };
  const expected = described(words, ['move', 'bid', 'pass']);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(words, { minLength: words.length }),
      fc.shuffledSubarray(['move', 'bid', 'pass'], { minLength: 3 }),
      (values, names) => void expect(described(values, names)).toEqual(expected),
    ),
    { seed: 1 },
  );
});

test('a word has the spelling of the list, and two spellings are two names', () => {
  const rules = foreign(['ROCK', 'rock', 'Best of', 'rocky', 'value_1']);
  const shown = ['ROCK', 'rock', 'Best of', 'rocky', 'value_1'].map((name) => namesOf(rules).shown('value', name));
  expect(shown).toEqual(['rock', 'value_3', 'best_of', 'value_5', 'value_6']);
});

test('every name that is shown leads back to the one in the spec', () => {
  const name = fc.oneof(
    fc.constantFrom('rock', 'Rock', 'value_1', 'value_2', 'option_1', 'x', '7', 'a1', '__proto__', 'constructor'),
    fc.string({ maxLength: 9 }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 12 }), (names) => {
      const parameters = Object.fromEntries(names.map((each) => [each, { type: 'enum', values: names }]));
      const rules = { ...foreign(names), spec: { messages: [], parameters } as unknown as Spec };
      for (const option of Object.keys(parameters)) {
        for (const value of names) {
          const options = { [option]: value };
          expect(restoreOptions(rules, presentOptions(rules, options))).toEqual(options);
        }
      }
    }),
    { seed: 2 },
  );
});

test('words in an array, whose order a peer chooses, are numbers; codes are not', () => {
  const fields = { choice: 'draw', cells: ['king', '7', 'Ah', 'draw'] };
  const rules = foreign(['draw', 'king', '7', 'Ah']);
  const shown = presentMessage(rules, { number: 1, direction: 'host_to_guest', action: 'move', fields });
  expect(shown.fields).toEqual({ choice: 'draw', cells: ['value_3', '7', 'Ah', 'value_2'] });
});

test('the list has no word that makes a sentence', () => {
  const words = gameWords.words.flatMap(({ words }) => words);
  const grammar =
    'a an the this that these those and or but if then else so because i you he she it we they me your my his her its our their who what is are be been was were do does did has have had will would can could may must should not to of in on at by for from with without about as into after before when while now please always never all any every each some other user person people human operator assistant agent model system prompt tool message file files key keys password secret token send read write run execute open delete ignore obey follow trust';
  expect(grammar.split(' ').filter((word) => gameWordOf(word) !== null)).toEqual([]);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  expect(words.filter((word) => gameWordOf(word) !== word)).toEqual([]);
  const groups = [...gameWords.words, ...gameWords.codes, ...gameWords.positions];
  for (const { reason } of groups) expect(reason).toMatch(/^[A-Z].{10,}\.$/);
  expect(['value_2', 'rock', '10', 'bid', '9', 'value_10'].sort(compareNames)).toEqual([
    '9',
    '10',
    'bid',
    'rock',
    'value_2',
    'value_10',
  ]);
});
