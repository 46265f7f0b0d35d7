import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { sealValue } from './commitment.ts';
import { Bench, BenchSeat, Clock } from './testing/bench.ts';
import { type Game, sealedHands } from './testing/games.ts';

const game = sealedHands(2);
const nonce = 'f'.repeat(32);

/** The host with a person at it, opposite a guest of our own making. */
function hostSeat() {
  const seat = new BenchSeat('host', game, new Clock(), { control_mode: 'human' });
  seat.tell({ type: 'start' });
  seat.runHooks();
  const hear = (frame: JsonObject) => {
    seat.tell({ type: 'frame', frame });
    seat.runHooks();
  };
  hear({ action: 'join' });
  return { seat, hear };
}

/** The guest with a person at it, opposite a host of our own making. */
function guestSeat(played: Game = game) {
  const seat = new BenchSeat('guest', played, new Clock(), { control_mode: 'human' });
  seat.tell({ type: 'start' });
  seat.runHooks();
  const hear = (frame: JsonObject) => {
    seat.tell({ type: 'frame', frame });
    seat.runHooks();
  };
  hear({ action: 'ready' });
  return { seat, hear };
}

const commit = (round: number, value: string) => ({ action: 'commit', round, hash: sealValue(value, nonce) });
const reveal = (round: number, choice: string) => ({ action: 'reveal', round, choice, nonce });
const result = (round: number, host: string, guest: string, wins: [number, number]) => ({
  action: 'round_result',
  round,
  host_choice: host,
  guest_choice: guest,
  round_winner: host === guest ? 'draw' : 'host',
  host_wins: wins[0],
  guest_wins: wins[1],
  game_over: round === 1,
});

