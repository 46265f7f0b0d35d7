import { expect, it } from 'vitest';
import { characterCount } from '../json/utf8.ts';
import {
  challengedBoard,
  challengeMaxCharacters,
  challengeText,
  challengeWords,
  withoutBoardLine,
} from './challenge.ts';
import { linkedPostId } from './message.ts';
import { messageMaxCharacters } from './size.ts';

const post_id = '7c21e0aa-1111-4222-8333-123456789abc';

it('fits the longest challenge into a message, and finds its table', () => {
  const longest = challengeText('😀'.repeat(challengeMaxCharacters()), post_id);
  const longestTest = challengeText('😀'.repeat(challengeMaxCharacters(true)), post_id, 'ab'.repeat(32));
  for (const text of [longest, longestTest]) expect(characterCount(text)).toBe(messageMaxCharacters(true));
  expect([longest, challengeText('', post_id)].map(linkedPostId)).toEqual([post_id, post_id]);
});

it('tells the words of a challenge from its link', () => {
  for (const words of ['', 'A quick one?', 'two\n\nparts'])
    expect(challengeWords(challengeText(words, post_id), post_id)).toBe(words);
  expect(challengeWords(`join ${challengeText('', post_id)} please`, post_id)).toBeNull();
  expect(challengeWords('hello', post_id)).toBeNull();
});

it('tells the board to test from the words, and believes no other place', () => {
  const board = 'ab'.repeat(32);
  for (const words of ['', 'Is the end clear?', `parlor-board:1 ${'cd'.repeat(32)}`]) {
    const text = challengeText(words, post_id, board);
    expect([challengeWords(text, post_id), challengedBoard(text, post_id)]).toEqual([words, board]);
    expect(withoutBoardLine(text)).not.toContain(board);
  }
  for (const text of [
    challengeText('hello', post_id),
    `parlor-board:1 ${board}`,
    challengeText(`parlor-board:1 ${board}, please`, post_id),
    challengeText(`not parlor-board:1 ${board}`, post_id),
  ])
    expect(challengedBoard(text, post_id)).toBeNull();
});
