/** The Studio's preview: a game between two seats on this computer, over an in-memory connection, on a clock that can be paused. */
import { inBackground } from '../../shared/background.ts';
import type { StudioFrame, StudioGame, StudioPosition } from '../../shared/bridge/contract.ts';
import { newestWithin, withinLimits } from '../../shared/bridge/newest-within.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { validateMessage } from '../../shared/protocol/message.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import { readSystemFrame } from '../../shared/tables/frames.ts';
import { type Answer, type ControlMode, otherRole, type Role, roles } from '../../shared/tables/hooks.ts';
import { byHandProblem } from '../hooks/by-hand.ts';
import type { HookHost } from '../hooks/hook-host.ts';
import { PausableClock } from './clock.ts';
import { answersMaking, reactionOf } from './interventions.ts';
import { delayOf, type NetworkSettings, SimulatedStream } from './network.ts';
import { Positions } from './positions.ts';
import type { SeatFailure } from './problems/hooks.ts';
import { type Forgery, type Intervention, isIntervention, type ScriptEntry } from './replay-script.ts';
import { PreviewSeat, type SeatGame, type SeatParts, type SeatSettings } from './seat.ts';

export interface GameParts extends SeatParts {
  run: number;
  hooks: Record<Role, HookHost>;
  seats: Record<Role, SeatSettings>;
  network: NetworkSettings;
  /** Recorded decisions, played before anything else; their messages arrive at once. */
  script?: readonly ScriptEntry[];
  paused: boolean;
  /** Whether deadlines apply, that is, whether the game's clock runs. */
  deadline: boolean;
  onChange(): void;
  /** Called when no hook is running and no message is in transit. */
  onIdle?(): void;
}

/** A snapshot has only the newest messages. */
const snapshotFramesMax = 200;
/** A snapshot has only the newest replaced states. */
const snapshotEditsMax = 200;
/** Two seats with hooks might chat forever, so they are paused after this many messages. */
const chatPauseAfter = 60;

export class PreviewGame implements SeatGame {
  readonly parts: GameParts;
  readonly clock: PausableClock;
  paused: boolean;
  disposed = false;
  intervening = false;
  /** The seat that makes the author's message by its own answers. */
  #forging: Role | null = null;
  network: NetworkSettings;
  readonly #seats: Record<Role, PreviewSeat>;
  readonly #streams: Record<Role, SimulatedStream>;
  readonly #frames: StudioFrame[] = [];
  readonly #positions = new Positions();
  readonly #decisions: ScriptEntry[] = [];
  /** The rest of the script. */
  #script: ScriptEntry[];
  #calls: Promise<unknown> = Promise.resolve();
  /** Hook calls, messages and interventions in progress. */
  #busy = 0;
  /** Called as soon as nothing is in progress. */
  #waiting: (() => void)[] = [];
  /** The number of messages sent when the user last paused or resumed the hooks. */
  #framesAtPause = 0;

