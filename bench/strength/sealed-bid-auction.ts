/** The Sealed-bid Auction against simple bidders: in proportion to value, an even share, the face value, random bids. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { ReferencePlayer, StrengthMatch } from './match.ts';

/** The values of the remaining lots, including the open one. */
function lotsLeft({ messages }: BoardRecord): number[] {
  const values = messages.find(({ action }) => action === 'ready')?.fields.values as number[];
  return values.slice(messages.filter(({ action }) => action === 'round_result').length);
}

const bidder = (
  name: string,
  bid: (money: number, values: readonly number[], random: () => number) => number,
): ReferencePlayer => ({
  name,
  choose({ record, ask, random }) {
    const money = ask.entry?.type === 'integer' ? ask.entry.max : 0;
    return Math.max(0, Math.min(money, Math.round(bid(money, lotsLeft(record), random))));
  },
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const byValue = bidder('money by value', (money, values) => (money * values[0]!) / sum(values));
const even = bidder('money evenly', (money, values) => money / values.length);
const truthful = bidder('the face value', (_money, values) => values[0]!);
const random = bidder('random bids', (money, _values, random) => money * random());

const second = { pricing: 'second_price' };

export const matches: StrengthMatch[] = [
  { player: byValue, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 60 } },
  { player: even, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 50 } },
  { player: truthful, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 60 } },
  { player: random, manner: 'sharp', seat: 'alternating', games: 100, goal: { wins: 90 } },
  { player: truthful, manner: 'sharp', seat: 'alternating', games: 50, options: second, goal: { wins: 35 } },
  { player: byValue, manner: 'sharp', seat: 'alternating', games: 50, options: second, goal: { wins: 40 } },
  { player: byValue, manner: 'steady', seat: 'alternating', games: 100 },
  { player: random, manner: 'steady', seat: 'alternating', games: 100 },
  { player: byValue, manner: 'easy', seat: 'alternating', games: 100 },
  { player: random, manner: 'easy', seat: 'alternating', games: 100 },
];
