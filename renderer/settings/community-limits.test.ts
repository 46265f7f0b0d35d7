import { expect, it } from 'vitest';
import { limitLines } from './community-limits.ts';

it('lists the limits that users notice, if the community reports them', () => {
  expect(
    limitLines({
      active_invitations: 3,
      inbox_messages_none: 5,
      inbox_messages_high: 50,
      inbox_seconds: 86_400,
      elo_same_opponent_awards: 2,
      elo_same_opponent_seconds: 86_400,
      difficulty: 2,
    }),
  ).toEqual([
    { id: 'tables', count: 3, more: 0 },
    { id: 'messages', count: 5, more: 50 },
    { id: 'message_life', count: 24, more: 0 },
    { id: 'points', count: 2, more: 24 },
    { id: 'work', count: 2, more: 0 },
  ]);
  expect(limitLines({ active_invitations: null, inbox_messages_none: 5, difficulty: 'many' })).toEqual([]);
});
