/**
 * The message of a challenge: the sender's own text, if any, then the link to the table. Parlor adds no text of its own. In front of the
 * link, an author names the board that a tester is offered at this table alone: `parlor-board:1` and its manifest hash. Clients that do not
 * support this line show it as text.
 */
import { appLink } from '../community/join-links.ts';
import { messageMaxCharacters } from './size.ts';

const link = (post_id: string) => appLink(post_id, null);
const separator = '\n\n';
const postIdCharacters = 36;
const boardLine = /(?:^|\n\n)parlor-board:1 ([0-9a-f]{64})$/;

/** Maximum characters of the sender's own text, which a board to test leaves fewer; challenges are signed. */
export const challengeMaxCharacters = (namesBoard = false): number =>
  messageMaxCharacters(true) -
  (link('').length + postIdCharacters + separator.length) -
  (namesBoard ? 'parlor-board:1 '.length + 64 + separator.length : 0);

/** `board`: the manifest hash of the board to test. */
export const challengeText = (message: string, post_id: string, board: string | null = null): string =>
  [message, ...(board === null ? [] : [`parlor-board:1 ${board}`]), link(post_id)]
    .filter((part) => part !== '')
    .join(separator);

/** What stands before the link; null if the message doesn't end with it. */
function beforeLink(text: string, post_id: string): string | null {
  if (text === link(post_id)) return '';
  const end = separator + link(post_id);
  return text.endsWith(end) ? text.slice(0, -end.length) : null;
}

/** The sender's own text in a challenge that links to this table; null for another message. */
export const challengeWords = (text: string, post_id: string): string | null =>
  beforeLink(text, post_id)?.replace(boardLine, '') ?? null;

/** The manifest hash of the board that the reader is asked to test at this table; null if there is none. */
export const challengedBoard = (text: string, post_id: string): string | null =>
  boardLine.exec(beforeLink(text, post_id) ?? '')?.[1] ?? null;

/** The message without the line, for a list in which nobody reads the hash. */
export const withoutBoardLine = (text: string): string =>
  text.replace(/(?:^|\n\n)parlor-board:1 [0-9a-f]{64}(?=\n\nparlor:\/\/join\/[0-9a-f-]{36}$)/, '');
