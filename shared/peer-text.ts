/** Words of strangers, in the window and in the system's own notices: shown as they are, with what could deceive the eye made visible. */

const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

// Control, format, and line-breaking characters, lone surrogates, and the space-like ones that draw nothing.
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\u115F\u1160\u3164\uFFA0]/gu;
const kept = new Set(['\n', '\u200D']);

const codePointName = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Makes every invisible or direction-changing character readable as `U+202E`. New lines stay. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => (kept.has(character) ? character : codePointName(character)));
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A nickname for one line: visible, without line breaks, at most 24 graphemes. */
export function shownName(name: string): string {
  // Most names are short and plain, and a long list shows many.
  if (/^[ -~]{0,24}$/.test(name)) return name;
  const parts = Array.from(graphemes.segment(visible(name).replaceAll('\n', ' ')), (part) => part.segment);
  return parts.length > 24 ? `${parts.slice(0, 23).join('')}…` : parts.join('');
}

/** A nickname inside one of our sentences: its direction cannot spill over into ours. */
export function isolated(name: string): string {
  return `${firstStrongIsolate}${shownName(name)}${popIsolate}`;
}
