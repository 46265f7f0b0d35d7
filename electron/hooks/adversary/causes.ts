/** Findings by what is likely one cause: a missing check lets many lies through, and one line fails at many. */
import type { Problem } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';

/** What the report of an attack says about a message that was accepted. */
interface Accepted {
  against: string;
  message: string;
  accepted: { method: string | null; changed: string[] } | null;
}

/** `attacks`: the lies of one cause, the one that changed the fewest fields first. */
export interface Cause<Attack> {
  attacks: [Attack, ...Attack[]];
  /** The fields that are wrong in all of them; empty if the message came at the wrong time. */
  fields: string[];
  /** The messages that were accepted with them. */
  messages: string[];
}

/** Lies to the same method of a seat have one cause if the same fields are wrong in them, or also others; or else the same message. */
export function causesOf<Attack extends Accepted>(attacks: readonly Attack[]): Cause<Attack>[] {
  const causes: Cause<Attack>[] = [];
  const holes = attacks.filter(({ accepted }) => accepted !== null);
  for (const hole of holes.toSorted((a, b) => a.accepted!.changed.length - b.accepted!.changed.length)) {
    const { changed, method } = hole.accepted!;
    const known = causes.find(
      ({ attacks: [first], fields }) =>
        first.against === hole.against &&
        first.accepted!.method === method &&
        (fields.length > 0
          ? fields.every((field) => changed.includes(field))
          : first.message === hole.message && changed.length === 0),
    );
    if (!known) causes.push({ attacks: [hole], fields: changed, messages: [hole.message] });
    else {
      known.attacks.push(hole);
      if (!known.messages.includes(hole.message)) known.messages.push(hole.message);
    }
  }
  return causes;
}

/** The fields in which a message differs from the one that it replaced; its action alone if it is another message. */
export function changedFields(honest: JsonObject, frame: JsonObject): string[] {
  if (honest.action !== frame.action) return ['action'];
  const names = [...new Set([...Object.keys(honest), ...Object.keys(frame)])];
  return names.filter((name) => JSON.stringify(honest[name]) !== JSON.stringify(frame[name]));
}

interface Failed {
  failed_message: { method: string | null; problem: Problem } | null;
}

export interface FailureCause<Attack extends Failed> {
  first: Attack;
  failed: NonNullable<Attack['failed_message']>;
  others: Attack[];
}

/** Attacks at which the hooks failed, by method and problem. */
export function failureCauses<Attack extends Failed>(attacks: readonly Attack[]): FailureCause<Attack>[] {
  const failing = attacks.filter(({ failed_message }) => failed_message !== null);
  const alike = Map.groupBy(failing, ({ failed_message }) => {
    const { method, problem } = failed_message!;
    return JSON.stringify([method, problem.detail?.line ?? problem.message]);
  });
  return [...alike.values()].map(([first, ...others]) => ({
    first: first!,
    failed: first!.failed_message!,
    others,
  }));
}
