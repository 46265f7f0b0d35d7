/** Problems of a spec that is being edited, with their positions in the text. */
import { toProblem } from '../../../shared/errors.ts';
import { pointerPosition, positionOf } from '../../../shared/json/position.ts';
import { readSpec } from '../../../shared/protocol/spec.ts';
import type { CodeProblem } from '../../protocols/hooks/CodeEditor.tsx';

export function specProblems(text: string): CodeProblem[] {
  try {
    return readSpec(text).problems.map(({ pointer, message }) => ({
      kind: 'failed',
      position: pointerPosition(text, pointer),
      message,
    }));
  } catch (error) {
    const { message, detail } = toProblem(error);
    const { character, pointer } = detail ?? {};
    const position =
      typeof character === 'number'
        ? positionOf(text, character)
        : pointerPosition(text, typeof pointer === 'string' ? pointer : '');
    return [{ kind: 'failed', position, message }];
  }
}
