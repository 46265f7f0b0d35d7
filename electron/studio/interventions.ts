/** What an author does to a preview by hand: texts become states and messages, and what the other side made of a message. */
import type { StudioReaction } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { canonicalJson } from '../../shared/json/canonical.ts';
import { parseJson } from '../../shared/json/parse.ts';
import { positionOf } from '../../shared/json/position.ts';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';
import { flowMode, type Spec } from '../../shared/protocol/spec.ts';
import { type Answer, legalAnswer, type Question, stepSchema } from '../../shared/tables/hooks.ts';
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

/** Bounds the calls of `act` with which a message is looked for. */
const triesMax = 1_500;

/**
 * The answers of a seat, from its open question on, with which its hooks send exactly this message; null if there are none. Hooks of
 * protocols without turns send their messages otherwise.
 */
export async function answersMaking(
  message: JsonObject,
  spec: Spec,
  seat: Pick<PreviewSeat, 'ask' | 'state' | 'tryAnswer'>,
): Promise<{ key: string; value: Answer }[] | null> {
  if (!['session_loop', 'request_response'].includes(flowMode(spec))) return null;
  const wanted = canonicalJson(message);
  const fields = Object.values(message);
  let tries = 0;
  const search = async (state: JsonObject, ask: Question): Promise<{ key: string; value: Answer }[] | null> => {
    const typed = fields.map((value) => legalAnswer(ask, value)).filter((value) => value !== null);
    // Answers that stand in the message come first: most moves are made by them.
    for (const value of new Set([...typed, ...ask.choices.map((choice) => choice.value)])) {
      tries += 1;
      if (tries > triesMax) return null;
      const answer = { key: ask.key, value };
      const step = stepSchema.safeParse(await seat.tryAnswer(state, answer)).data;
      if (step?.send && canonicalJson(step.send) === wanted) return [answer];
      const rest = step?.ask ? await search(step.state as JsonObject, step.ask) : null;
      if (rest) return [answer, ...rest];
    }
    return null;
  };
  return seat.ask && search(seat.state, seat.ask);
}

/** What a seat was like before a message arrived. */
export type SeatBefore = Pick<PreviewSeat, 'outcome' | 'dropped' | 'lostAt'>;

/** What a seat made of a message, after its hooks have seen it. */
export function reactionOf(before: SeatBefore, { outcome, dropped }: SeatBefore): StudioReaction {
  if (before.outcome !== null || before.lostAt !== null) return { kind: 'unread', code: null, reason: null };
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
