import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../json/parse.ts';
import { validateMessage } from './message.ts';
import type { Direction, Spec } from './spec.ts';

const action = (name: string) => ({ type: 'enum', values: [name], required: true }) as const;
const specOf = (fields: object): Spec =>
  ({
    type: 'chat',
    messages: [{ name: 'go', direction: 'both', fields: { action: action('go'), ...fields } }],
  }) as unknown as Spec;
/** The problems of a message with one field of this definition and value. */
const check = (definition: object, value: unknown) =>
  validateMessage(specOf({ f: definition }), { action: 'go', f: value }, 'both');

/** Valid for no field type. */
const invalidValues = [null, undefined, {}, [], [1], Number.NaN, () => 1];

describe('field types', () => {
  const table: { definition: object; good: unknown[]; bad: [unknown, string][] }[] = [
    {
      definition: { type: 'integer', min: -2, max: 3 },
      good: [-2, 0, -0, 3],
      bad: [
        [-3, 'below min -2'],
        [4, 'above max 3'],
        ...[1.5, '1', true, Number.POSITIVE_INFINITY, 1n].map(
          (value) => [value, 'expected integer'] as [unknown, string],
        ),
      ],
    },
    { definition: { type: 'integer' }, good: [2 ** 53 - 1, -(2 ** 53 - 1)], bad: [[2 ** 53, 'expected integer']] },
    {
      definition: { type: 'enum', values: ['rock', ''] },
      good: ['rock', ''],
      bad: [
        ['paper', "value 'paper' not in enum"],
        ['toString', "value 'toString' not in enum"],
        [1, 'expected enum string'],
        [true, 'expected enum string'],
      ],
    },
    {
      definition: { type: 'boolean' },
      good: [true, false],
      bad: [
        [0, 'expected boolean'],
        ['true', 'expected boolean'],
      ],
    },
    {
      definition: { type: 'hash' },
      good: ['0af9'.repeat(16)],
      bad: ['0af9'.repeat(16).toUpperCase(), '0'.repeat(63), '0'.repeat(65), `${'0'.repeat(64)}\n`, 1].map((v) => [
        v,
        'expected lowercase SHA256 hex',
      ]),
    },
    {
      definition: { type: 'nonce' },
      good: ['0'.repeat(16), 'f'.repeat(64), '0'.repeat(17)],
      bad: ['0'.repeat(15), '0'.repeat(65), 'F'.repeat(16), `${'0'.repeat(16)}\n`].map((v) => [
        v,
        'expected 16-64 lowercase hex chars',
      ]),
    },
    {
      definition: { type: 'id' },
      good: ['a', 'A_z.0:9-', 'x'.repeat(128)],
      bad: ['', 'x'.repeat(129), 'a b', 'é', 'a\n'].map((v) => [v, 'expected safe identifier']),
    },
    {
      definition: { type: 'signature' },
      good: ['0'.repeat(128)],
      bad: ['0'.repeat(127), 'A'.repeat(128), `${'0'.repeat(128)}\n`].map((v) => [
        v,
        'expected lowercase Ed25519 signature hex',
      ]),
    },
    {
      definition: { type: 'ticket' },
      good: ['x', 'x'.repeat(2048), '😀'.repeat(2048)],
      bad: ['', 'x'.repeat(2049), '😀'.repeat(2049), '\ud800'].map((v) => [
        v,
        'expected non-empty ticket <= 2048 chars',
      ]),
    },
    {
      definition: { type: 'ciphertext' },
      good: ['00', 'af'.repeat(256)],
      bad: ['', '0', 'AF', 'zz', 'af'.repeat(257), '00\n'].map((v) => [
        v,
        'expected hex ciphertext <= 512 chars (even length)',
      ]),
    },
    {
      definition: { type: 'ciphertext', max_length: 4 },
      good: ['abcd'],
      bad: [['abcdef', 'expected hex ciphertext <= 4 chars (even length)']],
    },
    {
      definition: { type: 'key' },
      good: ['0'.repeat(64)],
      bad: ['0'.repeat(62), 'A'.repeat(64)].map((v) => [v, 'expected 32-byte key (64 hex chars)']),
    },
    {
      definition: { type: 'ot_blob' },
      good: ['', 'x'.repeat(16_384), 'é'.repeat(8192)],
      bad: ['x'.repeat(16_385), `${'é'.repeat(8192)}x`, '\udc00'].map((v) => [
        v,
        'expected ot_blob <= 16384 UTF-8 bytes',
      ]),
    },
    {
      definition: { type: 'text' },
      good: ['', 'x'.repeat(2000), '😀'.repeat(500), '\u0000'],
      bad: ['x'.repeat(2001), `${'😀'.repeat(500)}x`, '\ud83d'].map((v) => [v, 'expected text <= 2000 UTF-8 bytes']),
    },
    {
      definition: { type: 'text', max_length: 3 },
      good: ['abc', '€'],
      bad: [
        ['abcd', 'expected text <= 3 UTF-8 bytes'],
        ['é€', 'expected text <= 3 UTF-8 bytes'],
      ],
    },
  ];

  test.each(table)('validates $definition', ({ definition, good, bad }) => {
    for (const value of good) expect(check(definition, value), JSON.stringify(value)).toEqual([]);
    for (const [value, text] of bad)
      expect(check(definition, value), String(value).slice(0, 80)).toEqual([`f: ${text}`]);
    for (const value of invalidValues) expect(check(definition, value)).toHaveLength(1);
  });

  test('validates the items of an array and their number', () => {
    const ids = { type: 'array', items: { type: 'id' }, min_items: 1, max_items: 2 };
    expect(check(ids, ['a'])).toEqual([]);
    expect(check(ids, ['a', 'b'])).toEqual([]);
    expect(check(ids, [])).toEqual(['f: below min_items']);
    expect(check(ids, ['a', 'b', 'c'])).toEqual(['f: above max_items']);
    expect(check(ids, ['a', 'b c'])).toEqual(['f[1]: expected safe identifier']);
    for (const value of ['a', { length: 1, 0: 'a' }, null, 1]) expect(check(ids, value)).toEqual(['f: expected array']);
    expect(check({ type: 'array', items: { type: 'integer' } }, [1, undefined, 2])).toEqual(['f[1]: expected integer']);
    expect(check({ type: 'array', items: { type: 'array', items: { type: 'id' } } }, [])).toEqual([
      "f: unsupported field type 'array'",
    ]);
  });

  test('counts the bytes of an array by the texts of its elements', () => {
    const limited = (items: object) => ({ type: 'array', items, max_total_bytes: 8 });
    expect(check(limited({ type: 'boolean' }), [true, true])).toEqual([]);
    expect(check(limited({ type: 'boolean' }), [true, false])).toEqual(['f: array total 9 bytes exceeds 8']);
    expect(check(limited({ type: 'integer' }), [-123, 4567])).toEqual([]);
    expect(check(limited({ type: 'integer' }), [-123, 45678])).toEqual(['f: array total 9 bytes exceeds 8']);
    expect(check(limited({ type: 'text' }), ['€€', 'ab'])).toEqual([]);
    expect(check(limited({ type: 'text' }), ['€€', '€'])).toEqual(['f: array total 9 bytes exceeds 8']);
    const byDefault = { type: 'array', items: { type: 'ot_blob' } };
    expect(check(byDefault, Array(16).fill('x'.repeat(16_384)))).toEqual([]);
    expect(check(byDefault, [...Array(16).fill('x'.repeat(16_384)), 'x'])).toEqual([
      'f: array total 262145 bytes exceeds 262144',
    ]);
  });

  test.each(['json', 'object', 'table', 'float', 'toString', '__proto__', ''])(
    'rejects the unknown type %j',
    (type) => {
      expect(check({ type }, 1)).toEqual([`f: unsupported field type '${type}'`]);
    },
  );
});

