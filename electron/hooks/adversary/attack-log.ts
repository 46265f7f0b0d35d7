/** Collects the attempts of the adversary: one report for each kind, message and field. */
import type { ErrorCode, Problem } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type HookMethod, otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { changedFields } from './causes.ts';
import type { Verdict } from './judgement.ts';
import { malformedKinds } from './malformed-messages.ts';
import { changeKinds } from './message-changes.ts';
import type { PlayedGame } from './played-game.ts';
import { isHookFailure } from './reaction.ts';

export const attackKinds = [
  ...malformedKinds,
  'repeated_message',
  'withheld_message',
  ...changeKinds,
  'illegal_answer',
  'sealed_value',
  'copied_commitment',
  'false_commitment',
] as const;
export type AttackKind = (typeof attackKinds)[number];

/** A message sent in place of a seat's message number `index`. */
export interface Attack {
  game: PlayedGame;
  from: Role;
  index: number;
  kind: AttackKind;
  /** The changed field; null if the message as a whole was wrong. */
  field: string | null;
  frame: JsonObject;
}

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
   * The reaction to the accepted attempt, or to the first one that was refused. `ended`: the table failed without a winner, or the
   * sender lost the game. `dropped`: the frame was dropped and the chat continued. `taken`: accepted.
   */
  reaction: AttackReaction['reaction'];
  /** The problem that the table ended with. */
  code: ErrorCode | null;
  /** Whether no attempt that could be judged was accepted. */
  refused: boolean;
  accepted: AcceptedMessage | null;
  /** How many accepted messages could not be judged, and the first of them. */
  undecided: number;
  undecided_message: AcceptedMessage | null;
  /** At how many attempts the hooks failed, and the first of them. */
  failed: number;
  failed_message: FailedMessage | null;
}

export interface AcceptedMessage {
  /** The number of the message in the game, from 1. */
  number: number;
  frame: JsonObject;
  /** The method that accepted it; null if none was called. */
  method: HookMethod | null;
  /** The fields in which it differs from an honest message; empty if it came at the wrong time, `action` for another message. */
  changed: string[];
}

/** `method`: the one that failed, if it is known. */
export interface FailedMessage extends AcceptedMessage {
  problem: Problem;
}

export interface AttackReaction {
  reaction: 'ended' | 'dropped' | 'taken';
  /** Why the table failed; null if it didn't. */
  problem: Problem | null;
  /** The method that was called; null if none was. */
  method: HookMethod | null;
}

export class AttackLog {
  readonly #reports = new Map<string, AttackReport>();
  /** How many calls of the hooks timed out. */
  timeouts = 0;

  get reports(): AttackReport[] {
    return [...this.#reports.values()];
  }

  get hasHoles(): boolean {
    return this.reports.some(({ refused }) => !refused);
  }

  get hasFailures(): boolean {
    return this.reports.some(({ failed }) => failed > 0);
  }

  /** Whether a hole of this kind was found already. */
  hasFound(attack: Attack): boolean {
    return this.#reports.get(keyOf(attack))?.refused === false;
  }

  /** `verdict`: of a message that was accepted; `honest` for one that was refused. An accepted one that is honest was no lie. */
  add(attack: Attack, { reaction, problem, method }: AttackReaction, verdict: Verdict): void {
    const { game, from, index, kind, field, frame } = attack;
    const code = problem?.code ?? null;
    if (code === 'hook_timeout') this.timeouts += 1;
    if (reaction === 'taken' && verdict === 'honest') return;
    const key = keyOf(attack);
    const message = messageOf(attack);
    const report = this.#reports.get(key) ?? {
      ...{ kind, against: otherRole(from), message, field, tried: 0, reaction, code },
      ...{ refused: true, accepted: null, undecided: 0, undecided_message: null },
      ...{ failed: 0, failed_message: null },
    };
    this.#reports.set(key, report);
    report.tried += 1;
    const differing = changedFields(game.messagesFrom(from)[index]!.frame, frame);
    // A seat whose own hooks lie has sent the message as it is.
    const changed = differing.length === 0 && field !== null ? [field] : differing;
    const accepted: AcceptedMessage = { number: game.positionOf(from, index) + 1, frame, method, changed };
    if (isHookFailure(problem)) {
      const failing = (problem.detail?.method as HookMethod | undefined) ?? method;
      report.failed += 1;
      report.failed_message ??= { ...accepted, method: failing, problem };
      Object.assign(report, report.refused && { reaction, code });
    } else if (verdict === 'undecided') {
      report.undecided += 1;
      report.undecided_message ??= accepted;
    } else if (verdict === 'dishonest' && report.refused) {
      Object.assign(report, { reaction, code, refused: false, accepted });
    } else if (report.refused && report.failed === 0 && report.reaction === 'taken') {
      Object.assign(report, { reaction, code });
    }
  }
}

const messageOf = ({ game, from, index }: Attack): string => String(game.messagesFrom(from)[index]?.frame.action);

const keyOf = (attack: Attack): string =>
  [attack.kind, otherRole(attack.from), messageOf(attack), attack.field].join(' ');
