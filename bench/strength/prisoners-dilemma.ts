/**
 * The Iterated Prisoner's Dilemma against strategies from Axelrod's tournaments. The higher total of a game wins, so always
 * defecting never loses a game, and tit for tat never wins one.
 */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import { otherRole, type Role } from '../../shared/tables/hooks.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

interface History {
  own: string[];
  their: string[];
}

function historyOf({ seat, messages }: BoardRecord): History {
  const results = messages.filter(({ action }) => action === 'round_result');
  const movesOf = (role: Role) => results.map(({ fields }) => String(fields[`${role}_move`]));
  return { own: movesOf(seat), their: movesOf(otherRole(seat)) };
}

const strategy = (name: string, cooperates: (history: History, random: () => number) => boolean): ReferencePlayer => ({
  name,
  choose: ({ record, random }) => (cooperates(historyOf(record), random) ? 'cooperate' : 'defect'),
});

const titForTat = strategy('tit for tat', ({ their }) => their.at(-1) !== 'defect');
const alwaysCooperate = strategy('always cooperate', () => true);
const alwaysDefect = strategy('always defect', () => false);
const random = strategy('random', (_history, random) => random() < 0.5);
const grudger = strategy('Friedman (grim trigger)', ({ their }) => !their.includes('defect'));
const joss = strategy('Joss', ({ their }, random) => their.at(-1) !== 'defect' && random() < 0.9);
const pavlov = strategy('Pavlov', ({ own, their }) => own.at(-1) === their.at(-1));

export const matches: StrengthMatch[] = [
  { player: titForTat, manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 20 } },
  { player: grudger, manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 20 } },
  { player: pavlov, manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 20 } },
  { player: alwaysCooperate, manner: 'sharp', seat: 'alternating', games: 20, goal: { wins: 20 } },
  { player: joss, manner: 'sharp', seat: 'alternating', games: 50 },
  { player: random, manner: 'sharp', seat: 'alternating', games: 50, goal: { wins: 35 } },
  { player: alwaysDefect, manner: 'sharp', seat: 'alternating', games: 10 },
  { player: titForTat, manner: 'steady', seat: 'alternating', games: 10, goal: { losses_at_most: 0 } },
  { player: random, manner: 'steady', seat: 'alternating', games: 50 },
  { player: titForTat, manner: 'easy', seat: 'alternating', games: 50 },
  { player: random, manner: 'easy', seat: 'alternating', games: 50 },
];
