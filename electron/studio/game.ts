/**
 * A table of two seats on this computer: the engine and the hooks of real tables, lines in memory between them, and time
 * that runs only where it is wanted. Every seat is played as hybrid, so that person and hooks may take turns at it.
 */
import { createHash } from 'node:crypto';
import type { StudioFrame, StudioGame, StudioSeat } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { validateMessage } from '../../shared/protocol/message.ts';
import { flowMode, type Spec } from '../../shared/protocol/spec.ts';
import { createEngine } from '../../shared/tables/engine.ts';
import type { BareEvent, Effect, Engine, TableEvent } from '../../shared/tables/events.ts';
import { type Answer, type HookMethod, otherRole, type Role } from '../../shared/tables/hooks.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { HookHost } from '../hooks/host.ts';
import { parseFrame } from '../p2p/lines.ts';
import type { Environment } from '../tables/environment.ts';
import { StopClock } from './clock.ts';

export interface GameParts {
  run: number;
  spec: Spec;
  options: JsonObject;
  seed: string;
  hooks: Record<Role, HookHost>;
  by: Record<Role, StudioSeat['by']>;
  paused: boolean;
  deadline: boolean;
  environment: Environment;
  onChange(): void;
  /** What hooks did wrong, told once for each time. */
  onFault(fault: Fault): void;
}

export interface Fault {
  kind: 'call' | 'choice' | 'view' | 'table';
  seat: Role;
  method: HookMethod | null;
  problem: Problem;
}

/** Hooks that play by themselves are followed by eye. */
const paceMs = 350;
/** A snapshot carries the newest messages only; positions are kept for so many. */
const framesShown = 200;
const framesKept = 2_000;
/** Two hooks may talk for ever: they are paused then. */
const talkPause = 60;

const roles = ['host', 'guest'] as const;

export class PreviewGame {
  readonly parts: GameParts;
  readonly clock: StopClock;
  paused: boolean;
  disposed = false;
  readonly #seats: Record<Role, PreviewSeat>;
  readonly #frames: StudioFrame[] = [];
  readonly #positions: { host: Json; guest: Json }[] = [];
  #paceFrom = 0;

  constructor(parts: GameParts) {
    this.parts = parts;
    this.paused = parts.paused;
    this.clock = new StopClock(parts.environment, parts.deadline);
    this.#seats = { host: new PreviewSeat('host', this), guest: new PreviewSeat('guest', this) };
  }

  start(): void {
    for (const role of roles) this.#seats[role].tell({ type: 'start' });
  }

