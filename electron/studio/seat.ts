/** One seat of a preview. Its engine runs `autonomous` as `hybrid`, so that the Studio can pause and step the hooks. */
import { hash } from 'node:crypto';
import type { StudioSeat } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { flowMode, type Spec } from '../../shared/protocol/spec.ts';
import type { Effect, Moment, UntimedEvent } from '../../shared/tables/engine-types.ts';
import {
  type Answer,
  type ControlMode,
  type HookMethod,
  otherRole,
  type Question,
  type Role,
} from '../../shared/tables/hooks.ts';
import type { HookHost } from '../hooks/hook-host.ts';
import { type HookCall, LocalSeat } from '../hooks/local-seat.ts';
import type { Environment } from '../tables/environment.ts';
import type { PausableClock } from './clock.ts';
import { choiceProblem, type SeatFailure } from './problems/hooks.ts';

/** Who decides for a seat, and with which hooks. */
export type SeatSettings = Pick<StudioSeat, 'control_mode' | 'hooks'>;

export interface SeatParts {
  spec: Spec;
  options: JsonObject;
  seed: string;
  environment: Environment;
  /** Called for each failure of the hooks. */
  onFailure(failure: SeatFailure): void;
}

/** What a seat needs from its game. */
export interface SeatGame {
  readonly parts: Omit<SeatParts, 'onFailure'>;
  readonly clock: PausableClock;
  readonly paused: boolean;
  readonly disposed: boolean;
  /** Whether recorded answers are being played; meanwhile hooks don't play their own. */
  readonly replaying: boolean;
  /** Whether the author is changing something. An answer played meanwhile would undo a replaced state. */
  readonly intervening: boolean;
  /** Runs the hook calls of both seats one after another, so that the same answers always give the same game. */
  enqueueCall(call: () => Promise<void>): void;
  deliver(from: Role, frame: JsonObject): void;
  reportFailure(failure: SeatFailure): void;
  disconnect(from: Role): void;
  /** The number of messages sent by both seats. */
  readonly frameCount: number;
  /** Logs an accepted answer, given after `frameCount` messages. */
  recordAnswer(role: Role, key: string, answer: Answer, frameCount: number): void;
  notifyChange(): void;
  resume(): void;
}

/** Delay before the hooks' answer is played: slow enough to follow by eye. */
const proposalDelayMs = 350;

const engineModeOf = (mode: ControlMode): ControlMode => (mode === 'autonomous' ? 'hybrid' : mode);

export class PreviewSeat extends LocalSeat {
  controlMode: ControlMode;
  readonly canDecide: boolean;
  readonly #settings: SeatSettings;
  readonly #game: SeatGame;
  /** The number of the author's message that the seat couldn't have sent: it can't follow the game from there. */
  lostAt: number | null = null;
  /** Messages that a chat has dropped. */
  dropped = 0;
  /** Counts the values drawn from the seed. */
  #draws = 0;
  #cancelWake: (() => void) | null = null;
  /** The key of the question whose proposal is scheduled. */
  #scheduledKey: string | null = null;
  #cancelProposal: (() => void) | null = null;

  constructor(role: Role, game: SeatGame, hooks: HookHost, seats: Record<Role, SeatSettings>) {
    const settings = seats[role];
    const canDecide = hooks.methods.has('decide');
    const control_mode = canDecide ? settings.control_mode : 'human';
    const { spec, options } = game.parts;
    const isByHand = (each: Role) => seats[each].hooks === 'by_hand';
    super({
      ...{ role, control_mode: engineModeOf(control_mode), spec, options, hooks, isPreview: true },
      ...{ byHand: isByHand(role), tellsEnd: isByHand(otherRole(role)) },
    });
    this.#game = game;
    this.#settings = settings;
    this.canDecide = canDecide;
    this.controlMode = control_mode;
  }

  /** The state of the hooks. */
  get state(): JsonObject {
    return this.engine.state;
  }

  /**
   * Replaces the state of the hooks; the open question stays as it was asked. Rejects with the error of `view`, which would have to show
   * that state, and `decision_finalized` after the end.
   */
  async setState(state: JsonObject): Promise<void> {
    if (this.hooks.methods.has('view')) await this.hooks.call('view', [state]);
    const problem = this.dispatch({ type: 'set_state', state });
    if (problem) throw new ParlorError(problem.code, problem.message, problem.detail);
  }

