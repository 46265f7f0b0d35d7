/** Makes untrusted text safe to display, in the window and outside of it. */

/**
 * Text with nothing hidden in it that can't change the direction of what surrounds it. Only `shownText` makes it, and everything that
 * shows text takes it or makes it: JSX (renderer/ui/jsx), texts with values (i18next), titles, notifications and pictures.
 */
export type ShownText = string & { readonly [shown]: true };
declare const shown: unique symbol;

const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/** Members of a character class: control, format, private-use and default-ignorable characters, lone surrogates, line separators. */
export const hiddenMembers = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029`;
// With the blank Braille pattern, which looks like a space.
const hidden = String.raw`[${hiddenMembers}\u2800]`;
// The selector of a symbol's or ideograph's variant, and the joiner within emoji and conjuncts: after a mark that is visible itself.
const variant = String.raw`(?<=[\p{Emoji}\p{S}\p{Script=Han}])[\uFE00-\uFE0F]`;
const joined = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?!\p{Default_Ignorable_Code_Point})\p{M}|${variant}`;
const shaping = String.raw`(?<=${joined})\u200D(?=[\p{Extended_Pictographic}\p{L}])|${variant}`;
const hiddenCharacters = new RegExp(`(?!\\n|${shaping})${hidden}`, 'gu');
// Spaces that look like one of ASCII, or like none.
const otherSpaces = /[\u00A0\u2000-\u200A\u202F\u205F]/g;
// More marks on a letter than any language writes cover the lines around it.
const excessMarks = /(?<=\p{M}{6})\p{M}+/gu;

const codePointName = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

// Whitespace, characters without a glyph, and the blank Braille pattern.
const blankName = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*$/u;

/** Whether a name has no visible character. */
export const isBlank = (name: string): boolean => blankName.test(name);

/** A name as typed by the user, trimmed; empty if no character in it is visible. */
export const cleanName = (input: string): string => (isBlank(input) ? '' : input.trim());

/** Makes every invisible or direction-changing character readable as `U+202E`, and others harmless. Line feeds stay. */
export function escapeInvisible(text: string): string {
  return text.replace(hiddenCharacters, codePointName).replace(otherSpaces, ' ').replace(excessMarks, '');
}

const plainText = /^[\t\n -~]*$/;
const rightToLeft = String.raw`[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]`;
const directed = new RegExp(`(?!\\t|\\n|${shaping})${hidden}|${rightToLeft}`, 'gu');
const isHidden = new RegExp(`^${hidden}$`, 'u');

/** Positions of the isolates in a text that are opened and closed. */
function pairedIsolates(text: string): ReadonlySet<number> {
  const opened: number[] = [];
  const paired = new Set<number>();
  for (const { index, 0: mark } of text.matchAll(/[\u2068\u2069]/g)) {
    if (mark === firstStrongIsolate) opened.push(index);
    else {
      const start = opened.pop();
      if (start !== undefined) paired.add(start).add(index);
    }
  }
  return paired;
}

/**
 * Any text as it may be shown: hidden characters are readable, isolates are closed, and text from right to left is isolated, since no
 * language of Parlor's own texts is written so. What is shown text already stays as it is.
 */
export function shownText(text: string): ShownText {
  if (plainText.test(text)) return text as ShownText;
  const isolates = pairedIsolates(text);
  let depth = 0;
  let turns = false;
  const readable = text.replace(directed, (character, index: number) => {
    if (isolates.has(index)) {
      depth += character === firstStrongIsolate ? 1 : -1;
      return character;
    }
    if (isHidden.test(character)) return codePointName(character);
    turns ||= depth === 0;
    return character;
  });
  const calm = readable.replace(excessMarks, '');
  return (turns ? `${firstStrongIsolate}${calm}${popIsolate}` : calm) as ShownText;
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
export function isolatedName(name: string): ShownText {
  return `${firstStrongIsolate}${displayName(name)}${popIsolate}` as ShownText;
}
