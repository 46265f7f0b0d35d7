/** The rating formula with the numbers of one table, as text. */
import { expectedScore, unroundedGain } from '../../../shared/community/rating.ts';

export interface Formula {
  own: number;
  opponent: number;
  /** With three decimals. */
  expected: string;
  /** The change before rounding, with one decimal; null for a draw, whose change is constant. */
  raw: string | null;
}

export function formulaOf(own: number, opponent: number, outcome: 'won' | 'lost' | 'drawn'): Formula {
  const expected = expectedScore(own, opponent);
  const raw = outcome === 'drawn' ? null : unroundedGain(expected, outcome === 'won' ? 'win' : 'loss');
  return { own, opponent, expected: expected.toFixed(3), raw: raw === null ? null : raw.toFixed(1) };
}