describe('frames and their order', () => {
  test('the host commits first, opens first, judges, and says end after the last result', () => {
    const { seat, hear } = hostSeat();
    expect(seat.business).toEqual([{ action: 'ready' }]);
    for (const round of [0, 1]) {
      seat.answer('rock');
      seat.runHooks();
      expect(seat.business.at(-1)).toEqual({ action: 'commit', round, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
      hear(commit(round, 'scissors'));
      expect(seat.business.at(-1)).toEqual({
        action: 'reveal',
        round,
        choice: 'rock',
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      hear(reveal(round, 'scissors'));
    }
    expect(seat.business.map((frame) => frame.action)).toEqual([
      'ready',
      ...['commit', 'reveal', 'round_result', 'commit', 'reveal', 'round_result', 'end'],
    ]);
    expect(seat.business.at(-1)).toEqual({ action: 'end' });
    expect(seat.ended).toEqual({ completed: true, winner: 'host', reason: '2 to 0.', problem: null });
  });

  test('the guest seals only after the host has, and opens only after the host did', () => {
    const { seat, hear } = guestSeat();
    seat.answer('paper');
    seat.runHooks();
    expect(seat.business.map((frame) => frame.action)).toEqual(['join']);
    hear(commit(0, 'rock'));
    expect(seat.business.map((frame) => frame.action)).toEqual(['join', 'commit']);
    hear(reveal(0, 'rock'));
    expect(seat.business.map((frame) => frame.action)).toEqual(['join', 'commit', 'reveal']);
  });

  test('each commitment has a nonce of its own, and opens to what was sealed', () => {
    const { seat, hear } = hostSeat();
    const nonces = new Set<unknown>();
    for (const round of [0, 1]) {
      seat.answer('rock');
      seat.runHooks();
      const seal = seat.business.at(-1)?.hash;
      hear(commit(round, 'rock'));
      const opened = seat.business.at(-1);
      expect(sealValue('rock', opened?.nonce as string)).toBe(seal);
      nonces.add(opened?.nonce);
      hear(reveal(round, 'rock'));
    }
    expect(nonces.size).toBe(2);
  });

  test('nothing public of one event gives its nonce away', () => {
    const clock = new Clock();
    const seat = new BenchSeat('host', game, clock, { control_mode: 'hybrid' });
    seat.tell({ type: 'start' });
    seat.runHooks();
    seat.tell({ type: 'frame', frame: { action: 'join' } });
    seat.runHooks();
    // The proposal is played by the very event that sends a ping.
    clock.now += 10_000;
    seat.tell({ type: 'time' });
    const ping = seat.outbox.find((frame) => frame._sys === 'ping');
    expect(seat.business.at(-1)?.action).toBe('commit');
    seat.runHooks();
    seat.tell({ type: 'frame', frame: commit(0, 'paper') });
    const opened = seat.business.at(-1)?.nonce as string;
    const [front, back] = String(ping?.probe_id).split('-') as [string, string];
    expect(opened).not.toContain(front);
    expect(opened).not.toContain(back);
  });

  test('a sealed round tells what is known of it, no sooner', () => {
    const { seat, hear } = guestSeat();
    hear(commit(0, 'rock'));
    const known = () => seat.game.sealed_rounds[0];
    expect(known()).toMatchObject({ host: { sealed: sealValue('rock', nonce), value: null }, guest: { sealed: null } });
    seat.answer('paper');
    seat.runHooks();
    expect(known()).toMatchObject({ guest: { sealed: expect.any(String), value: null, nonce: null } });
    hear(reveal(0, 'rock'));
    expect(known()).toMatchObject({
      host: { value: 'rock', nonce },
      guest: { value: 'paper', nonce: expect.any(String) },
    });
  });

  test('frames of the next round that come while the hooks still work wait for them, one at a time', () => {
    const { seat, hear } = guestSeat();
    seat.answer('scissors');
    hear(commit(0, 'rock'));
    hear(reveal(0, 'rock'));
    seat.tell({ type: 'frame', frame: result(0, 'rock', 'scissors', [1, 0]) });
    seat.tell({ type: 'frame', frame: commit(1, 'rock') });
    seat.runHooks();
    seat.answer('scissors');
    seat.runHooks();
    expect(seat.business.at(-1)).toMatchObject({ action: 'commit', round: 1 });
    hear(reveal(1, 'rock'));
    seat.tell({ type: 'frame', frame: result(1, 'rock', 'scissors', [2, 0]) });
    seat.tell({ type: 'frame', frame: { action: 'end' } });
    seat.tell({ type: 'closed' });
    seat.runHooks();
    expect(seat.ended).toMatchObject({ completed: true, winner: 'host' });
  });
});

describe('P-11: commit and reveal', () => {
  test('the guest opens another hand than it sealed: the host says so and ends', () => {
    const { seat, hear } = hostSeat();
    seat.answer('rock');
    hear(commit(0, 'scissors'));
    hear(reveal(0, 'paper'));
    expect(seat.business.at(-1)).toEqual({ action: 'error', round: 0, reason: 'commit_mismatch' });
    expect(seat.ended).toMatchObject({ completed: false, winner: null, problem: { code: 'commit_mismatch' } });
    expect(seat.game.sealed_rounds[0]?.guest).toMatchObject({
      sealed: sealValue('scissors', nonce),
      value: 'paper',
      nonce,
    });
  });

  test('the host opens another hand than it sealed: the guest keeps its own closed and leaves', () => {
    const { seat, hear } = guestSeat();
    seat.answer('rock');
    hear(commit(0, 'scissors'));
    hear(reveal(0, 'paper'));
    expect(seat.ended).toMatchObject({ completed: false, winner: null, problem: { code: 'commit_mismatch' } });
    expect(seat.business.map((frame) => frame.action)).toEqual(['join', 'commit']);
  });

  test('our own commitment sent back', () => {
    const { seat, hear } = hostSeat();
    seat.answer('rock');
    seat.runHooks();
    hear({ ...(seat.business.at(-1) as JsonObject) });
    expect(seat.ended?.problem?.code).toBe('commit_copied');
    expect(seat.business.at(-1)?.action).toBe('commit');
  });

  test.each([
    ['a second commitment', [commit(0, 'rock'), commit(0, 'paper')]],
    ['a hand opened before ours', [reveal(0, 'rock')]],
    ['a commitment of another round', [commit(1, 'rock')]],
    ['a hand of another round', [commit(0, 'rock'), reveal(1, 'rock')]],
    ['a second join', [{ action: 'join' }]],
  ])('the host refuses %s', (_name, frames) => {
    const { seat, hear } = hostSeat();
    seat.answer('rock');
    for (const frame of frames) hear(frame);
    expect(seat.ended).toMatchObject({ completed: false, problem: { code: 'out_of_turn' } });
  });

  test('the host refuses a commitment before its own', () => {
    const { seat, hear } = hostSeat();
    hear(commit(0, 'rock'));
    expect(seat.ended?.problem?.code).toBe('out_of_turn');
  });

  test.each([
    ['a second commitment', [commit(0, 'rock'), commit(0, 'paper')]],
    ['a result before the hands', [commit(0, 'rock'), result(0, 'rock', 'rock', [0, 0])]],
    ['an end before the first result', [commit(0, 'rock'), { action: 'end' }]],
    ['a second ready', [{ action: 'ready' }]],
  ])('the guest refuses %s', (_name, frames) => {
    const { seat, hear } = guestSeat();
    seat.answer('rock');
    for (const frame of frames) hear(frame);
    expect(seat.ended).toMatchObject({ completed: false, problem: { code: 'out_of_turn' } });
  });

  test('a nonce that is too short', () => {
    const { seat, hear } = hostSeat();
    seat.answer('rock');
    hear({ action: 'commit', round: 0, hash: sealValue('rock', 'abc') });
    hear({ action: 'reveal', round: 0, choice: 'rock', nonce: 'abc' });
    expect(seat.ended?.problem?.code).toBe('message_invalid');
  });

  test('a hand that is never opened', () => {
    const bench = new Bench(game, { host: { heartbeat: { intervalMs: 0 } } });
    const { host } = bench.seats;
    host.runHooks();
    host.tell({ type: 'frame', frame: { action: 'join' } });
    host.runHooks();
    host.tell({ type: 'frame', frame: commit(0, 'rock') });
    expect(host.business.at(-1)?.action).toBe('reveal');
    bench.clock.now += 60_000;
    host.tell({ type: 'time' });
    expect(host.ended).toMatchObject({ completed: false, winner: null, problem: { code: 'peer_timeout' } });
  });
});

describe('the judge', () => {
  function played(seat: BenchSeat, hear: (frame: JsonObject) => void, round: number) {
    seat.answer('scissors');
    hear(commit(round, 'rock'));
    hear(reveal(round, 'rock'));
  }

  test('a host that plays on after the end', () => {
    const { seat, hear } = guestSeat();
    played(seat, hear, 0);
    hear(result(0, 'rock', 'scissors', [1, 0]));
    played(seat, hear, 1);
    hear(result(1, 'rock', 'scissors', [2, 0]));
    hear(commit(2, 'rock'));
    expect(seat.ended).toMatchObject({ completed: false, winner: null, problem: { code: 'judge_disagrees' } });
  });

  test('a host that ends too soon', () => {
    const { seat, hear } = guestSeat();
    played(seat, hear, 0);
    hear(result(0, 'rock', 'scissors', [1, 0]));
    hear({ action: 'end' });
    expect(seat.ended).toMatchObject({ completed: false, problem: { code: 'judge_disagrees' } });
  });

  test('a host that leaves without its end', () => {
    const { seat, hear } = guestSeat();
    played(seat, hear, 0);
    hear(result(0, 'rock', 'scissors', [1, 0]));
    played(seat, hear, 1);
    hear(result(1, 'rock', 'scissors', [2, 0]));
    seat.tell({ type: 'closed' });
    expect(seat.ended).toMatchObject({ completed: false, winner: null, problem: { code: 'peer_disconnected' } });
  });

  test('the guest hooks see the hands as they were opened, whatever the host reports', () => {
    const seen: unknown[] = [];
    const handle = (state: JsonObject, _message: JsonObject, opened: JsonObject) => {
      seen.push(opened);
      return { state, end: { completed: false, reason: 'Not what was opened.' } };
    };
    const { seat, hear } = guestSeat({ ...game, hooks: { ...game.hooks, handle } });
    played(seat, hear, 0);
    hear(result(0, 'paper', 'scissors', [1, 0]));
    expect(seen).toEqual([{ round: 0, host_value: 'rock', guest_value: 'scissors' }]);
    expect(seat.ended).toMatchObject({ reason: 'Not what was opened.', problem: { code: 'judge_disagrees' } });
  });

  test('with shadow_judge the guest judges too', () => {
    const judged: Game = { ...game, spec: { ...game.spec, shadow_judge: true } };
    const fair = guestSeat(judged);
    played(fair.seat, fair.hear, 0);
    fair.hear(result(0, 'rock', 'scissors', [1, 0]));
    expect(fair.seat.ended).toBeNull();
    const false_ = guestSeat(judged);
    played(false_.seat, false_.hear, 0);
    false_.hear(result(0, 'rock', 'scissors', [2, 0]));
    expect(false_.seat.ended?.problem?.code).toBe('judge_disagrees');
  });
});
