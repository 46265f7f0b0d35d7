/** Plays a protocol against itself: hooks at both seats, the engine of real tables, messages passed in memory, and a virtual clock. */
import type { Problem } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import type { Effect, GameState, Moment, TableEvent } from '../../shared/tables/engine-types.ts';
import {
  type Answer,
  type ControlMode,
  type HookMethod,
  otherRole,
  type Question,
  type Role,
  roles,
} from '../../shared/tables/hooks.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { RecordEntry } from '../../shared/tables/record.ts';
import type { HookHost } from './hook-host.ts';
import { callHook, type HookCall, LocalSeat } from './local-seat.ts';

export interface SelfPlayOptions {
  spec: Spec;
  /** The caller disposes the hooks. */
  hooks: Record<Role, HookHost>;
  options: JsonObject;
  /** The strength of each seat; the hooks' default if omitted. */
  manners?: Partial<Record<Role, string>>;
  /** Seeds the choices of simulated people; hooks have their own seed. */
  seed: string;
  /** Decides when hooks cannot; at random by default. */
  answerForPerson?(role: Role, ask: Pick<Question, 'key' | 'prompt' | 'choices' | 'entry'>, view: Json): Answer;
  /** Replaces what a seat sends, to test how the other seat reacts. */
  tamper?(from: Role, frame: JsonObject): JsonObject[] | null;
  /** Called before each call of a seat's hooks. */
  onCall?(seat: Role, method: HookMethod): void;
  /** Called with each entry of a seat's transcript. */
  onRecord?(seat: Role, entry: RecordEntry): void;
}

export interface SelfPlayReport {
  mode: string;
  /** Both seats completed the game with the same winner, or without one. */
  ok: boolean;
  frames: { from: Role; frame: JsonObject }[];
  seats: Record<Role, SeatReport>;
  /** Why the game was stopped; null if it ended. */
  stopped: 'stuck' | 'endless' | null;
}

export interface SeatReport {
  outcome: Outcome | null;
  moves: GameState['moves'];
  talk: GameState['talk'];
  view: GameState['view'];
  /** Problems of each dropped frame. */
  warnings: string[][];
  trace: SeatTrace;
}

/** What happened at a seat, in order. */
export interface SeatTrace {
  events: TableEvent[];
  calls: CompletedCall[];
  /** The messages it sent, each with the index of the call before it, or -1 if there was none. */
  sent: { frame: JsonObject; call: number }[];
}

/** `value` is null if the call failed. */
export interface CompletedCall {
  method: HookMethod;
  args: Json[];
  value: Json;
  problem: Problem | null;
}

const framesMax = 2_000;
/** Frames after which the guest leaves a free chat, which might never end. */
const chatFramesMax = 60;

/** Plays one game. Never rejects; failures are in the report. */
export async function selfPlay(parts: SelfPlayOptions): Promise<SelfPlayReport> {
  const frames: SelfPlayReport['frames'] = [];
  const mode = flowMode(parts.spec);
  const clock = { now: 0 };
  const seats = {
    host: new SelfPlaySeat('host', parts, clock),
    guest: new SelfPlaySeat('guest', parts, clock),
  };
  let stopped: SelfPlayReport['stopped'] = null;
  for (const role of roles) seats[role].dispatch({ type: 'start' });
  while (!seats.host.isDone || !seats.guest.isDone) {
    if (frames.length > framesMax) {
      stopped = 'endless';
      break;
    }
    if (mode === 'free' && frames.length > chatFramesMax) seats.guest.leave();
    const hasProgressed = (await runStep(seats.host)) || (await runStep(seats.guest));
    if (hasProgressed) continue;
    if (advanceClock(seats, clock)) continue;
    if (mode === 'free' && !seats.guest.outcome) seats.guest.leave();
    else {
      stopped = 'stuck';
      break;
    }
  }
  const [host, guest] = [seats.host.outcome, seats.guest.outcome];
  const ok = stopped === null && host?.completed === true && guest?.completed === true && host.winner === guest.winner;
  return { mode, ok, frames, seats: { host: seats.host.report(), guest: seats.guest.report() }, stopped };

  /** Runs the next pending step of a seat; false if there is none. */
  async function runStep(seat: SelfPlaySeat): Promise<boolean> {
    if (await seat.runHook()) return true;
    const peer = seats[otherRole(seat.role)];
    const frame = peer.outbox.shift();
    if (frame !== undefined) {
      frames.push({ from: peer.role, frame });
      for (const delivered of parts.tamper?.(peer.role, frame) ?? [frame]) seat.receive(delivered);
      return true;
    }
    if (peer.outcome && !seat.isDisconnected) {
      seat.isDisconnected = true;
      seat.dispatch({ type: 'closed' });
      return true;
    }
    return seat.answerOpenQuestion();
  }
}

