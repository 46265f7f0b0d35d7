/** Matches a decision given on the command line with the open question of a table. */
import type { OpenQuestion } from '../../../shared/bridge/contract.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json/value.ts';
import { type Answer, legalAnswer } from '../../../shared/tables/hooks.ts';
import { keyParts } from './session-events.ts';

export type DecisionMatch =
  | { status: 'matched'; key: string; answer: Answer }
  | {
      status: 'rejected';
      reason: 'decision_finalized' | 'decision_not_open' | 'decision_unmatched' | 'decision_invalid';
    };

/** Names of counters that protocols identify their questions by. */
const counterNames = ['round', 'turn', 'attempt', 'action_seq', 'setup', 'ask'];
/** Keys of free chat, where both sides may write at any time. */
const chatPrefix = 'say:';

/**
 * A decision identifies its question by the open ask's `key` or as the protocol does (`{"round": 0, "choice": "rock"}`), so that a
 * late decision never answers the next question. Free chat needs no identification. `decidedKeys`: keys of earlier decisions.
 */
export function matchDecision(
  decision: Json,
  ask: OpenQuestion | null,
  decidedKeys: ReadonlySet<string>,
): DecisionMatch {
  if (!isJsonObject(decision)) return reject('decision_unmatched');
  const key = keyOf(decision, ask);
  if (key === null) return reject('decision_unmatched');
  if (ask?.key !== key) return reject(decidedKeys.has(key) ? 'decision_finalized' : 'decision_not_open');
  const identifierNames = ['key', '_meta', 'action', ...(key.includes(':') ? [keyParts(key).match_key] : [])];
  const values = Object.entries(decision).flatMap(([name, value]) => (identifierNames.includes(name) ? [] : [value]));
  const answers = values.flatMap((value) => legalAnswer(ask, value) ?? []);
  return answers.length === 1 ? { status: 'matched', key, answer: answers[0]! } : reject('decision_invalid');
}

function keyOf(decision: JsonObject, ask: OpenQuestion | null): string | null {
  if (typeof decision.key === 'string') return decision.key;
  const hasMember = (name: string) => Object.hasOwn(decision, name);
  if (ask && (hasMember(ask.key) || ask.key.startsWith(chatPrefix))) return ask.key;
  const name = [...(ask ? [keyParts(ask.key).match_key] : []), ...counterNames].find(hasMember);
  return name === undefined ? null : `${name}:${String(decision[name])}`;
}

const reject = <R extends Exclude<DecisionMatch, { status: 'matched' }>['reason']>(reason: R) =>
  ({ status: 'rejected', reason }) as const;
