/** Which answer a decision object gives to an open question. */
import type { OpenAsk } from '../../shared/bridge/contract.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json/value.ts';
import { type Answer, legalAnswer } from '../../shared/tables/hooks.ts';
import { keyParts } from './course.ts';

export type Match =
  | { status: 'matched'; key: string; answer: Answer }
  | {
      status: 'rejected';
      reason: 'decision_finalized' | 'decision_not_open' | 'decision_unmatched' | 'decision_invalid';
    };

/** What protocols number their questions by. */
const counters = ['round', 'turn', 'attempt', 'action_seq', 'setup', 'ask'];
/** Keys of a talk, in which a side may speak whenever it wants. */
const anyTime = 'say:';

/**
 * A decision names its question, by the open ask's `key` or as the protocol does (`{"round": 0, "choice": "rock"}`), so that
 * one that comes late never answers the next question; a talk has no questions that could be mixed up. `decided`: the keys
 * this seat has answered.
 */
export function matchDecision(decision: Json, ask: OpenAsk | null, decided: ReadonlySet<string>): Match {
  if (!isJsonObject(decision)) return rejected('decision_unmatched');
  const key = keyOf(decision, ask);
  if (key === null) return rejected('decision_unmatched');
  if (ask?.key !== key) return rejected(decided.has(key) ? 'decision_finalized' : 'decision_not_open');
  const naming = ['key', '_meta', 'action', ...(key.includes(':') ? [keyParts(key).match_key] : [])];
  const values = Object.entries(decision).flatMap(([name, value]) => (naming.includes(name) ? [] : [value]));
  const answers = values.flatMap((value) => legalAnswer(ask, value) ?? []);
  return answers.length === 1 ? { status: 'matched', key, answer: answers[0]! } : rejected('decision_invalid');
}

function keyOf(decision: JsonObject, ask: OpenAsk | null): string | null {
  if (typeof decision.key === 'string') return decision.key;
  const has = (name: string) => Object.hasOwn(decision, name);
  if (ask && (has(ask.key) || ask.key.startsWith(anyTime))) return ask.key;
  const name = [...(ask ? [keyParts(ask.key).match_key] : []), ...counters].find(has);
  return name === undefined ? null : `${name}:${String(decision[name])}`;
}

const rejected = <R extends Exclude<Match, { status: 'matched' }>['reason']>(reason: R) =>
  ({ status: 'rejected', reason }) as const;
