/** Turns messages of the hooks that violate the spec into problems, one for each invalid field. */
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import type { Problem } from '../../../shared/errors.ts';
import { pointerOf } from '../../../shared/json/pointer.ts';
import { pointerPosition } from '../../../shared/json/position.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { specFile, studioProblem } from '../validate.ts';

/** Empty unless the table ended because the seat's own hooks made an invalid message. */
export function messageProblems(problem: Problem, seat: Role, spec: Spec, specText: string): StudioProblem[] {
  const { code, detail } = problem;
  if (code !== 'hook_failed' || detail?.direction !== 'sent' || !Array.isArray(detail.problems)) return [];
  const action = String(detail.action);
  const index = spec.messages.findIndex(
    ({ direction, fields }) =>
      (direction === 'both' || direction === `${seat}_to_${otherRole(seat)}`) &&
      fields.action?.type === 'enum' &&
      fields.action.values?.includes(action),
  );
  return (detail.problems as string[]).map((text) => {
    const field = fieldOf(text);
    const isDeclared = index >= 0 && field !== null && Object.hasOwn(spec.messages[index]?.fields ?? {}, field);
    const pointer =
      index < 0 ? '/messages' : pointerOf(['messages', index, ...(isDeclared ? ['fields', field as string] : [])]);
    return studioProblem({
      kind: 'message_rule',
      subject: field === null ? action : `${action}.${field}`,
      message: text,
      params: { seat },
      file: specFile,
      ...pointerPosition(specText, pointer),
      pointer,
    });
  });
}

/** The field that a problem text of `validateMessage` is about. */
function fieldOf(text: string): string | null {
  const match =
    /^(?:unknown field|missing required field): (.+)$/.exec(text) ?? /^([^\s:[\]]+)(?:\[\d+\])?: /.exec(text);
  return match?.[1] ?? null;
}
