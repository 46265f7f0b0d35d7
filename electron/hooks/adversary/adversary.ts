/** Plays against each seat as a peer that breaks every rule it can, and reports what the seat accepted. */
import type { ErrorCode } from '../../../shared/errors.ts';
import { canonicalJson } from '../../../shared/json/canonical.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { flowMode } from '../../../shared/protocol/spec.ts';
import { type HookMethod, otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { randomFrom, type SelfPlayOptions, type SelfPlayReport } from '../self-play.ts';
import { businessPart } from './changed-values.ts';
import {
  type AttackLimits,
  type DishonestAttempt,
  type DishonestKind,
  dishonestKinds,
  dishonestMessages,
} from './dishonest-messages.ts';
import { HonestSeat } from './honest-seat.ts';
import { type MalformedAttempt, type MalformedKind, malformedKinds, malformedMessages } from './malformed-messages.ts';
import { PlayedGame } from './played-game.ts';
import type { ReplayedSeat } from './replayed-seat.ts';

export const attackKinds = [...malformedKinds, ...dishonestKinds] as const;
export type AttackKind = MalformedKind | DishonestKind;

/** All attempts of one kind with one message, or one field of it. */
export interface AttackReport {
  kind: AttackKind;
  /** The seat under attack, and the peer's message that was replaced. */
  against: Role;
  message: string;
  /** The changed field; null if the message as a whole was invalid. */
  field: string | null;
  tried: number;
  /**
   * The reaction to the accepted attempt, or to the first one if none was accepted. `ended`: the table failed without a winner, or the
   * sender lost the game. `dropped`: the frame was dropped and the chat continued. `taken`: accepted.
   */
  reaction: 'ended' | 'dropped' | 'taken';
  /** The problem that the table ended with. */
  code: ErrorCode | null;
  refused: boolean;
  accepted: AcceptedMessage | null;
}

export interface AcceptedMessage {
  /** The number of the message in the game, from 1. */
  number: number;
  frame: JsonObject;
  /** The method that accepted it; null if none was called. */
  method: HookMethod | null;
}

const defaultLimits: AttackLimits = { positions: 6 };
/** Hooks that time out this often are not tested further. */
const timeoutsMax = 2;

/** Resets each seat to points of a completed game and sends it a different message there. Hook failures never reject. */
export async function adversarialPlay(
  parts: SelfPlayOptions,
  fairGame: SelfPlayReport,
  limits = defaultLimits,
): Promise<AttackReport[]> {
  return new Adversary(new PlayedGame(parts, fairGame)).attack(limits);
}

class Adversary {
  readonly #game: PlayedGame;
  readonly #honestSeats: Record<Role, HonestSeat>;
  readonly #reports = new Map<string, AttackReport>();
  #timeouts = 0;

  constructor(game: PlayedGame) {
    this.#game = game;
    this.#honestSeats = { host: new HonestSeat(game, 'host'), guest: new HonestSeat(game, 'guest') };
  }

  async attack(limits: AttackLimits): Promise<AttackReport[]> {
    for (const attempt of malformedMessages(this.#game)) await this.#sendMalformed(attempt);
    const random = randomFrom(`${this.#game.parts.seed}:adversary`);
    const sentKeys = new Set<string>();
    for await (const attempt of dishonestMessages(this.#game, this.#honestSeats, limits, random)) {
      if (this.#timeouts >= timeoutsMax) break;
      const { kind, from, index, frames, replaced } = attempt;
      const key = canonicalJson([kind, from, index, frames, [...(replaced?.values() ?? [])]]);
      if (!sentKeys.has(key)) await this.#sendDishonest(attempt);
      sentKeys.add(key);
    }
    return [...this.#reports.values()];
  }

  async #sendMalformed({ kind, from, index, lines, expected, droppable }: MalformedAttempt): Promise<void> {
    const seat = this.#game.receiverBefore(from, index);
    for (const line of lines) await seat.receive(line);
    const { reaction, code } = reactionOf(seat);
    const refused =
      (droppable && reaction === 'dropped') || (reaction === 'ended' && code !== null && expected.includes(code));
    const [line] = lines;
    const frame = line instanceof Uint8Array || line === undefined ? {} : line;
    this.#report({ kind, from, index, field: null }, seat, refused ? null : frame);
  }

  async #sendDishonest(attempt: DishonestAttempt): Promise<void> {
    const { kind, from, index, frames, replaced } = attempt;
    const original = this.#game.messagesFrom(from)[index]?.frame;
    const [frame] = frames;
    if (
      kind !== 'repeated_message' &&
      frame &&
      original &&
      this.#hasSameBusinessPart(frame, original) &&
      !attempt.sealed
    )
      return;
    const seat = this.#game.receiverBefore(from, index, replaced);
    for (const sentFrame of frames) {
      // The previous message was valid and ended the game; the seat reads no messages after the end.
      if (seat.outcome) return;
      await seat.receive(sentFrame);
    }
    if (frames.length === 0) {
      seat.waitForTimers();
      if (!seat.outcome) seat.leave();
    }
    const { reaction } = reactionOf(seat);
    const accepted = reaction === 'taken' && !(await this.#isHonest(attempt, seat));
    this.#report(attempt, seat, accepted ? (frames.at(-1) ?? {}) : null);
  }

  /** Whether an accepted message could have come from an honest seat. */
  async #isHonest({ kind, from, index, frames, sealed }: DishonestAttempt, seat: ReplayedSeat): Promise<boolean> {
    const { spec, options } = this.#game.parts;
    // A chat has no rules except those of its messages.
    if (flowMode(spec) === 'free') return true;
    if (sealed) return this.#honestSeats[from].couldSeal(sealed.round, sealed.value);
    const [frame] = frames;
    if (kind === 'repeated_message') return false;
    if (!frame) return seat.outcome?.completed !== true;
    if (index === 0) {
      // A guest may request anything. A host may set what the agreed options leave open, or what the guest's hooks ignore.
      const changedNames = Object.keys(frame).filter(
        (name) => frame[name] !== this.#game.messagesFrom(from)[0]?.frame[name],
      );
      return from === 'guest' || !changedNames.some((name) => Object.hasOwn(options, name)) || this.#isIgnored(seat);
    }
    return this.#honestSeats[from].couldSend(index, frame);
  }

  /** Whether the guest's state after the ready message equals that of the fair game. */
  #isIgnored(seat: ReplayedSeat): boolean {
    const isReady = ({ method }: { method: HookMethod }) => method === 'handle_ready';
    const [actualCall, fairCall] = [seat.completedCalls.find(isReady), this.#game.trace('guest').calls.find(isReady)];
    return canonicalJson(actualCall?.value ?? null) === canonicalJson(fairCall?.value ?? null);
  }

  #hasSameBusinessPart(a: JsonObject, b: JsonObject): boolean {
    const { spec } = this.#game.parts;
    return canonicalJson(businessPart(spec, a)) === canonicalJson(businessPart(spec, b));
  }

  #report(
    { kind, from, index, field }: Pick<DishonestAttempt, 'from' | 'index' | 'field'> & { kind: AttackKind },
    seat: ReplayedSeat,
    frame: JsonObject | null,
  ): void {
    const { reaction, code } = reactionOf(seat);
    if (code === 'hook_timeout') this.#timeouts += 1;
    const message = String(this.#game.messagesFrom(from)[index]?.frame.action);
    const against = otherRole(from);
    const key = [kind, against, message, field].join(' ');
    const report = this.#reports.get(key);
    const method = seat.completedCalls[0]?.method ?? null;
    const accepted = frame && { number: this.#game.numberOf(from, index), frame, method };
    const refused = accepted === null;
    if (!report) {
      this.#reports.set(key, { kind, against, message, field, tried: 1, reaction, code, refused, accepted });
      return;
    }
    report.tried += 1;
    if (!refused && report.refused) Object.assign(report, { reaction, code, refused, accepted });
  }
}

function reactionOf({ role, outcome, warnings }: ReplayedSeat): Pick<AttackReport, 'reaction' | 'code'> {
  const hasEnded = outcome !== null && (outcome.completed ? outcome.winner === role : outcome.winner === null);
  return {
    reaction: warnings.length > 0 ? 'dropped' : hasEnded ? 'ended' : 'taken',
    code: outcome?.problem?.code ?? null,
  };
}
