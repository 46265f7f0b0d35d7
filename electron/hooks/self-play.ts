/**
 * A protocol against itself: both seats played by hooks, over lines in memory, with the engine that plays real tables.
 * Time is told, not waited for. What it returns is what an author is shown.
 */
import { type Problem, toProblem } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import { createEngine } from '../../shared/tables/engine.ts';
import type { BareEvent, Effect, Engine, Game, Moment, TableEvent } from '../../shared/tables/events.ts';
import { type Answer, type Ask, otherRole, type Role } from '../../shared/tables/hooks.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import type { RecordEntry } from '../../shared/tables/transcript.ts';
import { LineSplitter, parseFrame } from '../p2p/lines.ts';
import type { HookHost } from './host.ts';

export interface SelfPlay {
  spec: Spec;
  /** The hooks of each seat; they stay the caller's. */
  hooks: Record<Role, HookHost>;
  options: JsonObject;
  /** Drives what people at the seats choose; the hooks have their own. */
  seed: string;
  /** What a person picks where hooks cannot decide; by chance unless told. */
  person?(role: Role, ask: Pick<Ask, 'key' | 'prompt' | 'choices' | 'entry'>, view: Json): Answer;
  /** Longest line, bytes. */
  lineCap?: number;
  /** Rewrites what a seat sends: a frame, or bytes that are none. For trying what the other seat does about it. */
  tamper?(from: Role, frame: JsonObject): Tampered | null;
}

/** Lines in place of one frame. */
export type Tampered = (JsonObject | Uint8Array)[];

export interface SelfPlayReport {
  mode: string;
  /** Both seats finished it and name the same winner, or none. */
  ok: boolean;
  frames: { from: Role; frame: JsonObject }[];
  seats: Record<Role, SeatReport>;
  /** Why it was stopped, where it would not end by itself. */
  stopped: 'stuck' | 'endless' | null;
}

export interface SeatReport {
  outcome: Outcome | null;
  moves: Game['moves'];
  talk: Game['talk'];
  view: Game['view'];
  /** Frames that were dropped, as the record tells. */
  warnings: string[][];
}

const framesMax = 2_000;
/** Two talkers may go on for ever; one of them leaves then. */
const talkMax = 60;
const defaultLineCap = 1024 * 1024;

/** Plays one game. Never rejects; what goes wrong is in the report. */
export async function selfPlay(parts: SelfPlay): Promise<SelfPlayReport> {
  const frames: SelfPlayReport['frames'] = [];
  const mode = flowMode(parts.spec);
  const clock = { now: 0 };
  const seats = {
    host: new PlayedSeat('host', parts, clock),
    guest: new PlayedSeat('guest', parts, clock),
  };
  let stopped: SelfPlayReport['stopped'] = null;
  for (const role of ['host', 'guest'] as const) seats[role].tell({ type: 'start' });
  while (!seats.host.done || !seats.guest.done) {
    if (frames.length > framesMax) {
      stopped = 'endless';
      break;
    }
    if (mode === 'free' && frames.length > talkMax) seats.guest.leave();
    const moved = (await work(seats.host)) || (await work(seats.guest));
    if (moved) continue;
    if (sleep(seats, clock)) continue;
    if (mode === 'free' && !seats.guest.ended) seats.guest.leave();
    else {
      stopped = 'stuck';
      break;
    }
  }
  const [mine, theirs] = [seats.host.ended, seats.guest.ended];
  const ok =
    stopped === null && mine?.completed === true && theirs?.completed === true && mine.winner === theirs.winner;
  return { mode, ok, frames, seats: { host: seats.host.report(), guest: seats.guest.report() }, stopped };

  /** One thing that a seat has to do; false where there is none. */
  async function work(seat: PlayedSeat): Promise<boolean> {
    if (await seat.runHook()) return true;
    const peer = seats[otherRole(seat.role)];
    const frame = peer.outbox.shift();
    if (frame !== undefined) {
      frames.push({ from: peer.role, frame });
      for (const line of parts.tamper?.(peer.role, frame) ?? [frame]) seat.hear(line);
      return true;
    }
    if (peer.ended && !seat.hungUp) {
      seat.hungUp = true;
      seat.tell({ type: 'closed' });
      return true;
    }
    return seat.answerForPerson();
  }
}

/** Time passes to the next timer of either seat; false where neither has one. */
function sleep(seats: Record<Role, PlayedSeat>, clock: { now: number }): boolean {
  const wakes = [seats.host.wake, seats.guest.wake].filter((at) => at !== null);
  if (wakes.length === 0) return false;
  clock.now = Math.max(clock.now, Math.min(...wakes));
  for (const seat of [seats.host, seats.guest]) {
    if (seat.wake !== null && seat.wake <= clock.now) seat.tell({ type: 'time' });
  }
  return true;
}