  get over(): boolean {
    return roles.every((role) => this.#seats[role].outcome !== null);
  }

  answer(role: Role, key: string, value: Answer): void {
    const refused = this.#seats[role].tell({ type: 'answer', key, value });
    if (refused) throw new ParlorError(refused.code, refused.message, refused.detail);
  }

  sit(role: Role, by: StudioSeat['by']): void {
    const seat = this.#seats[role];
    if (by === 'hooks' && !seat.canDecide) {
      throw new ParlorError('decision_invalid', 'These hooks have no decide: a person has to answer here.');
    }
    seat.by = by;
    this.changed();
    this.goOn();
  }

  leave(role: Role): void {
    this.#seats[role].tell({ type: 'abort', problem: { code: 'resigned', message: 'You left this table.' } });
  }

  pace(paused: boolean, step: boolean): void {
    this.paused = paused;
    this.#paceFrom = this.#frames.length;
    this.changed();
    if (step) {
      for (const role of roles) if (this.#seats[role].playProposal()) return;
    } else this.goOn();
  }

  setDeadline(on: boolean): void {
    this.clock.run(on);
    for (const role of roles) this.#seats[role].schedule();
    this.changed();
  }

  /** Lets hooks answer where it is theirs to do so. */
  goOn(): void {
    if (this.disposed || this.paused) return;
    if (flowMode(this.parts.spec) === 'free' && this.#frames.length - this.#paceFrom > talkPause) {
      this.paused = true;
      this.changed();
    } else {
      for (const role of roles) this.#seats[role].plan();
    }
  }

  /** A frame from one seat to the other, noted as it passes. */
  carry(from: Role, frame: JsonObject): void {
    const direction = from === 'guest' ? 'guest_to_host' : 'host_to_guest';
    const at = this.parts.environment.wall();
    const problems = frame.action === undefined ? [] : validateMessage(this.parts.spec, frame, direction).slice(0, 5);
    this.#frames.push({ number: this.#frames.length + 1, from, frame, at: Math.round(at), problems });
    const line = JSON.stringify(frame);
    queueMicrotask(() => this.#seats[otherRole(from)].hear(line));
  }

  hungUp(from: Role): void {
    queueMicrotask(() => this.#seats[otherRole(from)].tell({ type: 'closed' }));
  }

  changed(): void {
    if (this.disposed) return;
    if (this.#frames.length <= framesKept) {
      this.#positions[this.#frames.length] = {
        host: this.#seats.host.shown().view,
        guest: this.#seats.guest.shown().view,
      };
    }
    this.parts.onChange();
  }

  /** What both boards saw after so many messages: the nearest before where it was not kept, the first of all before that. */
  position(frame: number): { host: Json; guest: Json } {
    const seen = (role: Role): Json => {
      const before = this.#positions.slice(0, frame + 1).findLast((each) => each && each[role] !== null);
      return (before ?? this.#positions.find((each) => each && each[role] !== null))?.[role] ?? null;
    };
    return { host: seen('host'), guest: seen('guest') };
  }

  snapshot(): StudioGame {
    const { run, seed, options } = this.parts;
    return {
      run,
      seed,
      options,
      paused: this.paused,
      deadline: this.clock.running,
      frame_count: this.#frames.length,
      frames: this.#frames.slice(-framesShown),
      seats: { host: this.#seats.host.shown(), guest: this.#seats.guest.shown() },
    };
  }

  dispose(): void {
    this.disposed = true;
    for (const role of roles) this.#seats[role].dispose();
  }
}

class PreviewSeat {
  readonly role: Role;
  by: StudioSeat['by'];
  outcome: Outcome | null = null;
  readonly canDecide: boolean;
  readonly #game: PreviewGame;
  readonly #engine: Engine;
  readonly #hooks: HookHost;
  #calls: Promise<unknown> = Promise.resolve();
  #draws = 0;
  #wake: number | null = null;
  #cancelWake: (() => void) | null = null;
  #planned: string | null = null;
  #cancelPlan: (() => void) | null = null;

  constructor(role: Role, game: PreviewGame) {
    const { spec, options, hooks, by } = game.parts;
    this.role = role;
    this.#game = game;
    this.#hooks = hooks[role];
    this.canDecide = this.#hooks.methods.has('decide');
    this.by = this.canDecide ? by[role] : 'person';
    this.#engine = createEngine({
      role,
      control_mode: 'hybrid',
      spec,
      options,
      manner: null,
      hooks_hash: this.#hooks.hash,
      methods: this.#hooks.methods,
      paceMs: 0,
      heartbeat: { intervalMs: 0, timeoutMs: 0, graceMs: 0 },
    });
  }

  /** Hands an event to the engine; what was refused comes back. */
  tell(event: BareEvent): Problem | null {
    const game = this.#game;
    if (game.disposed) return null;
    this.#draws += 1;
    const entropy = createHash('sha256')
      .update(`${game.parts.seed}:${this.role}:${this.#draws}`)
      .digest('hex')
      .slice(0, 32);
    const moment = { now: game.clock.now(), at: Math.round(game.parts.environment.wall()), entropy };
    let refused: Problem | null = null;
    for (const effect of this.#engine.handle({ ...event, ...moment } as TableEvent)) {
      if (effect.type === 'refused') refused = effect.problem;
      else this.#carryOut(effect);
    }
    this.#hold();
    game.goOn();
    return refused;
  }

  hear(line: string): void {
    try {
      this.tell({ type: 'frame', frame: parseFrame(line) });
    } catch (error) {
      this.tell({ type: 'bad_line', problem: toProblem(error) });
    }
  }

  #carryOut(effect: Exclude<Effect, { type: 'refused' }>): void {
    const game = this.#game;
    if (effect.type === 'send') game.carry(this.role, effect.frame);
    else if (effect.type === 'call') this.#call(effect);
    else if (effect.type === 'wake') {
      this.#wake = effect.at;
      this.schedule();
    } else if (effect.type === 'ended') {
      this.outcome = effect.outcome;
      const { problem } = effect.outcome;
      if (problem) game.parts.onFault({ kind: 'table', seat: this.role, method: methodOf(problem), problem });
      game.hungUp(this.role);
    } else if (effect.type === 'changed' || effect.type === 'done') game.changed();
  }

  #call({ call, method, args }: Extract<Effect, { type: 'call' }>): void {
    const { key: asked } = this.#engine.game((at) => at).ask ?? {};
    this.#calls = this.#calls
      .then(() => this.#hooks.call(method, args))
      .then(
        (value) => {
          this.tell({ type: 'hook_result', call, value });
          const silent = value === null && flowMode(this.#game.parts.spec) === 'free';
          if (method === 'decide' && !silent) this.#judgeChoice(asked, value);
        },
        (error: unknown) => {
          if (this.#game.disposed) return;
          const problem = toProblem(error);
          this.#game.parts.onFault({ kind: method === 'view' ? 'view' : 'call', seat: this.role, method, problem });
          this.tell({ type: 'hook_failed', call, problem });
        },
      );
  }

  /** In a hybrid seat the engine passes over an answer that was not offered; an author wants to know. */
  #judgeChoice(key: string | undefined, value: Json): void {
    const { ask } = this.#engine.game((at) => at);
    if (this.#game.disposed || !ask || ask.key !== key || ask.proposal !== null) return;
    const problem: Problem = {
      code: 'decision_invalid',
      message: `decide answered ${JSON.stringify(value)?.slice(0, 80)}, which was not offered.`,
    };
    this.#game.parts.onFault({ kind: 'choice', seat: this.role, method: 'decide', problem });
  }

  /** A person at a seat is never played for: what the hooks propose does not play by itself. */
  #hold(): void {
    const { ask } = this.#engine.game((at) => at);
    if (this.by === 'person' && ask && ask.proposal !== null && !ask.held) this.tell({ type: 'hold', key: ask.key });
  }

  /** Plays what the hooks propose, in a while. */
  plan(): void {
    const { ask } = this.#engine.game((at) => at);
    const key = this.by === 'hooks' && ask && ask.proposal !== null ? ask.key : null;
    if (key === this.#planned) return;
    this.#cancelPlan?.();
    this.#planned = key;
    if (key === null) return;
    this.#cancelPlan = this.#game.parts.environment.after(paceMs, () => {
      this.#planned = null;
      if (!this.#game.paused) this.playProposal();
    });
  }

  playProposal(): boolean {
    const { ask } = this.#engine.game((at) => at);
    if (this.#game.disposed || this.by !== 'hooks' || !ask || ask.proposal === null) return false;
    this.tell({ type: 'answer', key: ask.key, value: ask.proposal });
    return true;
  }

  /** Wakes the engine at its time, while time runs. */
  schedule(): void {
    this.#cancelWake?.();
    this.#cancelWake = null;
    const { clock, parts } = this.#game;
    if (this.#wake === null || !clock.running || this.#game.disposed) return;
    this.#cancelWake = parts.environment.after(Math.max(0, Math.ceil(this.#wake - clock.now())), () => {
      if (clock.now() < (this.#wake ?? Number.POSITIVE_INFINITY)) this.schedule();
      else this.tell({ type: 'time' });
    });
  }

  shown(): StudioSeat {
    const { clock } = this.#game;
    const { seq, view, ask, moves, talk } = this.#engine.game((at) => clock.wallOf(at));
    return {
      by: this.by,
      can_decide: this.canDecide,
      seq,
      view: view as StudioSeat['view'],
      ask: ask && { ...ask, plays_at: null, deadline_at: clock.running ? ask.deadline_at : null },
      moves,
      talk,
      outcome: this.outcome as StudioSeat['outcome'],
    };
  }

  dispose(): void {
    this.#cancelWake?.();
    this.#cancelPlan?.();
  }
}

function methodOf({ detail }: Problem): HookMethod | null {
  return typeof detail?.method === 'string' ? (detail.method as HookMethod) : null;
}
