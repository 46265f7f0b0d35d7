/** Runs bundled hooks as plain JavaScript at both seats of a table, and validates every frame as the engine does. */
import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { validateMessage } from '../../../shared/protocol/message.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import {
  type Answer,
  type DecideContext,
  type GameEnd,
  type HookMethod,
  type HooksMetadata,
  legalAnswer,
  proposalOf,
  type Question,
  questionSchema,
  type Role,
  type Step,
  stepSchema,
} from '../../../shared/tables/hooks.ts';

type State = Step['state'];
export type Frame = NonNullable<Step['send']>;
export type Chooser = (hooks: BundledHooks, state: State, ask: Question) => Answer;

export interface BundledHooks extends Record<HookMethod, (...args: never[]) => unknown> {
  manners?: string[];
  metadata(): HooksMetadata;
  init(context: object): State;
  decide(state: State, ask: Question, context?: DecideContext): unknown;
  view(state: State): { [name: string]: unknown };
  session_end(state: State, end: GameEnd): State;
}

// The sandbox provides this function to hooks.
Object.assign(globalThis, { sha256: (text: string) => hash('sha256', text) });

export const bundledHooks = async (folder: string): Promise<BundledHooks> =>
  import(new URL(`../../../resources/protocols/${folder}/hooks.js`, import.meta.url).href);

/** Chooses at random. */
export const chooseAtRandom: Chooser = (_hooks, _state, { choices, entry }) => {
  if (entry?.type === 'integer') return entry.min + Math.floor(Math.random() * (entry.max - entry.min + 1));
  return choices[Math.floor(Math.random() * choices.length)]!.value;
};
/** Chooses what the hooks themselves decide. */
export const chooseByHooks: Chooser = (hooks, state, ask) => proposalOf(ask, hooks.decide(state, ask))!.answer;

/** One seat: keeps its state and checks every step, frame and ask that its hooks return. */
export class Seat {
  readonly role: Role;
  readonly hooks: BundledHooks;
  readonly spec: Spec;
  readonly choose: Chooser;
  state: State;
  end: GameEnd | null = null;

  constructor(
    role: Role,
    hooks: BundledHooks,
    spec: Spec,
    options: object,
    choose: Chooser = chooseAtRandom,
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
    const result = (this.hooks[method] as (...args: unknown[]) => unknown)(state, ...rest);
    const step = stepSchema.parse(JSON.parse(JSON.stringify(result)));
    this.state = step.state;
    if (step.send) {
      const direction = this.role === 'host' ? 'host_to_guest' : 'guest_to_host';
      expect(validateMessage(this.spec, step.send, direction)).toEqual([]);
    }
    if (step.end) this.end = step.end;
    return step;
  }

  /** Chooses a legal answer to the question of a step. */
  answer(step: Step): Answer {
    const ask = questionSchema.parse(step.ask);
    const answer = this.choose(this.hooks, structuredClone(this.state), ask);
    expect(legalAnswer(ask, answer), `${answer} to ${ask.prompt}`).toBe(answer);
    return answer;
  }

  view() {
    return this.hooks.view(structuredClone(this.state));
  }
}

/** Exchanges the join and ready messages. */
export function exchangeOpenings(host: Seat, guest: Seat) {
  const ready = host.step('handle_join', guest.step('join').send);
  if (!host.end) guest.step('handle_ready', ready.send);
}

/** Plays a session_loop to its end; the guest moves first. Returns every frame after the handshake. */
export function playLoop(host: Seat, guest: Seat): Frame[] {
  const frames: Frame[] = [];
  exchangeOpenings(host, guest);
  let [seat, other] = [guest, host];
  let step = guest.step('first_action');
  for (;;) {
    if (step.ask) step = seat.step('act', step.ask.key, seat.answer(step));
    if (!step.send) return frames;
    frames.push(step.send);
    step = other.step('handle', step.send);
    [seat, other] = [other, seat];
  }
}

/**
 * Plays a session_loop, in which either seat may send the last message, until both seats have ended or a seat's question satisfies
 * `until`. Returns every message with its sender, and that question.
 */
export function playMessages(
  host: Seat,
  guest: Seat,
  until: (seat: Seat, ask: Question) => boolean = () => false,
): { sent: [Role, Frame][]; ask: Question | null } {
  const joinMessage = guest.step('join').send!;
  const ready = host.step('handle_join', joinMessage).send!;
  guest.step('handle_ready', ready);
  const sent: [Role, Frame][] = [
    ['guest', joinMessage],
    ['host', ready],
  ];
  let [from, to] = [guest, host];
  let step = guest.step('first_action');
  for (;;) {
    while (step.ask) {
      if (until(from, questionSchema.parse(step.ask))) return { sent, ask: questionSchema.parse(step.ask) };
      step = from.step('act', step.ask.key, from.answer(step));
    }
    if (step.send) sent.push([from.role, step.send]);
    if (to.end || !step.send) return { sent, ask: null };
    [from, to] = [to, from];
    step = from.step('handle', step.send);
  }
}

/** Plays a simultaneous_round game to its end. Returns the results. */
export function playRounds(host: Seat, guest: Seat): Frame[] {
  const frames: Frame[] = [];
  exchangeOpenings(host, guest);
  for (let round = 0; !guest.end; round += 1) {
    const host_value = host.answer(host.step('round_value', round));
    const guest_value = guest.answer(guest.step('round_value', round));
    const result = host.step('round_judge', round, host_value, guest_value).send!;
    frames.push(result);
    guest.step('handle', result, { round, host_value, guest_value });
  }
  return frames;
}
