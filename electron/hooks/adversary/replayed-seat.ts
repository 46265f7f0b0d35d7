import { toProblem } from '../../../shared/errors.ts';
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import type { Effect, Moment, TableEvent } from '../../../shared/tables/engine-types.ts';
import type { HookMethod } from '../../../shared/tables/hooks.ts';
import { LineSplitter } from '../../p2p/json-lines.ts';
import { callHook, type HookCall, LocalSeat, type LocalSeatParts } from '../local-seat.ts';

/** Calls that do not affect whether a message is accepted. */
const irrelevantMethods: readonly HookMethod[] = ['decide', 'view', 'session_end'];
const timersMax = 50;

/** A seat restored to an earlier point of a completed game, to test how it handles a different message there. */
export class ReplayedSeat extends LocalSeat {
  /** Problems of each frame dropped since this point. */
  readonly warnings: string[][] = [];
  /** The calls since this point, with their results; null for a failed call. */
  readonly completedCalls: { method: HookMethod; value: Json }[] = [];
  readonly #calls = new Map<number, HookCall>();
  readonly #lines = new LineSplitter(budgets.frame.bytes);
  #time: Pick<Moment, 'now' | 'at'> = { now: 0, at: 0 };
  #momentCount = 0;

  /** `events`: the seat's events up to this point. */
  constructor(parts: LocalSeatParts, events: readonly TableEvent[]) {
    super(parts);
    for (const event of events) {
      if (event.type === 'hook_result' || event.type === 'hook_failed') this.#calls.delete(event.call);
      this.#time = { now: event.now, at: event.at };
      this.apply(event);
    }
    this.warnings.length = 0;
  }

  protected moment(): Moment {
    this.#momentCount += 1;
    return { ...this.#time, entropy: this.#momentCount.toString(16).padStart(32, 'c') };
  }

  protected runEffect(effect: Exclude<Effect, { type: 'refused' }>): void {
    if (effect.type === 'call') this.#calls.set(effect.call, effect);
    else if (effect.type === 'record' && effect.entry.kind === 'warning') this.warnings.push(effect.entry.problems);
  }

  /** Receives a frame or raw line as it would arrive over the network, and runs the hooks until the seat has reacted. */
  async receive(line: JsonObject | Uint8Array): Promise<void> {
    this.#lines.push(line instanceof Uint8Array ? line : new TextEncoder().encode(JSON.stringify(line)));
    this.#lines.push([0x0a]);
    try {
      for (let text = this.#lines.next(); text !== null; text = this.#lines.next()) this.receiveLine(text);
    } catch (error) {
      this.dispatch({ type: 'bad_line', problem: toProblem(error) });
    }
    for (;;) {
      const call = [...this.#calls.values()].find(({ method }) => !irrelevantMethods.includes(method));
      if (!call || this.outcome) return;
      this.#calls.delete(call.call);
      const event = await callHook(this.hooks, call);
      this.completedCalls.push({ method: call.method, value: event.type === 'hook_result' ? event.value : null });
      this.dispatch(event);
    }
  }

  /** Waits until every timer has run out or the seat has ended. */
  waitForTimers(): void {
    for (let count = 0; count < timersMax && this.wakeAt !== null && !this.outcome; count += 1) {
      this.#time = { now: this.wakeAt, at: this.wakeAt };
      this.dispatch({ type: 'time' });
    }
  }

  leave(): void {
    this.dispatch({ type: 'closed' });
  }
}
