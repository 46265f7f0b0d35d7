/** The commitments that hooks make themselves, as `commit_reveal` of a spec names them. */
import { z } from 'zod';
import { type LocatedProblem, locatedProblem, type PathStep } from '../json/pointer.ts';
import { messageByAction } from '../tables/move-labels.ts';
import { flowMode, readSpec, type Spec } from './spec.ts';

/** A frame has the values of every opening that names its message: both are limited, since a stranger writes spec and frames. */
const maxOpenings = 8;

/** Names of messages and of their fields. */
const commitRevealSchema = z.object({
  /** `hashes`: a hash, or an array of them. An opening refers to its side's last commit message. */
  commit: z.object({ message: z.string(), hashes: z.string() }),
  /**
   * `value` and `nonce`: a value and its nonce, or arrays of both in the order of the hashes. `index`: the field with the position of
   * a single value, from 0; without it, position 0.
   */
  openings: z
    .array(z.object({ message: z.string(), value: z.string(), nonce: z.string(), index: z.string().optional() }))
    .max(maxOpenings),
});

export type CommitReveal = z.infer<typeof commitRevealSchema>;

/** Null if the spec declares no commitments, or in another form, or its rounds have their own. */
export function commitRevealOf(spec: Spec): CommitReveal | null {
  if (flowMode(spec) === 'simultaneous_round') return null;
  return commitRevealSchema.safeParse(spec.commit_reveal).data ?? null;
}

export const commitRevealTexts = {
  unknown_message: 'no message has the action {action}',
  unknown_field: 'the message {action} has no field {field}',
  other_field_type: 'the field {field} is no {type}, and no array of them',
} as const;

/**
 * The names in `commit_reveal` that `messages` doesn't declare. The specification leaves its contents open, so this is no rule for the
 * protocols of others; but Parlor would accuse every honest side of breaking such a commitment.
 */
export function commitRevealProblems(spec: Spec): LocatedProblem[] {
  const commitReveal = commitRevealOf(spec);
  if (!commitReveal) return [];
  const { commit, openings } = commitReveal;
  const path = ['commit_reveal'];
  return [
    ...nameProblems(spec, [...path, 'commit'], commit, { hashes: 'hash' }),
    ...openings.flatMap((opening, at) =>
      nameProblems(spec, [...path, 'openings', at], opening, { value: null, nonce: 'nonce', index: 'integer' }),
    ),
  ];
}

/** `types`: the members that name fields, and the types that these must have. */
function nameProblems(
  spec: Spec,
  path: PathStep[],
  names: { message: string; [member: string]: string | undefined },
  types: { [member: string]: string | null },
): LocatedProblem[] {
  const { message: action } = names;
  const message = messageByAction(spec, action);
  if (!message) return [locatedProblem(commitRevealTexts, [...path, 'message'], 'unknown_message', { action })];
  return Object.entries(types).flatMap(([member, type]) => {
    const name = names[member];
    if (name === undefined) return [];
    const field = Object.hasOwn(message.fields, name) ? message.fields[name] : undefined;
    if (!field) return [locatedProblem(commitRevealTexts, [...path, member], 'unknown_field', { action, field: name })];
    const fieldType = field.type === 'array' ? field.items.type : field.type;
    if (type === null || fieldType === type) return [];
    return [locatedProblem(commitRevealTexts, [...path, member], 'other_field_type', { field: name, type })];
  });
}

/** `readSpec` for a spec of one's own, with what Parlor could not make sense of. */
export function readOwnSpec(specText: string): ReturnType<typeof readSpec> {
  const { spec, problems } = readSpec(specText);
  return { spec, problems: problems.length > 0 ? problems : commitRevealProblems(spec) };
}
