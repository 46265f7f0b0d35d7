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
  const others = seat === 'host' ? dice_left.guest : dice_left.host;
  const needed = quantity - dice.filter((die) => die === face || (ones_wild && die === 1)).length;
  const each = ones_wild && face !== 1 ? 1 / 3 : 1 / 6;
  let chance = 0;
  let ways = 1;
  for (let hits = 0; hits <= others; hits += 1) {
    if (hits >= needed) chance += ways * each ** hits * (1 - each) ** (others - hits);
    ways = (ways * (others - hits)) / (hits + 1);
  }
  return chance;
}

const bidsOf = ({ choices }: Ask): Bid[] =>
  choices.flatMap(({ value }) => {
    const [quantity, face] = String(value).split('x').map(Number);
    return quantity && face ? [{ quantity, face }] : [];
  });
const answerOf = ({ quantity, face }: Bid): string => `${quantity}x${face}`;

/** Challenges a bid that is less likely than not; otherwise makes one of the higher bids that `preferred` returns. */
const reference = (name: string, preferred: (bids: Bid[], chance: (bid: Bid) => number) => Bid[]): ReferencePlayer => ({
  name,
  choose({ record, view, ask, random }) {
    const state = viewSchema.parse(view);
    const chance = (bid: Bid) => chanceOf(state, record.seat, bid);
    const bids = preferred(bidsOf(ask), chance);
    if (state.bid && (bids.length === 0 || chance(state.bid) < 0.5)) return 'call';
    return answerOf(bids[Math.floor(random() * bids.length)]!);
  },
});

const careful = reference('calls by probability, makes the likeliest bid', (bids, chance) => {
  const top = Math.max(...bids.map(chance));
  return bids.filter((bid) => chance(bid) > top - 1e-9);
});
const bold = reference('calls by probability, makes any likely bid', (bids, chance) => {
  const likely = bids.filter((bid) => chance(bid) >= 0.5);
  return likely.length > 0 ? likely : bids.slice(0, 6);
});
const lowest = reference('calls by probability, makes the lowest bid', (bids) => bids.slice(0, 1));

export const matches: StrengthMatch[] = [
  ...[careful, bold, lowest].map(
    (player): StrengthMatch => ({ player, manner: 'sharp', seat: 'alternating', games: 200, goal: { wins: 140 } }),
  ),
  ...[careful, bold, lowest].map(
    (player): StrengthMatch => ({ player, manner: 'steady', seat: 'alternating', games: 200 }),
  ),
  ...[careful, bold, lowest].map(
    (player): StrengthMatch => ({ player, manner: 'easy', seat: 'alternating', games: 200 }),
  ),
];
