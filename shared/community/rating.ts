/** The community's rating: a variant of ELO in which no result costs points. Rules and constants are from the specification (ELO rules). */

export const startRating = 1200;
/** The number of results between the same two keys within the time window that award points. */
export const opponentCap = { results: 2, hours: 24 } as const;

/** The maximum gain of a win, before rounding. */
export const kFactor = 32;
/** The share of the winner's formula that a loser who reports honestly gains. */
export const honestLoserShare = 0.25;
const drawGain = 8;

/** Only results of a protocol whose family begins with `game:` are rated (specification, ELO rules). */
export const isRated = (family: string | null | undefined): boolean => family?.startsWith('game:') ?? false;

/** The tag of an invitation whose game is played without points, whatever its family: neither side reports who won. */
export const unratedTag = 'unrated';

/** Whether the invitation leaves points out. */
export const isUnrated = ({ tags }: { tags: readonly string[] }): boolean => tags.includes(unratedTag);

/** Whether a game at an open table gives nobody points, either ever or between these two at the moment; false for a chat. */
export const givesNoPoints = ({
  type,
  family,
  tags,
  gain,
}: {
  type: string;
  family: string | null;
  tags: readonly string[];
  gain: { win: number } | null;
}): boolean => type !== 'chat' && (!isRated(family) || isUnrated({ tags }) || gain?.win === 0);

/** Whether the result of a table gives points. */
export const isRatedTable = ({
  protocol,
  settings,
}: {
  protocol: { family: string | null };
  settings: { unrated?: boolean | undefined };
}): boolean => isRated(protocol.family) && !settings.unrated;

/** The expected score of a player rated `own` against `opponent`, between 0 and 1. */
export function expectedScore(ownRating: number, opponentRating: number): number {
  return 1 / (1 + 10 ** ((opponentRating - ownRating) / 400));
}

/** Points gained, computed from the ratings before the game and the player's own expected score. */
export function ratingDelta(ownRating: number, opponentRating: number, outcome: 'win' | 'draw' | 'loss'): number {
  if (outcome === 'draw') return drawGain;
  return roundHalfToEven(unroundedGain(expectedScore(ownRating, opponentRating), outcome));
}

/** Points gained for a win or a loss with this expected score, before rounding. */
export const unroundedGain = (expected: number, outcome: 'win' | 'loss'): number =>
  outcome === 'win' ? kFactor * (1 - expected) : kFactor * expected * honestLoserShare;

function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  const fraction = value - floor;
  if (fraction !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
