/** The games that the adversary plays before it lies: with which options, and who answers. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import type { ParameterDefinition, Spec } from '../../../shared/protocol/spec.ts';
import { domainOf, sample } from './field-values.ts';

/** `hooks`: their `decide` answers; the others pick among the legal answers, without it. */
export const answerers = ['hooks', 'random', 'first', 'last'] as const;
export type Answerer = (typeof answerers)[number];

export interface PlannedGame {
  options: JsonObject;
  guest: Answerer;
  host: Answerer;
  seed: string;
}

/** Maximum number of games in a round with one option changed. */
const optionGames = 6;
/** Options for the pace of a table, which hooks can't see. */
const paceOptions = ['min_think_seconds', 'max_think_seconds'];

/** `options`: those of the first game. `rounds`: each adds games. */
export function plannedGames(
  spec: Spec,
  options: JsonObject,
  seed: string,
  rounds: number,
  random: () => number,
): PlannedGame[] {
  const stated = { ...defaultsOf(spec), ...options };
  const games: Omit<PlannedGame, 'seed'>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    games.push({ options, guest: 'random', host: 'random' }, { options: stated, guest: 'random', host: 'hooks' });
    for (const changed of otherOptions(spec, stated, random)) {
      games.push({ options: changed, guest: 'random', host: 'random' });
    }
    games.push(
      { options: stated, guest: 'hooks', host: 'random' },
      { options: stated, guest: 'first', host: 'last' },
      { options: stated, guest: 'first', host: 'first' },
      { options: stated, guest: 'random', host: 'random' },
    );
  }
  return games.map((game, index) => ({ ...game, seed: `${seed}:${index}` }));
}

/** The defaults of the options that hooks can see. */
function defaultsOf({ parameters }: Spec): JsonObject {
  const entries = Object.entries(parameters ?? {}).filter(
    ([name, parameter]) => !paceOptions.includes(name) && parameter.default !== undefined,
  );
  return Object.fromEntries(entries.map(([name, parameter]) => [name, parameter.default!]));
}

/** The options with one of them changed, to each of its values or to those at its edges; with all changed at last. */
function otherOptions({ parameters }: Spec, options: JsonObject, random: () => number): JsonObject[] {
  const changes = Object.entries(parameters ?? {})
    .filter(([name]) => !paceOptions.includes(name))
    .map(([name, parameter]) => ({ name, values: optionValues(parameter, options[name], random) }));
  const every = changes.flatMap(({ name, values }) => values.map((value) => ({ ...options, [name]: value })));
  const single = sample(every, optionGames, random);
  const all = changes.filter(({ values }) => values.length > 0).map(({ name, values }) => [name, values.at(-1)!]);
  return all.length > 1 ? [...single, { ...options, ...Object.fromEntries(all) }] : single;
}

/** Games get longer with larger values, so the smallest ones are tried, and one near the value that was set. */
function optionValues(parameter: ParameterDefinition, value: Json | undefined, random: () => number): Json[] {
  if (parameter.type !== 'integer' && parameter.type !== 'enum' && parameter.type !== 'boolean') return [];
  if (parameter.type !== 'integer') return (domainOf(parameter) ?? []).filter((each) => each !== value).slice(0, 3);
  const { min = 0, max = min + 100 } = parameter;
  const isOther = (each: Json): each is number =>
    typeof each === 'number' && each >= min && each <= max && each !== value;
  const near = typeof value === 'number' ? [value - 1, value + 1] : [min + 1];
  const candidates = [min, ...sample(near.filter(isOther), 1, random), parameter.default ?? min].filter(isOther);
  return [...new Set(candidates)];
}
