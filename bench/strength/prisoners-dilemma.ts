/**
 * The Iterated Prisoner's Dilemma against strategies from Axelrod's tournaments. The higher total of a game wins, so always
 * defecting never loses a game, and tit for tat never wins one.
 */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import { otherRole, type Role } from '../../shared/tables/hooks.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

interface History {
  ownMoves: string[];
  theirMoves: string[];
}

function historyOf({ seat, messages }: BoardRecord): History {
  const resultMessages = messages.filter(({ action }) => action === 'round_result');
  const movesOf = (role: Role) => resultMessages.map(({ fields }) => String(fields[`${role}_move`]));
  return { ownMoves: movesOf(seat), theirMoves: movesOf(otherRole(seat)) };
}

const createPlayer = (
  name: string,
  cooperates: (history: History, random: () => number) => boolean,
): ReferencePlayer => ({
  name,
  choose: ({ record, random }) => (cooperates(historyOf(record), random) ? 'cooperate' : 'defect'),
});

const titForTat = createPlayer('tit for tat', ({ theirMoves }) => theirMoves.at(-1) !== 'defect');
const alwaysCooperate = createPlayer('always cooperate', () => true);
const alwaysDefect = createPlayer('always defect', () => false);
const randomPlayer = createPlayer('random', (_history, random) => random() < 0.5);
const grudger = createPlayer('Friedman (grim trigger)', ({ theirMoves }) => !theirMoves.includes('defect'));
const joss = createPlayer('Joss', ({ theirMoves }, random) => theirMoves.at(-1) !== 'defect' && random() < 0.9);
const pavlov = createPlayer('Pavlov', ({ ownMoves, theirMoves }) => ownMoves.at(-1) === theirMoves.at(-1));

export const matches: StrengthMatch[] = [
  { player: titForTat, manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 20 } },
  { player: grudger, manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 20 } },
  { player: pavlov, manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 20 } },
  { player: alwaysCooperate, manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 20 } },
  { player: joss, manner: 'sharp', seat: 'alternating', games: 50 },
  { player: randomPlayer, manner: 'sharp', seat: 'alternating', games: 50, goal: { wins: 35 } },
  { player: alwaysDefect, manner: 'sharp', seat: 'alternating', games: 10 },
  { player: titForTat, manner: 'steady', seat: 'alternating', games: 10, goal: { losses_at_most: 0 } },
  { player: randomPlayer, manner: 'steady', seat: 'alternating', games: 50 },
  { player: titForTat, manner: 'easy', seat: 'alternating', games: 50 },
  { player: randomPlayer, manner: 'easy', seat: 'alternating', games: 50 },
];
