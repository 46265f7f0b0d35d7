/** Messages that the hooks made and the spec forbids, as problems of the invalid fields. */
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import type { Problem } from '../../../shared/errors.ts';
import { pointerPosition } from '../../../shared/json/locate.ts';
import { pointerOf } from '../../../shared/json/pointer.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { specFile, studioProblem } from '../judge.ts';

/** One problem for each invalid field; empty unless the table ended because of an invalid message of its own hooks. */
export function messageProblems(problem: Problem, seat: Role, spec: Spec, specText: string): StudioProblem[] {
  const { code, detail } = problem;
  if (code !== 'message_invalid' || detail?.direction !== 'sent' || !Array.isArray(detail.problems)) return [];
  const action = String(detail.action);
  const index = spec.messages.findIndex(
    ({ direction, fields }) =>
      (direction === 'both' || direction === `${seat}_to_${otherRole(seat)}`) &&
      fields.action?.type === 'enum' &&
      fields.action.values?.includes(action),
  );
  return (detail.problems as string[]).map((text) => {
    const field = fieldOf(text);
    const known = index >= 0 && field !== null && Object.hasOwn(spec.messages[index]?.fields ?? {}, field);
    const pointer =
      index < 0 ? '/messages' : pointerOf(['messages', index, ...(known ? ['fields', field as string] : [])]);
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

/** The field that a text of validateMessage names. */
function fieldOf(text: string): string | null {
  const named =
    /^(?:unknown field|missing required field): (.+)$/.exec(text) ?? /^([^\s:[\]]+)(?:\[\d+\])?: /.exec(text);
  return named?.[1] ?? null;
}
