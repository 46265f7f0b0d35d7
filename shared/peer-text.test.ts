import { describe, expect, it } from 'vitest';
import { isBlank, isolated, shownName, typedName, visible } from './peer-text.ts';

describe('text from peers', () => {
  it('makes invisible and direction-changing characters visible', () => {
    expect(visible('a\u202Eb\u0000c\u2066d\u3164')).toBe('aU+202EbU+0000cU+2066dU+3164');
  });

  it('preserves line breaks and joined emoji', () => {
    expect(visible('one\ntwo 👩‍🚀')).toBe('one\ntwo 👩‍🚀');
  });

  it('truncates a name to 24 graphemes', () => {
    expect(shownName('e\u0301'.repeat(30))).toBe(`${'e\u0301'.repeat(23)}…`);
    expect(shownName('two\nlines')).toBe('two lines');
  });

  it.each([' ', '\u00A0\u2003', '\u3164', '\u115F\u1160', '\u200B\u200D\uFEFF', '\u2800', '\u{E0020}', '\u202E', '\t'])(
    'treats %j as blank and shows its code points',
    (name) => {
      expect(isBlank(name)).toBe(true);
      expect(typedName(name)).toBe('');
      expect(shownName(name)).toMatch(/^U\+/);
    },
  );

  it('accepts a name with a visible character', () => {
    for (const name of ['a', ' a ', '.', '\u200Ba', '的', '👩‍🚀', '\u0301']) expect(isBlank(name)).toBe(false);
    expect(typedName(' a b ')).toBe('a b');
    expect(shownName('')).toBe('');
  });

  it('isolates a name so that its content cannot close the isolate', () => {
    expect(isolated('x\u2069y')).toBe('\u2068xU+2069y\u2069');
  });
});
