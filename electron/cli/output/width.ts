/** The columns that text occupies on a terminal: two for wide characters (UAX #11) and emoji, none for combining marks on their own. */
import { eastAsianWidth } from 'get-east-asian-width';

const segmenter = new Intl.Segmenter();

function graphemeWidth(grapheme: string): number {
  if (/^\p{M}/u.test(grapheme)) return 0;
  if (/\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u.test(grapheme)) return 2;
  return eastAsianWidth(grapheme.codePointAt(0)!);
}

export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The text itself if it fits, otherwise its beginning with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let visibleText = '';
  let usedWidth = 1;
  for (const { segment } of segmenter.segment(text)) {
    usedWidth += graphemeWidth(segment);
    if (usedWidth > width) break;
    visibleText += segment;
  }
  return `${visibleText}…`;
}

export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));