  /** The open question, unless the seat can't follow. */
  get ask(): Question | null {
    return this.lostAt === null ? this.engine.game((at) => at).ask : null;
  }

  /** The key of the open question. */
  get askKey(): string | null {
    return this.ask?.key ?? null;
  }

  /** What the hooks would do with an answer; null if they fail. */
  tryAnswer(state: JsonObject, { key, value }: { key: string; value: Answer }): Promise<Json> {
    return this.hooks.call('act', [state, key, value]).catch(() => null);
  }

  /** The author's message number `frame` went past the seat, unless its game is over. */
  lose(frame: number): void {
    if (this.outcome !== null || this.lostAt !== null) return;
    this.lostAt = frame;
    this.#cancelWake?.();
    this.#cancelProposal?.();
  }

  protected moment(): Moment {
    const { clock, parts } = this.#game;
    const entropy = hash('sha256', `${parts.seed}:${this.role}:${this.#draws}`).slice(0, 32);
    return { now: clock.now(), at: Math.round(parts.environment.wall()), entropy };
  }

  override dispatch(event: UntimedEvent): Problem | null {
    if (this.#game.disposed) return null;
    if (this.lostAt !== null) return cannotFollow;
    // Only events that a replay repeats draw a value: holding a proposal or switching modes must not change the game.
    if (event.type === 'frame' || event.type === 'answer') this.#draws += 1;
    const { frameCount } = this.#game;
    const problem = super.dispatch(event);
    if (event.type === 'answer' && !problem) this.#game.recordAnswer(this.role, event.key, event.value, frameCount);
    this.#holdProposal();
    this.#game.resume();
    return problem;
  }

  protected runEffect(effect: Exclude<Effect, { type: 'refused' }>): void {
    const game = this.#game;
    if (effect.type === 'send') game.deliver(this.role, effect.frame);
    else if (effect.type === 'call') this.#call(effect);
    else if (effect.type === 'wake') this.scheduleWake();
    else if (effect.type === 'record') this.dropped += effect.entry.kind === 'warning' ? 1 : 0;
    else if (effect.type === 'ended') {
      const { problem } = effect.outcome;
      if (problem) game.reportFailure({ kind: 'table', seat: this.role, method: methodOf(problem), problem });
      game.disconnect(this.role);
    } else if (effect.type === 'changed' || effect.type === 'done') game.notifyChange();
  }

  setMode(mode: ControlMode): void {
    this.controlMode = mode;
    this.dispatch({ type: 'set_mode', control_mode: engineModeOf(mode) });
  }

  #call({ call, method, args }: HookCall): void {
    const { key } = this.engine.game((at) => at).ask ?? {};
    this.#game.enqueueCall(() =>
      this.hooks.call(method, this.#withMode(method, args)).then(
        (value) => {
          this.dispatch({ type: 'hook_result', call, value });
          // In a free conversation, null means that the hooks say nothing.
          const isSilent = value === null && flowMode(this.#game.parts.spec) === 'free';
          if (method === 'decide' && !isSilent) this.#checkChoice(key, value);
        },
        (error: unknown) => {
          if (this.#game.disposed) return;
          const problem = toProblem(error);
          this.#game.reportFailure({ kind: method === 'view' ? 'view' : 'call', seat: this.role, method, problem });
          this.dispatch({ type: 'hook_failed', call, problem });
          if (method === 'decide') this.#abortIfAutonomous({ ...problem, detail: { ...problem.detail, method } });
        },
      ),
    );
  }

  /** The arguments with the mode that the author chose, not the engine's. */
  #withMode(method: HookMethod, args: Json[]): Json[] {
    const contextIndex = method === 'init' ? 0 : method === 'decide' ? 2 : -1;
    return args.map((arg, index) =>
      index === contextIndex ? { ...(arg as JsonObject), control_mode: this.controlMode } : arg,
    );
  }