/** Advances the clock to the next timer; false if there is none. */
function advanceClock(seats: Record<Role, SelfPlaySeat>, clock: { now: number }): boolean {
  const wakeTimes = [seats.host.wakeAt, seats.guest.wakeAt].filter((time) => time !== null);
  if (wakeTimes.length === 0) return false;
  clock.now = Math.max(clock.now, Math.min(...wakeTimes));
  for (const seat of [seats.host, seats.guest]) {
    if (seat.wakeAt !== null && seat.wakeAt <= clock.now) seat.dispatch({ type: 'time' });
  }
  return true;
}

class SelfPlaySeat extends LocalSeat {
  readonly outbox: JsonObject[] = [];
  isDone = false;
  isDisconnected = false;
  readonly #parts: SelfPlayOptions;
  readonly #clock: { now: number };
  readonly #calls: HookCall[] = [];
  readonly #warnings: string[][] = [];
  readonly #trace: SeatTrace = { events: [], calls: [], sent: [] };
  readonly #random: () => number;
  #hasInvalidLine = false;
  #momentCount = 0;

  constructor(role: Role, parts: SelfPlayOptions, clock: { now: number }) {
    const hooks = parts.hooks[role];
    super({ ...parts, role, hooks, control_mode: selfPlayMode(hooks), manner: parts.manners?.[role] });
    this.#parts = parts;
    this.#clock = clock;
    this.#random = randomFrom(`${parts.seed}:${role}`);
  }

  protected moment(): Moment {
    this.#momentCount += 1;
    const entropy = this.#momentCount.toString(16).padStart(32, this.role === 'host' ? 'a' : 'b');
    return { now: this.#clock.now, at: this.#clock.now, entropy };
  }

  protected runEffect(effect: Exclude<Effect, { type: 'refused' }>): void {
    if (effect.type === 'send') {
      this.outbox.push(effect.frame);
      this.#trace.sent.push({ frame: effect.frame, call: this.#trace.calls.length - 1 });
    } else if (effect.type === 'call') this.#calls.push(effect);
    else if (effect.type === 'done') this.isDone = true;
    else if (effect.type === 'record') {
      this.#parts.onRecord?.(this.role, effect.entry);
      if (effect.entry.kind === 'warning') this.#warnings.push(effect.entry.problems);
    }
  }

  protected override apply(event: TableEvent) {
    this.#trace.events.push(event);
    return super.apply(event);
  }

  /** Receives a frame as it would arrive over the network. */
  receive(frame: JsonObject): void {
    if (!this.#hasInvalidLine && !this.receiveLine(JSON.stringify(frame))) this.#hasInvalidLine = true;
  }

  async runHook(): Promise<boolean> {
    const call = this.#calls.shift();
    if (!call) return false;
    const { method, args } = call;
    this.#parts.onCall?.(this.role, method);
    const event = await callHook(this.hooks, call);
    const hasFailed = event.type === 'hook_failed';
    this.#trace.calls.push({
      method,
      args,
      value: hasFailed ? null : event.value,
      problem: hasFailed ? event.problem : null,
    });
    this.dispatch(event);
    return true;
  }

  answerOpenQuestion(): boolean {
    const { ask, view } = this.engine.game((state) => state);
    if (!ask || this.hooks.methods.has('decide')) return false;
    const value = this.#parts.answerForPerson?.(this.role, ask, view) ?? randomAnswer(ask, this.#random);
    this.dispatch({ type: 'answer', key: ask.key, value });
    return true;
  }

  leave(): void {
    this.dispatch({
      type: 'abort',
      problem: { code: 'resigned', message: 'The conversation has reached its maximum length.' },
    });
  }

  report(): SeatReport {
    const { moves, talk, view } = this.engine.game((state) => state);
    return { outcome: this.outcome, moves, talk, view, warnings: this.#warnings, trace: this.#trace };
  }
}

/** If hooks cannot decide, a simulated person does. */
export const selfPlayMode = (hooks: HookHost): ControlMode => (hooks.methods.has('decide') ? 'autonomous' : 'human');

function randomAnswer(ask: Pick<Question, 'choices' | 'entry'>, random: () => number): Answer {
  const { choices, entry } = ask;
  const choice = choices[Math.floor(random() * (choices.length + (entry ? 1 : 0)))];
  if (choice) return choice.value;
  if (entry?.type === 'integer') return entry.min + Math.floor(random() * (entry.max - entry.min + 1));
  return 'Some words.'.slice(0, entry?.max_bytes);
}

/** Pseudorandom numbers in [0, 1), seeded by a text (mulberry32). */
export function randomFrom(text: string): () => number {
  let state = [...text].reduce((sum, character) => (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
