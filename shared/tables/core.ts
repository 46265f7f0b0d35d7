/** What every mode of play stands on: hook calls, checked messages, timers, the snapshot and the one way to end. */
import type { ErrorCode, Problem } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/value.ts';
import { validateMessage } from '../protocol/message.ts';
import type { Direction } from '../protocol/spec.ts';
import { sha256Hex } from '../signing/hash.ts';
import { decisionSeconds } from './deadlines.ts';
import type { Effect, Moment, Terms } from './events.ts';
import { farewell } from './frames.ts';
import { type End, type HookMethod, otherRole, type Role, type Step, stepSchema } from './hooks.ts';
import { type Move, type MoveOrigin, messageNamed, type Said, type SealedRound } from './moves.ts';
import type { Outcome } from './outcome.ts';
import type { RecordEntry } from './transcript.ts';
import { optionsWithoutWords, wordsOf } from './words.ts';

type Settled = { value: Json } | { problem: Problem };

interface PendingCall {
  step: boolean;
  settle(result: Settled): void;
}

/** A peer that says nothing where no decision is needed is given up after this. */
const automaticMs = 60_000;
/** A peer's decision may take as long as ours, and at least this, since its rules of patience are its own. */
const leastMoveMs = 600_000;
const moveMarginMs = 60_000;
/** A snapshot carries the newest words only: so many, and so many characters. */
const talkMax = 200;
const talkCharacters = 60_000;

export class TableCore {
  readonly terms: Terms;
  moment: Moment = { now: 0, at: 0, entropy: '' };
  /** The hooks' own state, handed in and back with every call. */
  state: JsonObject = {};
  view: Json = null;
  seq = 0;
  moves: Move[] = [];
  talk: Said[] = [];
  sealedRounds: SealedRound[] = [];
  /** Who decided what this side sends next. */
  origin: MoveOrigin | null = null;
  outcome: Outcome | null = null;
  /** The peer's stream is closed: nothing more arrives and nothing more can be sent. */
  peerGone = false;

  #effects: Effect[] = [];
  #calls = new Map<number, PendingCall>();
  #lastCall = 0;
  #said = 0;
  #timers = new Map<string, { at: number; run: () => void }>();
  /** Timers that stand still, with the milliseconds they have left. */
  #paused = new Map<string, { left: number; run: () => void }>();
  #wake: number | null = null;
  #touched = false;
  #initialised = false;
  /** The last effect of all is due. */
  #done = false;
  #viewing = false;
  #viewStale = false;
  #afterView: (() => void) | null = null;

  constructor(terms: Terms) {
    this.terms = terms;
  }

  get role(): Role {
    return this.terms.role;
  }

