import { expect, test } from 'vitest';
import { FrameHistory } from './frame-history.ts';

/** Two histories with `count` identical frames in each direction. */
function exchanged(count: number) {
  const sides = { host: new FrameHistory(), guest: new FrameHistory() };
  for (let turn = 0; turn < count; turn += 1) {
    transmit(sides.guest, sides.host, turn);
    transmit(sides.host, sides.guest, turn);
  }
  return sides;
}
function transmit(from: FrameHistory, to: FrameHistory | null, turn: number) {
  from.send({ action: 'move', turn });
  to?.receive({ action: 'move', turn });
}

test('returns frames that the peer has not received by number', () => {
  const { host, guest } = exchanged(3);
  transmit(guest, null, 3);
  transmit(guest, null, 4);
  expect([host.matches(guest.claim()), guest.matches(host.claim())]).toEqual([true, true]);
  expect(guest.frame(host.claim().received)).toEqual({ action: 'move', turn: 3 });
  expect(guest.frame(host.claim().received + 1)).toEqual({ action: 'move', turn: 4 });
  expect(guest.frame(5)).toBeNull();
  expect(host.frame(3)).toBeNull();
});

test('P-12: both sides detect a differing history', () => {
  const { host, guest } = exchanged(3);
  guest.send({ action: 'move', turn: 3 });
  host.receive({ action: 'move', turn: 300 });
  expect([host.matches(guest.claim()), guest.matches(host.claim())]).toEqual([false, false]);
});

test.each([
  ['fewer sent frames than have arrived', { sent: 2 }],
  ['more received frames than were sent', { received: 4 }],
  ['the same numbers with another hash of its sent frames', { sent_head: 'f'.repeat(64) }],
  ['the same numbers with another hash of its received frames', { received_head: 'f'.repeat(64) }],
])('P-12: rejects a claim of %s', (_name, change) => {
  const { host, guest } = exchanged(3);
  expect(host.matches({ ...guest.claim(), ...change })).toBe(false);
});

test('drops acknowledged frames and rejects older claims', () => {
  const { host, guest } = exchanged(3);
  const early = host.claim();
  transmit(guest, host, 3);
  guest.acknowledge(4);
  expect(guest.unacknowledgedCount).toBe(0);
  expect(guest.frame(3)).toBeNull();
  expect(guest.claim()).toMatchObject({ sent: 4, received: 3 });
  expect([guest.matches(host.claim()), guest.matches(early)]).toEqual([true, false]);
  guest.acknowledge(1_000);
  expect(guest.claim().sent).toBe(4);
});

test('bounds the memory for a peer that acknowledges nothing', () => {
  const { guest } = exchanged(0);
  for (let turn = 0; turn < 6; turn += 1) guest.send({ text: 'x'.repeat(4 * 1024 * 1024) });
  expect(guest.unacknowledgedCount).toBe(3);
  expect(guest.claim().sent).toBe(6);
});
