/** A test bench with two connected engines in virtual time: the test decides what happens next, without a clock or I/O. */
import { ParlorError, toProblem } from '../../errors.ts';
import type { Json, JsonObject } from '../../json/value.ts';
import type { ClientRef } from '../client.ts';
import { createEngine, defaultHeartbeat } from '../engine.ts';
import type { Effect, Engine, HeartbeatSettings, Moment, TableEvent, UntimedEvent } from '../engine-types.ts';
import { isResent, readSystemFrame } from '../frames.ts';
import { type Answer, type ControlMode, type HookMethod, type Role, roles } from '../hooks.ts';
import type { Outcome } from '../outcome.ts';
import type { RecordEntry } from '../record.ts';
import type { Game, PlainHooks } from './games.ts';

export interface SeatOptions {
  control_mode?: ControlMode;
  client?: ClientRef;
  paceMs?: number;
  concede?: boolean;
  draws?: boolean;
  clocks?: boolean;
  premoves?: boolean;
  byHand?: boolean;
  tellsEnd?: boolean;
  heartbeat?: Partial<HeartbeatSettings>;
  /** Replaces methods of the game's hooks; undefined removes one. */
  hooks?: { [M in HookMethod]?: PlainHooks[M] | undefined };
}

/** Readings of the monotonic and the wall clock at the start, far apart so that confusing them fails a test. */
export const startNow = 1_000;
export const startAt = 1_800_000_000_000;

export class Clock {
  now = startNow;
  #draws = 0;

  moment(): Moment {
    this.#draws += 1;
    return { now: this.now, at: startAt + this.now - startNow, entropy: this.#draws.toString(16).padStart(32, '0') };
  }
}

/** One engine with its hooks, and the frames it has sent that the peer has not received yet. */
export class BenchSeat {
  readonly engine: Engine;
  readonly outbox: JsonObject[] = [];
  readonly records: RecordEntry[] = [];
  readonly refusals: string[] = [];
  /** All events given to the engine. */
  readonly events: TableEvent[] = [];
  wake: number | null = null;
  outcome: Outcome | null = null;
  done = false;
  readonly #clock: Clock;
  readonly #hooks: PlainHooks;
  readonly #calls: Extract<Effect, { type: 'call' }>[] = [];

  constructor(role: Role, game: Game, clock: Clock, options: SeatOptions = {}) {
    this.#clock = clock;
    const hooks = { ...game.hooks, ...options.hooks };
    this.#hooks = Object.fromEntries(Object.entries(hooks).filter(([, hook]) => hook !== undefined)) as PlainHooks;
    this.engine = createEngine({
      role,
      control_mode: options.control_mode ?? 'autonomous',
      spec: game.spec,
      options: {},
      manner: null,
      client: options.client ?? null,
      hooks_hash: '0'.repeat(64),
      methods: new Set(Object.keys(this.#hooks) as HookMethod[]),
      concede: options.concede ?? false,
      draws: options.draws ?? false,
      clocks: options.clocks ?? false,
      premoves: options.premoves ?? true,
      byHand: options.byHand ?? false,
      tellsEnd: options.tellsEnd ?? false,
      paceMs: options.paceMs ?? 0,
      heartbeat: { ...defaultHeartbeat, ...options.heartbeat },
    });
  }

  get game() {
    return this.engine.game((monotonic) => startAt + monotonic - startNow);
  }

  /** Whether hook calls are waiting. */
  get hasPendingCalls(): boolean {
    return this.#calls.length > 0;
  }

  /** The business frames in the outbox. */
  get businessFrames(): JsonObject[] {
    return this.outbox.filter((frame) => !('_sys' in frame));
  }

  /** Passes an event to the engine and executes its effects. */
  dispatch(event: UntimedEvent): void {
    const timed = { ...event, ...this.#clock.moment() } as TableEvent;
    this.events.push(timed);
    for (const effect of this.engine.handle(timed)) this.#execute(effect);
  }

  /** Runs the oldest waiting hook call. */
  runHook(): void {
    const call = this.#calls.shift();
    if (!call) return;
    const result = this.#run(call);
    this.dispatch(
      'value' in result
        ? { type: 'hook_result', call: call.call, value: result.value }
        : { type: 'hook_failed', call: call.call, problem: result.problem },
    );
  }

  runHooks(): void {
    while (this.hasPendingCalls) this.runHook();
  }

  answer(value?: Answer): void {
    const { ask } = this.game;
    if (!ask) throw new Error('there is no open question');
    this.dispatch({ type: 'answer', key: ask.key, value: value ?? ask.choices[0]?.value ?? 'some words' });
  }

  #run(call: Extract<Effect, { type: 'call' }>) {
    const hook = this.#hooks[call.method] as ((...args: Json[]) => Json) | undefined;
    if (!hook) throw new Error(`${call.method} is not exported`);
    try {
      // JSON copies, as across a process boundary.
      const args = JSON.parse(JSON.stringify(call.args)) as Json[];
      return { value: JSON.parse(JSON.stringify(hook(...args))) as Json };
    } catch (error) {
      const problem =
        error instanceof ParlorError ? toProblem(error) : { code: 'hook_failed' as const, message: 'it threw' };
      return { problem };
    }
  }

  #execute(effect: Effect): void {
    if (this.done) throw new Error(`an effect after done: ${effect.type}`);
    switch (effect.type) {
      case 'send':
        this.outbox.push(effect.frame);
        return;
      case 'call':
        this.#calls.push(effect);
        return;
      case 'wake':
        this.wake = effect.at;
        return;
      case 'record':
        this.records.push(effect.entry);
        return;
      case 'refused':
        this.refusals.push(effect.problem.code);
        return;
      case 'ended':
        if (this.outcome) throw new Error('ended twice');
        this.outcome = effect.outcome;
        return;
      case 'done':
        this.done = true;
        return;
      case 'changed':
        return;
    }
  }
}

/** A generator of choices that fast-check can shrink: the given numbers, followed by a fixed sequence. */
export function chooser(numbers: number[]): () => number {
  let index = 0;
  return () => {
    index += 1;
    return numbers[index - 1] ?? (index * 7919) % 1009;
  };
}

/** Both seats of a table, connected by two ordered queues. */
export class Bench {
  readonly clock = new Clock();
  readonly seats: Record<Role, BenchSeat>;
  readonly #closedRoles = new Set<Role>();
  #connected = true;