  /** True while a hook works on something the peer or the person said. */
  get stepping(): boolean {
    return [...this.#calls.values()].some((call) => call.step);
  }

  begin(moment: Moment) {
    this.moment = moment;
  }

  /** 32 hex digits for one purpose. Two draws of one event tell nothing about each other, though one may be public. */
  draw(purpose: 'nonce' | 'probe'): string {
    return sha256Hex(`${purpose}:${this.moment.entropy}`).slice(0, 32);
  }

  takeEffects(): Effect[] {
    if (this.#touched) {
      this.#touched = false;
      this.#effects.push({ type: 'changed' });
    }
    const times = [...this.#timers.values()].map((timer) => timer.at);
    const wake = times.length === 0 ? null : Math.min(...times);
    if (wake !== this.#wake) {
      this.#wake = wake;
      this.#effects.push({ type: 'wake', at: wake });
    }
    if (this.#done) {
      this.#done = false;
      this.#effects.push({ type: 'done' });
    }
    return this.#effects.splice(0);
  }

  /** The snapshot is another one now. */
  touch() {
    if (!this.#touched) this.seq += 1;
    this.#touched = true;
  }

  record(entry: RecordEntry, durable = false) {
    this.#effects.push({ type: 'record', entry, durable });
  }

  refuse(problem: Problem) {
    this.#effects.push({ type: 'refused', problem });
  }

  // ---- time ---------------------------------------------------------------------------------------------------------

  /** One timer a name; setting it again moves it. */
  setTimer(name: string, at: number, run: () => void) {
    if (this.outcome) return;
    if (this.#paused.has(name)) this.#paused.set(name, { left: at - this.moment.now, run });
    else this.#timers.set(name, { at, run });
  }

  clearTimer(name: string) {
    this.#timers.delete(name);
    if (this.#paused.has(name)) this.#paused.set(name, { left: Infinity, run: () => {} });
  }

  /** Holds a timer, set already or not yet, until `continueTimer`. */
  pauseTimer(name: string) {
    const timer = this.#timers.get(name);
    this.#timers.delete(name);
    this.#paused.set(
      name,
      timer ? { left: timer.at - this.moment.now, run: timer.run } : { left: Infinity, run: () => {} },
    );
  }

  continueTimer(name: string) {
    const paused = this.#paused.get(name);
    this.#paused.delete(name);
    if (paused && paused.left !== Infinity) this.setTimer(name, this.moment.now + paused.left, paused.run);
  }

  /** Runs what is due, oldest first; each timer once, so that an hour asleep is one ping and not 360. */
  runDueTimers() {
    const due = [...this.#timers]
      .filter(([, timer]) => timer.at <= this.moment.now)
      .sort(([, a], [, b]) => a.at - b.at);
    for (const [name, timer] of due) {
      if (this.#timers.get(name) !== timer) continue;
      this.#timers.delete(name);
      timer.run();
    }
  }

  /** From now on the peer owes a frame. */
  expectFrame(kind: 'automatic' | 'move') {
    const moveMs = Math.max(leastMoveMs, decisionSeconds(this.terms.spec) * 1000 + moveMarginMs);
    this.setTimer('peer', this.moment.now + (kind === 'move' ? moveMs : automaticMs), () => {
      this.fail('peer_timeout', 'The other side did not play in time.');
    });
  }

  // ---- hooks --------------------------------------------------------------------------------------------------------

  has(method: HookMethod): boolean {
    return this.terms.methods.has(method);
  }

  settleCall(id: number, result: Settled) {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.settle(result);
  }

  call(method: HookMethod, args: Json[], settle: (result: Settled) => void, options?: { step?: boolean }) {
    this.#lastCall += 1;
    this.#calls.set(this.#lastCall, { step: options?.step ?? false, settle });
    this.#effects.push({ type: 'call', call: this.#lastCall, method, args });
  }

  initialise(next: () => void) {
    const { role, control_mode, options, manner, extraArgs: extra_args = [] } = this.terms;
    const settle = (state: Json) => {
      if (!isJsonObject(state)) return this.fail('hook_failed', 'init returned no object.', { method: 'init' });
      this.#initialised = true;
      this.#setState(state);
      next();
    };
    if (!this.has('init')) return settle({});
    // A guest's options come from its peer's invitation.
    const agreed = role === 'guest' ? optionsWithoutWords(this.terms.spec, options) : options;
    const context: JsonObject = { role, control_mode, options: agreed, manner, extra_args };
    this.call(
      'init',
      [context],
      (result) => ('problem' in result ? this.#failHook('init', result.problem) : settle(result.value)),
      {
        step: true,
      },
    );
  }

  /** Calls a step method with the hooks' state before `args`; `next` gets a checked step whose state is already kept. */
  step(method: HookMethod, args: Json[], next: (step: Step) => void) {
    const settle = (result: Settled) => {
      if ('problem' in result) return this.#failHook(method, result.problem);
      const parsed = stepSchema.safeParse(result.value);
      if (!parsed.success) {
        const pointers = parsed.error.issues.slice(0, 5).map((issue) => `/${issue.path.join('/')}`);
        return this.fail('hook_failed', `${method} returned something that is no step.`, { method, pointers });
      }
      this.#setState(parsed.data.state);
      next(parsed.data);
    };
    this.call(method, [this.state, ...args], settle, { step: true });
  }

  failHook(method: HookMethod, message: string) {
    this.fail('hook_failed', message, { method });
  }

  #failHook(method: HookMethod, problem: Problem) {
    this.fail(problem.code, problem.message, { ...problem.detail, method });
  }

  #setState(state: JsonObject) {
    this.state = state;
    this.#refreshView();
  }

  /** Runs `then` once the view fits the newest state, so that no board is asked about a position it cannot see yet. */
  whenViewed(then: () => void) {
    if (this.#viewing) this.#afterView = then;
    else then();
  }

  #refreshView() {
    if (!this.has('view')) return;
    if (this.#viewing) {
      this.#viewStale = true;
      return;
    }
    this.#viewing = true;
    this.#viewStale = false;
    this.call('view', [this.state], (result) => {
      this.#viewing = false;
      // A view is for the eyes only: where it fails the game goes on in the generated UI.
      this.view = 'value' in result ? result.value : null;
      this.touch();
      if (this.#viewStale) return this.#refreshView();
      const then = this.#afterView;
      this.#afterView = null;
      then?.();
    });
  }

  // ---- messages -----------------------------------------------------------------------------------------------------

  /** Sends a business frame after the same validation a peer's message gets. False where the table ended over it. */
  send(frame: JsonObject): boolean {
    const problems = this.problemsOf(frame, directionFrom(this.role));
    if (problems.length > 0) {
      this.fail('message_invalid', 'The hooks made a message that breaks the protocol.', {
        direction: 'sent',
        problems,
      });
      return false;
    }
    this.sendUnchecked(frame);
    this.noteWords(frame, this.origin ?? 'agent');
    this.origin = null;
    return true;
  }

  /** Keeps the words of a checked message for people to read. `origin` is null for a peer's. */
  noteWords(frame: JsonObject, origin: MoveOrigin | null) {
    const by = origin === null ? otherRole(this.role) : this.role;
    const said = wordsOf(this.terms.spec, frame).map((text) => {
      this.#said += 1;
      return { number: this.#said, by, text, at: this.moment.at, origin };
    });
    if (said.length === 0) return;
    const talk = [...this.talk, ...said].slice(-talkMax);
    let characters = talk.reduce((sum, { text }) => sum + text.length, 0);
    while (characters > talkCharacters && talk.length > 1) characters -= talk.shift()!.text.length;
    this.talk = talk;
    this.touch();
  }

  /** For the two frames of a host that the protocol leaves unchecked: `end`, and `error` for a broken commitment. */
  sendUnchecked(frame: JsonObject) {
    this.record({ kind: 'frame', direction: 'sent', frame });
    this.#effects.push({ type: 'send', frame });
  }

  /** Small talk: lost with the connection it was said on. */
  sendSystem(frame: JsonObject) {
    if (!this.peerGone) this.#effects.push({ type: 'send', frame });
  }

  /** Checks a peer's message; false where the table ended over it. */
  accept(frame: JsonObject): boolean {
    const problems = this.problemsOf(frame, directionFrom(otherRole(this.role)));
    if (problems.length === 0) {
      this.noteWords(frame, null);
      return true;
    }
    this.fail('message_invalid', 'The other side sent a message that breaks the protocol.', {
      direction: 'received',
      problems,
    });
    return false;
  }

  problemsOf(frame: JsonObject, direction: Direction): string[] {
    const problems = validateMessage(this.terms.spec, frame, direction);
    return problems.slice(0, 5).map((text) => text.slice(0, 200));
  }

  /** Whether a message may open the table here. Protocols that name these messages otherwise are taken at their word. */
  opens(due: 'join' | 'ready', action: string): boolean {
    return action === due || !messageNamed(this.terms.spec, due);
  }

  outOfTurn(action: string) {
    this.fail('out_of_turn', 'The other side sent a message that is not due now.', { action: action.slice(0, 64) });
  }

  // ---- the end ------------------------------------------------------------------------------------------------------

  fail(code: ErrorCode, message: string, detail?: JsonObject) {
    const problem: Problem = detail && Object.keys(detail).length > 0 ? { code, message, detail } : { code, message };
    this.end({ completed: false, winner: null, reason: null, problem });
  }

  /** The hooks' own end. One that is not completed names no winner and carries `code`. */
  finish(end: End, code: ErrorCode) {
    const reason = end.reason ?? null;
    if (end.completed) return this.end({ completed: true, winner: end.winner ?? null, reason, problem: null });
    this.end({
      completed: false,
      winner: null,
      reason,
      problem: { code, message: reason ?? 'The game ended without being finished.' },
    });
  }

  /** Only the first end counts. */
  end(outcome: Outcome) {
    if (this.outcome) return;
    this.outcome = outcome;
    this.#timers.clear();
    this.#paused.clear();
    this.#calls.clear();
    this.#viewing = false;
    this.#afterView = null;
    if (outcome.problem) this.sendSystem(farewell(outcome.problem.code));
    this.record({ kind: 'end', ...outcome }, true);
    this.touch();
    this.#effects.push({ type: 'ended', outcome });
    this.#lastWord(outcome);
  }

  #lastWord(outcome: Outcome) {
    if (!this.#initialised || !this.has('session_end')) return this.#lastView();
    const end: JsonObject = { completed: outcome.completed };
    if (outcome.winner !== null) end.winner = outcome.winner;
    if (outcome.reason !== null) end.reason = outcome.reason;
    this.call('session_end', [this.state, end], (result) => {
      // The game is decided: a hook that fails now changes nothing.
      if ('value' in result && isJsonObject(result.value)) this.state = result.value;
      this.#lastView();
    });
  }

  #lastView() {
    if (!this.#initialised || !this.has('view')) {
      this.#done = true;
      return;
    }
    this.call('view', [this.state], (result) => {
      if ('value' in result) this.view = result.value;
      this.touch();
      this.#done = true;
    });
  }
}

const directionFrom = (role: Role): Direction => (role === 'guest' ? 'guest_to_host' : 'host_to_guest');
