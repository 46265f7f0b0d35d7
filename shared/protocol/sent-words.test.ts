import { expect, test } from 'vitest';
import { labelsOf } from './labels.ts';
import { readSentWords, sentWordsOf } from './sent-words.ts';
import type { Spec } from './spec.ts';

const action = (name: string) => ({ type: 'enum', values: [name], required: true }) as const;
const spec = {
  messages: [
    { name: 'guess', direction: 'guest_to_host', fields: { action: action('guess'), number: { type: 'integer' } } },
    {
      name: 'hint',
      direction: 'host_to_guest',
      fields: {
        action: action('hint'),
        result: { type: 'array', items: { type: 'enum', values: ['higher', 'lower'] } },
      },
    },
  ],
  parameters: { max: { type: 'integer' }, pace: { type: 'enum', values: ['quick'] } },
} as unknown as Spec;

const words = {
  en: {
    name: 'Three Guesses',
    rules: ['Guess.'],
    options: { max: { label: 'Highest number' }, other: { label: 'x' } },
    fields: { number: 'Guess', host_store: "Host's store" },
    values: { higher: 'higher!', quick: 'Quick', 'Plays fast.': 'Beats everybody.' },
    marks: { lower: 'L', x: 'X' },
    messages: { guess: 'guess {number}', resign: 'offers a draw' },
    texts: { '{a}': 'You won.' },
    endings: { '{a}': 'You won.' },
    automatic: { pass: '{name} passes' },
  },
  'zh-CN': { values: { unknown: 'x' } },
};

test('names what the spec declares, and nothing that says how a game went', () => {
  const sent = {
    en: {
      name: 'Three Guesses',
      rules: ['Guess.'],
      options: { max: { label: 'Highest number' } },
      fields: { number: 'Guess', host_store: "Host's store" },
      values: { higher: 'higher!', quick: 'Quick' },
      marks: { lower: 'L' },
      messages: { guess: 'guess {number}' },
    },
  };
  expect(sentWordsOf(words, spec)).toEqual(sent);
  // What a stranger sends is not trusted to be that.
  expect(readSentWords(JSON.stringify(words), spec)).toEqual(sent);
  expect(labelsOf(readSentWords(JSON.stringify(words), spec)!.en!).text('Plays fast.')).toBe('Plays fast.');
});

test.each([
  '{',
  'null',
  '{"en": {"name": 7}}',
  '{"en": {"name": ""}}',
  '{"en": {"name": "a", "name": "b"}}',
  JSON.stringify({ en: { rules: ['x'.repeat(601)] } }),
  JSON.stringify({ en: { messages: { guess: '{a}'.repeat(17) } } }),
  `{"en": {"name": "a"${' '.repeat(128 * 1024)}}}`,
  '{}',
  '{"en": {"values": {"unknown": "x"}}}',
])('uses nothing of %.60s', (text) => {
  expect(readSentWords(text, spec)).toBeNull();
});

test('a name of the language itself is no name of the spec', () => {
  const text = '{"en": {"values": {"__proto__": "x", "constructor": "y"}, "fields": {"__proto__": "x"}}}';
  const labels = labelsOf(readSentWords(text, spec)?.en ?? null);
  expect(labels.value('constructor')).toBe('constructor');
  expect(labels.field('toString')).toBe('To string');
});
