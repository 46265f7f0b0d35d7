import { describe, expect, it } from 'vitest';
import { isolated, shownName, visible } from './peer-text.ts';

describe('words of strangers', () => {
  it('shows what would change direction or hide', () => {
    expect(visible('a\u202Eb\u0000c\u2066d\u3164')).toBe('aU+202EbU+0000cU+2066dU+3164');
  });

  it('keeps new lines and joined emoji', () => {
    expect(visible('one\ntwo 👩‍🚀')).toBe('one\ntwo 👩‍🚀');
  });

  it('cuts a name at 24 graphemes, not in the middle of one', () => {
    expect(shownName('e\u0301'.repeat(30))).toBe(`${'e\u0301'.repeat(23)}…`);
    expect(shownName('two\nlines')).toBe('two lines');
  });

  it('isolates a name, so that one inside cannot be closed from within', () => {
    expect(isolated('x\u2069y')).toBe('\u2068xU+2069y\u2069');
  });
});