class PlayedSeat {
  readonly role: Role;
  readonly outbox: JsonObject[] = [];
  wake: number | null = null;
  ended: Outcome | null = null;
  done = false;
  hungUp = false;
  readonly #engine: Engine;
  readonly #hooks: HookHost;
  readonly #clock: { now: number };
  readonly #lines: LineSplitter;
  readonly #calls: Extract<Effect, { type: 'call' }>[] = [];
  readonly #warnings: string[][] = [];
  readonly #chance: () => number;
  readonly #person: SelfPlay['person'];
  #deaf = false;
  #draws = 0;

  constructor(role: Role, { spec, hooks, options, seed, lineCap, person }: SelfPlay, clock: { now: number }) {
    this.role = role;
    this.#clock = clock;
    this.#person = person;
    this.#hooks = hooks[role];
    this.#lines = new LineSplitter(lineCap ?? defaultLineCap);
    this.#chance = chanceOf(`${seed}:${role}`);
    this.#engine = createEngine({
      role,
      // Hooks that cannot decide have a person beside them, who picks by chance.
      control_mode: this.#hooks.methods.has('decide') ? 'autonomous' : 'human',
      spec,
      options,
      manner: null,
      hooks_hash: this.#hooks.hash,
      methods: this.#hooks.methods,
      paceMs: 0,
      heartbeat: { intervalMs: 0, timeoutMs: 0, graceMs: 0 },
    });
  }

  tell(event: BareEvent): void {
    this.#draws += 1;
    const entropy = this.#draws.toString(16).padStart(32, this.role === 'host' ? 'a' : 'b');
    const moment: Moment = { now: this.#clock.now, at: this.#clock.now, entropy };
    for (const effect of this.#engine.handle({ ...event, ...moment } as TableEvent)) this.#carryOut(effect);
  }

  /** Takes a line as it would come over the wire. */
  hear(line: JsonObject | Uint8Array): void {
    if (this.#deaf) return;
    const bytes = line instanceof Uint8Array ? line : new TextEncoder().encode(JSON.stringify(line));
    this.#lines.push(bytes);
    this.#lines.push([0x0a]);
    try {
      for (let text = this.#lines.next(); text !== null; text = this.#lines.next()) {
        this.tell({ type: 'frame', frame: parseFrame(text) });
      }
    } catch (error) {
      this.#deaf = true;
      this.tell({ type: 'bad_line', problem: toProblem(error) });
    }
  }

  async runHook(): Promise<boolean> {
    const call = this.#calls.shift();
    if (!call) return false;
    const event = await this.#hooks.call(call.method, call.args).then(
      (value) => ({ type: 'hook_result' as const, call: call.call, value }),
      (error: unknown) => ({ type: 'hook_failed' as const, call: call.call, problem: toProblem(error) as Problem }),
    );
    this.tell(event);
    return true;
  }

  answerForPerson(): boolean {
    const { ask, view } = this.#engine.game((at) => at);
    if (!ask || this.#hooks.methods.has('decide')) return false;
    const value = this.#person?.(this.role, ask, view) ?? anyAnswer(ask, this.#chance);
    this.tell({ type: 'answer', key: ask.key, value });
    return true;
  }

  leave(): void {
    this.tell({ type: 'abort', problem: { code: 'resigned', message: 'The talk was long enough.' } });
  }

  report(): SeatReport {
    const { moves, talk, view } = this.#engine.game((at) => at);
    return { outcome: this.ended, moves, talk, view, warnings: this.#warnings };
  }

  #carryOut(effect: Effect): void {
    if (effect.type === 'send') this.outbox.push(effect.frame);
    else if (effect.type === 'call') this.#calls.push(effect);
    else if (effect.type === 'wake') this.wake = effect.at;
    else if (effect.type === 'ended') this.ended = effect.outcome;
    else if (effect.type === 'done') this.done = true;
    else if (effect.type === 'record') this.#note(effect.entry);
  }

  #note(entry: RecordEntry): void {
    if (entry.kind === 'warning') this.#warnings.push(entry.problems);
  }
}

/** A legal answer by chance. */
function anyAnswer(ask: Pick<Ask, 'choices' | 'entry'>, chance: () => number): Answer {
  const { choices, entry } = ask;
  const pick = choices[Math.floor(chance() * (choices.length + (entry ? 1 : 0)))];
  if (pick) return pick.value;
  if (entry?.type === 'integer') return entry.min + Math.floor(chance() * (entry.max - entry.min + 1));
  return 'Some words.'.slice(0, entry?.max_bytes);
}

/** Numbers from 0 to 1 that follow from a text (mulberry32 over its characters). */
function chanceOf(text: string): () => number {
  let state = [...text].reduce((sum, character) => (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
