/** Weak Wins against simple strategies: an even split, a share of the remainder, a fixed bid, random bids. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { Ask, ReferencePlayer, StrengthMatch } from './match.ts';

const totalRounds = 5;

/** Remaining rounds, including the open one. */
const roundsLeft = ({ messages }: BoardRecord) =>
  totalRounds - messages.filter(({ action }) => action === 'round_result').length;

/** Bids what `bid` returns, at most what is left, and everything in the last round. */
const bidder = (
  name: string,
  bid: (left: number, rounds: number, random: () => number) => number,
): ReferencePlayer => ({
  name,
  choose({ record, ask, random }) {
    const left = leftFor(ask);
    if (ask.choices.length > 0) return left;
    return Math.max(0, Math.min(left, Math.round(bid(left, roundsLeft(record), random))));
  },
});

function leftFor({ choices, entry }: Ask): number {
  return entry?.type === 'integer' ? entry.max : Number(choices[0]?.value);
}

const even = bidder('even split', (left, rounds) => left / rounds);
const random = bidder('random bids', (left, _rounds, random) => left * random());
const percent = bidder('40% of what is left', (left) => 0.4 * left);
const fixed = bidder('always 12', () => 12);

export const matches: StrengthMatch[] = [
  { player: even, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 90 } },
  { player: random, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 60 } },
  { player: percent, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 75 } },
  { player: fixed, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 55 } },
  { player: even, manner: 'steady', seat: 'alternating', games: 100 },
  { player: random, manner: 'steady', seat: 'alternating', games: 100 },
  { player: even, manner: 'easy', seat: 'alternating', games: 100 },
  { player: random, manner: 'easy', seat: 'alternating', games: 100 },
];
