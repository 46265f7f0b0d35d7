/** What all game modes share: hook calls, message validation, timers, the snapshot and the end of the table. */
import type { ErrorCode, Problem } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/value.ts';
import { validateMessage } from '../protocol/message.ts';
import type { Direction } from '../protocol/spec.ts';
import { sha256Hex } from '../signing/hash.ts';
import { BoardRecorder } from './board-record.ts';
import { chatTextsOf, newestMessages, optionsWithoutText } from './chat-text.ts';
import { ClientSeat } from './client-seat.ts';
import type { Effect, EngineConfig, Moment } from './engine-types.ts';
import { byeFrame, type ClockReading, overFrame } from './frames.ts';
import {
  type ControlMode,
  directionFrom,
  type GameEnd,
  type HookMethod,
  otherRole,
  type Role,
  type Step,
} from './hooks.ts';
import { isWithinFrame } from './message-budget.ts';
import { messageByAction } from './move-labels.ts';
import { MoveTimes } from './move-times.ts';
import type { ChatMessage, Move, MoveOrigin, MoveSource, SealedRound } from './moves.ts';
import type { ConcessionCode, Outcome } from './outcome.ts';
import { PeerTurn } from './peer-turn.ts';
import type { RecordEntry } from './record.ts';
import { readStep } from './step-rules.ts';
import { Timers } from './timers.ts';

type HookResult = { value: Json } | { problem: Problem };

interface PendingCall {
  isStep: boolean;
  settle(result: HookResult): void;
}

export class TableCore {
  readonly config: EngineConfig;
  readonly boardRecord: BoardRecorder;
  readonly moveTimes: MoveTimes;
  readonly peerTurn: PeerTurn;
  /** Who decides on this side now. */
  controlMode: ControlMode;
  /** A strength or style of the hooks; null for their default. */
  manner: string | null;
  /** The client that plays this seat, until it is removed. */
  client: ClientSeat | null;
  moment: Moment = { now: 0, at: 0, entropy: '' };
  /** State of the hooks, passed in and returned by every call. */
  state: JsonObject = {};
  view: Json = null;
  /** Increases with every change of the snapshot. */
  seq = 0;
  moves: Move[] = [];
  talk: ChatMessage[] = [];
  sealedRounds: SealedRound[] = [];
  /** Who decided on the message that this side sends next; null if it answers no question. */
  moveSource: MoveSource | null = null;
  /** What the clock of this side showed as it chose, while its commitment has to wait for the other's; else null. */
  heldChoice: ClockReading | null = null;
  outcome: Outcome | null = null;
  /** Whether either side has made a move. */
  hasMoves = false;
  /** Set once this side has conceded; it then waits for confirmation and sends no more moves. */
  pendingConcession: ConcessionCode | null = null;
  /** Whether the peer's stream is closed. */
  peerClosed = false;
  /** How many messages of the game each side has sent. */
  readonly messageCounts = { sent: 0, received: 0 };

  #effects: Effect[] = [];
  #calls = new Map<number, PendingCall>();
  #lastCallId = 0;
  #chatCount = 0;
  readonly #timers = new Timers();
  #wakeAt: number | null = null;
  #hasChanged = false;
  #isInitialized = false;
  /** `done` is the only effect still to be emitted. */
  #isDone = false;
  #isViewPending = false;
  #isViewStale = false;
  #afterView: (() => void) | null = null;

  constructor(config: EngineConfig) {
    this.config = config;
    this.controlMode = config.control_mode;
    this.manner = config.manner;
    this.client = config.client ? new ClientSeat(config.client, config) : null;
    this.boardRecord = new BoardRecorder(config.spec);
    this.moveTimes = new MoveTimes(config.role);
    this.peerTurn = new PeerTurn(this);
  }

  get role(): Role {
    return this.config.role;
  }

