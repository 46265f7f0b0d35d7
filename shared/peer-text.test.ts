import { describe, expect, it } from 'vitest';
import { cleanName, displayName, escapeInvisible, isBlank, isolatedName } from './peer-text.ts';

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
});
