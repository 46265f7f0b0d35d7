import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { decisionSeconds, lateAfterMs, peerTimeoutMs } from './deadlines.ts';
import { defaultHeartbeat } from './engine.ts';
import { readSystemFrame } from './frames.ts';
import { otherRole, type Role, roles } from './hooks.ts';
import { Bench, BenchSeat, Clock, chooser } from './testing/bench.ts';
import { type Game, oracle, pile, sealedHands, talk } from './testing/games.ts';

const noClaim = { sent: 0, sent_head: '0'.repeat(64), received: 0, received_head: '0'.repeat(64) };
const { graceMs, timeoutMs } = defaultHeartbeat;
const second = 1000;
const minute = 60 * second;

/**
 * A game between a side that keeps to the rules and answers every question in time, and one that stalls: it drops and resumes the
 * connection, falls silent, answers pings without playing, and never says that it leaves.
 */
class StalledGame {
  readonly bench: Bench;
  readonly honest: BenchSeat;
  readonly staller: BenchSeat;
  readonly honestRole: Role;
  readonly waitMs: number;
  /** How long the honest side takes to answer, as a part of its time. */
  answerAfter = 0.5;
  /** The frames of the staller that the honest side has received. */
  received = 0;
  /** How long the honest side has had a question open. */
  ownMs = 0;
  /** When the honest side last heard anything. */
  heardAt: number;
  /** How the honest side could leave when it was last started again. */
  #stallAtRestart: string | null = null;
  readonly #startedAt: number;
  readonly #moveMs: number;
  #asked: { key: string; at: number } | null = null;

  /** `concede`: the game is rated, and both sides support concessions. */
  constructor(game: Game, honestRole: Role, concede: boolean) {
    this.bench = new Bench(game, {
      host: { concede, control_mode: 'human' },
      guest: { concede, control_mode: 'human' },
    });
    this.honestRole = honestRole;
    this.honest = this.bench.seats[honestRole];
    this.staller = this.bench.seats[otherRole(honestRole)];
    const limits = { spec: game.spec, options: {}, concede };
    this.waitMs = peerTimeoutMs('move', limits);
    this.#moveMs = decisionSeconds(game.spec) * second;
    this.#startedAt = this.bench.clock.now;
    this.heardAt = this.#startedAt;
    this.run();
  }

