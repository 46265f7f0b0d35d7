import { expect, test } from 'vitest';
import { parseJson } from '../json/parse.ts';
import { requireKnownOptions, validateOptions } from './options.ts';
import type { Spec } from './spec.ts';

const spec = {
  messages: [],
  parameters: {
    n: { type: 'integer', min: 1, max: 9, default: 3 },
    free: { type: 'integer' },
    b: { type: 'boolean' },
    e: { type: 'enum', values: ['x', 'y'] },
    t: { type: 'text' },
    s: { type: 'text', max_length: 3 },
    d: { type: 'id' },
    heroes: {
      type: 'table',
      columns: {
        hp: { type: 'integer', min: 1, max: 100 },
        kind: { type: 'enum', values: ['tank'], required: false },
        skill: { type: 'object', fields: { cost: { type: 'integer' }, on: { type: 'boolean' } }, required: false },
      },
    },
    rows: { type: 'table', columns: { type: 'object', fields: { hp: { type: 'integer' } } } },
    cells: { type: 'table', columns: { type: 'integer' } },
  },
} as unknown as Spec;

test.each<[object, string[]]>([
  [{}, []],
  [{ other: { anything: [1] }, n: 1, b: true, e: 'y', t: 'x'.repeat(2000), s: '€', d: 7 }, []],
  [{ n: 9, free: -(2 ** 53 - 1) }, []],
  [{ n: 0 }, ['n: value out of range']],
  [{ n: 10 }, ['n: value out of range']],
  [{ n: 1.5 }, ['n: expected integer']],
  [{ n: true }, ['n: expected integer']],
  [{ n: '3' }, ['n: expected integer']],
  [{ n: null }, ['n: expected integer']],
  [{ b: 1 }, ['b: expected boolean']],
  [{ e: 'z' }, ['e: invalid enum']],
  [{ e: ['x'] }, ['e: invalid enum']],
  [{ t: 'x'.repeat(2001) }, ['t: expected text <= 2000 UTF-8 bytes']],
  [{ s: 'éé' }, ['s: expected text <= 3 UTF-8 bytes']],
  [{ s: '\ud800' }, ['s: expected text <= 3 UTF-8 bytes']],
  [{ n: 'x', b: 'x' }, ['n: expected integer', 'b: expected boolean']],
  [{ heroes: {} }, []],
  [{ heroes: { ann: { hp: 5 }, bob: { hp: 100, kind: 'tank', skill: { cost: 1, on: false } } } }, []],
  [{ heroes: [] }, ['heroes: expected table']],
  [{ heroes: { ann: 5 } }, ['heroes.ann: expected object']],
  [{ heroes: { ann: {} } }, ['heroes.ann.hp: missing']],
  [{ heroes: { ann: { hp: 0, mp: 1 } } }, ['heroes.ann.mp: unknown key', 'heroes.ann.hp: value out of range']],
  [
    { heroes: { ann: { hp: 1, skill: { cost: 'x' } } } },
    ['heroes.ann.skill.cost: expected integer', 'heroes.ann.skill.on: missing'],
  ],
  [{ rows: { a: { hp: 1 } }, cells: { a: 1 } }, []],
  [{ rows: { a: {} }, cells: { a: 'x' } }, ['rows.a.hp: missing', 'cells.a: expected integer']],
])('validates %j', (options, problems) => {
  expect(validateOptions(spec, options)).toEqual(problems);
});

test('rejects options that are not objects, and accepts any options for specs without parameters', () => {
  for (const options of [null, [], 'x', 1, undefined])
    expect(validateOptions(spec, options)).toEqual(['options: expected object']);
  for (const parameters of [undefined, null, [], { n: null }, { n: {} }]) {
    expect(validateOptions({ messages: [], parameters } as unknown as Spec, { n: 'x' })).toEqual([]);
  }
});

test('considers own keys only', () => {
  expect(validateOptions(spec, Object.create({ n: 'x' }))).toEqual([]);
  const proto = parseJson('{"__proto__":{"type":"integer"}}');
  expect(validateOptions({ messages: [], parameters: proto } as unknown as Spec, {})).toEqual([]);
  expect(
    validateOptions({ messages: [], parameters: proto } as unknown as Spec, parseJson('{"__proto__":"x"}')),
  ).toEqual(['__proto__: expected integer']);
  expect(validateOptions(spec, parseJson('{"heroes":{"__proto__":{"hp":0}}}'))).toEqual([
    'heroes.__proto__.hp: value out of range',
  ]);
});

test('names the options of a protocol that has none with the given name', () => {
  const withOptions = { messages: [], parameters: { cols: { type: 'integer' }, rows: { type: 'integer' } } } as never;
  expect(() => requireKnownOptions(withOptions, { columns: 8 })).toThrow(
    'The protocol has no option "columns". Its options are: cols, rows.',
  );
  expect(() => requireKnownOptions(withOptions, { cols: 8, pricing: { model: 'free' } })).not.toThrow();
  expect(() => requireKnownOptions({ messages: [], parameters: {} } as never, { a: 1 })).toThrow('It has none.');
  expect(() => requireKnownOptions({ messages: [] } as never, { a: 1 })).not.toThrow();
});
