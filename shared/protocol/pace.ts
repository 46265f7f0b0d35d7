/** The time limit for a person's move: the spec's, or the host's choice within the spec's bounds. */
import { isJsonObject, type JsonObject } from '../json/value.ts';

/** The option's name, as in other clients. */
const paceOption = 'max_think_seconds';
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
export const isPaceParameter = (name: string): boolean => name === paceOption || name === 'min_think_seconds';

function boundsOf(parameters: JsonObject): { min: number; max: number; defaultSeconds: unknown } | null {
  const definition = parameters[paceOption];
  if (!isJsonObject(definition) || definition.type !== 'integer') return null;
  const { min, max, default: defaultSeconds } = definition;
  return {
    min: Math.max(minSeconds, typeof min === 'number' ? min : 0),
    max: typeof max === 'number' ? max : Number.POSITIVE_INFINITY,
    defaultSeconds,
  };
}

/** The paces that a host can choose, fastest first; only `normal` if the spec has no such parameter. */
export function availablePaces(parameters: JsonObject, specSeconds: number): Pace[] {
  const range = boundsOf(parameters);
  const namedPaces = (Object.entries(namedSeconds) as [PaceName, number][])
    .filter(([, seconds]) => range && seconds >= range.min && seconds <= range.max && seconds !== range.defaultSeconds)
    .map(([name, seconds]) => ({ name, seconds }))
    .filter(({ seconds }) => seconds !== specSeconds);
  return [{ name: 'normal' as const, seconds: specSeconds }, ...namedPaces].sort((a, b) => a.seconds - b.seconds);
}

/** The options that select a pace. */
export const paceOptions = ({ name, seconds }: Pace): JsonObject =>
  name === 'normal' ? {} : { [paceOption]: seconds };

/**
 * The host's choice of seconds per move; null if the spec's own time applies, which includes the option's default value.
 */
export function chosenSeconds(parameters: JsonObject, options: JsonObject): number | null {
  const range = boundsOf(parameters);
  const seconds = options[paceOption];
  if (!range || typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds === range.defaultSeconds)
    return null;
  return seconds > range.max ? null : Math.max(range.min, seconds);
}

/** The named pace in an invitation's options; null if there is none. */
export function namedPaceOf(options: JsonObject): Pace | null {
  const pace = (Object.entries(namedSeconds) as [PaceName, number][]).find(
    ([, seconds]) => seconds === options[paceOption],
  );
  return pace ? { name: pace[0], seconds: pace[1] } : null;
}
