/** The order in which the messages of the games are replaced. */
import type { Role } from '../../../shared/tables/hooks.ts';
import { fieldsOf } from './field-values.ts';
import { type PlayedGame, stepOf } from './played-game.ts';

export interface Position {
  game: PlayedGame;
  from: Role;
  index: number;
  /** With every change, or with some of each kind. */
  isThorough: boolean;
}

/**
 * Every message of every game, by situation in turn: who sends which message, with which flags and names, and what the other side does
 * then. First the openings with all options and one position of each situation are tried with some changes, then two messages of each
 * action with other options, then the first ones with every change. The rest follows in turn; games begin and end with the first and last
 * messages of a situation.
 */
export function positionsOf(games: readonly PlayedGame[], random: () => number): Position[] {
  const all = games.flatMap((game) =>
    (['guest', 'host'] as const).flatMap((from) => game.messagesFrom(from).map((_, index) => ({ game, from, index }))),
  );
  const situations = Map.groupBy(all, situationOf);
  const queues = [...situations.values()].map((positions) => ordered(positions, random));
  const firsts = queues.flatMap((queue) => queue.slice(0, 1));
  const withOptions = [...Map.groupBy(all, actionOf).values()].flatMap((positions) => [
    positions[Math.floor(positions.length / 2)]!,
    positions.at(-1)!,
  ]);
  // Terms are quickly refused, and only some games have agreed on all of them.
  const openings = withOptions.filter(({ index }) => index === 0);
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  const rest = Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue.slice(turn + 1, turn + 2)));
  const some = [...new Set([...openings, ...firsts, ...withOptions])];
  return [
    ...some.map((position) => ({ ...position, isThorough: false })),
    ...firsts.map((position) => ({ ...position, isThorough: true })),
    ...rest.flat().flatMap((position) => (some.includes(position) ? [] : [{ ...position, isThorough: false }])),
  ];
}

/** Fields with more values are places on a board rather than flags or names. */
const namesMax = 8;

/** The action with the options of the table. */
const actionOf = ({ game, from, index }: Unordered): string =>
  JSON.stringify([from, game.messagesFrom(from)[index]!.frame.action ?? null, game.parts.options]);

function situationOf({ game, from, index }: Unordered): string {
  const { frame } = game.messagesFrom(from)[index]!;
  const shown = fieldsOf(game.parts.spec, frame).map(([name, field]) => {
    const value = frame[name];
    const isName =
      field.type !== 'array' && (field.type === 'boolean' || (field.values?.length ?? Infinity) <= namesMax);
    return [name, value !== undefined, isName ? value! : Array.isArray(value) ? value.length : null];
  });
  const step = stepOf(game.receivingCall(from, index)?.value ?? null);
  const next = step && [step.ask !== undefined, step.send?.action ?? null, step.end?.winner ?? null];
  return JSON.stringify([from, frame.action ?? null, shown, next]);
}

type Unordered = Omit<Position, 'isThorough'>;

function ordered(positions: readonly Unordered[], random: () => number): Unordered[] {
  const games = [...new Set(positions.map(({ game }) => game))];
  const edges = games.flatMap((game) => {
    const inGame = positions.filter((position) => position.game === game);
    return [inGame.at(-1)!, inGame[0]!];
  });
  const others = positions
    .filter((position) => !edges.includes(position))
    .map((position) => ({ position, key: random() }))
    .sort((a, b) => a.key - b.key);
  return [...new Set([...edges, ...others.map(({ position }) => position)])];
}
