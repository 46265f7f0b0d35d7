import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchingTemplates, matchTemplate, stepsOfText, templatePattern } from './template-match.ts';
import { readWordsFile, templateLimits, wordsMaxBytes } from './words.ts';

const unlimited = 1e9;

const match = (template: string, text: string) => {
  const [found] = matchingTemplates([{ pattern: templatePattern(template) }], text, { left: unlimited });
  return found ? Object.fromEntries(found.values) : null;
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

/** How often a comparison reads a character, and the steps that it counts. */
function workOf(template: string, text: string): { reads: number; steps: number } {
  let reads = 0;
  const characters = new Proxy([...text], {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  const steps = { left: unlimited };
  matchTemplate(templatePattern(template), characters, steps);
  return { reads, steps: unlimited - steps.left };
}

test.each([
  ['adjacent placeholders', '{a}'.repeat(60), 'a'],
  ['placeholders with blanks between them', '{a} '.repeat(40), ' '],
  ['adjacent numbers', '{n}'.repeat(60), '1'],
])('the work for %s grows with the text, not with the ways to divide it', (_, template, character) => {
  const longest = workOf(template, `${character.repeat(799)}\n`).reads;
  expect(longest).toBeGreaterThan(0);
  // Of each part at each position, no more than the characters of a number.
  expect(longest).toBeLessThan(80 * 800 * 16 * 2);
  expect(workOf(template, `${character.repeat(399)}\n`).reads).toBeGreaterThan(longest / 3);
  expect(workOf(template, `${character.repeat(50_000)}\n`).reads).toBe(0);
});

/** Parts of templates and texts that can be divided in many ways. */
const hostilePart = fc.constantFrom('{a}', '{b_n}', '{n}', '1', '-1', ' ', 'x', '{a}{n}', 'xx');
const hostileText = fc
  .array(fc.constantFrom('1', '-', 'x', ' ', '🂡'), { maxLength: 400 })
  .map((characters) => characters.join(''));

test('the steps count whatever is read', () => {
  fc.assert(
    fc.property(fc.array(hostilePart, { minLength: 1, maxLength: 16 }), hostileText, (parts, text) => {
      const { reads, steps } = workOf(parts.join(''), text);
      expect(reads).toBeLessThanOrEqual(2 * steps + text.length);
    }),
  );
});

test('the work for a text is limited over all templates', () => {
  const template = fc.array(hostilePart, { minLength: 8, maxLength: 16 });
  fc.assert(
    fc.property(fc.array(template, { minLength: 40, maxLength: 80 }), hostileText, (templates, text) => {
      const patterns = templates.map((parts) => ({ pattern: templatePattern(parts.join('')) }));
      const steps = { left: stepsOfText };
      expect([...matchingTemplates(patterns, text, steps)].length).toBeLessThanOrEqual(patterns.length);
      // The last step may compare all of a literal.
      expect(steps.left).toBeGreaterThan(-200);
    }),
    { numRuns: 50 },
  );
});

/** As many templates as fit into a file, none of which matches a text of 80 equal characters. */
function hostileWords(count: number): { [from: string]: string } {
  const original = (index: number) => `${'{a}'.repeat(15)}{k${index}}\n`;
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [original(index), '{a}']));
}

test('a file of templates that take long is shown as it is, and one with more of them is refused', () => {
  const text = `${'x'.repeat(79)}\n`;
  const patterns = Object.keys(hostileWords(templateLimits.perPart)).map((from) => ({
    pattern: templatePattern(from),
  }));
  const steps = { left: unlimited };
  [...matchingTemplates(patterns, text, steps)];
  expect(unlimited - steps.left).toBeGreaterThan(20 * stepsOfText);
  const file = (count: number) => JSON.stringify({ en: { texts: hostileWords(count) } });
  expect(file(templateLimits.perPart).length).toBeLessThan(wordsMaxBytes);
  expect(readWordsFile(file(templateLimits.perPart))).toHaveProperty('words');
  expect(readWordsFile(file(templateLimits.perPart + 1))).toMatchObject({
    problem: { code: 'words_templates', pointer: '/en/texts', message: 'More than 250 templates.' },
  });
});

test('a text with more placeholders than needed is refused, since each may repeat a long value', () => {
  const long = '{text}'.repeat(17);
  const placeholders = { code: 'words_placeholders', message: 'More than 16 placeholders in one text.' };
  expect(readWordsFile(JSON.stringify({ en: { messages: { say: long } } }))).toMatchObject({
    problem: { ...placeholders, pointer: '/en/messages/say' },
  });
  expect(readWordsFile(JSON.stringify({ en: { endings: { [long]: 'The end.' } } }))).toMatchObject({
    problem: { ...placeholders, pointer: `/en/endings/${long}` },
  });
  expect(readWordsFile('{"en":{"name":7}}')).toMatchObject({ problem: { code: 'words_form', pointer: '/en/name' } });
});
