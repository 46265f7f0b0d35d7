import { describe, expect, it } from 'vitest';
import { type HostedTable, invitationTermsSchema } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { challengeMaxCharacters } from '../../shared/inbox/challenge.ts';
import {
  findHostedTable,
  type HostFormValues,
  hasAdvancedProblem,
  initialFormValues,
  isValid,
  measureMessage,
  readHostForm,
} from './host-request.ts';
import { createOptionForm, initialTexts } from './option-form.ts';

const form = createOptionForm({ best_of: { type: 'integer', min: 1, max: 99, default: 3 } });
const ownKey = 'a'.repeat(64);
const read = (changes: Partial<HostFormValues>, takes_extra_args = false) =>
  readHostForm(
    { ...initialFormValues(initialTexts(form), ['human', 'hybrid', 'autonomous']), ...changes },
    form,
    {
      protocol_id: 'b'.repeat(64),
      parameters: { max_think_seconds: { type: 'integer', min: 1, max: 600, default: 20 } },
      decision_seconds: 120,
      takes_extra_args,
    },
    ownKey,
  );

describe('the form for a new table', () => {
  it('is valid with its defaults', () => {
    const { problems, request } = read({});
    expect(isValid(problems)).toBe(true);
    expect(invitationTermsSchema.parse(request)).toEqual({
      options: { best_of: 3 },
      control_mode: 'human',
      visibility: 'listed',
      heartbeat: { interval_ms: 10_000, timeout_ms: 30_000 },
    });
  });

  it('sends audience, lifetime, pace and message', () => {
    const { problems, request } = read(
      {
        control_mode: 'autonomous',
        audience: 'key',
        key: ` ${'C'.repeat(64)}\n`,
        lifetime: 'hour',
        pause: '1,5',
        message: ' hello ',
        extraArgs: 'one two\n\nthree',
      },
      true,
    );
    expect(isValid(problems)).toBe(true);
    expect(request).toMatchObject({
      for_public_key: 'c'.repeat(64),
      renew_ms: 3_300_000,
      pace_ms: 1500,
      message: 'hello',
      extra_args: ['one two', 'three'],
    });
    expect(read({ pace: 'quick' }).request.options).toEqual({ best_of: 3, max_think_seconds: 30 });
    expect(read({ audience: 'unlisted' }).request).toMatchObject({ visibility: 'unlisted' });
    expect(read({ extraArgs: 'unasked' }).request).not.toHaveProperty('extra_args');
  });

  it('counts the message in code points, as the bridge and the inbox do', () => {
    const { message } = invitationTermsSchema.shape;
    const longest = '😀'.repeat(limits.invitation_message_characters);
    expect(measureMessage(longest, null).remaining).toBe(0);
    expect(message.safeParse(longest).success).toBe(true);
    expect(measureMessage(`${longest}!`, null).remaining).toBe(-1);
    expect(message.safeParse(`${longest}!`).success).toBe(false);
    expect(measureMessage('😀', ownKey).remaining).toBe(challengeMaxCharacters() - 1);
  });

  it('reports each problem at its field', () => {
    expect(read({ audience: 'key', key: 'me' }).problems.key).toBe('wrong');
    expect(read({ audience: 'key', key: ownKey }).problems.key).toBe('own');
    expect(read({ key: 'me' }).problems.key).toBeNull();
    const { problems } = read({ pause: 'x', heartbeat: '-1', timeout: '' });
    expect(problems).toMatchObject({ pause: true, heartbeat: true, timeout: 'wrong' });
    expect(hasAdvancedProblem(problems)).toBe(true);
    expect(read({ heartbeat: '30', timeout: '20' }).problems.timeout).toBe('short');
    expect(read({ heartbeat: '0', timeout: '20' }).problems.timeout).toBeNull();
  });
});

it('finds a waiting table by its current and earlier ids', () => {
  const table = { post_id: 'new', earlier_post_ids: ['first', 'second'] } as HostedTable;
  expect(['new', 'first', 'second'].map((id) => findHostedTable([table], id))).toEqual([table, table, table]);
  expect(findHostedTable([table], 'another')).toBeUndefined();
});