  /** True while a hook handles a message or an answer. */
  get isStepping(): boolean {
    return [...this.#calls.values()].some((call) => call.isStep);
  }

  beginEvent(moment: Moment) {
    this.moment = moment;
  }

  /** 32 hex digits from the event's entropy. Hashed with the purpose, so that a public probe id does not reveal a nonce. */
  drawHex(purpose: 'nonce' | 'probe'): string {
    return sha256Hex(`${purpose}:${this.moment.entropy}`).slice(0, 32);
  }

  takeEffects(): Effect[] {
    if (this.#hasChanged) this.#effects.push({ type: 'changed' });
    this.#hasChanged = false;
    const wakeAt = this.#timers.nextDueAt();
    if (wakeAt !== this.#wakeAt) {
      this.#wakeAt = wakeAt;
      this.#effects.push({ type: 'wake', at: wakeAt });
    }
    if (this.#isDone) {
      this.#isDone = false;
      this.#effects.push({ type: 'done' });
    }
    return this.#effects.splice(0);
  }

  /** Marks the snapshot as changed. */
  markChanged() {
    if (!this.#hasChanged) this.seq += 1;
    this.#hasChanged = true;
  }

  record(entry: RecordEntry, durable = false) {
    if (this.boardRecord.add(entry)) this.markChanged();
    if (entry.kind === 'frame') this.messageCounts[entry.direction] += 1;
    this.#effects.push({ type: 'record', entry, durable });
  }

  refuse(problem: Problem) {
    this.#effects.push({ type: 'refused', problem });
  }

  // ---- time ---------------------------------------------------------------------------------------------------------

  /** Sets or replaces the timer of this name. */
  setTimer(name: string, at: number, run: () => void) {
    if (!this.outcome) this.#timers.set(name, at, this.moment.now, run);
  }

  clearTimer(name: string) {
    this.#timers.clear(name);
  }

  /** Pauses a timer, even one that is set later, until `continueTimer`. */
  pauseTimer(name: string) {
    this.#timers.pause(name, this.moment.now);
  }

  resumeTimer(name: string) {
    if (!this.outcome) this.#timers.resume(name, this.moment.now);
  }

  runDueTimers() {
    this.#timers.runDue(this.moment.now);
  }

  /** When a timer is due, monotonic; null if it isn't set or is paused. */
  dueAt(name: string): number | null {
    return this.#timers.dueAt(name);
  }

  /** What is left of a timer, even of a paused one; null if it isn't set. */
  timeLeft(name: string): number | null {
    return this.#timers.leftMs(name, this.moment.now);
  }

  // ---- hooks --------------------------------------------------------------------------------------------------------

  hasHook(method: HookMethod): boolean {
    return this.config.methods.has(method);
  }

  settleCall(id: number, result: HookResult) {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.settle(result);
  }

  call(method: HookMethod, args: Json[], settle: (result: HookResult) => void, options?: { isStep?: boolean }) {
    this.#lastCallId += 1;
    this.#calls.set(this.#lastCallId, { isStep: options?.isStep ?? false, settle });
    this.#effects.push({ type: 'call', call: this.#lastCallId, method, args });
  }

  initialize(next: () => void) {
    const { role, control_mode, options, manner, extraArgs: extra_args = [] } = this.config;
    const settle = (state: Json) => {
      if (!isJsonObject(state)) return this.fail('hook_failed', 'init did not return an object.', { method: 'init' });
      this.#isInitialized = true;
      this.setState(state);
      next();
    };
    if (!this.hasHook('init')) return settle({});
    // A guest's options come from its peer's invitation.
    const hookOptions = role === 'guest' ? optionsWithoutText(this.config.spec, options) : options;
    const context: JsonObject = { role, control_mode, options: hookOptions, manner, extra_args };
    const settleInit = (result: HookResult) =>
      'problem' in result ? this.#failHook('init', result.problem) : settle(result.value);
    this.call('init', [context], settleInit, { isStep: true });
  }

  /** Calls a step method with the hooks' state and `args`; `next` receives the validated step after its state was stored. */
  step(method: HookMethod, args: Json[], next: (step: Step) => void) {
    const settle = (result: HookResult) => {
      if ('problem' in result) return this.#failHook(method, result.problem);
      const read = readStep(this.config.spec, this.role, method, result.value);
      if ('problem' in read) return this.#failHook(method, read.problem);
      this.setState(read.step.state);
      next(read.step);
    };
    this.call(method, [this.state, ...args], settle, { isStep: true });
  }

  failHook(method: HookMethod, message: string) {
    this.fail('hook_failed', message, { method });
  }

  #failHook(method: HookMethod, problem: Problem) {
    this.fail(problem.code, problem.message, { ...problem.detail, method });
  }

  setState(state: JsonObject) {
    this.state = state;
    this.#refreshView();
  }

  /** Calls `callback` once the view matches the state, so that a board sees the position before its question. */
  afterView(callback: () => void) {
    if (this.#isViewPending) this.#afterView = callback;
    else callback();
  }

  #refreshView() {
    if (!this.hasHook('view')) return;
    if (this.#isViewPending) {
      this.#isViewStale = true;
      return;
    }
    this.#isViewPending = true;
    this.#isViewStale = false;
    this.call('view', [this.state], (result) => {
      this.#isViewPending = false;
      // Without a view, the game continues in the Plain view.
      this.view = 'value' in result ? result.value : null;
      this.markChanged();
      if (this.#isViewStale) return this.#refreshView();
      const callback = this.#afterView;
      this.#afterView = null;
      callback?.();
    });
  }

  // ---- messages -----------------------------------------------------------------------------------------------------

  /**
   * Sends a business frame, validated like a peer's. Returns false if it was not sent: it was invalid and ended the table, or this
   * side has conceded.
   */
  send(frame: JsonObject): boolean {
    if (this.pendingConcession !== null) return false;
    const problems = isWithinFrame(frame) ? this.problemsOf(frame, directionFrom(this.role)) : ['message: too large'];
    if (problems.length > 0) {
      const detail = { direction: 'sent', action: frame.action ?? null, problems };
      this.fail('hook_failed', 'The hooks returned a message that breaks the protocol.', detail);
      return false;
    }
    this.sendUnchecked(frame);
    this.recordChat(frame, this.moveSource?.origin ?? 'agent');
    this.moveSource = null;
    return true;
  }

  /** Adds the chat text of a validated message to the snapshot. `origin` is null for the peer's. */
  recordChat(frame: JsonObject, origin: MoveOrigin | null) {
    const by = origin === null ? otherRole(this.role) : this.role;
    const messages = chatTextsOf(this.config.spec, frame).map((text) => {
      this.#chatCount += 1;
      return { number: this.#chatCount, by, text, at: this.moment.at, origin };
    });
    if (messages.length === 0) return;
    this.talk = newestMessages([...this.talk, ...messages]);
    this.markChanged();
  }

  /** Sends `end`, or `error` after a broken commitment: protocols need not define these. */
  sendUnchecked(frame: JsonObject) {
    this.record({ kind: 'frame', direction: 'sent', frame });
    this.#effects.push({ type: 'send', frame });
  }

  /** Sends a `_sys` frame, which is neither validated nor recorded. */
  sendSystem(frame: JsonObject) {
    if (!this.peerClosed) this.#effects.push({ type: 'send', frame });
  }

  /** Validates a peer's message; returns false if it was invalid and ended the table. */
  acceptMessage(frame: JsonObject): boolean {
    const problems = this.problemsOf(frame, directionFrom(otherRole(this.role)));
    if (problems.length === 0) {
      this.recordChat(frame, null);
      return true;
    }
    const detail = { direction: 'received', problems };
    this.fail('message_invalid', 'The other side sent a message that breaks the protocol.', detail);
    return false;
  }

  problemsOf(frame: JsonObject, direction: Direction): string[] {
    const problems = validateMessage(this.config.spec, frame, direction);
    return problems.slice(0, 5).map((text) => text.slice(0, 200));
  }

  /** Whether a message is the expected opening; a protocol without a message of that name may use another. */
  isOpening(due: 'join' | 'ready', action: string): boolean {
    return action === due || !messageByAction(this.config.spec, due);
  }

  failOutOfTurn(action: string) {
    this.fail('out_of_turn', 'The other side sent a message out of turn.', { action: action.slice(0, 64) });
  }

  // ---- the end ------------------------------------------------------------------------------------------------------

  /** Ends the table unfinished. */
  fail(failureCode: ErrorCode, message: string, detail?: JsonObject) {
    // While a concession is unconfirmed, it is the reason for any failure: this side was leaving.
    const code = this.pendingConcession ?? failureCode;
    const problem: Problem = detail && Object.keys(detail).length > 0 ? { code, message, detail } : { code, message };
    this.end({ completed: false, winner: null, reason: null, problem });
  }

  /** An end returned by the hooks. One that is not completed has no winner and the problem `code`. */
  finish(end: GameEnd, code: ErrorCode) {
    const reason = end.reason ?? null;
    if (end.completed) {
      const winner = end.winner ?? null;
      if (this.config.tellsEnd && !this.outcome) this.sendSystem(overFrame(winner));
      return this.end({ completed: true, winner, reason, problem: null });
    }
    const problem: Problem = { code, message: reason ?? 'The game ended unfinished.' };
    this.end({ completed: false, winner: null, reason, problem });
  }

  /** Only the first end counts. */
  end(outcome: Outcome) {
    if (this.outcome) return;
    this.outcome = outcome;
    this.#timers.clearAll();
    this.#calls.clear();
    this.#isViewPending = false;
    this.#afterView = null;
    if (outcome.problem) this.sendSystem(byeFrame(outcome.problem.code));
    this.record({ kind: 'end', ...outcome }, true);
    this.markChanged();
    this.#effects.push({ type: 'ended', outcome });
    this.#callSessionEnd(outcome);
  }

  #callSessionEnd(outcome: Outcome) {
    if (!this.#isInitialized || !this.hasHook('session_end')) return this.#refreshFinalView();
    const end: JsonObject = { completed: outcome.completed };
    if (outcome.winner !== null) end.winner = outcome.winner;
    if (outcome.reason !== null) end.reason = outcome.reason;
    this.call('session_end', [this.state, end], (result) => {
      // A hook that fails now does not change the outcome.
      if ('value' in result && isJsonObject(result.value)) this.state = result.value;
      this.#refreshFinalView();
    });
  }

  #refreshFinalView() {
    if (!this.#isInitialized || !this.hasHook('view')) {
      this.#isDone = true;
      return;
    }
    this.call('view', [this.state], (result) => {
      if ('value' in result) this.view = result.value;
      this.markChanged();
      this.#isDone = true;
    });
  }
}
