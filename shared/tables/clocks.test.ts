import { describe, expect, it, test } from 'vitest';
import type { Table } from '../bridge/contract.ts';
import { clocksOf, onClock } from './clocks.ts';
import { Bench, startAt, startNow } from './testing/bench.ts';
import { pile, sealedHands } from './testing/games.ts';

const limits = { move_ms: 120_000, agreed: true, wait_ms: 600_000 };

const table = (change: object) =>
  ({
    phase: 'playing',
    role: 'guest',
    control_mode: 'human',
    peer_control_mode: 'human',
    client: null,
    ask: null,
    peer_asked_at: null,
    chosen: { own: false, peer: false },
    peer_ends_at: null,
    peer_deadline_at: null,
    limits,
    used_ms: { host: 7_000, guest: 9_000 },
    concession: 'open',
    connection: { quiet_since: null, gives_up_at: null },
    ...change,
  }) as unknown as Table;

const own = (change: object, now = 10_000) => clocksOf(table(change), now).own;
const peer = (change: object, now = 10_000) => clocksOf(table(change), now).peer;

describe('the own clock', () => {
  it('counts down while it is this side’s turn, and rests at the whole allowance', () => {
    const ask = { asked_at: 4_000, plays_at: null, deadline_at: 124_000 };
    expect(own({ ask })).toEqual({
      ...{ state: 'running', leftMs: 114_000, allowanceMs: 120_000, label: 'your_move', atZero: 'loses' },
      usedMs: 15_000,
    });
    expect(own({})).toMatchObject({ state: 'resting', leftMs: 120_000, label: 'per_move', usedMs: 9_000 });
    expect(own({ ask }, 500_000)).toMatchObject({ leftMs: 0 });
  });

  it('never shows more than the whole time, also where the reading of the clock is a little behind', () => {
    const ask = { asked_at: 10_000, plays_at: null, deadline_at: 130_000 };
    expect(own({ ask }, 9_400)).toMatchObject({ state: 'running', leftMs: 120_000, usedMs: 9_000 });
    expect(peer({ peer_asked_at: 10_000, peer_deadline_at: 610_000 }, 9_400)).toMatchObject({ leftMs: 120_000 });
    const connection = { quiet_since: 10_000, gives_up_at: 130_000 };
    expect(peer({ connection }, 9_400)).toMatchObject({ state: 'quiet', leftMs: 120_000 });
  });

  it('has no limit while the hooks decide alone', () => {
    const agent = { control_mode: 'autonomous' };
    expect(own({ ...agent, ask: { asked_at: 4_000, plays_at: null, deadline_at: null } })).toMatchObject({
      state: 'running',
      leftMs: null,
      label: 'agent_moves',
      atZero: null,
    });
    expect(own(agent)).toMatchObject({ state: 'resting', leftMs: null });
    expect(own({ ...agent, client: { connected: true } })).toMatchObject({ leftMs: 120_000 });
  });

  it('counts down to the move of the agent, as the decision bar does', () => {
    const ask = { asked_at: 4_000, plays_at: 24_000, deadline_at: 124_000 };
    expect(own({ control_mode: 'hybrid', ask })).toMatchObject({ leftMs: 14_000, label: 'agent_moves', atZero: null });
    const held = { ...ask, plays_at: null };
    expect(own({ control_mode: 'hybrid', ask: held })).toMatchObject({ leftMs: 114_000, label: 'your_move' });
  });

  it('ends the game without a loss where leaving does', () => {
    expect(own({ concession: 'early' }).atZero).toBe('ends');
  });
});

