import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { commitmentOf } from './commitment.ts';
import { Bench, BenchSeat, Clock } from './testing/bench.ts';
import { type Game, sealedHands } from './testing/games.ts';

const game = sealedHands(2);
const nonce = 'f'.repeat(32);

/** A host played by a person, opposite a guest simulated by the test. */
function hostSeat(played: Game = game) {
  const seat = new BenchSeat('host', played, new Clock(), { control_mode: 'human' });
  seat.dispatch({ type: 'start' });
  seat.runHooks();
  const receive = (frame: JsonObject) => {
    seat.dispatch({ type: 'frame', frame });
    seat.runHooks();
  };
  receive({ action: 'join' });
  return { seat, receive };
}

/** A guest played by a person, opposite a host simulated by the test. */
function guestSeat(played: Game = game) {
  const seat = new BenchSeat('guest', played, new Clock(), { control_mode: 'human' });
  seat.dispatch({ type: 'start' });
  seat.runHooks();
  const receive = (frame: JsonObject) => {
    seat.dispatch({ type: 'frame', frame });
    seat.runHooks();
  };
  receive({ action: 'ready' });
  return { seat, receive };
}

const commit = (round: number, value: string) => ({ action: 'commit', round, hash: commitmentOf(value, nonce) });
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

describe('order of frames', () => {
  test('the host commits first, reveals first, judges, and sends end after the last result', () => {
    const { seat, receive } = hostSeat();
    expect(seat.businessFrames).toEqual([{ action: 'ready' }]);
    for (const round of [0, 1]) {
      seat.answer('rock');
      seat.runHooks();
      expect(seat.businessFrames.at(-1)).toEqual({
        action: 'commit',
        round,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      receive(commit(round, 'scissors'));
      expect(seat.businessFrames.at(-1)).toEqual({
        action: 'reveal',
        round,
        choice: 'rock',
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      receive(reveal(round, 'scissors'));
    }
    expect(seat.businessFrames.map((frame) => frame.action)).toEqual([
      'ready',
      ...['commit', 'reveal', 'round_result', 'commit', 'reveal', 'round_result', 'end'],
    ]);
    expect(seat.businessFrames.at(-1)).toEqual({ action: 'end' });
    expect(seat.outcome).toEqual({ completed: true, winner: 'host', reason: '2 to 0.', problem: null });
  });

  test('the guest commits and reveals after the host', () => {
    const { seat, receive } = guestSeat();
    seat.answer('paper');
    seat.runHooks();
    expect(seat.businessFrames.map((frame) => frame.action)).toEqual(['join']);
    receive(commit(0, 'rock'));
    expect(seat.businessFrames.map((frame) => frame.action)).toEqual(['join', 'commit']);
    receive(reveal(0, 'rock'));
    expect(seat.businessFrames.map((frame) => frame.action)).toEqual(['join', 'commit', 'reveal']);
  });

  test('each commitment has its own nonce and opens to the committed value', () => {
    const { seat, receive } = hostSeat();
    const nonces = new Set<unknown>();
    for (const round of [0, 1]) {
      seat.answer('rock');
      seat.runHooks();
      const commitment = seat.businessFrames.at(-1)?.hash;
      receive(commit(round, 'rock'));
      const opened = seat.businessFrames.at(-1);
      expect(commitmentOf('rock', opened?.nonce as string)).toBe(commitment);
      nonces.add(opened?.nonce);
      receive(reveal(round, 'rock'));
    }
    expect(nonces.size).toBe(2);
  });

  test('public values drawn in the same event do not reveal the nonce', () => {
    const clock = new Clock();
    const seat = new BenchSeat('host', game, clock, { control_mode: 'hybrid' });
    seat.dispatch({ type: 'start' });
    seat.runHooks();
    seat.dispatch({ type: 'frame', frame: { action: 'join' } });
    seat.runHooks();
    // The event that plays the proposal also sends a ping.
    clock.now += 10_000;
    seat.dispatch({ type: 'time' });
    const ping = seat.outbox.find((frame) => frame._sys === 'ping');
    expect(seat.businessFrames.at(-1)?.action).toBe('commit');
    seat.runHooks();
    seat.dispatch({ type: 'frame', frame: commit(0, 'paper') });
    const opened = seat.businessFrames.at(-1)?.nonce as string;
    const [front, back] = String(ping?.probe_id).split('-') as [string, string];
    expect(opened).not.toContain(front);
    expect(opened).not.toContain(back);
  });

  test('a sealed round shows each value once it is revealed', () => {
    const { seat, receive } = guestSeat();
    receive(commit(0, 'rock'));
    const sealedRound = () => seat.game.sealed_rounds[0];
    expect(sealedRound()).toMatchObject({
      host: { sealed: commitmentOf('rock', nonce), value: null },
      guest: { sealed: null },
    });
    seat.answer('paper');
    seat.runHooks();
    expect(sealedRound()).toMatchObject({ guest: { sealed: expect.any(String), value: null, nonce: null } });
    receive(reveal(0, 'rock'));
    expect(sealedRound()).toMatchObject({
      host: { value: 'rock', nonce },
      guest: { value: 'paper', nonce: expect.any(String) },
    });
  });

  test('queues frames of the next round while hooks are running', () => {
    const { seat, receive } = guestSeat();
    seat.answer('scissors');
    receive(commit(0, 'rock'));
    receive(reveal(0, 'rock'));
    seat.dispatch({ type: 'frame', frame: result(0, 'rock', 'scissors', [1, 0]) });
    seat.dispatch({ type: 'frame', frame: commit(1, 'rock') });
    seat.runHooks();
    seat.answer('scissors');
    seat.runHooks();
    expect(seat.businessFrames.at(-1)).toMatchObject({ action: 'commit', round: 1 });
    receive(reveal(1, 'rock'));
    seat.dispatch({ type: 'frame', frame: result(1, 'rock', 'scissors', [2, 0]) });
    seat.dispatch({ type: 'frame', frame: { action: 'end' } });
    seat.dispatch({ type: 'closed' });
    seat.runHooks();
    expect(seat.outcome).toMatchObject({ completed: true, winner: 'host' });
  });
});

describe('P-11: commit and reveal', () => {
  test('the host reports a guest that reveals another value than it committed to, and ends', () => {
    const { seat, receive } = hostSeat();
    seat.answer('rock');
    receive(commit(0, 'scissors'));
    receive(reveal(0, 'paper'));
    expect(seat.businessFrames.at(-1)).toEqual({ action: 'error', round: 0, reason: 'commit_mismatch' });
    expect(seat.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'commit_mismatch' } });
    expect(seat.game.sealed_rounds[0]?.guest).toMatchObject({
      sealed: commitmentOf('scissors', nonce),
      value: 'paper',
      nonce,
    });
  });

  test('the guest leaves without revealing if the host reveals another value than it committed to', () => {
    const { seat, receive } = guestSeat();
    seat.answer('rock');
    receive(commit(0, 'scissors'));
    receive(reveal(0, 'paper'));
    expect(seat.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'commit_mismatch' } });
    expect(seat.businessFrames.map((frame) => frame.action)).toEqual(['join', 'commit']);
  });

  test('rejects this side’s own commitment sent back', () => {
    const { seat, receive } = hostSeat();
    seat.answer('rock');
    seat.runHooks();
    receive({ ...(seat.businessFrames.at(-1) as JsonObject) });
    expect(seat.outcome?.problem?.code).toBe('commit_copied');
    expect(seat.businessFrames.at(-1)?.action).toBe('commit');
  });

  test.each([
    ['a second commitment', [commit(0, 'rock'), commit(0, 'paper')]],
    ['a reveal before the host’s', [reveal(0, 'rock')]],
    ['a commitment of another round', [commit(1, 'rock')]],
    ['a reveal of another round', [commit(0, 'rock'), reveal(1, 'rock')]],
    ['a second join', [{ action: 'join' }]],
  ])('the host rejects %s', (_name, frames) => {
    const { seat, receive } = hostSeat();
    seat.answer('rock');
    for (const frame of frames) receive(frame);
    expect(seat.outcome).toMatchObject({ completed: false, problem: { code: 'out_of_turn' } });
  });

  test('the host rejects a commitment before its own', () => {
    const { seat, receive } = hostSeat();
    receive(commit(0, 'rock'));
    expect(seat.outcome?.problem?.code).toBe('out_of_turn');
  });

  test.each([
    ['a second commitment', [commit(0, 'rock'), commit(0, 'paper')]],
    ['a result before the reveals', [commit(0, 'rock'), result(0, 'rock', 'rock', [0, 0])]],
    ['an end before the first result', [commit(0, 'rock'), { action: 'end' }]],
    ['a second ready', [{ action: 'ready' }]],
  ])('the guest rejects %s', (_name, frames) => {
    const { seat, receive } = guestSeat();
    seat.answer('rock');
    for (const frame of frames) receive(frame);
    expect(seat.outcome).toMatchObject({ completed: false, problem: { code: 'out_of_turn' } });
  });

  test('rejects a nonce that is too short', () => {
    const { seat, receive } = hostSeat();
    seat.answer('rock');
    receive({ action: 'commit', round: 0, hash: commitmentOf('rock', 'abc') });
    receive({ action: 'reveal', round: 0, choice: 'rock', nonce: 'abc' });
    expect(seat.outcome?.problem?.code).toBe('message_invalid');
  });

  test('ends if the peer never reveals', () => {
    const bench = new Bench(game, { host: { heartbeat: { intervalMs: 0 } } });
    const { host } = bench.seats;
    host.runHooks();
    host.dispatch({ type: 'frame', frame: { action: 'join' } });
    host.runHooks();
    host.dispatch({ type: 'frame', frame: commit(0, 'rock') });
    expect(host.businessFrames.at(-1)?.action).toBe('reveal');
    bench.clock.now += 60_000;
    host.dispatch({ type: 'time' });
    expect(host.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'peer_timeout' } });
  });
});

