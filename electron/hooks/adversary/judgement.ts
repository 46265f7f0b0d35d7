/** Whether an accepted message is honest. Pure: the facts are collected by the callers. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { messageByAction } from '../../../shared/tables/move-labels.ts';
import type { OpeningCheck } from './commitments.ts';
import { domainOf } from './field-values.ts';
import type { Possibilities } from './honest-sender.ts';
import { occursOften } from './message-space.ts';

/** `undecided`: too much is hidden to know whether an honest seat could have sent it. */
export type Verdict = 'honest' | 'dishonest' | 'undecided';

/** Other states from which what could be sent is taken as fully known, if each of their messages occurs often. */
const knownStates = 12;

/** What the sender's commitments say of this message, and whether it had opened all of them before. */
export interface CommitmentFacts {
  openings: OpeningCheck;
  isBound: boolean;
}

export const noCommitments: CommitmentFacts = { openings: 'none', isBound: false };

/** `frame` is reduced to its business fields. */
export function verdictOf(spec: Spec, frame: JsonObject, commitments: CommitmentFacts, known: Possibilities): Verdict {
  const { openings } = commitments;
  if (openings === 'broken') return 'dishonest';
  if (known.isActual || known.isPossible) return 'honest';
  const isHidden = known.redrawn.length > 0;
  if (!isHidden && known.isComplete) return 'dishonest';
  if (known.isComplete && known.isExhaustive) return 'dishonest';
  if (known.isComplete && known.possible.length >= knownStates && occurOften(known.possible)) return 'dishonest';
  const samples = isHidden ? [...known.redrawn, ...known.actual.slice(0, 1)] : known.actual;
  const verdicts = known.actual.map((message) => explanation(spec, message, frame, samples, commitments));
  if (verdicts.includes('honest')) return 'honest';
  return verdicts.includes('undecided') ? 'undecided' : 'dishonest';
}

const occurOften = (messages: readonly JsonObject[]): boolean =>
  [...Map.groupBy(messages, (message) => JSON.stringify(message)).values()].every(
    (alike) => alike.length >= occursOften,
  );

/**
 * Whether what differs between an honest message and `frame` may come from what is hidden: only fields may differ whose value differs
 * among `samples`. If every value of the field occurs there, the seat draws it freely.
 */
function explanation(
  spec: Spec,
  honest: JsonObject,
  frame: JsonObject,
  samples: readonly JsonObject[],
  { openings, isBound }: CommitmentFacts,
): Verdict {
  const names = [...new Set([...Object.keys(honest), ...Object.keys(frame)])];
  const differing = names.filter((name) => textOf(honest[name]) !== textOf(frame[name]));
  let verdict: Verdict = openings === 'kept' ? 'undecided' : 'honest';
  const fields = messageByAction(spec, String(frame.action))?.fields ?? {};
  for (const name of differing) {
    // A seat without secrets can't have another winner.
    if (isBound && ['enum', 'boolean'].includes(fields[name]?.type ?? '')) return 'dishonest';
    const seen = samples.map((sample) => sample[name]);
    if (new Set(seen.map(textOf)).size < 2) return 'dishonest';
    const covered = isFreelyDrawn(spec, String(frame.action), name, frame[name], seen);
    if (covered === null) return 'dishonest';
    if (!covered) verdict = 'undecided';
  }
  return verdict;
}

/** Whether the samples have every value of a field; null if no honest message has it, or has it with as many items. */
function isFreelyDrawn(
  spec: Spec,
  action: string,
  name: string,
  value: Json | undefined,
  seen: readonly (Json | undefined)[],
): boolean | null {
  const field = messageByAction(spec, action)?.fields[name];
  if (!field) return null;
  if (value === undefined) return seen.some((each) => each === undefined) ? true : null;
  if (field.type !== 'array') {
    const domain = domainOf(field);
    return domain?.every((each) => seen.some((sample) => sample === each)) ?? false;
  }
  const lengths = new Set(seen.map((each) => (Array.isArray(each) ? each.length : -1)));
  if (!Array.isArray(value) || !lengths.has(value.length)) return null;
  const items = seen.flatMap((each) => (Array.isArray(each) ? each : []));
  return domainOf(field.items)?.every((each) => items.includes(each)) ?? false;
}

const textOf = (value: Json | undefined): string => JSON.stringify(value) ?? '';
