import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Table } from '../bridge/contract.ts';
import { budgets } from './budgets.ts';
import { clocksOf } from './clocks.ts';
import { lateMarginMs } from './deadlines.ts';
import { defaultHeartbeat } from './engine.ts';
import { readSystemFrame, signOfLife, withoutPadding } from './frames.ts';
import { otherRole, type Role, roles } from './hooks.ts';
import { BenchSeat, Clock, chooser, type SeatOptions } from './testing/bench.ts';
import { type Game, pile, sealedHands } from './testing/games.ts';

const second = 1_000;
const noClaim = { sent: 0, sent_head: '0'.repeat(64), received: 0, received_head: '0'.repeat(64) };
const options: SeatOptions = { control_mode: 'human', concede: true, clocks: true };
/** What may remain after a reading that is no news. */
const toleranceMs = 500;

/** Two sides without a delay between them, whose clocks stand still while they sleep or are started again. */
class TwoClocks {
  readonly clocks = { host: new Clock(), guest: new Clock() };
  readonly seats: Record<Role, BenchSeat>;
  #connected = true;

  constructor(game: Game, changes: Partial<Record<Role, SeatOptions>> = {}) {
    const seat = (role: Role) => new BenchSeat(role, game, this.clocks[role], { ...options, ...changes[role] });
    this.seats = { host: seat('host'), guest: seat('guest') };
    for (const role of roles) this.seats[role].dispatch({ type: 'start' });
    this.settle();
  }

  get isOver(): boolean {
    return roles.some((role) => this.seats[role].outcome !== null);
  }

