import { expect, test } from 'vitest';
import { labelsOf } from './labels.ts';
import { readSentWords, sentWordsOf } from './sent-words.ts';
import type { Spec } from './spec.ts';

const action = (name: string) => ({ type: 'enum', values: [name], required: true }) as const;
const spec = {
  messages: [
    { name: 'guess', direction: 'guest_to_host', fields: { action: action('guess'), number: { type: 'integer' } } },
    { name: 'accept', direction: 'both', fields: { action: action('accept') } },
    {
      name: 'answer',
      direction: 'both',
      fields: { action: action('answer'), sure: { type: 'enum', values: ['accept', 'leave_it_out'] } },
    },
    {
      name: 'hint',
      direction: 'host_to_guest',
      fields: {
        action: action('hint'),
        result: { type: 'array', items: { type: 'enum', values: ['higher', 'lower'] } },
      },
    },
  ],
  parameters: {
    max: { type: 'integer' },
    quiet: { type: 'boolean' },
    pace: { type: 'enum', values: ['quick', 'slow'] },
  },
} as unknown as Spec;

const words = {
  en: {
    name: 'Three Guesses',
    rules: ['Guess.'],
    options: { max: { label: 'Highest number', help: 'x', line: 'x' }, other: { label: 'x' } },
    fields: { number: 'Guess', host_store: "Host's store" },
    values: { higher: 'higher!', quick: 'Fast', 'Plays fast.': 'Beats everybody.' },
    marks: { lower: 'L', x: 'X' },
    messages: { guess: 'guess {number}', resign: 'offers a draw' },
    texts: { '{a}': 'You won.' },
    endings: { '{a}': 'You won.' },
    automatic: { pass: '{name} passes' },
  },
  'zh-CN': { values: { unknown: 'x' } },
};

test('names what the spec declares, and nothing that tells the rules or how a game went', () => {
  const sent = {
    options: { max: { label: 'Highest number' } },
    fields: { number: 'Guess' },
    values: { higher: 'higher!', quick: 'Fast' },
    marks: { lower: 'L' },
  };
  expect(sentWordsOf(words, spec)).toEqual({ en: sent });
  // What a stranger sends is not trusted to be that, and is shown beside the declared names.
  expect(readSentWords(JSON.stringify(words), spec)).toEqual({
    en: {
      sent: true,
      options: { max: { label: 'Highest number (max)' } },
      fields: { number: 'Guess (number)' },
      values: { higher: 'higher! (higher)', quick: 'Fast (quick)' },
      marks: { lower: 'L' },
    },
  });
});

const namesOf = (part: object, language: 'en' | 'zh-CN' = 'en') =>
  readSentWords(JSON.stringify({ [language]: part }), spec)?.[language];
const labelsFrom = (part: object) => labelsOf(namesOf(part) ?? null, ', ', { max: 1, quiet: false, pace: 'slow' });

test('an option is always told with its declared name and value', () => {
  const options = {
    max: { label: 'One game', line: 'one game', values: { 9: '1' } },
    quiet: { label: 'Not quiet', line: '{value+1}' },
    pace: { label: 'Level', line: { quick: '{value+1}' }, values: { quick: 'even' } },
  };
  expect(labelsFrom({ options }).options({ max: 9, quiet: true, pace: 'quick' })).toBe(
    'One game (max) 9, Not quiet (quiet) true, Level (pace) even (quick)',
  );
  expect(labelsFrom({ options: { max: { label: 'Pace' } } }).options({ max: 9 })).toBe('max 9');
  expect(labelsFrom({ options: { max: { label: 'no max, quick' } } }).options({ max: 9 })).toBe('max 9');
  expect(labelsFrom({ options: { max: { label: 'x'.repeat(41) } } }).options({ max: 9 })).toBe('max 9');
  for (const label of ['max 9﹐ quiet', 'max (9)', 'max\u202e9', '\u3000', '\u200b'])
    expect(namesOf({ options: { max: { label } } }), label).toBeUndefined();
  expect(namesOf({ options: { max: { label: '最大的数' } } }, 'zh-CN')?.options?.max?.label).toBe('最大的数（max）');
});

test.each([
  ['another value', { higher: 'lower', lower: 'low' }],
  ['another value apart from case, blanks and punctuation', { higher: ' Lo-wer!', lower: 'low' }],
  ['another value in look-alike letters', { higher: 'l\u043ewer' }],
  ['another label', { higher: 'up', lower: 'U p' }],
  ['the declared name of another value beside it', { higher: 'x (lower)', lower: 'y (higher)' }],
])('no value of an enum has a label like %s', (_, values) => {
  expect(namesOf({ values })).toBeUndefined();
  const { choice } = labelsFrom({ values: { ...values, quick: 'Fast' } });
  expect(choice({ value: 'higher', label: 'higher' })).toBe('higher');
  expect(choice({ value: 'lower', label: 'lower' })).toBe('lower');
  expect(choice({ value: 'quick', label: 'quick' })).toBe('Fast (quick)');
});

test('no mark of a value is like another value or mark', () => {
  expect(namesOf({ marks: { higher: 'x', lower: 'X' } })).toBeUndefined();
  expect(namesOf({ marks: { higher: 'h', lower: 'X' } })?.marks).toEqual({ higher: 'h', lower: 'X' });
});

test('values name declared choices, and no other text of the hooks', () => {
  const values = { yes: 'no', no: 'yes', leave_it_out: 'send', higher: 'up', accept: 'decline' };
  const { choice, text, ending, message } = labelsFrom({ values, messages: { accept: 'declines' } });
  expect(choice({ value: 'higher', label: 'higher' })).toBe('up (higher)');
  expect(choice({ value: true, label: 'yes' })).toBe('yes');
  expect(choice({ value: '(left out)', label: 'leave it out' })).toBe('leave it out');
  expect(choice({ value: 'accept', label: 'accept' })).toBe('accept');
  expect(choice({ value: 'higher', label: 'Raise the number' })).toBe('Raise the number');
  for (const each of [...Object.keys(values), 'leave it out']) expect(text(each)).toBe(each);
  const side = { role: 'host', winner: 'host', within: () => 'Ada', starting: () => 'Ada' } as const;
  expect(ending('higher', side)).toBe('higher');
  expect(message({ action: 'accept' })).toBeNull();
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
  '{"en": {"sent": true}}',
  '{"en": {"name": "Connect Four", "rules": ["a"], "pieces": {"host": "a", "guest": "b"}}}',
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
