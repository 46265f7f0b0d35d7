import { expect, test } from 'vitest';
import { createHearing, hearingMs } from './hearing.ts';
import { ManualClock } from './testing/manual-clock.ts';

/** A connection whose peer answers probes after `answerMs`; null: not at all. */
function listen({ answerMs = 0, pongs = true }: { answerMs?: number | null; pongs?: boolean } = {}) {
  const clock = new ManualClock();
  const peer = { answerMs, pongs };
  const changes: (number | null)[] = [];
  const hearing = createHearing(
    clock,
    () => {
      if (peer.answerMs !== null) clock.after(peer.answerMs, () => hearing.hear(peer.pongs));
    },
    () => changes.push(hearing.unheardSince),
  );
  return { clock, peer, changes, hearing };
}

test('a peer that answers is heard, however long it thinks', () => {
  const { clock, changes } = listen({ answerMs: 500 });
  clock.pass(600_000);
  expect(changes).toEqual([]);
});

test('a peer that no longer answers is unheard within seconds, until its next sign of life', () => {
  const { clock, peer, changes, hearing } = listen();
  clock.pass(4 * hearingMs.probe);
  const lastHeardAt = clock.monotonic();
  peer.answerMs = null;
  clock.pass(hearingMs.unheard - 1);
  expect(hearing.unheardSince).toBeNull();
  clock.pass(1);
  expect(changes).toEqual([lastHeardAt]);
  clock.pass(60_000);
  hearing.hear(false);
  expect(changes).toEqual([lastHeardAt, null]);
});

test('silence of a peer that answers no pings means nothing', () => {
  const { clock, changes } = listen({ answerMs: null });
  clock.pass(600_000);
  expect(changes).toEqual([]);
});

test('a computer that was busy asks again before it says anything', () => {
  const { clock, peer, changes, hearing } = listen();
  clock.pass(hearingMs.probe);
  peer.answerMs = null;
  clock.suspend(60_000);
  expect(hearing.unheardSince).toBeNull();
  hearing.hear(true);
  clock.pass(hearingMs.unheard - 1);
  expect(changes).toEqual([]);
});

test('silence without a connection is no news, and a new connection begins anew', () => {
  const { clock, peer, changes, hearing } = listen();
  clock.pass(hearingMs.probe);
  hearing.setConnected(false);
  peer.answerMs = null;
  clock.pass(60_000);
  expect(changes).toEqual([]);
  hearing.setConnected(true);
  clock.pass(hearingMs.unheard);
  expect(changes).toHaveLength(1);
  hearing.stop();
});
