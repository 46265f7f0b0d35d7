/** The time limit for a human's move: the spec's time, and the host's choice within its bounds. */
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

function bounds(parameters: JsonObject): { least: number; most: number; preset: unknown } | null {
  const definition = parameters[option];
  if (!isJsonObject(definition) || definition.type !== 'integer') return null;
  const { min, max, default: preset } = definition;
  return {
    least: Math.max(minSeconds, typeof min === 'number' ? min : 0),
    most: typeof max === 'number' ? max : Number.POSITIVE_INFINITY,
    preset,
  };
}

/** The paces that a host can choose, fastest first; only `normal` if the spec has no such parameter. */
export function pacesOf(parameters: JsonObject, ownSeconds: number): Pace[] {
  const legal = bounds(parameters);
  const chosen = (Object.entries(namedSeconds) as [PaceName, number][])
    .filter(([, seconds]) => legal && seconds >= legal.least && seconds <= legal.most && seconds !== legal.preset)
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
  const legal = bounds(parameters);
  const seconds = options[option];
  if (!legal || typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds === legal.preset) return null;
  return seconds > legal.most ? null : Math.max(legal.least, seconds);
}

/** The named pace in an invitation's options; null if there is none. */
export function paceNamed(options: JsonObject): Pace | null {
  const found = (Object.entries(namedSeconds) as [PaceName, number][]).find(
    ([, seconds]) => seconds === options[option],
  );
  return found ? { name: found[0], seconds: found[1] } : null;
}
