import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName, displayName, escapeInvisible, isBlank, isolatedName, shownText } from './peer-text.ts';

describe('text from peers', () => {
  it('makes invisible and direction-changing characters visible', () => {
    expect(escapeInvisible('a\u202Eb\u0000c\u2066d\u3164')).toBe('aU+202EbU+0000cU+2066dU+3164');
  });

  it('preserves line breaks and joined emoji', () => {
    expect(escapeInvisible('one\ntwo 👩‍🚀')).toBe('one\ntwo 👩‍🚀');
  });

  it('truncates a name to 24 graphemes', () => {
    expect(displayName('e\u0301'.repeat(30))).toBe(`${'e\u0301'.repeat(23)}…`);
    expect(displayName('two\nlines')).toBe('two lines');
  });

  it.each([' ', '\u00A0\u2003', '\u3164', '\u115F\u1160', '\u200B\u200D\uFEFF', '\u2800', '\u{E0020}', '\u202E', '\t'])(
    'treats %j as blank and shows its code points',
    (name) => {
      expect(isBlank(name)).toBe(true);
      expect(cleanName(name)).toBe('');
      expect(displayName(name)).toMatch(/^U\+/);
    },
  );

  it('accepts a name with a visible character', () => {
    for (const name of ['a', ' a ', '.', '\u200Ba', '的', '👩‍🚀', '\u0301']) expect(isBlank(name)).toBe(false);
    expect(cleanName(' a b ')).toBe('a b');
    expect(displayName('')).toBe('');
  });

  it('isolates a name so that its content cannot close the isolate', () => {
    expect(isolatedName('x\u2069y')).toBe('\u2068xU+2069y\u2069');
  });

  it.each([
    ['a\u200Db', 'aU+200Db'],
    ['a\uFE0Fb\u034F\u{E0100}', 'aU+FE0FbU+034FU+E0100'],
    ['a\u2800b', 'aU+2800b'],
    ['a\u00A0b\u2003\u202Fc', 'a b  c'],
    [`e${'\u0301'.repeat(40)}f`, `e${'\u0301'.repeat(6)}f`],
  ])('makes %j readable', (text, readable) => expect(escapeInvisible(text)).toBe(readable));

  it.each(['❤️‍🔥 1️⃣ 👩🏽‍🚀', '葛\uFE00', 'क्‍ष', 'Việt', '五子棋\u3000'])('leaves %j as it is', (text) => {
    expect(escapeInvisible(text)).toBe(text);
    expect(shownText(text)).toBe(text);
  });
});

describe('shown text', () => {
  it.each([
    ['one\n\ttwo', 'one\n\ttwo'],
    ['a\u202Eb', 'aU+202Eb'],
    ['\u034F\u200Da', 'U+034FU+200Da'],
    ['a\uFE0F\u200Da', 'aU+FE0FU+200Da'],
    ['❤\uFE0F\u200D🔥 क्\u200Dष', '❤\uFE0F\u200D🔥 क्\u200Dष'],
    ['שלום 3', '\u2068שלום 3\u2069'],
    ['\u061Cא', '\u2068U+061Cא\u2069'],
    // Isolates of Parlor's own stay; a stranger can't close them, or leave one open.
    [`Hello ${isolatedName('שלום')}!`, 'Hello \u2068שלום\u2069!'],
    ['a\u2069b\u2068c', 'aU+2069bU+2068c'],
    ['\u2068\u2068א\u2069', 'U+2068\u2068א\u2069'],
    ['\u2068a\u2069 א', '\u2068\u2068a\u2069 א\u2069'],
  ])('shows %j as %j', (text, shown) => expect(shownText(text)).toBe(shown));

  const hostile = fc.string({
    unit: fc.constantFrom(
      ...'aא3क\u094D \n\t\u202E\u2066\u2068\u2069\u200B\u00AD\u0007\u034F\u{E0041}\u061C😀❤\uFE0F\u200D\uD800',
    ),
  });
  it('hides nothing, and turns nothing around it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = shownText(text);
        let depth = 0;
        for (const character of shown) {
          if (character === '\u2068') depth += 1;
          else if (character === '\u2069') depth -= 1;
          else if (character !== '\u200D' && character !== '\uFE0F')
            expect(character).toMatch(/[\n\t]|[^\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u);
          expect(depth).toBeGreaterThanOrEqual(0);
          if (character === 'א') expect(depth).toBeGreaterThan(0);
        }
        expect(depth).toBe(0);
        expect(shownText(shown)).toBe(shown);
      }),
    );
  });
});
