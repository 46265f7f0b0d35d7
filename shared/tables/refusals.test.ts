import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes, ParlorError } from '../errors.ts';
import {
  guestRefusalOf,
  hearsRefusals,
  hostRefusalOf,
  leftByGuest,
  refusedByHost,
  unseatedReasonOf,
} from './refusals.ts';
import { BenchSeat, Clock } from './testing/bench.ts';
import { pile } from './testing/games.ts';

const error = (code: ErrorCode) => new ParlorError(code, '');

test('whatever a host says, a guest is told a reason for which no game starts', () => {
  const told = new Set(errorCodes.map((code) => refusedByHost(code).code));
  expect([...told].sort()).toEqual([
    'guest_unregistered',
    'invitation_gone',
    'invitation_taken',
    'options_mismatch',
    'peer_incompatible',
    'peer_offline',
    'peer_rate_limited',
    'seat_expired',
    'seat_reserved',
    'session_refused',
    'session_rejected',
  ]);
  expect([refusedByHost(null).code, refusedByHost('cancelled').code]).toEqual(['session_refused', 'session_refused']);
});

test.each<[ErrorCode, string, string, string | null]>([
  // The error of a side, what a host tells, what a guest tells, and what a host shows.
  ['community_timeout', 'peer_offline', 'peer_offline', 'community_unreachable'],
  ['database_unavailable', 'peer_offline', 'peer_offline', 'community_unreachable'],
  ['rate_limited', 'peer_rate_limited', 'peer_rate_limited', 'rate_limited'],
  ['not_found', 'session_rejected', 'session_rejected', 'session_rejected'],
  ['frame_too_large', 'peer_incompatible', 'peer_incompatible', 'peer_incompatible'],
  ['peer_timeout', 'seat_expired', 'session_refused', 'peer_timeout'],
  ['proof_invalid', 'session_rejected', 'peer_key_mismatch', 'proof_invalid'],
  ['bundle_invalid', 'session_refused', 'bundle_invalid', 'bundle_invalid'],
  ['session_refused', 'session_refused', 'session_refused', null],
  ['own_invitation', 'session_refused', 'session_refused', null],
  ['identity_locked', 'session_refused', 'session_refused', null],
])('%s', (code, byHost, byGuest, shown) => {
  expect([hostRefusalOf(error(code)), guestRefusalOf(error(code)), unseatedReasonOf(error(code))]).toEqual([
    byHost,
    byGuest,
    shown,
  ]);
});

test('a host is shown what a guest says, from the list only', () => {
  expect(unseatedReasonOf(leftByGuest('peer_offline'))).toBe('peer_offline');
  expect(unseatedReasonOf(leftByGuest('seat_reserved'))).toBe('session_refused');
  expect(unseatedReasonOf(leftByGuest(null))).toBe('session_refused');
});

test('only peers that declare the first version are told', () => {
  expect(hearsRefusals({ refusals: { version: 1 }, later: true })).toBe(true);
  for (const refusals of [{ version: 2 }, { version: '1' }, {}, [], null, true])
    expect(hearsRefusals({ refusals })).toBe(false);
  expect(hearsRefusals({})).toBe(false);
});

describe('a guest whose game has begun', () => {
  const playing = () => {
    const seat = new BenchSeat('guest', pile(4), new Clock(), { control_mode: 'human' });
    seat.dispatch({ type: 'start' });
    seat.runHooks();
    return seat;
  };
  const problemAfter = (seat: BenchSeat, code: ErrorCode) => {
    seat.dispatch({ type: 'frame', frame: { _sys: 'bye', code } });
    return seat.outcome?.problem;
  };

  test('learns that it is not seated', () => {
    expect(problemAfter(playing(), 'invitation_taken')?.code).toBe('invitation_taken');
    expect(problemAfter(playing(), 'hook_failed')).toMatchObject({
      code: 'peer_aborted',
      detail: { code: 'hook_failed' },
    });
  });

  test('is not told so once the host has sent a message', () => {
    const seat = playing();
    seat.dispatch({ type: 'frame', frame: { action: 'ready', size: 4 } });
    seat.runHooks();
    expect(seat.outcome).toBeNull();
    expect(problemAfter(seat, 'invitation_taken')).toMatchObject({ code: 'peer_aborted' });
  });
});
