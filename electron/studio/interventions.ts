/** What an author does to a preview by hand: texts become states and messages, and what the other side made of a message. */
import type { StudioReaction } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/parse.ts';
import { positionOf } from '../../shared/json/position.ts';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';
import type { PreviewSeat } from './seat.ts';

/** Of the reason that is shown. */
const reasonMaxCharacters = 500;

/** The object that a text contains. Throws `malformed_json` or `duplicate_key` with the line, or `invalid_field` for another value. */
export function objectOf(text: string): JsonObject {
  const value = parsed(text);
  if (!isJsonObject(value)) throw new ParlorError('invalid_field', 'The text is JSON, but not an object.');
  return value;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof ParlorError)) throw error;
    const { character } = error.detail ?? {};
    const position = typeof character === 'number' ? positionOf(text, character) : {};
    throw new ParlorError(error.code, error.message, { ...error.detail, ...position }, { cause: error });
  }
}

/** A state as its author reads and edits it, or on one line if that is too long for `maxCharacters`. */
export function stateText(state: JsonObject, maxCharacters: number): string {
  const text = JSON.stringify(state, null, 2);
  return text.length <= maxCharacters ? text : JSON.stringify(state);
}

/** What a seat was like before a message arrived. */
export type SeatBefore = Pick<PreviewSeat, 'outcome' | 'dropped'>;

/** What a seat made of a message, after its hooks have seen it. */
export function reactionOf(before: SeatBefore, { outcome, dropped }: SeatBefore): StudioReaction {
  if (before.outcome !== null) return { kind: 'unread', code: null, reason: null };
  if (dropped > before.dropped) return { kind: 'dropped', code: 'message_invalid', reason: null };
  const problem = outcome?.problem ?? null;
  // The other seat may have ended the table in reply to what this one sent.
  if (problem === null || ['peer_aborted', 'peer_disconnected'].includes(problem.code))
    return { kind: 'accepted', code: null, reason: null };
  const { code, detail, message } = problem;
  const hasFailed = code === 'hook_failed' || code === 'hook_timeout';
  const problems = Array.isArray(detail?.problems) ? detail.problems.join('; ') : null;
  const reason = (outcome?.reason ?? problems ?? message).slice(0, reasonMaxCharacters);
  return { kind: hasFailed ? 'failed' : 'refused', code, reason };
}
