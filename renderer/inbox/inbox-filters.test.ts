import { describe, expect, it } from 'vitest';
import { remainingTime, removalKey, withoutOf } from './inbox-filters.ts';

describe('messages', () => {
  it('and contacts that are being deleted are left out', () => {
    const keys = [removalKey.messages({ ids: [1], of: 'sent' }), removalKey.contact('ab'), 'protocol 1'];
    expect(withoutOf(new Set(keys))).toEqual({ messages: [{ ids: [1], of: 'sent' }], contacts: ['ab'] });
    expect(withoutOf(new Set(['protocol 1']))).toBeUndefined();
  });

  it('show the time left in whole hours, rounded down, or in minutes within the last hour', () => {
    const hour = 3600_000;
    expect(remainingTime(22.9 * hour, 0)).toEqual({ unit: 'hours', count: 22 });
    expect(remainingTime(hour, 0)).toEqual({ unit: 'hours', count: 1 });
    expect(remainingTime(hour - 60_000, 0)).toEqual({ unit: 'minutes', count: 59 });
    expect(remainingTime(1, 0)).toEqual({ unit: 'minutes', count: 1 });
    expect(remainingTime(0, 0)).toBeNull();
  });
});