  /** Hooks take no time. */
  run() {
    for (const role of roles) this.bench.seats[role].runHooks();
    const { ask } = this.honest.game;
    if (ask?.key !== this.#asked?.key) this.#asked = ask && { key: ask.key, at: this.bench.clock.now };
  }

  /** Passes one message on; the staller's farewells are withheld. */
  deliver(to: Role) {
    const [frame] = this.bench.seats[otherRole(to)].outbox.splice(0, 1);
    if (!frame || !this.bench.connected) return;
    const system = readSystemFrame(frame);
    if (to === this.honestRole) {
      if (system?.kind === 'concede' || system?.kind === 'bye') return;
      this.heardAt = this.bench.clock.now;
      if (system === null && !this.honest.outcome) this.received += 1;
    }
    this.bench.seats[to].dispatch({ type: 'frame', frame });
    this.run();
  }

  deliverAll(to: Role) {
    while (this.bench.connected && this.bench.seats[otherRole(to)].outbox.length > 0) this.deliver(to);
  }

  stallerAnswers() {
    if (this.staller.game.ask) this.staller.answer();
    this.run();
  }

  ping() {
    if (!this.bench.connected) return;
    this.heardAt = this.bench.clock.now;
    this.honest.dispatch({ type: 'frame', frame: { _sys: 'ping', probe_id: 'here' } });
  }

  connect(connected: boolean) {
    if (connected && !this.bench.connected) this.heardAt = this.bench.clock.now;
    this.bench.connect(connected);
  }

  restart(role: Role) {
    const { game } = this.honest;
    if (role === this.honestRole && !game.returning) this.#stallAtRestart = game.stall?.kind ?? null;
    if (this.bench.connected) this.bench.connect(false, role);
    else this.bench.seats[role].dispatch({ type: 'lost', restarted: true });
  }

  pass(ms: number) {
    const { clock } = this.bench;
    const until = clock.now + ms;
    while (clock.now < until && !this.honest.outcome) {
      const answerAt = this.#asked ? this.#asked.at + Math.floor(this.#moveMs * this.answerAfter) : Infinity;
      const wakes = roles.flatMap((role) => this.bench.seats[role].wake ?? []);
      const next = Math.max(clock.now, Math.min(until, answerAt, ...wakes));
      if (this.#asked || this.honest.game.returning) this.ownMs += next - clock.now;
      clock.now = next;
      for (const role of roles) {
        const seat = this.bench.seats[role];
        if (seat.wake !== null && seat.wake <= next) seat.dispatch({ type: 'time' });
      }
      if (this.#asked && next >= answerAt && this.honest.game.ask) this.honest.answer();
      this.run();
      this.check();
    }
  }

  /** Whether the staller owes a message: everything that the honest side had to do is done. */
  get isOwed(): boolean {
    const { outcome, game } = this.honest;
    return !outcome && !game.ask && game.concession !== 'said';
  }

  check() {
    const { honest, honestRole, bench } = this;
    const { outcome } = honest;
    // The side that made progress possible never loses on time.
    if (outcome?.conceded) expect(outcome.conceded.by).toBe(otherRole(honestRole));
    if (outcome !== null) return;
    // No more than the pace allows, and one grace period.
    const limitMs = this.ownMs + (this.received + 1) * this.waitMs + graceMs;
    expect(bench.clock.now - this.#startedAt).toBeLessThanOrEqual(limitMs);
    const { stall, returning } = honest.game;
    if (returning) return expect(stall?.kind ?? null).toBe(this.isOwed ? this.#stallAtRestart : null);
    const isSilent = bench.clock.now - this.heardAt >= timeoutMs;
    if (this.isOwed && (!bench.connected || isSilent)) expect(stall?.kind).toBe('away');
    if (!this.isOwed) expect(stall).toBeNull();
  }
}

const durations = [1, 200, 5 * second, 29 * second, 31 * second, minute, 119 * second, 130 * second, 10 * minute];

/** Whatever the staller does next. */
function stallSomehow(game: StalledGame, choose: () => number) {
  const other = otherRole(game.honestRole);
  const acts = [
    () => game.connect(false),
    () => game.connect(true),
    () => game.deliverAll(game.honestRole),
    () => game.deliver(game.honestRole),
    () => game.deliverAll(other),
    () => game.stallerAnswers(),
    () => game.ping(),
    () => game.restart(game.honestRole),
    () => game.restart(other),
    () => game.pass(durations[choose() % durations.length] as number),
  ];
  acts[choose() % acts.length]?.();
  game.check();
}

/** The staller plays no more, but does with the connection what it likes, for ever. */
function stallForEver(game: StalledGame, choose: () => number) {
  for (let cycle = 0; cycle < 20_000 && !game.honest.outcome; cycle += 1) {
    game.connect(true);
    if (choose() % 2 === 0) game.ping();
    game.pass((choose() % 3) * 9 * second);
    if (choose() % 3 !== 0) game.connect(false);
    game.pass((choose() % 120) * second);
  }
}

const games: [string, Game][] = [
  ['session_loop', pile(7)],
  ['simultaneous_round', sealedHands(3)],
  ['request_response', oracle()],
];

describe.each(games)('P-18, %s: a side that stalls', (_name, rules) => {
  const schedules = [
    fc.constantFrom(...roles),
    fc.boolean(),
    fc.double({ min: 0, max: 0.999, noNaN: true }),
    fc.array(fc.nat(1008), { maxLength: 300 }),
  ] as const;

  test('wins no game on time and keeps nobody waiting, whatever it does with the connection and its messages', () => {
    const ends = new Map<string, number>();
    fc.assert(
      fc.property(...schedules, (honestRole, concede, answerAfter, numbers) => {
        const game = new StalledGame(rules, honestRole, concede);
        game.answerAfter = answerAfter;
        const choose = chooser(numbers);
        for (let step = 0; step < numbers.length && !game.honest.outcome; step += 1) stallSomehow(game, choose);
        stallForEver(game, choose);
        expect(game.honest.outcome).not.toBeNull();
        const code = game.honest.outcome?.problem?.code ?? 'completed';
        ends.set(code, (ends.get(code) ?? 0) + 1);
      }),
      { numRuns: 300 },
    );
    for (const code of ['peer_disconnected', 'peer_timeout']) expect(ends.get(code)).toBeGreaterThan(5);
  });

  test('can be left without losing while it is away on its turn or late, and only then', () => {
    let left = 0;
    fc.assert(
      fc.property(...schedules, (honestRole, concede, answerAfter, numbers) => {
        const game = new StalledGame(rules, honestRole, concede);
        game.answerAfter = answerAfter;
        const choose = chooser(numbers);
        for (let step = 0; step < numbers.length && !game.honest.outcome; step += 1) {
          stallSomehow(game, choose);
          if (choose() % 5 > 0 || game.honest.outcome) continue;
          const { stall } = game.honest.game;
          game.honest.dispatch({ type: 'leave' });
          if (stall === null) {
            expect(game.honest.refusals.pop()).toBe('peer_present');
            expect(game.honest.outcome).toBeNull();
            continue;
          }
          left += 1;
          expect(game.honest.outcome).toMatchObject({
            completed: false,
            winner: null,
            problem: { code: 'peer_stalled' },
          });
          game.connect(true);
          game.deliverAll(otherRole(honestRole));
          expect(game.staller.outcome?.winner ?? null).toBeNull();
        }
      }),
      { numRuns: 600 },
    );
    expect(left).toBeGreaterThan(20);
  });

  test('two sides that play in time lose nothing on time, however often their connection breaks', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1008), { maxLength: 300 }), (numbers) => {
        const game = new StalledGame(rules, 'host', true);
        const choose = chooser(numbers);
        for (let step = 0; step < numbers.length; step += 1) {
          game.stallerAnswers();
          if (choose() % 3 === 0) game.connect(!game.bench.connected);
          if (choose() % 9 === 0) game.restart(roles[choose() % 2]!);
          for (const role of roles) game.deliverAll(role);
          game.pass((choose() % 20) * second);
        }
        for (const role of roles) expect(game.bench.seats[role].outcome?.conceded).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});

/** Drops and resumes the connection until the honest side gives up; returns how long that took. */
function msUntilGivenUp(game: StalledGame, { awayMs, hereMs }: { awayMs: number; hereMs: number }): number {
  const { clock } = game.bench;
  const startedAt = clock.now;
  for (let cycle = 0; cycle < 100_000 && !game.honest.outcome; cycle += 1) {
    game.connect(false);
    game.pass(awayMs);
    game.connect(true);
    game.ping();
    game.pass(hereMs);
  }
  return clock.now - startedAt;
}

/** A rated game in which the guest stalls on its turn; each side has played. */
function stalledTurn(rules: Game = pile(40)): StalledGame {
  const game = new StalledGame(rules, 'host', true);
  for (const role of ['host', 'guest', 'host', 'guest'] as const) game.deliverAll(role);
  game.stallerAnswers();
  game.deliverAll('host');
  game.answerAfter = 0;
  game.pass(1);
  game.deliverAll('guest');
  expect(game.isOwed).toBe(true);
  return game;
}

describe('time away', () => {
  test.each([
    ['just before the allowance ends', graceMs - 1, 0],
    ['for a second at a time', second, 0],
    ['and answers pings in between', 10 * second, 5 * second],
  ])('adds up for a side that drops and returns %s', (_name, awayMs, hereMs) => {
    const game = stalledTurn();
    expect(msUntilGivenUp(game, { awayMs, hereMs })).toBeLessThanOrEqual(graceMs + game.waitMs);
    expect(game.honest.outcome).toMatchObject({ completed: false, winner: null });
  });

  test.each<[string, (game: StalledGame) => void]>([
    ['before its first message', () => {}],
    [
      'after the opening',
      (game) => {
        for (const role of roles) game.deliverAll(role);
      },
    ],
  ])('adds up %s', (_name, play) => {
    for (const [rules, role] of [
      [pile(4), 'host'],
      [pile(4), 'guest'],
      [sealedHands(2), 'host'],
      [talk(2), 'host'],
      [talk(2), 'guest'],
    ] as const) {
      const game = new StalledGame(rules, role, true);
      // In a chat, there is nothing that would have to be said.
      if (rules.spec.flow?.mode === 'free') game.answerAfter = Infinity;
      play(game);
      expect(msUntilGivenUp(game, { awayMs: 50 * second, hereMs: 0 })).toBeLessThanOrEqual(3 * 50 * second);
      expect(game.honest.outcome?.completed).toBe(false);
    }
  });

  test('adds up while a reveal is withheld', () => {
    const game = new StalledGame(sealedHands(2), 'host', true);
    game.answerAfter = 0;
    for (const role of ['host', 'guest', 'host'] as const) game.deliverAll(role);
    game.pass(1);
    game.stallerAnswers();
    game.deliverAll('guest');
    game.deliver('host');
    expect(game.honest.businessFrames.at(-1)).toMatchObject({ action: 'reveal' });
    expect(msUntilGivenUp(game, { awayMs: 50 * second, hereMs: 0 })).toBeLessThanOrEqual(minute + graceMs);
    expect(game.honest.outcome).toMatchObject({ completed: false, winner: null });
  });

  test('adds up while a concession isn’t confirmed', () => {
    const game = stalledTurn();
    game.honest.dispatch({ type: 'abort', problem: { code: 'resigned', message: '' } });
    expect(game.honest.game.concession).toBe('said');
    expect(msUntilGivenUp(game, { awayMs: 10 * second, hereMs: 0 })).toBeLessThanOrEqual(minute + graceMs);
  });

  test('is given back by what a move saves of its time, and by no more', () => {
    const clock = new Clock();
    const host = new BenchSeat('host', pile(40), clock, { control_mode: 'human', concede: true });
    const moveWaitMs = peerTimeoutMs('move', { spec: pile(40).spec, options: {}, concede: true });
    const receive = (frame: JsonObject) => {
      host.dispatch({ type: 'frame', frame });
      host.runHooks();
    };
    const pass = (ms: number) => {
      for (let left = ms; left > 0; left -= 20 * second) {
        receive({ _sys: 'pong' });
        clock.now += Math.min(left, 20 * second);
        host.dispatch({ type: 'time' });
      }
    };
    const beAway = (ms: number) => {
      host.dispatch({ type: 'lost' });
      clock.now += ms;
      host.dispatch({ type: 'time' });
      host.dispatch({ type: 'resumed', mine: noClaim, theirs: noClaim });
    };
    host.dispatch({ type: 'start' });
    host.runHooks();
    receive({ action: 'join', size: 40 });
    const used = () => host.game.absence.peer.used_ms;
    let left = 40;
    const playAfter = (ms: number, awayMs: number) => {
      beAway(awayMs);
      pass(ms);
      receive({ action: 'move', turn: 41 - left, take: 1, left: left - 1 });
      host.answer(1);
      host.runHooks();
      left -= 2;
    };
    playAfter(second, 50 * second);
    expect(used()).toBe(0);
    playAfter(moveWaitMs - 10 * second, 50 * second);
    expect(used()).toBe(40 * second);
    playAfter(moveWaitMs - second, 60 * second);
    expect(used()).toBe(99 * second);
    beAway(21 * second);
    expect(host.outcome).toMatchObject({ completed: false, problem: { code: 'peer_disconnected' } });
  });

  test('is told to the side that was away, and is not held against the other', () => {
    const game = stalledTurn();
    game.connect(false);
    game.pass(50 * second);
    game.connect(true);
    game.deliverAll('guest');
    expect(game.staller.game.absence.own).toEqual({ used_ms: 50 * second, allowed_ms: graceMs });
    game.stallerAnswers();
    game.deliverAll('host');
    game.deliverAll('guest');
    expect(game.staller.game.absence.own).toEqual({ used_ms: 0, allowed_ms: graceMs });
  });

  test('after a restart of this side is this side’s own, and not the peer’s', () => {
    const game = stalledTurn();
    const claims = { mine: noClaim, theirs: noClaim };
    game.honest.dispatch({ type: 'lost', restarted: true });
    game.bench.clock.now += 20 * second;
    game.honest.dispatch({ type: 'resumed', ...claims });
    expect(game.honest.game.absence.peer.used_ms).toBe(0);
    game.honest.dispatch({ type: 'lost' });
    game.bench.clock.now += 5 * second;
    game.honest.dispatch({ type: 'resumed', ...claims });
    expect(game.honest.game.absence.peer.used_ms).toBe(5 * second);
  });

  test('before a restart of this side counts, and this side may still leave', () => {
    const game = stalledTurn();
    game.connect(false);
    game.pass(graceMs - 5 * second);
    const { stall } = game.honest.game;
    game.restart('host');
    expect(game.honest.game).toMatchObject({ returning: true, stall });
    game.pass(3 * second);
    game.restart('host');
    expect(game.honest.game.stall).toEqual(stall);
    game.connect(true);
    expect(game.honest.game).toMatchObject({ stall: null, absence: { peer: { used_ms: graceMs - 5 * second } } });
    game.connect(false);
    game.restart('host');
    game.honest.dispatch({ type: 'leave' });
    expect(game.honest.outcome).toMatchObject({ winner: null, problem: { code: 'peer_stalled' } });
  });

  test('adds up over restarts of this side', () => {
    const game = stalledTurn();
    for (let cycle = 0; cycle < 2; cycle += 1) {
      game.connect(false);
      game.pass(graceMs - 5 * second);
      game.restart('host');
      game.connect(true);
    }
    expect(game.honest.outcome).toMatchObject({ completed: false, problem: { code: 'peer_disconnected' } });
  });

  test('is told only to a side that has resumed, and only if it is a time', () => {
    const game = stalledTurn();
    game.pass(40 * second);
    game.ping();
    game.stallerAnswers();
    game.deliverAll('host');
    expect(game.honest.game.absence.peer.used_ms).toBe(0);
    expect(game.honest.outbox.filter(({ _sys }) => _sys === 'absence')).toEqual([]);
    for (const frame of [
      { _sys: 'absence' },
      { _sys: 'absence', used_ms: -1, allowed_ms: 1 },
      { _sys: 'absence', used_ms: '1', allowed_ms: 1 },
      { _sys: 'absence', used_ms: 1, allowed_ms: 1e12 },
    ])
      game.honest.dispatch({ type: 'frame', frame });
    expect(game.honest.game.absence.own).toBeNull();
  });
});

describe('a peer that answers pings but doesn’t play', () => {
  const playNothing = (game: StalledGame, ms: number) => {
    for (let left = ms; left > 0 && !game.honest.outcome; left -= 5 * second) {
      game.ping();
      game.pass(5 * second);
    }
  };

  test('is late soon after its own time has run out, and is given up on a minute after that', () => {
    const game = stalledTurn();
    const limits = { spec: pile(40).spec, options: {}, concede: true };
    playNothing(game, lateAfterMs('move', limits) - 5 * second);
    expect(game.honest.game.stall).toBeNull();
    playNothing(game, 5 * second);
    expect(game.honest.game.stall).toMatchObject({ kind: 'late' });
    playNothing(game, 10 * minute);
    expect(game.honest.outcome).toMatchObject({ completed: false, problem: { code: 'peer_timeout' } });
    expect(game.waitMs).toBe(decisionSeconds(pile(40).spec) * second + minute);
  });

  test('may take ten minutes if it has other limits', () => {
    const game = new StalledGame(pile(40), 'host', false);
    expect(game.waitMs).toBe(10 * minute);
  });
});

test('a chat that has reconnected sends no pings, and doesn’t take silence for absence', () => {
  const game = new StalledGame(talk(2), 'host', false);
  for (const role of ['host', 'guest'] as const) game.deliverAll(role);
  game.answerAfter = Infinity;
  game.connect(false);
  game.connect(true);
  game.honest.outbox.splice(0);
  game.pass(5 * minute);
  expect(game.honest.outbox).toEqual([]);
  expect(game.honest.game.quiet_since).toBeNull();
  expect(game.honest.outcome).toBeNull();
});

test('the time away in a chat is given back by its messages', () => {
  const game = new StalledGame(talk(2), 'host', false);
  for (const role of ['host', 'guest'] as const) game.deliverAll(role);
  game.answerAfter = Infinity;
  game.connect(false);
  game.pass(100 * second);
  game.connect(true);
  expect(game.honest.game.absence.peer.used_ms).toBe(100 * second);
  game.staller.answer('Back.');
  game.deliverAll('host');
  expect(game.honest.game.absence.peer.used_ms).toBe(0);
});
