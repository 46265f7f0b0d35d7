import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchTemplate, templatePattern } from './template-match.ts';

const match = (template: string, text: string) => {
  const values = matchTemplate(templatePattern(template), [...text]);
  return values && Object.fromEntries(values);
};

describe('a text is recognized by its template', () => {
  test.each([
    ['column {n}', 'column -12', { n: '-12' }],
    ['column {n}', 'column x', null],
    ['{hand} beats {other}.', 'rock beats scissors.', { hand: 'rock', other: 'scissors' }],
    ['{a}{b}', 'xyz', { a: 'x', b: 'yz' }],
    ['{a_n}{b}', '123', { a_n: '12', b: '3' }],
    ['{a}', '', null],
    ['{a} and {b}', 'one and two and three', { a: 'one', b: 'two and three' }],
    ['{a}', 'two\nlines', null],
    ['{a}', '🂡'.repeat(80), { a: '🂡'.repeat(80) }],
    ['{a}', 'x'.repeat(81), null],
    ['{n}', '1'.repeat(16), null],
    ['(.*) {a}+', '(.*) x+', { a: 'x' }],
    ['as it is', 'as it is', {}],
    ['as it is', 'as it was', null],
  ])('%s: %s', (template, text, values) => expect(match(template, text)).toEqual(values));

  test('as a regular expression would', () => {
    const part = fc.constantFrom('{a}', '{b}', '{c_n}', '{n}', ' ', '-', '1', 'x', '\n');
    const text = fc.array(fc.constantFrom('1', '2', '-', 'x', ' ', '\n'), { maxLength: 24 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), text, (parts, text) => {
        const source = parts.map((part) => {
          if (!part.startsWith('{')) return part;
          return part.includes('n') ? '(-?\\d{1,15})' : '([^\\n]{1,80}?)';
        });
        const found = new RegExp(`^${source.join('')}$`, 'u').exec(text)?.slice(1);
        const names = parts.filter((part) => part.startsWith('{')).map((part) => part.slice(1, -1));
        expect(match(parts.join(''), text)).toEqual(
          found ? Object.fromEntries(names.map((name, index) => [name, found[index]])) : null,
        );
      }),
      { numRuns: 3_000 },
    );
  });
});

/** How often a comparison reads a character. */
function readsOf(template: string, text: string): number {
  let reads = 0;
  const characters = new Proxy([...text], {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  matchTemplate(templatePattern(template), characters);
  return reads;
}

test.each([
  ['adjacent placeholders', '{a}'.repeat(60), 'a'],
  ['placeholders with blanks between them', '{a} '.repeat(40), ' '],
  ['adjacent numbers', '{n}'.repeat(60), '1'],
])('the work for %s grows with the text, not with the ways to divide it', (_, template, character) => {
  const longest = readsOf(template, `${character.repeat(799)}\n`);
  expect(longest).toBeGreaterThan(0);
  // Of each part at each position, no more than the characters of a number.
  expect(longest).toBeLessThan(80 * 800 * 16 * 2);
  expect(readsOf(template, `${character.repeat(399)}\n`)).toBeGreaterThan(longest / 3);
  expect(readsOf(template, `${character.repeat(50_000)}\n`)).toBe(0);
});