  constructor(game: Game, options: { host?: SeatOptions; guest?: SeatOptions } = {}) {
    this.seats = {
      host: new BenchSeat('host', game, this.clock, options.host),
      guest: new BenchSeat('guest', game, this.clock, options.guest),
    };
    this.seats.host.dispatch({ type: 'start' });
    this.seats.guest.dispatch({ type: 'start' });
  }

  /** Everything that can happen next without time passing: hook calls, deliveries, closed streams. */
  possibleSteps(): (() => void)[] {
    const steps: (() => void)[] = [];
    for (const role of roles) {
      const seat = this.seats[role];
      const peer = this.seats[role === 'host' ? 'guest' : 'host'];
      if (seat.hasPendingCalls) steps.push(() => seat.runHook());
      if (peer.outbox.length > 0)
        steps.push(() => seat.dispatch({ type: 'frame', frame: peer.outbox.shift() as JsonObject }));
      else if (peer.outcome && !this.#closedRoles.has(role)) {
        steps.push(() => {
          this.#closedRoles.add(role);
          seat.dispatch({ type: 'closed' });
        });
      }
    }
    return steps;
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Drops the connection, also because this side was started again, or resumes it. Frames that are resent on the next connection stay in the outbox; others are lost with it. */
  connect(connected: boolean, restarted?: Role): void {
    if (connected === this.#connected) return;
    this.#connected = connected;
    const claim = { sent: 0, sent_head: '0'.repeat(64), received: 0, received_head: '0'.repeat(64) };
    for (const role of roles) {
      const seat = this.seats[role];
      if (!connected)
        seat.outbox.splice(0, Infinity, ...seat.outbox.filter((frame) => isResent(readSystemFrame(frame))));
      const lost: UntimedEvent = role === restarted ? { type: 'lost', restarted: true } : { type: 'lost' };
      seat.dispatch(connected ? { type: 'resumed', mine: claim, theirs: claim } : lost);
    }
  }

  get isOver(): boolean {
    return this.seats.host.done && this.seats.guest.done;
  }

  /** Performs everything that can happen without time passing, in a fixed order. */
  settle(): void {
    for (let moves = this.possibleSteps(); moves.length > 0; moves = this.possibleSteps()) moves[0]?.();
  }

  /** Advances to the next timer of either seat; returns false if neither has one. */
  advanceToTimer(): boolean {
    const wakes = [this.seats.host.wake, this.seats.guest.wake].filter((at) => at !== null);
    if (wakes.length === 0) return false;
    this.clock.now = Math.max(this.clock.now, Math.min(...wakes));
    for (const seat of [this.seats.host, this.seats.guest]) {
      if (seat.wake !== null && seat.wake <= this.clock.now) seat.dispatch({ type: 'time' });
    }
    return true;
  }

  /** Advances by `ms` milliseconds, performing everything due. */
  advance(ms: number): void {
    const until = this.clock.now + ms;
    for (;;) {
      this.settle();
      const wakes = [this.seats.host.wake, this.seats.guest.wake].filter((at) => at !== null);
      if (wakes.length === 0 || Math.min(...wakes) > until) break;
      this.advanceToTimer();
    }
    this.clock.now = until;
  }
}
