/** The message of a challenge: the sender's own text, if any, then the link to the table. Parlor adds no text of its own. */
import { appLink } from '../community/join-links.ts';
import { messageMaxCharacters } from './size.ts';

const link = (post_id: string) => appLink(post_id, null);
const separator = '\n\n';
const postIdCharacters = 36;

/** Maximum characters of the sender's own text; challenges are signed. */
export const challengeMaxCharacters =
  messageMaxCharacters(true) - link('').length - postIdCharacters - separator.length;

export const challengeText = (message: string, post_id: string): string =>
  message === '' ? link(post_id) : `${message}${separator}${link(post_id)}`;

/** The sender's own text in a challenge that links to this table; null for another message. */
export function challengeWords(text: string, post_id: string): string | null {
  if (text === link(post_id)) return '';
  const end = separator + link(post_id);
  return text.endsWith(end) ? text.slice(0, -end.length) : null;
}