describe('the judge', () => {
  function playRound(seat: BenchSeat, receive: (frame: JsonObject) => void, round: number) {
    seat.answer('scissors');
    receive(commit(round, 'rock'));
    receive(reveal(round, 'rock'));
  }

  test('rejects a host that continues after the last round', () => {
    const { seat, receive } = guestSeat();
    playRound(seat, receive, 0);
    receive(result(0, 'rock', 'scissors', [1, 0]));
    playRound(seat, receive, 1);
    receive(result(1, 'rock', 'scissors', [2, 0]));
    receive(commit(2, 'rock'));
    expect(seat.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'judge_disagrees' } });
  });

  test('rejects a host that ends too early', () => {
    const { seat, receive } = guestSeat();
    playRound(seat, receive, 0);
    receive(result(0, 'rock', 'scissors', [1, 0]));
    receive({ action: 'end' });
    expect(seat.outcome).toMatchObject({ completed: false, problem: { code: 'judge_disagrees' } });
  });

  test('fails the table if the host disconnects without an end', () => {
    const { seat, receive } = guestSeat();
    playRound(seat, receive, 0);
    receive(result(0, 'rock', 'scissors', [1, 0]));
    playRound(seat, receive, 1);
    receive(result(1, 'rock', 'scissors', [2, 0]));
    seat.dispatch({ type: 'closed' });
    expect(seat.outcome).toMatchObject({ completed: false, winner: null, problem: { code: 'peer_disconnected' } });
  });

  test('the guest’s hooks receive the revealed values, regardless of the host’s result', () => {
    const seen: unknown[] = [];
    const handle = (state: JsonObject, _message: JsonObject, opened: JsonObject) => {
      seen.push(opened);
      return { state, end: { completed: false, reason: 'Not what was opened.' } };
    };
    const { seat, receive } = guestSeat({ ...game, hooks: { ...game.hooks, handle } });
    playRound(seat, receive, 0);
    receive(result(0, 'paper', 'scissors', [1, 0]));
    expect(seen).toEqual([{ round: 0, host_value: 'rock', guest_value: 'scissors' }]);
    expect(seat.outcome).toMatchObject({ reason: 'Not what was opened.', problem: { code: 'judge_disagrees' } });
  });

  test('the host’s hooks may refuse a value; the guest broke the rules', () => {
    const round_judge = (state: JsonObject) => ({ state, end: { completed: false, reason: 'No such hand.' } });
    const { seat, receive } = hostSeat({ ...game, hooks: { ...game.hooks, round_judge } });
    playRound(seat, receive, 0);
    expect(seat.businessFrames.at(-1)).toMatchObject({ action: 'reveal' });
    expect(seat.outbox.at(-1)).toEqual({ _sys: 'bye', code: 'message_invalid' });
    expect(seat.outcome).toMatchObject({ reason: 'No such hand.', problem: { code: 'message_invalid' } });
  });

  test('a guest whose value is refused learns that its message broke the rules', () => {
    const round_judge = (state: JsonObject) => ({ state, end: { completed: false } });
    const bench = new Bench(game, { host: { hooks: { round_judge } } });
    bench.settle();
    expect(bench.seats.host.outcome?.problem?.code).toBe('message_invalid');
    expect(bench.seats.guest.outcome?.problem).toMatchObject({
      code: 'peer_aborted',
      detail: { code: 'message_invalid' },
    });
  });

  test('the guest’s hooks may refuse a result with a message, which the host doesn’t await', () => {
    const send = { action: 'error', reason: 'aborted' };
    const handle = (state: JsonObject) => ({ state, send, end: { completed: false } });
    const { seat, receive } = guestSeat({ ...game, hooks: { ...game.hooks, handle } });
    playRound(seat, receive, 0);
    receive(result(0, 'rock', 'scissors', [1, 0]));
    expect(seat.businessFrames.at(-1)).toMatchObject({ action: 'reveal' });
    expect(seat.outcome?.problem?.code).toBe('judge_disagrees');
  });

  test('with shadow_judge the guest judges too', () => {
    const judged: Game = { ...game, spec: { ...game.spec, shadow_judge: true } };
    const fair = guestSeat(judged);
    playRound(fair.seat, fair.receive, 0);
    fair.receive(result(0, 'rock', 'scissors', [1, 0]));
    expect(fair.seat.outcome).toBeNull();
    const unfair = guestSeat(judged);
    playRound(unfair.seat, unfair.receive, 0);
    unfair.receive(result(0, 'rock', 'scissors', [2, 0]));
    expect(unfair.seat.outcome?.problem?.code).toBe('judge_disagrees');
  });
});
