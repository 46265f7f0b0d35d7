/** What the result of a call means for the table, as the engine would see it. */
import type { ErrorCode } from '../../../shared/errors.ts';
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import { validateMessage } from '../../../shared/protocol/message.ts';
import { flowMode, type Spec } from '../../../shared/protocol/spec.ts';
import { directionFrom, type HookMethod, type Role, type Step } from '../../../shared/tables/hooks.ts';
import { stepOf } from './played-game.ts';

export interface Reaction {
  /** `ended`: the table failed without a winner, or the sender lost the game. `taken`: the message was accepted. */
  kind: 'ended' | 'taken';
  code: ErrorCode | null;
  /** The step of an accepted message. */
  step: Step | null;
}

/** The code with which a table ends if the hooks end it unfinished. */
function endCode(spec: Spec, role: Role, method: HookMethod): ErrorCode {
  if (method === 'handle_join' || method === 'handle_ready') return 'options_invalid';
  return flowMode(spec) === 'simultaneous_round' && role === 'guest' ? 'judge_disagrees' : 'message_invalid';
}

/** Whether the engine passes a message to the hooks of the other side in place of `expected`. Of an `error` only its reason is shown. */
export function isPassedOn(spec: Spec, expected: JsonObject, frame: JsonObject): boolean {
  const openings = ['join', 'ready'];
  const isOpening = openings.includes(String(expected.action));
  if (isOpening || openings.includes(String(frame.action))) return frame.action === expected.action;
  if (flowMode(spec) !== 'simultaneous_round') return true;
  const isSealing = ['commit', 'reveal', 'end'].includes(String(frame.action));
  return !isSealing && (frame.round === undefined || frame.round === expected.round);
}

/** `result`: what the hooks of `role` returned for a message of the other side. */
export function reactionTo(spec: Spec, role: Role, method: HookMethod, result: Json): Reaction {
  const step = stepOf(result);
  const ended = (code: ErrorCode | null): Reaction => ({ kind: 'ended', code, step: null });
  if (!step) return ended('hook_failed');
  if (step.end && !step.end.completed) return ended(endCode(spec, role, method));
  if (step.send && validateMessage(spec, step.send as JsonObject, directionFrom(role)).length > 0) {
    return ended('hook_failed');
  }
  if (step.send?.action === 'error') return ended('message_invalid');
  if (step.end?.completed && step.end.winner === role) return { kind: 'ended', code: null, step };
  const isStuck = method === 'handle' && flowMode(spec) === 'session_loop' && !step.send && !step.ask && !step.end;
  return isStuck ? ended('hook_failed') : { kind: 'taken', code: null, step };
}
