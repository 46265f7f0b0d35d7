/** What of a community's limits a person meets. */

const hour = 3600;

interface LimitLine {
  id: 'tables' | 'letters' | 'letter_life' | 'points' | 'work';
  count: number;
  /** The other end of a range, or hours. */
  more: number;
}

/** Only what the community names as a number: one that says nothing of a limit is not given words. */
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
    ...line('letters', number('inbox_messages_none'), number('inbox_messages_high')),
    ...line('letter_life', life === null ? null : Math.round(life / hour)),
    ...line('points', number('elo_same_opponent_awards'), seconds === null ? null : Math.round(seconds / hour)),
    ...line('work', number('difficulty')),
  ];
}
