/** Pairings and standings of a tournament between the strengths of one protocol's hooks. */
import type { StrengthGame } from '../../../shared/bridge/contract.ts';

export interface Standing {
  strength: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  /** The mean of its scores; null if no game had scores. */
  score: number | null;
}

/** Pairs every strength with every other once. */
export const pairingsOf = (strengths: readonly string[]): [string, string][] =>
  strengths.flatMap((first, index) => strengths.slice(index + 1).map((second): [string, string] => [first, second]));

/** Best first: by games won, a draw counting as half a win, then by score. */
export function standingsOf(strengths: readonly string[], games: readonly StrengthGame[]): Standing[] {
  const points = ({ won, drawn }: Standing) => won + drawn / 2;
  return strengths
    .map((strength) => standingOf(strength, games))
    .sort((a, b) => points(b) - points(a) || (b.score ?? 0) - (a.score ?? 0));
}

function standingOf(strength: string, games: readonly StrengthGame[]): Standing {
  const results = games.flatMap(({ host, guest, winner, scores }) => {
    if (strength !== host && strength !== guest) return [];
    const role = strength === host ? 'host' : 'guest';
    return [{ result: winner === 'draw' ? 'drawn' : winner === role ? 'won' : 'lost', score: scores?.[role] ?? null }];
  });
  const count = (outcome: string) => results.filter(({ result }) => result === outcome).length;
  const scores = results.flatMap(({ score }) => score ?? []);
  return {
    strength,
    played: results.length,
    won: count('won'),
    drawn: count('drawn'),
    lost: count('lost'),
    score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
  };
}
