import { expect, test } from 'vitest';
import { createHearing, hearingMs } from './hearing.ts';
import { ManualClock } from './testing/manual-clock.ts';

const claim = { sent: 0, sent_head: '0'.repeat(64), received: 0, received_head: '0'.repeat(64) };

/** A connection whose peer answers probes after `answerMs`; null: not at all. */
function listen({ answerMs = 0, pongs = true }: { answerMs?: number | null; pongs?: boolean } = {}) {
  const clock = new ManualClock();
  const peer = { answerMs, pongs };
  const changes: (number | null)[] = [];
  const unheardSince = () => hearing.state((at) => at).unheard_since ?? null;
  const hearing = createHearing(
    clock,
    async ({ probe_id }) => {
      const frame = peer.pongs ? { _sys: 'pong', probe_id: probe_id as string } : { _sys: 'ping' };
      if (peer.answerMs !== null) clock.after(peer.answerMs, () => hearing.receive({ type: 'frame', frame }));
    },
    () => changes.push(unheardSince()),
  );
  return { clock, peer, changes, hearing, unheardSince };
}

test('a peer that answers is heard, however long it thinks', () => {
  const { clock, changes } = listen({ answerMs: 500 });
  clock.pass(600_000);
  expect(changes).toEqual([]);
});

test('a peer that no longer answers is unheard within seconds, until its next sign of life', () => {
  const { clock, peer, changes, hearing, unheardSince } = listen();
  clock.pass(4 * hearingMs.probe);
  const lastHeardAt = clock.monotonic();
  peer.answerMs = null;
  clock.pass(hearingMs.unheard - 1);
  expect(unheardSince()).toBeNull();
  clock.pass(1);
  expect(changes).toEqual([lastHeardAt]);
  clock.pass(60_000);
  hearing.receive({ type: 'frame', frame: { _sys: 'ping' } });
  expect(changes).toEqual([lastHeardAt, null]);
});

test('silence of a peer that answers no pings means nothing', () => {
  const { clock, changes } = listen({ answerMs: null });
  clock.pass(600_000);
  expect(changes).toEqual([]);
});

test('a computer that was busy asks again before it says anything', () => {
  const { clock, peer, changes, hearing, unheardSince } = listen();
  clock.pass(hearingMs.probe);
  peer.answerMs = null;
  clock.suspend(60_000);
  expect(unheardSince()).toBeNull();
  hearing.receive({ type: 'frame', frame: { _sys: 'pong' } });
  clock.pass(hearingMs.unheard - 1);
  expect(changes).toEqual([]);
});

test('silence without a connection is no news, and a new connection begins anew', () => {
  const { clock, peer, changes, hearing } = listen();
  clock.pass(hearingMs.probe);
  hearing.receive({ type: 'lost' });
  peer.answerMs = null;
  clock.pass(60_000);
  expect(changes).toEqual([]);
  hearing.receive({ type: 'resumed', mine: claim, theirs: claim });
  clock.pass(hearingMs.unheard);
  expect(changes).toHaveLength(1);
  hearing.stop();
});