  /** Delivers everything to the sides that are awake, as electron/tables/engine-runner.ts does. */
  settle(awake: readonly Role[] = roles) {
    let isBusy = true;
    while (isBusy) {
      isBusy = false;
      for (const role of awake) {
        const seat = this.seats[role];
        isBusy ||= seat.hasPendingCalls;
        seat.runHooks();
        if (!this.#connected) continue;
        for (const frame of this.seats[otherRole(role)].outbox.splice(0)) {
          isBusy = true;
          const isNews = seat.engine.hears(readSystemFrame(frame), this.clocks[role].now);
          const isReading = readSystemFrame(frame)?.kind === 'clock';
          seat.dispatch({ type: 'frame', frame: isReading && !isNews ? signOfLife : frame });
        }
      }
    }
  }

  /** Time passes for those who are awake. The clock of a sleeper stands still if it sleeps for longer than ten seconds. */
  pass(ms: number, awake: readonly Role[] = roles) {
    for (let left = ms; left > 0; left -= second) {
      for (const role of awake) {
        this.clocks[role].now += Math.min(second, left);
        const seat = this.seats[role];
        if (seat.wake !== null && seat.wake <= this.clocks[role].now) seat.dispatch({ type: 'time' });
      }
      this.settle(awake);
    }
  }

  sleep(role: Role, ms: number) {
    this.pass(ms, [otherRole(role)]);
    this.settle();
  }

  connect(connected: boolean, restarted?: Role) {
    if (connected === this.#connected) return;
    this.#connected = connected;
    for (const role of roles) {
      const seat = this.seats[role];
      if (!connected) seat.outbox.splice(0, Infinity, ...seat.outbox.filter((frame) => !('_sys' in frame)));
      const lost = role === restarted ? { type: 'lost', restarted: true as const } : { type: 'lost' };
      seat.dispatch((connected ? { type: 'resumed', mine: noClaim, theirs: noClaim } : lost) as never);
    }
    this.settle();
  }

  restart(role: Role, ms: number) {
    this.connect(false, role);
    this.pass(ms, [otherRole(role)]);
    this.connect(true);
  }

  shown(role: Role) {
    const { quiet_since, gives_up_at, ...game } = this.seats[role].engine.game((monotonic) => monotonic);
    const seat = { role, peer_control_mode: 'human', client: null, phase: 'playing' };
    return clocksOf(
      { ...game, ...seat, connection: { quiet_since, gives_up_at } } as unknown as Table,
      this.clocks[role].now,
    );
  }

  /** What a side shows for the other one is what the other shows for itself. */
  check() {
    if (this.isOver || !this.#connected) return;
    for (const role of roles) {
      const own = this.shown(role).own;
      const seen = this.shown(otherRole(role)).peer;
      if (own.state === 'chosen') expect(seen.state).toBe('chosen');
      if (own.state !== 'running') continue;
      expect(seen).toMatchObject({ state: 'running', label: 'their_move', atZero: own.atZero });
      expect(Math.abs(seen.leftMs! - own.leftMs!)).toBeLessThanOrEqual(toleranceMs);
    }
  }
}

const games: [string, Game][] = [
  ['session_loop', pile(40)],
  ['simultaneous_round', sealedHands(20)],
];

describe.each(games)('%s', (_name, rules) => {
  test('both sides show the same time, whoever was away, and however', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(fc.nat(1008), { minLength: 4, maxLength: 60 }), (numbers) => {
        const game = new TwoClocks(rules);
        const choose = chooser(numbers);
        const acts = [
          (role: Role) => game.seats[role].engine.game(Number).ask && game.seats[role].answer(),
          (_: Role, ms: number) => game.pass(ms),
          (role: Role, ms: number) => game.sleep(role, ms + 11 * second),
          (role: Role, ms: number) => game.restart(role, ms),
          (_: Role, ms: number) => {
            game.connect(false);
            game.pass(ms);
            game.connect(true);
          },
        ];
        for (let step = 0; step < numbers.length && !game.isOver; step += 1) {
          acts[choose() % acts.length]!(roles[choose() % 2]!, (choose() % 18) * second + 137);
          game.settle();
          game.check();
          compared += game.isOver ? 0 : 1;
        }
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(1_000);
  });
});

/** The guest is to move. */
function waitingFor(changes: Partial<Record<Role, SeatOptions>> = {}): TwoClocks {
  const game = new TwoClocks(pile(40), changes);
  expect(game.seats.guest.engine.game(Number).ask).not.toBeNull();
  return game;
}

test('a side that is away for longer than its time may leave it isn’t late while its own clock runs', () => {
  const game = waitingFor();
  for (let times = 0; times < 2; times += 1) game.restart('guest', 50 * second);
  expect(game.shown('host').peer.leftMs).toBe(game.shown('guest').own.leftMs);
  game.pass(25 * second);
  expect(game.seats.host.game.stall).toBeNull();
});

test('what a peer tells can’t make this side wait longer than it would in any case, nor show more than the rules allow', () => {
  const game = waitingFor();
  const { host } = game.seats;
  const waitsUntil = host.game.peer_deadline_at;
  const allowanceMs = host.game.limits!.move_ms;
  for (let times = 0; times < 40 && !host.outcome; times += 1) {
    host.dispatch({ type: 'frame', frame: { _sys: 'clock', used_ms: 0, left_ms: 3600_000 } });
    expect(game.shown('host').peer.leftMs).toBe(allowanceMs);
    expect(host.game.peer_deadline_at).toBe(waitsUntil);
    game.clocks.host.now += 10 * second;
    host.dispatch({ type: 'time' });
  }
  expect(host.outcome?.problem?.code).toBe('peer_timeout');
});

/** The longest that a side may be late for a message without being left, from when it was due. */
const latestMs = (seat: BenchSeat) => seat.game.limits!.move_ms + defaultHeartbeat.graceMs + lateMarginMs;

test.each([
  ['a rated game', 10, true],
  ['a game without concessions', 10, false],
  ['a game without concessions, at a slow pace', 60, false],
] as const)('whatever a peer tells, it can be left by then, and from then on: %s', (_name, pace, concede) => {
  let left = 0;
  const reading = fc.record({ afterMs: fc.nat(20_000), used_ms: fc.nat(86_400_000), left_ms: fc.nat(86_400_000) });
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 200 }), fc.boolean(), (readings, isGreedy) => {
      const rules = pile(40);
      const seats = { ...options, concede };
      const paced = { ...rules, spec: { ...rules.spec, decision: { timeout_seconds: pace } } };
      const game = new TwoClocks(paced as Game, { host: seats, guest: seats });
      const { host } = game.seats;
      const clock = game.clocks.host;
      const dueAt = clock.now;
      let wasLate = false;
      for (const { afterMs, ...told } of [...readings, ...readings, { afterMs: 900_000, used_ms: 0, left_ms: 0 }]) {
        const until = clock.now + afterMs;
        while (clock.now < until && host.outcome === null) {
          clock.now = Math.min(until, Math.max(clock.now, host.wake ?? until));
          host.dispatch({ type: 'frame', frame: signOfLife });
          const isLate = host.game.stall?.kind === 'late';
          if (host.outcome === null) {
            if (wasLate || clock.now >= dueAt + latestMs(host)) expect(isLate).toBe(true);
            wasLate = isLate;
          }
        }
        if (host.outcome !== null) break;
        const frame = { _sys: 'clock', ...told, ...(isGreedy ? { used_ms: 0, left_ms: 86_000_000 } : {}) };
        host.dispatch({ type: 'frame', frame });
        expect(host.game.stall?.kind === 'late').toBe(wasLate);
      }
      expect(host.outcome?.problem?.code).toBe('peer_timeout');
      left += wasLate ? 1 : 0;
    }),
    { numRuns: 60 },
  );
  if (!concede) expect(left).toBe(60);
});

test('a side that repeats that all its time is left can be left after its time and one grace period', () => {
  const options: SeatOptions = { control_mode: 'human', concede: false, clocks: true };
  const game = waitingFor({ host: options, guest: options });
  const { host } = game.seats;
  const clock = game.clocks.host;
  const leavableAt = clock.now + latestMs(host);
  while (clock.now < leavableAt) {
    expect(host.game.stall).toBeNull();
    clock.now += 1_000;
    host.dispatch({ type: 'frame', frame: { _sys: 'clock', used_ms: 0, left_ms: 86_000_000 } });
  }
  expect(host.game.stall).toMatchObject({ kind: 'late' });
  host.dispatch({ type: 'leave' });
  expect(host.outcome?.problem?.code).toBe('peer_stalled');
});

