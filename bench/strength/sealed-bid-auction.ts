/** The Sealed-bid Auction against simple bidders: in proportion to value, an even share, the face value, random bids. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

/** The values of the remaining lots, including the open one. */
function remainingLots({ messages }: BoardRecord): number[] {
  const values = messages.find(({ action }) => action === 'ready')?.fields.values as number[];
  return values.slice(messages.filter(({ action }) => action === 'round_result').length);
}

const createBidder = (
  name: string,
  computeBid: (money: number, values: readonly number[], random: () => number) => number,
): ReferencePlayer => ({
  name,
  choose({ record, ask, random }) {
    const money = ask.entry?.type === 'integer' ? ask.entry.max : 0;
    return Math.max(0, Math.min(money, Math.round(computeBid(money, remainingLots(record), random))));
  },
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const proportionalBidder = createBidder('money by value', (money, values) => (money * values[0]!) / sum(values));
const evenBidder = createBidder('money evenly', (money, values) => money / values.length);
const truthfulBidder = createBidder('the face value', (_money, values) => values[0]!);
const randomBidder = createBidder('random bids', (money, _values, random) => money * random());

const secondPrice = { pricing: 'second_price' };

export const matches: StrengthMatch[] = [
  { player: proportionalBidder, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 60 } },
  { player: evenBidder, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 50 } },
  { player: truthfulBidder, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 60 } },
  { player: randomBidder, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 90 } },
  { player: truthfulBidder, manner: 'sharp', seat: 'alternating', games: 50, options: secondPrice, goal: { wins: 35 } },
  {
    player: proportionalBidder,
    manner: 'sharp',
    seat: 'alternating',
    games: 50,
    options: secondPrice,
    goal: { wins: 40 },
  },
  { player: proportionalBidder, manner: 'steady', seat: 'alternating', games: 100 },
  { player: randomBidder, manner: 'steady', seat: 'alternating', games: 100 },
  { player: proportionalBidder, manner: 'easy', seat: 'alternating', games: 100 },
  { player: randomBidder, manner: 'easy', seat: 'alternating', games: 100 },
];