  constructor(parts: GameParts) {
    const { hooks, seats, environment } = parts;
    this.parts = parts;
    this.paused = parts.paused;
    this.network = parts.network;
    this.#script = [...(parts.script ?? [])];
    this.clock = new PausableClock(environment, parts.deadline);
    this.#seats = {
      host: new PreviewSeat('host', this, hooks.host, seats),
      guest: new PreviewSeat('guest', this, hooks.guest, seats),
    };
    this.#streams = { host: new SimulatedStream(environment), guest: new SimulatedStream(environment) };
  }

  start(): void {
    for (const role of roles) this.#seats[role].dispatch({ type: 'start' });
  }

  /** Plays the user's answer and drops the rest of the script. Throws the engine's error, and `decision_not_open` during an intervention. */
  answer(role: Role, key: string, value: Answer): void {
    if (this.intervening) throw new ParlorError('decision_not_open', 'A state is being replaced.');
    this.#script = [];
    const problem = this.#seats[role].dispatch({ type: 'answer', key, value });
    if (problem) throw new ParlorError(problem.code, problem.message, problem.detail);
  }

  setMode(role: Role, mode: ControlMode): void {
    const seat = this.#seats[role];
    if (mode !== 'human' && !seat.canDecide) {
      throw new ParlorError(
        'decision_invalid',
        'These hooks have no decide method, so only a person can play this seat.',
      );
    }
    const key = seat.askKey ?? undefined;
    this.#decisions.push({ seat: role, control_mode: mode, ...(key && { key }), after: this.#frames.length });
    seat.setMode(mode);
    this.notifyChange();
  }

  /** The state of a seat's hooks after `frame` messages; null for now. */
  stateAt(role: Role, frame: number | null): JsonObject {
    return frame === null ? this.#seats[role].state : this.#positions.stateAt(role, frame, this.#frames);
  }

  /**
   * Replaces the state of a seat's hooks, or sends a message in place of a seat; drops the rest of the script. Waits until nothing is in progress, as a replay does. Rejects `not_found` if the game is replaced first; see
   * `PreviewSeat.setState`.
   */
  intervene(
    intervention: Pick<Intervention, 'seat'> & ({ state: JsonObject } | { message: JsonObject }),
  ): Promise<void> {
    this.#script = [];
    return this.#intervene(intervention as Intervention);
  }

  async #intervene(intervention: Intervention): Promise<void> {
    while (this.#busy > 0 && !this.disposed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.disposed) throw replacedError();
    this.#busy += 1;
    this.intervening = true;
    const { seat } = intervention;
    const entry = { ...intervention, after: this.#frames.length };
    try {
      if ('message' in entry) await this.#forge(entry);
      else {
        await this.#seats[seat].setState(entry.state as JsonObject);
        this.#decisions.push(entry);
      }
      this.notifyChange();
    } catch (error) {
      this.#script = [];
      throw error;
    } finally {
      this.intervening = false;
      this.#onCompleted();
      this.resume();
    }
  }

  /** Sends the message by answers of the seat that make exactly it; without any, past the seat, which then can't follow the game. */
  async #forge(entry: Forgery): Promise<void> {
    const message = entry.message as JsonObject;
    const seat = this.#seats[entry.seat];
    const answers = await answersMaking(message, this.parts.spec, seat);
    if (this.disposed) throw replacedError();
    this.#decisions.push(entry);
    if (answers === null) {
      if (flowMode(this.parts.spec) !== 'free') seat.lose(this.#frames.length + 1);
      this.deliver(entry.seat, message, { in_step: false });
      return;
    }
    try {
      this.#forging = entry.seat;
      for (const { key, value } of answers) {
        seat.dispatch({ type: 'answer', key, value });
        await this.#settleCalls();
      }
    } finally {
      this.#forging = null;
    }
  }

  /** Waits until the hooks have nothing more to do. */
  async #settleCalls(): Promise<void> {
    for (let calls: Promise<unknown> | null = null; calls !== this.#calls; ) {
      calls = this.#calls;
      await calls;
    }
  }

  /** After it, a table can fail without a fault of its hooks. */
  get #hasIntervened(): boolean {
    return this.#decisions.some(isIntervention);
  }

  leave(role: Role): void {
    this.#seats[role].dispatch({ type: 'abort', problem: { code: 'resigned', message: 'You left this table.' } });
  }

  /** Pauses or resumes the hooks; `step` plays one of their proposals. */
  setPace(paused: boolean, step: boolean): void {
    this.paused = paused;
    this.#framesAtPause = this.#frames.length;
    this.notifyChange();
    if (step) {
      for (const role of roles) if (this.#seats[role].playProposal()) return;
    } else this.resume();
  }

  setDeadline(on: boolean): void {
    this.clock.setRunning(on);
    for (const role of roles) this.#seats[role].scheduleWake();
    this.notifyChange();
  }

  setNetwork(network: NetworkSettings): void {
    this.network = network;
    this.notifyChange();
  }

  // ---- the script -----------------------------------------------------------------------------------------------------

  get replaying(): boolean {
    return this.#script.length > 0;
  }

  /** Every decision so far, in order. */
  get decisions(): readonly ScriptEntry[] {
    return this.#decisions;
  }

  /** The next script entry, which cannot be played yet; null after the last. */
  get nextEntry(): ScriptEntry | null {
    return this.#script[0] ?? null;
  }

  get frameCount(): number {
    return this.#frames.length;
  }

  recordAnswer(seat: Role, key: string, answer: Answer, frameCount: number): void {
    if (this.#forging === null) this.#decisions.push({ seat, key, answer, after: frameCount });
  }

  /** Plays the script entries that are due. An answer that the engine refuses ends the script. */
  #playScript(): void {
    for (let entry = this.#script[0]; entry !== undefined; entry = this.#script[0]) {
      const seat = this.#seats[entry.seat];
      if ((entry.after ?? 0) > this.#frames.length || this.intervening) return;
      if (isIntervention(entry)) {
        if (this.#busy > 0) return;
        this.#script.shift();
        inBackground('studio replay', this.#replay(entry));
        return;
      }
      if (entry.key !== undefined && seat.askKey !== entry.key) return;
      this.#script.shift();
      if ('answer' in entry) {
        if (seat.dispatch({ type: 'answer', key: entry.key, value: entry.answer })) this.#script = [];
      } else if (seat.canDecide || entry.control_mode === 'human') this.setMode(entry.seat, entry.control_mode);
    }
  }

  /** Repeats what the author did. A state that the hooks don't take any more ends the script. */
  async #replay(intervention: Intervention): Promise<void> {
    try {
      await this.#intervene(intervention);
    } catch (error) {
      const problem = toProblem(error);
      const { seat } = intervention;
      if (problem.code !== 'not_found') this.reportFailure({ kind: 'view', seat, method: 'view', problem });
    }
  }

  // ---- running --------------------------------------------------------------------------------------------------------

  /** Continues the script, or schedules the answers of seats that hooks play. */
  resume(): void {
    if (this.disposed) return;
    if (this.replaying) this.#playScript();
    if (this.paused || this.replaying) return;
    if (flowMode(this.parts.spec) === 'free' && this.#frames.length - this.#framesAtPause > chatPauseAfter) {
      this.paused = true;
      this.notifyChange();
    } else {
      for (const role of roles) this.#seats[role].scheduleProposal();
    }
  }

  enqueueCall(call: () => Promise<void>): void {
    this.#busy += 1;
    this.#calls = this.#calls.then(() => (this.disposed ? undefined : call())).finally(() => this.#onCompleted());
  }

  /** Called when a hook call or a delivery has completed. */
  #onCompleted(): void {
    this.#busy -= 1;
    if (this.#busy > 0 || this.disposed) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
    if (this.replaying) this.#playScript();
    if (this.#busy > 0) return;
    this.parts.onIdle?.();
    if (!this.replaying) return;
    // Nothing is left that could make the next entry due: the game has diverged from the script and continues without it.
    this.#script = [];
    this.resume();
  }

  /** Logs a frame and delivers it to the other seat. `forgery`: the author sent it in place of the seat. */
  deliver(from: Role, frame: JsonObject, forgery: { in_step: boolean } | null = null): void {
    // What the engines tell each other is no message of the game.
    const isGameFrame = forgery !== null || readSystemFrame(frame) === null;
    if (isGameFrame && this.#forging === from) {
      this.#forging = null;
      this.deliver(from, frame, { in_step: true });
      return;
    }
    const direction = from === 'guest' ? 'guest_to_host' : 'host_to_guest';
    const at = this.parts.environment.wall();
    const problems = frame.action === undefined ? [] : validateMessage(this.parts.spec, frame, direction).slice(0, 5);
    const number = this.#frames.length + 1;
    const forged = forgery && { ...forgery, reaction: null };
    if (isGameFrame) this.#frames.push({ number, from, frame, at: Math.round(at), problems, forged });
    const line = JSON.stringify(frame);
    const receiver = this.#seats[otherRole(from)];
    this.#send(from, () => {
      const { outcome, dropped, lostAt } = receiver;
      receiver.receiveLine(line);
      if (!forgery) return;
      // After the calls of the hooks that the message has caused.
      this.enqueueCall(async () => {
        const reaction = reactionOf({ outcome, dropped, lostAt }, receiver);
        this.#frames[number - 1] = { ...this.#frames[number - 1]!, forged: { ...forgery, reaction } };
        this.notifyChange();
      });
    });
  }

  /** A failure of the hooks; tables that only the author's intervention has ended are none. */
  reportFailure(failure: SeatFailure): void {
    const isHookError = failure.problem.code === 'hook_failed' || failure.problem.code === 'hook_timeout';
    if (failure.kind !== 'table' || isHookError || !this.#hasIntervened) this.parts.onFailure(failure);
  }

  disconnect(from: Role): void {
    this.#send(from, () => this.#seats[otherRole(from)].dispatch({ type: 'closed' }));
  }

  #send(from: Role, onArrival: () => void): void {
    this.#busy += 1;
    const delay = this.replaying ? 0 : delayOf(this.network, this.parts.seed, from, this.#frames.length);
    this.#streams[from].send(delay, () => {
      onArrival();
      this.#onCompleted();
    });
  }

  notifyChange(): void {
    if (this.disposed) return;
    for (const role of roles) this.#positions.note(role, this.#seats[role].snapshot(), this.#seats[role].state);
    this.parts.onChange();
  }

  /** What both seats' boards receive after `frame` messages. */
  position(frame: number): Record<Role, StudioPosition> {
    const at = (role: Role) => this.#positions.at(role, frame, this.#frames, this.#seats[role].snapshot());
    return { host: at('host'), guest: at('guest') };
  }

  get frames(): readonly StudioFrame[] {
    return this.#frames;
  }

  snapshot(): StudioGame {
    const { run, seed, options, spec } = this.parts;
    const seatOf = (role: Role) => ({
      ...withinLimits(this.#seats[role].snapshot()),
      by_hand_problem: byHandProblem(spec, role),
    });
    return {
      run,
      seed,
      options,
      paused: this.paused,
      deadline: this.clock.running,
      network: this.network,
      frame_count: this.#frames.length,
      frames: newestWithin(this.#frames.slice(-snapshotFramesMax)),
      edits: this.#decisions
        .flatMap((entry) => ('state' in entry ? [{ seat: entry.seat, after: entry.after ?? 0 }] : []))
        .slice(-snapshotEditsMax),
      seats: { host: seatOf('host'), guest: seatOf('guest') },
    };
  }

  dispose(): void {
    this.disposed = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
    for (const role of roles) this.#seats[role].dispose();
  }
}

export const replacedError = () => new ParlorError('not_found', 'That game has been replaced by a newer one.');
