import { describe, expect, it } from 'vitest';
import { type HostedTable, inviteSchema } from '../../shared/bridge/contract.ts';
import { optionForm, startOfForm } from './options.ts';
import { type Draft, emptyDraft, isFine, moreIsWrong, readDraft, waitOf } from './wish.ts';

const form = optionForm({ best_of: { type: 'integer', min: 1, max: 99, default: 3 } });
const own = 'a'.repeat(64);
const read = (changes: Partial<Draft>, takes_extra_args = false) =>
  readDraft(
    { ...emptyDraft(startOfForm(form), ['human', 'hybrid', 'autonomous']), ...changes },
    form,
    { protocol_id: 'b'.repeat(64), takes_extra_args },
    own,
  );

describe('what is asked of a new table', () => {
  it('is complete without a key pressed', () => {
    const { problems, invite } = read({});
    expect(isFine(problems)).toBe(true);
    expect(inviteSchema.parse(invite)).toEqual({
      options: { best_of: 3 },
      control_mode: 'human',
      visibility: 'listed',
      heartbeat: { interval_ms: 10_000, timeout_ms: 30_000 },
    });
  });

  it('carries audience, lifetime, pace and words', () => {
    const { problems, invite } = read(
      {
        control_mode: 'autonomous',
        audience: 'key',
        key: ` ${'C'.repeat(64)}\n`,
        life: 'hour',
        pace: '1,5',
        message: ' hello ',
        extra: 'one two\n\nthree',
      },
      true,
    );
    expect(isFine(problems)).toBe(true);
    expect(invite).toMatchObject({
      for_public_key: 'c'.repeat(64),
      renew_ms: 3_300_000,
      pace_ms: 1500,
      message: 'hello',
      extra_args: ['one two', 'three'],
    });
    expect(read({ audience: 'unlisted' }).invite).toMatchObject({ visibility: 'unlisted' });
    expect(read({ extra: 'unasked' }).invite).not.toHaveProperty('extra_args');
  });

  it('says what is wrong, each at its field', () => {
    expect(read({ audience: 'key', key: 'me' }).problems.key).toBe('wrong');
    expect(read({ audience: 'key', key: own }).problems.key).toBe('own');
    expect(read({ key: 'me' }).problems.key).toBeNull();
    expect(read({ message: 'x'.repeat(501) }).problems.message).toBe(true);
    const { problems } = read({ pace: 'x', heartbeat: '-1', timeout: '' });
    expect(problems).toMatchObject({ pace: true, heartbeat: true, timeout: 'wrong' });
    expect(moreIsWrong(problems)).toBe(true);
    expect(read({ heartbeat: '30', timeout: '20' }).problems.timeout).toBe('short');
    expect(read({ heartbeat: '0', timeout: '20' }).problems.timeout).toBeNull();
  });
});

it('finds a table that waits also by the ids it had before', () => {
  const table = { post_id: 'new', earlier_post_ids: ['first', 'second'] } as HostedTable;
  expect(['new', 'first', 'second'].map((id) => waitOf([table], id))).toEqual([table, table, table]);
  expect(waitOf([table], 'another')).toBeUndefined();
});
