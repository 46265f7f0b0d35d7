import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Invitation } from '../../../shared/community/shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { CommunityClient } from '../../community/client.ts';
import { renewInvitation } from './posted-invitation.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const invitation = { post_id: 'p', ttl_seconds: 300 } as Invitation;
const seconds = 1000;

function startRenewing(
  renewForMs: number,
  call: () => Promise<unknown> = async () => ({ body: { expires_at: '2026-01-01T00:00:00.000Z' } }),
) {
  const calls: string[] = [];
  const client = { call } as unknown as CommunityClient;
  const stop = renewInvitation(client, invitation, performance.now() + renewForMs, {
    onRenewed: () => calls.push('renewed'),
    onGone: () => calls.push('gone'),
  });
  return { calls, stop };
}

test('an invitation is renewed until the given time, then expires and is reported as gone', async () => {
  const { calls } = startRenewing(250 * seconds);
  await vi.advanceTimersByTimeAsync(240 * seconds);
  expect(calls).toEqual(['renewed', 'renewed']);
  await vi.advanceTimersByTimeAsync(299 * seconds);
  expect(calls).toEqual(['renewed', 'renewed']);
  await vi.advanceTimersByTimeAsync(2 * seconds);
  expect(calls).toEqual(['renewed', 'renewed', 'gone']);
});

test('an invitation that is not renewed expires after its lifetime', async () => {
  const { calls } = startRenewing(0);
  await vi.advanceTimersByTimeAsync(299 * seconds);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * seconds);
  expect(calls).toEqual(['gone']);
});

test('retries while the community is unreachable, reports a deleted invitation as gone, and can be stopped', async () => {
  const unreachable = startRenewing(Infinity, () => Promise.reject(new ParlorError('community_unreachable', 'Away.')));
  await vi.advanceTimersByTimeAsync(1000 * seconds);
  expect(unreachable.calls).toEqual([]);
  const deleted = startRenewing(Infinity, () => Promise.reject(new ParlorError('not_found', 'Gone.')));
  await vi.advanceTimersByTimeAsync(121 * seconds);
  expect(deleted.calls).toEqual(['gone']);
  const stopped = startRenewing(0);
  stopped.stop();
  unreachable.stop();
  await vi.advanceTimersByTimeAsync(1000 * seconds);
  expect(stopped.calls).toEqual([]);
});
