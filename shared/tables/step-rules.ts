/** What a step of the hooks must contain. Any other step ends the table with `hook_failed`, whoever caused it. */
import type { Problem } from '../errors.ts';
import type { Json } from '../json/value.ts';
import { flowMode, type Spec } from '../protocol/spec.ts';
import { type HookMethod, type Role, type Step, stepSchema } from './hooks.ts';

/** `value`: what a method of the seat's hooks returned. */
export function readStep(
  spec: Spec,
  role: Role,
  method: HookMethod,
  value: Json,
): { step: Step } | { problem: Problem } {
  const parsed = stepSchema.safeParse(value);
  if (!parsed.success) {
    const pointers = parsed.error.issues.slice(0, 5).map((issue) => `/${issue.path.join('/')}`);
    return { problem: { code: 'hook_failed', message: `${method} did not return a step.`, detail: { pointers } } };
  }
  const message = brokenRule(spec, role, method, parsed.data);
  return message === null ? { step: parsed.data } : { problem: { code: 'hook_failed', message } };
}

function brokenRule(spec: Spec, role: Role, method: HookMethod, { send, ask, end }: Step): string | null {
  const mode = flowMode(spec);
  /** A message that the hooks refuse needs no answer. */
  const isRefusal = end?.completed === false && !ask;
  switch (method) {
    case 'join':
    case 'handle_join':
      if (ask) return 'Hooks cannot ask before both sides are ready.';
      return send || end ? null : 'A step must send or end here.';
    case 'handle_ready':
      return ask || (send && !end) ? 'The ready message cannot be answered.' : null;
    case 'round_value':
      return ask && !send && !end ? null : 'round_value must ask and nothing else.';
    case 'round_judge':
      return isRefusal || (send && !ask) ? null : 'round_judge must send its result.';
    case 'on_message':
      return ask ? 'In a chat, hooks cannot ask questions of their own.' : null;
  }
  if (mode === 'free') {
    return end || (!ask && typeof send?.text === 'string') ? null : 'In a chat, act must return a text to send.';
  }
  if (method === 'handle' && role === 'guest' && mode !== 'session_loop') {
    const message = mode === 'simultaneous_round' ? 'A result cannot be answered.' : 'A response cannot be answered.';
    return isRefusal || (!send && !ask) ? null : message;
  }
  if (ask && (send || end)) return 'A step cannot both ask and send or end.';
  return send || ask || end ? null : 'A step must ask, send or end.';
}
