/** Weak Wins against simple strategies: an even split, a share of the remainder, a fixed bid, random bids. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { Ask, ReferencePlayer, StrengthMatch } from './match.ts';

const totalRounds = 5;

/** Remaining rounds, including the open one. */
const remainingRounds = ({ messages }: BoardRecord) =>
  totalRounds - messages.filter(({ action }) => action === 'round_result').length;

/** Bids what `computeBid` returns, at most what is left, and everything in the last round. */
const createBidder = (
  name: string,
  computeBid: (money: number, rounds: number, random: () => number) => number,
): ReferencePlayer => ({
  name,
  choose({ record, ask, random }) {
    const money = moneyFor(ask);
    if (ask.choices.length > 0) return money;
    return Math.max(0, Math.min(money, Math.round(computeBid(money, remainingRounds(record), random))));
  },
});

function moneyFor({ choices, entry }: Ask): number {
  return entry?.type === 'integer' ? entry.max : Number(choices[0]?.value);
}

const evenBidder = createBidder('even split', (money, rounds) => money / rounds);
const randomBidder = createBidder('random bids', (money, _rounds, random) => money * random());
const percentBidder = createBidder('40% of what is left', (money) => 0.4 * money);
const fixedBidder = createBidder('always 12', () => 12);

export const matches: StrengthMatch[] = [
  { player: evenBidder, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 90 } },
  { player: randomBidder, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 60 } },
  { player: percentBidder, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 75 } },
  { player: fixedBidder, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 55 } },
  { player: evenBidder, manner: 'steady', seat: 'alternating', games: 100 },
  { player: randomBidder, manner: 'steady', seat: 'alternating', games: 100 },
  { player: evenBidder, manner: 'easy', seat: 'alternating', games: 100 },
  { player: randomBidder, manner: 'easy', seat: 'alternating', games: 100 },
];
