/** The limits of a community that users notice. */

const secondsPerHour = 3600;

interface LimitLine {
  id: 'tables' | 'messages' | 'message_life' | 'points' | 'work';
  count: number;
  /** The upper end of a range, or hours. */
  more: number;
}

/** Lists only limits that the community gives as numbers. */
export function limitLines(limits: { readonly [name: string]: unknown }): LimitLine[] {
  const number = (name: string): number | null => {
    const value = limits[name];
    return typeof value === 'number' ? value : null;
  };
  const line = (id: LimitLine['id'], count: number | null, more: number | null = 0): LimitLine[] =>
    count === null || more === null ? [] : [{ id, count, more }];
  const seconds = number('elo_same_opponent_seconds');
  const life = number('inbox_seconds');
  return [
    ...line('tables', number('active_invitations')),
    ...line('messages', number('inbox_messages_none'), number('inbox_messages_high')),
    ...line('message_life', life === null ? null : Math.round(life / secondsPerHour)),
    ...line(
      'points',
      number('elo_same_opponent_awards'),
      seconds === null ? null : Math.round(seconds / secondsPerHour),
    ),
    ...line('work', number('difficulty')),
  ];
}
