/** Makes untrusted text safe to display in the window and in notifications. */

const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

// Control, format, private-use and line-separating characters, lone surrogates, and the invisible Hangul fillers.
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\u115F\u1160\u3164\uFFA0]/gu;
// Line feeds, and the joiner within emoji.
const readableCharacters = new Set(['\n', '\u200D']);

const codePointName = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

// Whitespace, characters without a glyph, and the blank Braille pattern.
const blankName = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*$/u;

/** Whether a name has no visible character. */
export const isBlank = (name: string): boolean => blankName.test(name);

/** A name as typed by the user, trimmed; empty if no character in it is visible. */
export const cleanName = (input: string): string => (isBlank(input) ? '' : input.trim());

/** Makes every invisible or direction-changing character readable as `U+202E`. Line feeds and emoji joiners stay. */
export function escapeInvisible(text: string): string {
  return text.replace(hiddenCharacters, (character) =>
    readableCharacters.has(character) ? character : codePointName(character),
  );
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A nickname for one line: visible, without line breaks, at most 24 graphemes. A blank one is shown as its code points. */
export function displayName(name: string): string {
  // Fast path for long lists: most names are short and ASCII.
  if (/^(?:[ -~]{0,23}[!-~])?$/.test(name)) return name;
  const text = isBlank(name) ? Array.from(name, codePointName).join('') : escapeInvisible(name).replaceAll('\n', ' ');
  const parts = Array.from(graphemes.segment(text), (part) => part.segment);
  return parts.length > 24 ? `${parts.slice(0, 23).join('')}…` : parts.join('');
}

/** A nickname within a sentence, isolated so that its text direction does not affect the sentence. */
export function isolatedName(name: string): string {
  return `${firstStrongIsolate}${displayName(name)}${popIsolate}`;
}
