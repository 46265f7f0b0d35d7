import type { Json, JsonObject } from '../../../shared/json/value.ts';
import { flowMode } from '../../../shared/protocol/spec.ts';
import { type HookMethod, otherRole, type Role, roles, type Step, stepSchema } from '../../../shared/tables/hooks.ts';
import {
  type CompletedCall,
  type SeatTrace,
  type SelfPlayOptions,
  type SelfPlayReport,
  selfPlayMode,
} from '../self-play.ts';
import { ReplayedSeat } from './replayed-seat.ts';

/** The call with which a seat's hooks receive a message: `message` is the argument in which it arrives. */
export interface ReceivingCall {
  method: HookMethod;
  args: Json[];
}

/** Methods that move a game on from its start to its end. */
export const gameMethods = [
  'join',
  'handle_join',
  'handle_ready',
  'first_action',
  'handle',
  'round_value',
  'round_judge',
] as const satisfies HookMethod[];
/** Methods whose step leads to a message; `act` continues the step of another one. */
export const steppingMethods: readonly HookMethod[] = [...gameMethods, 'on_message'];
/** Messages of sealed rounds that the engine handles without the hooks. */
const sealingActions = ['commit', 'reveal', 'end'];

/** A completed game, from which each seat can be restored at any point. */
export class PlayedGame {
  readonly parts: SelfPlayOptions;
  readonly report: SelfPlayReport;
  /** The messages of both seats in order, without heartbeats and goodbyes. */
  readonly messages: SelfPlayReport['frames'];
  #moveFields: readonly string[] | undefined;

  constructor(parts: SelfPlayOptions, report: SelfPlayReport) {
    this.parts = parts;
    this.report = report;
    this.messages = report.frames.filter(({ frame }) => !Object.hasOwn(frame, '_sys'));
  }

  trace(role: Role): SeatTrace {
    return this.report.seats[role].trace;
  }

  /** The messages that a seat sent, without heartbeats and goodbyes. */
  messagesFrom(role: Role): SeatTrace['sent'] {
    return this.trace(role).sent.filter(({ frame }) => !Object.hasOwn(frame, '_sys'));
  }

  /** The position of a seat's message among those of both. */
  positionOf(from: Role, index: number): number {
    let remaining = index;
    return this.messages.findIndex((message) => message.from === from && remaining-- === 0);
  }

  /** The call with which the other seat received a message; null if its hooks don't receive it. */
  receivingCall(from: Role, index: number): CompletedCall | null {
    const role = otherRole(from);
    const { calls } = this.trace(role);
    const hasRounds = flowMode(this.parts.spec) === 'simultaneous_round';
    const { frame } = this.messagesFrom(from)[index]!;
    if (hasRounds && sealingActions.includes(String(frame.action))) return null;
    if (index === 0) {
      return calls.find(({ method }) => method === (role === 'host' ? 'handle_join' : 'handle_ready')) ?? null;
    }
    const number = this.messagesFrom(from)
      .slice(1, index)
      .filter((message) => !hasRounds || !sealingActions.includes(String(message.frame.action))).length;
    return calls.filter(({ method }) => method === 'handle')[number] ?? null;
  }

  /**
   * The calls that step, with which the other seat went from receiving one message to receiving a later one; null if its hooks don't receive
   * both.
   */
  receivingCalls(from: Role, first: number, last: number): CompletedCall[] | null {
    const { calls } = this.trace(otherRole(from));
    const [start = -1, end = -1] = [first, last].map((index) => calls.indexOf(this.receivingCall(from, index)!));
    if (start < 0 || end <= start) return null;
    return calls.slice(start, end + 1).filter(({ method }) => method === 'act' || steppingMethods.includes(method));
  }

  /** The call whose step led to a message, and its number among the calls of the seat; null without hooks for it. */
  sendingCall(role: Role, index: number): (CompletedCall & { number: number }) | null {
    const { calls } = this.trace(role);
    const last = this.messagesFrom(role)[index]?.call ?? -1;
    const number = calls.slice(0, last + 1).findLastIndex(({ method }) => steppingMethods.includes(method));
    return number < 0 ? null : { ...calls[number]!, number };
  }

  /** The last question before a seat's message, its answer, and the state in which it was asked; null without a question. */
  answeredBefore(role: Role, index: number): { state: JsonObject; ask: NonNullable<Step['ask']>; answer: Json } | null {
    const { calls } = this.trace(role);
    const last = this.messagesFrom(role)[index]?.call ?? -1;
    const actCall = calls[last];
    if (actCall?.method !== 'act') return null;
    const askCall = calls.slice(0, last).findLast(({ value }) => stepOf(value)?.ask?.key === actCall.args[1]);
    const step = askCall && stepOf(askCall.value);
    return step?.ask ? { state: actCall.args[0] as JsonObject, ask: step.ask, answer: actCall.args[2]! } : null;
  }

  /** The fields in which the messages of this game carry an answer as it is. */
  get moveFields(): readonly string[] {
    this.#moveFields ??= this.#findMoveFields();
    return this.#moveFields;
  }

  #findMoveFields(): string[] {
    const names = roles.flatMap((role) =>
      this.messagesFrom(role).flatMap(({ frame }, index) => {
        const answer = this.answeredBefore(role, index)?.answer;
        const carriers = Object.keys(frame).filter((name) => answer !== undefined && frame[name] === answer);
        return carriers.length === 1 ? carriers : [];
      }),
    );
    return [...new Set(names)];
  }

  /**
   * The receiver of a seat's message number `index`, just before that message arrives, with its engine. `receivingCall` is much faster, but
   * leaves out what the engine refuses.
   */
  receiverBefore(from: Role, index: number): ReplayedSeat {
    const role = otherRole(from);
    const { spec, options } = this.parts;
    const hooks = this.parts.hooks[role];
    const events: SeatTrace['events'] = [];
    let receivedCount = 0;
    for (const event of this.trace(role).events) {
      if (event.type !== 'frame' || Object.hasOwn(event.frame, '_sys')) events.push(event);
      else if (receivedCount === index) break;
      else {
        events.push(event);
        receivedCount += 1;
      }
    }
    return new ReplayedSeat({ role, control_mode: selfPlayMode(hooks), spec, options, hooks }, events);
  }
}

/** Null if the hooks returned something else. */
export const stepOf = (value: Json): Step | null => stepSchema.safeParse(value).data ?? null;