describe('the peer’s clock', () => {
  const due = { peer_asked_at: 4_000, peer_deadline_at: 604_000 };

  it('shows the limit of the rules for a person', () => {
    expect(peer(due)).toEqual({
      ...{ state: 'running', leftMs: 114_000, allowanceMs: 120_000, label: 'their_move', atZero: 'loses' },
      usedMs: 13_000,
    });
    expect(peer({})).toMatchObject({ state: 'resting', leftMs: 120_000, label: 'per_move' });
  });

  it('shows how long this side waits where the peer has no known limit', () => {
    for (const unknown of [
      { peer_control_mode: 'autonomous' },
      { concession: 'none', limits: { ...limits, agreed: false } },
    ]) {
      expect(peer({ ...due, ...unknown })).toMatchObject({
        ...{ state: 'running', leftMs: 594_000, allowanceMs: 600_000, label: 'we_wait', atZero: 'ends' },
      });
      expect(peer(unknown)).toMatchObject({ state: 'resting', leftMs: null });
    }
  });

  it('shows how long the seat of a silent peer is kept', () => {
    const connection = { quiet_since: 6_000, gives_up_at: 126_000 };
    expect(peer({ ...due, connection })).toMatchObject({ state: 'quiet', leftMs: 116_000, label: 'kept' });
  });
});

it('is off in a chat, while joining and after the end', () => {
  for (const change of [{ limits: null }, { phase: 'joining' }, { phase: 'finished' }, { phase: 'failed' }])
    for (const clock of Object.values(clocksOf(table(change), 0))) expect(clock.state).toBe('off');
});

test('the running times of a snapshot are told on another clock', () => {
  const snapshot = table({
    clock: 10_000,
    ask: { key: 'a', asked_at: 9_000, plays_at: null, deadline_at: 70_000 },
    steps: [{ id: 'connect', started_at: 8_000, deadline_at: null }],
    connection: { quiet_since: 9_500, gives_up_at: 20_000 },
    started_at: 1,
  });
  expect(onClock(snapshot, 1_000_000)).toMatchObject({
    clock: 1_000_000,
    ask: { asked_at: 999_000, plays_at: null, deadline_at: 1_060_000 },
    steps: [{ started_at: 998_000, deadline_at: null }],
    connection: { quiet_since: 999_500, gives_up_at: 1_010_000 },
    started_at: 1,
  });
});

describe('the engine', () => {
  /** The clocks of a seat, in real time of the bench. */
  const clocks = (bench: Bench, role: 'host' | 'guest') => {
    const { quiet_since, gives_up_at, ...game } = bench.seats[role].game;
    const now = startAt + bench.clock.now - startNow;
    return clocksOf(table({ ...game, role, connection: { quiet_since, gives_up_at } }), now);
  };

  it('lets one side’s clock run at a time in a game with turns, and adds up what each side uses', () => {
    const person = { control_mode: 'human', concede: true } as const;
    const bench = new Bench(pile(4), { host: person, guest: person });
    bench.settle();
    const [first, second] = bench.seats.host.game.ask ? (['host', 'guest'] as const) : (['guest', 'host'] as const);
    bench.advance(3_000);
    expect(clocks(bench, first)).toMatchObject({ own: { state: 'running' }, peer: { state: 'resting' } });
    expect(clocks(bench, second)).toMatchObject({ own: { state: 'resting' }, peer: { state: 'running' } });
    expect(clocks(bench, second).peer.leftMs).toBe(clocks(bench, first).own.leftMs);
    bench.seats[first].answer();
    bench.settle();
    bench.advance(5_000);
    for (const role of [first, second]) expect(bench.seats[role].game.used_ms).toEqual({ [first]: 3_000, [second]: 0 });
    expect(clocks(bench, first)).toMatchObject({ own: { usedMs: 3_000 }, peer: { usedMs: 5_000 } });
  });

  it('counts the choice of a hand, not its opening', () => {
    const bench = new Bench(sealedHands(1), { host: { control_mode: 'human' }, guest: { control_mode: 'human' } });
    bench.settle();
    bench.advance(2_000);
    bench.seats.guest.answer('rock');
    bench.settle();
    bench.advance(4_000);
    bench.seats.host.answer('rock');
    bench.settle();
    expect(bench.seats.guest.game.used_ms.guest).toBe(2_000);
    expect(bench.seats.host.game.used_ms.host).toBe(6_000);
  });
});
