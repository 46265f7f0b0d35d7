/** Liar's Dice against players that call by probability and differ in their bids. They see their own dice in the hooks' view. */
import { z } from 'zod';
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { Ask, ReferencePlayer, StrengthMatch } from './match.ts';

interface Bid {
  quantity: number;
  face: number;
}

const viewSchema = z.object({
  ones_wild: z.boolean(),
  dice: z.array(z.int()),
  dice_left: z.object({ host: z.int(), guest: z.int() }),
  bid: z.object({ quantity: z.int(), face: z.int() }).nullable(),
});
type View = z.infer<typeof viewSchema>;

/** The probability that a bid is right if the other dice may show anything. */
function chanceOf({ ones_wild, dice, dice_left }: View, seat: BoardRecord['seat'], { quantity, face }: Bid): number {
  const otherDice = seat === 'host' ? dice_left.guest : dice_left.host;
  const neededHits = quantity - dice.filter((die) => die === face || (ones_wild && die === 1)).length;
  const dieChance = ones_wild && face !== 1 ? 1 / 3 : 1 / 6;
  let chance = 0;
  let combinations = 1;
  for (let hits = 0; hits <= otherDice; hits += 1) {
    if (hits >= neededHits) chance += combinations * dieChance ** hits * (1 - dieChance) ** (otherDice - hits);
    combinations = (combinations * (otherDice - hits)) / (hits + 1);
  }
  return chance;
}

const bidsOf = ({ choices }: Ask): Bid[] =>
  choices.flatMap(({ value }) => {
    const [quantity, face] = String(value).split('x').map(Number);
    return quantity && face ? [{ quantity, face }] : [];
  });
const answerOf = ({ quantity, face }: Bid): string => `${quantity}x${face}`;

/** Challenges a bid that is less likely than not; otherwise makes one of the higher bids that `selectBids` returns. */
const createPlayer = (
  name: string,
  selectBids: (bids: Bid[], chance: (bid: Bid) => number) => Bid[],
): ReferencePlayer => ({
  name,
  choose({ record, view, ask, random }) {
    const parsedView = viewSchema.parse(view);
    const chance = (bid: Bid) => chanceOf(parsedView, record.seat, bid);
    const bids = selectBids(bidsOf(ask), chance);
    if (parsedView.bid && (bids.length === 0 || chance(parsedView.bid) < 0.5)) return 'call';
    return answerOf(bids[Math.floor(random() * bids.length)]!);
  },
});

const likeliestBidder = createPlayer('calls by probability, makes the likeliest bid', (bids, chance) => {
  const highestChance = Math.max(...bids.map(chance));
  return bids.filter((bid) => chance(bid) > highestChance - 1e-9);
});
const likelyBidder = createPlayer('calls by probability, makes any likely bid', (bids, chance) => {
  const likelyBids = bids.filter((bid) => chance(bid) >= 0.5);
  return likelyBids.length > 0 ? likelyBids : bids.slice(0, 6);
});
const lowestBidder = createPlayer('calls by probability, makes the lowest bid', (bids) => bids.slice(0, 1));

export const matches: StrengthMatch[] = [
  ...[likeliestBidder, likelyBidder, lowestBidder].map(
    (player): StrengthMatch => ({ player, manner: 'sharp', seat: 'alternating', games: 200, goal: { wins: 140 } }),
  ),
  ...[likeliestBidder, likelyBidder, lowestBidder].map(
    (player): StrengthMatch => ({ player, manner: 'steady', seat: 'alternating', games: 200 }),
  ),
  ...[likeliestBidder, likelyBidder, lowestBidder].map(
    (player): StrengthMatch => ({ player, manner: 'easy', seat: 'alternating', games: 200 }),
  ),
];
