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
 * then. In each situation, the first and last messages of the games come first, as a game begins and ends with them. One position of each
 * situation is tried thoroughly, after all situations were tried once.
 */
export function positionsOf(games: readonly PlayedGame[], random: () => number): Position[] {
  const situations = new Map<string, Unordered[]>();
  for (const game of games) {
    for (const from of ['guest', 'host'] as const) {
      game.messagesFrom(from).forEach((_, index) => {
        const key = situationOf(game, from, index);
        situations.set(key, [...(situations.get(key) ?? []), { game, from, index }]);
      });
    }
  }
  const queues = [...situations.values()].map((positions) => ordered(positions, random));
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => (queue[turn] ? [{ ...queue[turn], isThorough: false }] : [])),
  );
  const [first = [], ...later] = turns;
  return [...first, ...first.map((position) => ({ ...position, isThorough: true })), ...later.flat()];
}

/** Fields with more values are places on a board rather than flags or names. */
const namesMax = 8;

function situationOf(game: PlayedGame, from: Role, index: number): string {
  const { frame } = game.messagesFrom(from)[index]!;
  const shown = fieldsOf(game.parts.spec, frame).map(([name, field]) => {
    const isName =
      field.type !== 'array' && (field.type === 'boolean' || (field.values?.length ?? Infinity) <= namesMax);
    return `${name} ${name in frame} ${isName ? String(frame[name]) : ''}`;
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
