/** The time limit for a person's move: the spec's, or the host's choice within the spec's bounds. */
import { isJsonObject, type JsonObject } from '../json/value.ts';

/** The option's name, as in other clients. */
const option = 'max_think_seconds';
/** The minimum for a person, regardless of the invitation. */
const minSeconds = 10;

const namedSeconds = { quick: 30, relaxed: 300, unhurried: 600 } as const;
export type PaceName = 'normal' | keyof typeof namedSeconds;

export interface Pace {
  /** `normal` is the spec's own time. */
  name: PaceName;
  /** Seconds for one move. */
  seconds: number;
}

/** Parameters offered as named paces instead of number fields. */
export const isPaceParameter = (name: string): boolean => name === option || name === 'min_think_seconds';

function bounds(parameters: JsonObject): { min: number; max: number; defaultSeconds: unknown } | null {
  const definition = parameters[option];
  if (!isJsonObject(definition) || definition.type !== 'integer') return null;
  const { min, max, default: defaultSeconds } = definition;
  return {
    min: Math.max(minSeconds, typeof min === 'number' ? min : 0),
    max: typeof max === 'number' ? max : Number.POSITIVE_INFINITY,
    defaultSeconds,
  };
}

/** The paces that a host can choose, fastest first; only `normal` if the spec has no such parameter. */
export function pacesOf(parameters: JsonObject, ownSeconds: number): Pace[] {
  const limits = bounds(parameters);
  const chosen = (Object.entries(namedSeconds) as [PaceName, number][])
    .filter(
      ([, seconds]) => limits && seconds >= limits.min && seconds <= limits.max && seconds !== limits.defaultSeconds,
    )
    .map(([name, seconds]) => ({ name, seconds }))
    .filter(({ seconds }) => seconds !== ownSeconds);
  return [{ name: 'normal' as const, seconds: ownSeconds }, ...chosen].sort((a, b) => a.seconds - b.seconds);
}

/** The options that select a pace. */
export const paceOptions = ({ name, seconds }: Pace): JsonObject => (name === 'normal' ? {} : { [option]: seconds });

/**
 * The host's choice of seconds per move; null if the spec's own time applies, which includes the option's default value.
 */
export function chosenSeconds(parameters: JsonObject, options: JsonObject): number | null {
  const limits = bounds(parameters);
  const seconds = options[option];
  if (!limits || typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds === limits.defaultSeconds)
    return null;
  return seconds > limits.max ? null : Math.max(limits.min, seconds);
}

/** The named pace in an invitation's options; null if there is none. */
export function paceNamed(options: JsonObject): Pace | null {
  const pace = (Object.entries(namedSeconds) as [PaceName, number][]).find(
    ([, seconds]) => seconds === options[option],
  );
  return pace ? { name: pace[0], seconds: pace[1] } : null;
}