  /** In a hybrid seat the engine ignores an answer that was not offered, so it is reported to the author here. */
  #checkChoice(key: string | undefined, value: Json): void {
    const { ask } = this.engine.game((at) => at);
    if (this.#game.disposed || this.controlMode === 'human') return;
    if (!ask || ask.key !== key || ask.proposal !== null) return;
    const { detail, ...rest } = choiceProblem(value);
    const problem: Problem = { ...rest, detail: { ...detail, method: 'decide' } };
    this.#game.reportFailure({ kind: 'choice', seat: this.role, method: 'decide', problem });
    this.#abortIfAutonomous(problem);
  }

  /** At a seat where the hooks decide alone, their failure ends the game, as at a real table. */
  #abortIfAutonomous(problem: Problem): void {
    const needsAnswer = flowMode(this.#game.parts.spec) !== 'free' && !this.#game.replaying;
    if (this.controlMode === 'autonomous' && needsAnswer) this.dispatch({ type: 'abort', problem });
  }

  /** Prevents the engine from playing the hooks' proposal if the user plays the seat. */
  #holdProposal(): void {
    const { ask } = this.engine.game((at) => at);
    if (this.controlMode === 'hybrid' && ask && ask.proposal !== null && !ask.held)
      this.dispatch({ type: 'hold', key: ask.key });
  }

  /** Schedules the hooks' proposal in an autonomous seat, and cancels one whose question is no longer open. */
  scheduleProposal(): void {
    const { ask } = this.engine.game((at) => at);
    const canPlay = this.controlMode === 'autonomous' && this.lostAt === null;
    const key = canPlay && ask && ask.proposal !== null ? ask.key : null;
    if (key === this.#scheduledKey) return;
    this.#cancelProposal?.();
    this.#scheduledKey = key;
    if (key === null) return;
    this.#cancelProposal = this.#game.parts.environment.after(proposalDelayMs, () => {
      this.#scheduledKey = null;
      if (!this.#game.paused) this.playProposal();
    });
  }

  /** Plays the hooks' proposal at once; returns false if there is none to play. */
  playProposal(): boolean {
    const { ask } = this.engine.game((at) => at);
    const { disposed, replaying, intervening } = this.#game;
    if (disposed || replaying || intervening || this.controlMode !== 'autonomous' || !ask || ask.proposal === null)
      return false;
    this.dispatch({ type: 'answer', key: ask.key, value: ask.proposal });
    return true;
  }

  /** Schedules the engine's next timer while the clock runs. */
  scheduleWake(): void {
    this.#cancelWake?.();
    this.#cancelWake = null;
    const { clock, parts } = this.#game;
    if (this.wakeAt === null || !clock.running || this.#game.disposed || this.lostAt !== null) return;
    this.#cancelWake = parts.environment.after(Math.max(0, Math.ceil(this.wakeAt - clock.now())), () => {
      if (clock.now() < (this.wakeAt ?? Number.POSITIVE_INFINITY)) this.scheduleWake();
      else this.dispatch({ type: 'time' });
    });
  }

  snapshot(): Omit<StudioSeat, 'by_hand_problem'> {
    const { clock } = this.#game;
    const game = this.engine.game((at) => clock.toMainClock(at));
    const { seq, view, board_record, ask, moves, talk, used_ms, sealed_rounds } = game;
    const timed = <T>(value: T) => (clock.running ? value : null);
    return {
      control_mode: this.controlMode,
      hooks: this.#settings.hooks,
      can_decide: this.canDecide,
      lost_at: this.lostAt,
      seq,
      view: view as StudioSeat['view'],
      board_record,
      ask: this.lostAt === null ? ask && { ...ask, plays_at: null, deadline_at: timed(ask.deadline_at) } : null,
      moves,
      talk,
      peer_asked_at: game.peer_asked_at,
      peer_deadline_at: timed(game.peer_deadline_at),
      limits: timed(game.limits),
      used_ms,
      sealed_rounds,
      outcome: this.outcome as StudioSeat['outcome'],
    };
  }

  dispose(): void {
    this.#cancelWake?.();
    this.#cancelProposal?.();
  }
}

const cannotFollow: Problem = {
  code: 'decision_not_open',
  message: "This seat can't follow: its hooks know nothing of the message that was sent in its place.",
};

function methodOf({ detail }: Problem): HookMethod | null {
  return typeof detail?.method === 'string' ? (detail.method as HookMethod) : null;
}
