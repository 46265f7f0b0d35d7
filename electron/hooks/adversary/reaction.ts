/** What the result of a call means for the table, as the engine would see it. */
import { type ErrorCode, type Problem, toProblem } from '../../../shared/errors.ts';
import { canonicalJson } from '../../../shared/json/canonical.ts';
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import { validateMessage } from '../../../shared/protocol/message.ts';
import { flowMode, type Spec } from '../../../shared/protocol/spec.ts';
import { directionFrom, type HookMethod, type Role, type Step } from '../../../shared/tables/hooks.ts';
import { readStep } from '../../../shared/tables/step-rules.ts';
import type { PlayedGame, ReceivingCall } from './played-game.ts';

export interface Reaction {
  /** `ended`: the table failed without a winner, or the sender lost the game. `taken`: the message was accepted. */
  kind: 'ended' | 'taken';
  /** Why the table failed; null if it didn't. */
  problem: Problem | null;
  /** The step of an accepted message. */
  step: Step | null;
}

/** Whether a table ended because the hooks failed: the seat that kept the rules is then blamed. */
export const isHookFailure = (problem: Problem | null): problem is Problem =>
  problem?.code === 'hook_failed' || problem?.code === 'hook_timeout';

/** The code with which a table ends if the hooks end it unfinished. */
function endCode(spec: Spec, role: Role, method: HookMethod): ErrorCode {
  if (method === 'handle_join' || method === 'handle_ready') return 'options_invalid';
  return flowMode(spec) === 'simultaneous_round' && role === 'guest' ? 'judge_disagrees' : 'message_invalid';
}

/** Whether the engine passes a message to the hooks of the other side in place of `expected`. It ends the table at an `error` by itself. */
export function isPassedOn(spec: Spec, expected: JsonObject, frame: JsonObject): boolean {
  if (frame.action === 'error') return false;
  const openings = ['join', 'ready'];
  const isOpening = openings.includes(String(expected.action));
  if (isOpening || openings.includes(String(frame.action))) return frame.action === expected.action;
  if (flowMode(spec) !== 'simultaneous_round') return true;
  const isSealing = ['commit', 'reveal', 'end'].includes(String(frame.action));
  return !isSealing && (frame.round === undefined || frame.round === expected.round);
}

/** Calls the hooks of `role`. */
export async function reactionOf(game: PlayedGame, role: Role, { method, args }: ReceivingCall): Promise<Reaction> {
  const { spec, hooks } = game.parts;
  let called = method;
  try {
    if (method === 'handle' && role === 'guest' && isShadowJudged(spec, hooks.guest.methods)) {
      called = 'round_judge';
      const [state, result, opened] = args as [Json, JsonObject, JsonObject];
      const judged = [state, opened.round!, opened.host_value!, opened.guest_value!];
      const own = (await hooks.guest.call('round_judge', judged)) as JsonObject | null;
      if (canonicalJson(own?.send ?? null) !== canonicalJson(result)) {
        return {
          kind: 'ended',
          problem: { code: 'judge_disagrees', message: 'The guest judges otherwise.' },
          step: null,
        };
      }
      called = method;
    }
    return reactionTo(spec, role, method, await hooks[role].call(method, args));
  } catch (error) {
    const problem = toProblem(error);
    return { kind: 'ended', problem: { ...problem, detail: { ...problem.detail, method: called } }, step: null };
  }
}

/** Whether the guest's engine first compares each result with that of its own hooks. */
const isShadowJudged = (spec: Spec, methods: ReadonlySet<HookMethod>): boolean =>
  flowMode(spec) === 'simultaneous_round' && spec.shadow_judge === true && methods.has('round_judge');

/** `result`: what the hooks of `role` returned for a message of the other side. */
export function reactionTo(spec: Spec, role: Role, method: HookMethod, result: Json): Reaction {
  const ended = (problem: Problem): Reaction => ({ kind: 'ended', problem, step: null });
  const read = readStep(spec, role, method, result);
  if ('problem' in read) return ended(read.problem);
  const { step } = read;
  const { send, end } = step;
  const isLast = method === 'handle' && role === 'guest' && flowMode(spec) !== 'session_loop';
  const problems = send && !isLast ? validateMessage(spec, send as JsonObject, directionFrom(role)) : [];
  if (problems.length > 0) {
    return ended({ code: 'hook_failed', message: `send breaks the spec: ${problems.slice(0, 5).join('; ')}.` });
  }
  if (end?.completed === false) {
    return ended({ code: endCode(spec, role, method), message: end.reason ?? 'The hooks refused the message.' });
  }
  if (send?.action === 'error') return ended({ code: 'message_invalid', message: 'The hooks answered with an error.' });
  return { kind: end?.completed && end.winner === role ? 'ended' : 'taken', problem: null, step };
}