describe('messages', () => {
  const spec = {
    messages: [
      {
        name: 'move',
        direction: 'guest_to_host',
        fields: { action: action('move'), col: { type: 'integer', required: true }, note: { type: 'id' } },
      },
      {
        name: 'move',
        direction: 'host_to_guest',
        fields: { action: action('move'), row: { type: 'integer', required: true } },
      },
      { name: 'end', direction: 'both', fields: { action: action('end') } },
      { name: 'twice', direction: 'both', fields: { action: action('twice') } },
      { name: 'twin', direction: 'guest_to_host', fields: { action: action('twice') } },
      {
        name: 'lax',
        direction: 'both',
        fields: { action: { type: 'enum', values: ['lax'] }, odd: { type: 'integer', required: 'yes' } },
      },
    ],
  } as unknown as Spec;

  test.each<[unknown, Direction, string[]]>([
    [{ action: 'move', col: 1 }, 'guest_to_host', []],
    [{ action: 'move', col: 1, note: 'a' }, 'guest_to_host', []],
    [{ action: 'move', row: 1 }, 'host_to_guest', []],
    [{ action: 'end' }, 'guest_to_host', []],
    [{ action: 'end' }, 'both', []],
    [{ action: 'twice' }, 'host_to_guest', []],
    [{ action: 'lax' }, 'both', []],
    [{ action: 'move', col: 1 }, 'both', ["message schema not found for action='move' direction=both"]],
    [{ action: 'jump' }, 'guest_to_host', ["message schema not found for action='jump' direction=guest_to_host"]],
    [{}, 'guest_to_host', ['message schema not found for action=None direction=guest_to_host']],
    [{ action: 7 }, 'both', ['message schema not found for action=None direction=both']],
    [{ action: 'twice' }, 'guest_to_host', ['ambiguous message schema; pass message_name']],
    [{ action: 'move' }, 'guest_to_host', ['missing required field: col']],
    [{ action: 'move', col: null }, 'guest_to_host', ['col: expected integer']],
    [
      { x: 1, action: 'move', row: 2, note: '' },
      'guest_to_host',
      ['unknown field: x', 'unknown field: row', 'missing required field: col', 'note: expected safe identifier'],
    ],
    ...[null, 1, 'move', [], ['move'], undefined].map(
      (m) => [m, 'both', ['message: expected object']] as [unknown, Direction, string[]],
    ),
  ])('validates %j sent %s', (message, direction, problems) => {
    expect(validateMessage(spec, message, direction)).toEqual(problems);
  });

  test('P-9: ignores the prototypes of messages and specs', () => {
    const inherited = Object.assign(Object.create({ col: 1 }), { action: 'move' });
    expect(validateMessage(spec, inherited, 'guest_to_host')).toEqual(['missing required field: col']);
    expect(validateMessage(spec, Object.create({ action: 'end' }), 'both')).toEqual([
      'message schema not found for action=None direction=both',
    ]);
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const message = parseJson(`{"action":"end","${key}":1}`);
      expect(validateMessage(spec, message, 'both')).toEqual([`unknown field: ${key}`]);
      expect(validateMessage(spec, parseJson(`{"action":"${key}"}`), 'both')).toHaveLength(1);
    }
    const odd = parseJson(
      '{"messages":[{"name":"o","direction":"both","fields":{"action":{"type":"enum","values":["o"],"required":true},"__proto__":{"type":"integer","required":true}}}]}',
    ) as unknown as Spec;
    expect(validateMessage(odd, { action: 'o' }, 'both')).toEqual(['missing required field: __proto__']);
    expect(validateMessage(odd, parseJson('{"action":"o","__proto__":3}'), 'both')).toEqual([]);
  });

  test('bounds the length and number of problems', () => {
    expect(validateMessage(spec, { action: 'x'.repeat(1e5) }, 'both')[0]!.length).toBeLessThan(200);
    const flood = Object.fromEntries(Array.from({ length: 1e4 }, (_, i) => [`k${i}`, 1]));
    expect(validateMessage(spec, { action: 'end', ...flood, ['y'.repeat(1e5)]: 1 }, 'both')).toHaveLength(100);
  });

  test.each([
    {},
    { messages: null },
    { messages: [null, 1, {}, { fields: [] }, { direction: 'both', fields: { action: null } }] },
    { messages: [{ direction: 'both', fields: { action: action('go'), f: null } }] },
  ])('reports a problem for the invalid spec %j', (broken) => {
    expect(validateMessage(broken as unknown as Spec, { action: 'go', f: 1 }, 'both')).toHaveLength(1);
  });

  test('P-9: reports problems for arbitrary input and never throws', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom<Direction>('guest_to_host', 'host_to_guest', 'both'),
        (value, direction) => {
          expect(validateMessage(spec, value, direction).length).toBeGreaterThan(0);
          const extended = { ...(value as object), action: 'move', col: value };
          expect(validateMessage(spec, extended, 'guest_to_host').length > 0).toBe(
            !(Number.isSafeInteger(value) && Object.keys(extended).length === 2),
          );
        },
      ),
    );
  });

  test('accepts messages generated from a spec, and rejects them with a missing or unknown field or in the wrong direction', () => {
    const hex = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
    const kinds: [object, fc.Arbitrary<unknown>][] = [
      [{ type: 'integer', min: -5, max: 5 }, fc.integer({ min: -5, max: 5 })],
      [{ type: 'enum', values: ['a', 'b'] }, fc.constantFrom('a', 'b')],
      [{ type: 'boolean' }, fc.boolean()],
      [{ type: 'hash' }, hex(64)],
      [{ type: 'nonce' }, hex(32)],
      [{ type: 'signature' }, hex(128)],
      [{ type: 'key' }, hex(64)],
      [{ type: 'ciphertext' }, hex(20)],
      [{ type: 'id' }, fc.stringMatching(/^[A-Za-z0-9_.:-]{1,20}$/)],
      [{ type: 'ticket' }, fc.string({ minLength: 1, unit: 'grapheme' })],
      [{ type: 'text' }, fc.string({ unit: 'binary', maxLength: 100 })],
      [{ type: 'ot_blob' }, fc.string({ unit: 'binary', maxLength: 100 })],
      [{ type: 'array', items: { type: 'boolean' }, max_items: 3 }, fc.array(fc.boolean(), { maxLength: 3 })],
    ];
    const field = fc
      .constantFrom(...kinds)
      .chain(([definition, value]) =>
        fc.record({ definition: fc.constant(definition), value, required: fc.boolean(), present: fc.boolean() }),
      );
    const name = fc.stringMatching(/^[a-z]{2,8}$/).filter((text) => text !== 'action' && text !== 'other');
    fc.assert(
      fc.property(fc.dictionary(name, field, { maxKeys: 8 }), (fields) => {
        const generated = {
          messages: [
            {
              name: 'go',
              direction: 'guest_to_host',
              fields: {
                action: action('go'),
                ...Object.fromEntries(
                  Object.entries(fields).map(([key, f]) => [key, { ...f.definition, required: f.required }]),
                ),
              },
            },
          ],
        } as unknown as Spec;
        const present = Object.entries(fields).filter(([, f]) => f.present || f.required);
        const message: { [key: string]: unknown } = {
          action: 'go',
          ...Object.fromEntries(present.map(([key, f]) => [key, f.value])),
        };
        expect(validateMessage(generated, message, 'guest_to_host')).toEqual([]);
        expect(validateMessage(generated, message, 'host_to_guest')).toHaveLength(1);
        expect(validateMessage(generated, { ...message, other: 1 }, 'guest_to_host')).toEqual(['unknown field: other']);
        for (const [key, f] of present) {
          const { [key]: _, ...rest } = message;
          expect(validateMessage(generated, rest, 'guest_to_host')).toEqual(
            f.required ? [`missing required field: ${key}`] : [],
          );
        }
      }),
    );
  });
});
