/** Spaces between filled-in names and Chinese text. Pure. */

/** Whether what follows this text needs no space: the glyphs of Chinese punctuation bring their own. */
export const endsInHanPunctuation = (text: string): boolean => /[。；：，、！？）」』》】][\u2068\u2069]*$/.test(text);

/**
 * Removes the spaces around Chinese names and after Chinese punctuation: templates have them because most of what is filled in is in Latin
 * letters or digits. Names may be isolated.
 */
export const withoutHanSpaces = (text: string): string =>
  text.replaceAll(
    /(?<=[。；：，、！？）」』》】][\u2068\u2069]*) |(?<=\p{Script=Han}[\u2068\u2069]*) (?=[\u2068\u2069]*\p{Script=Han})/gu,
    '',
  );