test('on this side’s turn the clock of the other rests, whatever it tells', () => {
  const game = waitingFor();
  const { guest } = game.seats;
  const reading = { _sys: 'clock', used_ms: 86_400_000, left_ms: 5_000 };
  expect(guest.engine.hears(readSystemFrame(reading), game.clocks.guest.now)).toBe(false);
  guest.dispatch({ type: 'frame', frame: reading });
  expect(guest.game).toMatchObject({ peer_asked_at: null, peer_ends_at: null });
  expect(game.shown('guest').peer.state).toBe('resting');
});

describe('where both choose at once', () => {
  const choosing = () => new TwoClocks(sealedHands(3));
  const answer = (game: TwoClocks, role: Role) => {
    const { ask } = game.seats[role].game;
    game.seats[role].dispatch({ type: 'answer', key: ask!.key, value: ask!.choices[0]!.value });
    game.settle();
  };

  test.each(roles)('a %s that has chosen is shown so to both, and its clock runs at neither', (first) => {
    const game = choosing();
    const other = otherRole(first);
    game.pass(5 * second);
    answer(game, first);
    game.pass(10 * second);
    expect(game.shown(first)).toMatchObject({ own: { state: 'chosen', leftMs: null }, peer: { state: 'running' } });
    expect(game.shown(other)).toMatchObject({ own: { state: 'running' }, peer: { state: 'chosen', leftMs: null } });
    for (const role of roles) expect(game.seats[role].game.used_ms[first]).toBe(5 * second);
    answer(game, other);
    for (const role of roles) {
      expect(game.seats[role].game.chosen).toEqual({ own: false, peer: false });
      expect(game.shown(role)).toMatchObject({ own: { state: 'running' }, peer: { state: 'running' } });
    }
  });

  test('it is told again after a lost connection', () => {
    const game = choosing();
    answer(game, 'guest');
    game.restart('host', 3 * second);
    expect(game.shown('host').peer.state).toBe('chosen');
  });

  test('a guest that only says so is waited for like any other', () => {
    const game = choosing();
    const { host } = game.seats;
    host.dispatch({ type: 'frame', frame: { _sys: 'clock', used_ms: 0, left_ms: 0, chosen: true } });
    expect(game.shown('host').peer.state).toBe('chosen');
    answer(game, 'host');
    expect(game.shown('host').peer).toMatchObject({ state: 'running', label: 'their_move' });
  });

  test('a host says so with its commitment alone', () => {
    const game = choosing();
    const { guest } = game.seats;
    guest.dispatch({ type: 'frame', frame: { _sys: 'clock', used_ms: 0, left_ms: 60_000, chosen: true } });
    expect(game.shown('guest').peer.state).toBe('running');
  });
});

test('readings are answered at a limited rate, and beyond their budget they are no events', () => {
  const game = waitingFor();
  game.pass(15 * second);
  const { host } = game.seats;
  const { count, answers } = budgets.clocks;
  const readings = Array.from({ length: count + 1 }, (_, number) => ({
    _sys: 'clock',
    used_ms: 0,
    left_ms: (number % 2) * 60_000,
  }));
  for (const frame of readings)
    if (host.engine.hears(readSystemFrame(frame), game.clocks.host.now)) host.dispatch({ type: 'frame', frame });
  const heard = host.events.filter((event) => event.type === 'frame' && event.frame._sys === 'clock');
  expect(heard).toHaveLength(count);
  expect(host.outbox.filter((frame) => frame._sys === 'ping')).toHaveLength(answers.burst);
});

test('of a reading and of a report of an absence, an event keeps what was read', () => {
  const padding = 'x'.repeat(900);
  for (const frame of [
    { _sys: 'clock', used_ms: 1, left_ms: 2 },
    { _sys: 'absence', used_ms: 1, allowed_ms: 2 },
  ]) {
    const padded = { ...frame, padding };
    expect(withoutPadding(padded)).toEqual(frame);
  }
  // The hashes of the history cover what is resent.
  const resent = { _sys: 'conceded', padding };
  expect(withoutPadding(resent)).toBe(resent);
});

test('only a peer that has declared it is told, and heard', () => {
  const game = waitingFor({ host: { ...options, clocks: false }, guest: { ...options, clocks: false } });
  game.pass(30 * second);
  game.restart('guest', second);
  const { host } = game.seats;
  host.dispatch({ type: 'frame', frame: { _sys: 'clock', used_ms: 0, left_ms: 5 } });
  expect(host.game.peer_ends_at).toBeNull();
  for (const role of roles)
    expect(game.seats[role].events).not.toContainEqual(expect.objectContaining({ frame: { _sys: 'clock' } }));
});

test('anything but two durations is a sign of life', () => {
  for (const frame of [
    { _sys: 'clock' },
    { _sys: 'clock', used_ms: -1, left_ms: 1 },
    { _sys: 'clock', used_ms: 1, left_ms: '1' },
    { _sys: 'clock', used_ms: 1, left_ms: 1e12 },
  ])
    expect(readSystemFrame(frame)).toEqual({ kind: 'other' });
});
