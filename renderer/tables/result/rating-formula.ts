/** The rating formula with the numbers of one table, as text. */
import { expectedScore, ratingDelta, unroundedGain } from '../../../shared/community/rating.ts';

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

/** Key of the explanation. Only wins and losses depend on the rating difference, and points are whole: a small one changes nothing. */
export function whyOf(outcome: 'won' | 'lost' | 'drawn', own: number, opponent: number) {
  if (outcome === 'drawn') return 'drawn';
  const kind = outcome === 'won' ? 'win' : 'loss';
  if (ratingDelta(own, opponent, kind) === ratingDelta(own, own, kind))
    return outcome === 'won' && own !== opponent ? 'won_close' : (`${outcome}_even` as const);
  return `${outcome}_${own < opponent ? 'underdog' : 'favourite'}` as const;
}
