import { type Problem, toProblem } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { createEngine } from '../../shared/tables/engine.ts';
import type { Effect, Engine, Moment, TableEvent, UntimedEvent } from '../../shared/tables/engine-types.ts';
import type { ControlMode, Role } from '../../shared/tables/hooks.ts';
import type { Outcome } from '../../shared/tables/outcome.ts';
import { parseFrame } from '../p2p/json-lines.ts';
import type { HookHost } from './hook-host.ts';

export type HookCall = Extract<Effect, { type: 'call' }>;

export interface LocalSeatParts {
  role: Role;
  control_mode: ControlMode;
  spec: Spec;
  options: JsonObject;
  hooks: HookHost;
  /** Strength of the hooks; their default if omitted. */
  manner?: string | undefined;
  /** Whether the hooks know no rules. */
  byHand?: boolean;
  /** Whether those of the other seat know none. */
  tellsEnd?: boolean;
  isPreview?: boolean;
}

/** A seat of a game that is played on this computer only: the engine and hooks of a real table, without network, journal or heartbeat. */
export abstract class LocalSeat {
  readonly role: Role;
  /** When the engine's next timer expires, in monotonic milliseconds; null if there is none. */
  wakeAt: number | null = null;
  outcome: Outcome | null = null;
  protected readonly hooks: HookHost;
  protected readonly engine: Engine;

  constructor(parts: LocalSeatParts) {
    const { role, control_mode, spec, options, hooks, manner } = parts;
    const { byHand = false, tellsEnd = false, isPreview = false } = parts;
    this.role = role;
    this.hooks = hooks;
    this.engine = createEngine({
      role,
      control_mode,
      spec,
      options,
      manner: manner ?? null,
      isPreview,
      hooks_hash: hooks.hash,
      methods: hooks.methods,
      ...{ byHand, tellsEnd },
      paceMs: 0,
      heartbeat: { intervalMs: 0, timeoutMs: 0, graceMs: 0 },
    });
  }

  protected abstract moment(): Moment;
  /** Called after `wakeAt` and `outcome` were updated. */
  protected abstract runEffect(effect: Exclude<Effect, { type: 'refused' }>): void;

  /** Passes an event to the engine. Returns the problem if the engine refused it, otherwise null. */
  dispatch(event: UntimedEvent): Problem | null {
    return this.apply({ ...event, ...this.moment() } as TableEvent);
  }

  protected apply(event: TableEvent): Problem | null {
    let problem: Problem | null = null;
    for (const effect of this.engine.handle(event)) {
      if (effect.type === 'refused') {
        problem = effect.problem;
        continue;
      }
      if (effect.type === 'wake') this.wakeAt = effect.at;
      else if (effect.type === 'ended') this.outcome = effect.outcome;
      this.runEffect(effect);
    }
    return problem;
  }

  /** Passes a line of the peer to the engine. Returns false if it is not a valid frame. */
  receiveLine(line: string): boolean {
    let frame: JsonObject;
    try {
      frame = parseFrame(line);
    } catch (error) {
      this.dispatch({ type: 'bad_line', problem: toProblem(error) });
      return false;
    }
    this.dispatch({ type: 'frame', frame });
    return true;
  }
}

/** Calls a hook and returns the event with its result. */
export async function callHook(hooks: HookHost, { call, method, args }: HookCall) {
  try {
    return { type: 'hook_result' as const, call, value: await hooks.call(method, args) };
  } catch (error) {
    return { type: 'hook_failed' as const, call, problem: toProblem(error) };
  }
}
