import { expect, it } from 'vitest';
import { characterCount } from '../json/utf8.ts';
import { challengeMaxCharacters, challengeText, challengeWords } from './challenge.ts';
import { linkedPostId } from './message.ts';
import { messageMaxCharacters } from './size.ts';

const post_id = '7c21e0aa-1111-4222-8333-123456789abc';

it('fits the longest challenge into a message, and finds its table', () => {
  const longest = challengeText('😀'.repeat(challengeMaxCharacters), post_id);
  expect(characterCount(longest)).toBe(messageMaxCharacters(true));
  expect([longest, challengeText('', post_id)].map(linkedPostId)).toEqual([post_id, post_id]);
});

it('tells the words of a challenge from its link', () => {
  for (const words of ['', 'A quick one?', 'two\n\nparts'])
    expect(challengeWords(challengeText(words, post_id), post_id)).toBe(words);
  expect(challengeWords(`join ${challengeText('', post_id)} please`, post_id)).toBeNull();
  expect(challengeWords('hello', post_id)).toBeNull();
});
