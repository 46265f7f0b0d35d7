/** The bundled hooks played in plain JavaScript: both seats at one table, every frame checked as the engine would. */
import { expect } from 'vitest';
import { validateMessage } from '../../../shared/protocol/message.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import {
  type Answer,
  type Ask,
  askSchema,
  type End,
  type HookMethod,
  type HooksMetadata,
  type Role,
  type Step,
  stepSchema,
} from '../../../shared/tables/hooks.ts';

type State = Step['state'];
export type Frame = NonNullable<Step['send']>;
export type Chooser = (hooks: BundledHooks, state: State, ask: Ask) => Answer;

export interface BundledHooks extends Record<HookMethod, (...args: never[]) => unknown> {
  metadata(): HooksMetadata;
  init(context: object): State;
  decide(state: State, ask: Ask): Answer;
  view(state: State): { [name: string]: unknown };
  session_end(state: State, end: End): State;
}

export const bundledHooks = async (folder: string): Promise<BundledHooks> =>
  import(new URL(`../../../resources/protocols/${folder}/hooks.js`, import.meta.url).href);

export const anyLegal: Chooser = (_hooks, _state, ask) =>
  ask.choices[Math.floor(Math.random() * ask.choices.length)]!.value;
export const byAgent: Chooser = (hooks, state, ask) => hooks.decide(state, ask);

/** One seat: keeps its state and checks every step, frame and ask that its hooks hand back. */
export class Seat {
  readonly role: Role;
  readonly hooks: BundledHooks;
  readonly spec: Spec;
  readonly choose: Chooser;
  state: State;
  end: End | null = null;

  constructor(
    role: Role,
    hooks: BundledHooks,
    spec: Spec,
    options: object,
    choose: Chooser = anyLegal,
    manner: string | null = null,
  ) {
    this.role = role;
    this.hooks = hooks;
    this.spec = spec;
    this.choose = choose;
    this.state = hooks.init({ role, control_mode: 'autonomous', options, manner });
  }

  /** Calls a step method with plain JSON, as it would cross into the sandbox. */
  step(method: HookMethod, ...args: unknown[]): Step {
    const [state, ...rest] = structuredClone([this.state, ...args]);
    const returned = (this.hooks[method] as (...args: unknown[]) => unknown)(state, ...rest);
    const step = stepSchema.parse(JSON.parse(JSON.stringify(returned)));
    this.state = step.state;
    if (step.send) {
      const direction = this.role === 'host' ? 'host_to_guest' : 'guest_to_host';
      expect(validateMessage(this.spec, step.send, direction)).toEqual([]);
    }
    if (step.end) this.end = step.end;
    return step;
  }

  /** Answers the ask of a step; the answer is one of its choices. */
  answer(step: Step): Answer {
    const ask = askSchema.parse(step.ask);
    const answer = this.choose(this.hooks, structuredClone(this.state), ask);
    expect(ask.choices.map(({ value }) => value)).toContain(answer);
    return answer;
  }

  view() {
    return this.hooks.view(structuredClone(this.state));
  }
}

export function sitDown(host: Seat, guest: Seat) {
  const ready = host.step('handle_join', guest.step('join').send);
  if (!host.end) guest.step('handle_ready', ready.send);
}

/** Plays a session_loop to its end; the guest moves first. Returns every frame after the handshake. */
export function playLoop(host: Seat, guest: Seat): Frame[] {
  const frames: Frame[] = [];
  sitDown(host, guest);
  let turn = guest.step('first_action');
  while (!guest.end) {
    const move = guest.step('act', turn.ask?.key, guest.answer(turn)).send!;
    let reply = host.step('handle', move);
    if (reply.ask) reply = host.step('act', reply.ask.key, host.answer(reply));
    frames.push(move, reply.send!);
    turn = guest.step('handle', reply.send);
  }
  return frames;
}

/** Plays a simultaneous_round game to its end. Returns the results. */
export function playRounds(host: Seat, guest: Seat): Frame[] {
  const frames: Frame[] = [];
  sitDown(host, guest);
  for (let round = 0; !guest.end; round += 1) {
    const host_value = host.answer(host.step('round_value', round));
    const guest_value = guest.answer(guest.step('round_value', round));
    const result = host.step('round_judge', round, host_value, guest_value).send!;
    frames.push(result);
    guest.step('handle', result, { round, host_value, guest_value });
  }
  return frames;
}
