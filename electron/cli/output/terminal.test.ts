import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText, printable, terminalText } from './terminal.ts';

const hostile = fc.string({
  unit: fc.constantFrom(
    ...[
      'a',
      '\n',
      '\t',
      '"',
      '\\',
      '\u001b[8m',
      '\u001b[2J',
      '\u001b]8;;x\u0007',
      '\u009b2J',
      '\u202E',
      '\u200B',
      '\u2069',
    ],
    ...['\u00AD', '\u034F', '\uD800', '\u{E0041}', '\u007F', '\u3164'],
  ),
});
const hidden = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

it('writes nothing that a terminal obeys or hides', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(terminalText(text)).not.toMatch(hidden);
      expect(printable(text)).not.toMatch(/[\n\t]/);
      const json = jsonText({ [text]: text });
      expect(json).not.toMatch(hidden);
      expect(json).not.toMatch(/[\n\t]/);
      expect(JSON.parse(json)).toEqual({ [text]: text });
    }),
  );
});

it('keeps styles, lines and columns', () => {
  const text = '\u001b[1mName\u001b[22m\tNote\n\u001b[31m五子棋\u001b[39m\té\n';
  expect(terminalText(text)).toBe(text);
  expect(terminalText('\u001b[8mconcealed\u001b[28m')).toBe('\uFFFD[8mconcealed\uFFFD[28m');
});
