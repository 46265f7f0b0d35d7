import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Invitation } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { CommunityClient } from '../community/client.ts';
import { keepInvitation } from './invite.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const invitation = { post_id: 'p', ttl_seconds: 300 } as Invitation;
const seconds = 1000;

function keeping(
  renewForMs: number,
  call: () => Promise<unknown> = async () => ({ body: { expires_at: '2026-01-01T00:00:00.000Z' } }),
) {
  const told: string[] = [];
  const client = { call } as unknown as CommunityClient;
  const stop = keepInvitation(client, invitation, performance.now() + renewForMs, {
    onRenewed: () => told.push('renewed'),
    onGone: () => told.push('gone'),
  });
  return { told, stop };
}

test('an invitation is renewed for as long as it is meant to live, then runs out and ends the waiting', async () => {
  const { told } = keeping(250 * seconds);
  await vi.advanceTimersByTimeAsync(240 * seconds);
  expect(told).toEqual(['renewed', 'renewed']);
  await vi.advanceTimersByTimeAsync(299 * seconds);
  expect(told).toEqual(['renewed', 'renewed']);
  await vi.advanceTimersByTimeAsync(2 * seconds);
  expect(told).toEqual(['renewed', 'renewed', 'gone']);
});

test('without renewal it lives as long as the community gave it', async () => {
  const { told } = keeping(0);
  await vi.advanceTimersByTimeAsync(299 * seconds);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * seconds);
  expect(told).toEqual(['gone']);
});

test('a community that is away is asked again, one that knows it no more ends the waiting, and a stop stops', async () => {
  const away = keeping(Infinity, () => Promise.reject(new ParlorError('community_unreachable', 'Away.')));
  await vi.advanceTimersByTimeAsync(1000 * seconds);
  expect(away.told).toEqual([]);
  const forgotten = keeping(Infinity, () => Promise.reject(new ParlorError('not_found', 'Gone.')));
  await vi.advanceTimersByTimeAsync(121 * seconds);
  expect(forgotten.told).toEqual(['gone']);
  const stopped = keeping(0);
  stopped.stop();
  away.stop();
  await vi.advanceTimersByTimeAsync(1000 * seconds);
  expect(stopped.told).toEqual([]);
});
