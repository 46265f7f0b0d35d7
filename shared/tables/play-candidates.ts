/** Chooses the open table that Play joins: main joins it, windows show it before the press. */
import type { LobbyEntry, PlayerStrength, PlayWish, Settings } from '../bridge/contract.ts';
import { offeredStrength } from '../bridge/house-strengths.ts';
import { givesNoPoints, isRated, isUnrated } from '../community/rating.ts';

/** The largest difference of two ratings that are near each other, in points. */
export const nearPoints = 100;

/** An unknown rating is near every other. */
export const isNear = (rating: number | null, other: number | null): boolean =>
  rating === null || other === null || Math.abs(rating - other) <= nearPoints;

/** Seats of other people that are tried before the house, which is always there. */
const triesBeforeHouse = 3;

const strengths: readonly PlayerStrength[] = ['steady', 'easy', 'sharp'];

/** A strength's place among the others: the wished one first. */
export const strengthRank = (strength: PlayerStrength | null, wished: PlayerStrength): number =>
  strength === null ? 0 : [wished, ...strengths.filter((other) => other !== wished)].indexOf(strength);

/** The house's strength for this user, who has chosen it in the settings, or has not: newcomers then begin with the easiest. */
export const ownStrength = (setting: Settings['house_strength'], gamesPlayed: number): PlayerStrength =>
  setting === 'every' && gamesPlayed === 0 ? 'easy' : offeredStrength(setting);

const isPerson = ({ house, host_control_mode }: LobbyEntry) => !house && host_control_mode !== 'autonomous';

/** `unrated`: whether the table leaves out points that its game could give. Play looks for points, except at any table at all. */
function fits(
  entry: LobbyEntry,
  { scope, protocol_id, only_house, strength }: PlayWish,
  { unrated = false } = {},
): boolean {
  if (entry.own || entry.for_me || entry.refusal !== null) return false;
  if (only_house && entry.house?.strength !== strength) return false;
  if (scope === 'any') return true;
  if (!entry.known || isUnrated(entry) !== unrated) return false;
  return entry.protocol_id === protocol_id || (scope === 'known' && isRated(entry.family));
}

/**
 * The groups in which candidates are tried: people near the user's rating, the house at the preferred game, the house at others, and then
 * everybody else, people first. Deprecated protocols come last, whoever waits.
 */
function groupOf(
  entry: LobbyEntry,
  { protocol_id }: PlayWish,
  ownRating: number | null,
  deprecated: ReadonlySet<string>,
): number {
  if (deprecated.has(entry.protocol_id)) return 5;
  if (entry.house) return entry.protocol_id === protocol_id ? 1 : 2;
  if (!isPerson(entry)) return 4;
  return isNear(entry.host.rating, ownRating) && !givesNoPoints(entry) ? 0 : 3;
}

/** The protocols that Play may choose and whose authors may have deprecated them. */
export const protocolsToCheck = (entries: readonly LobbyEntry[], wish: PlayWish): string[] => [
  ...new Set(entries.flatMap((entry) => (!entry.bundled && fits(entry, wish) ? [entry.protocol_id] : []))),
];

/**
 * The tables that Play tries, best first; only the first few of group 0, so that the house's turn comes. Among other people and agents
 * the preferred game comes first, then the nearest rating, then who has waited longest.
 */
export function playCandidates(
  entries: readonly LobbyEntry[],
  wish: PlayWish,
  ownRating: number | null,
  deprecated: ReadonlySet<string>,
): LobbyEntry[] {
  const candidates = entries
    .filter((entry) => fits(entry, wish))
    .map((entry) => ({
      entry,
      group: groupOf(entry, wish, ownRating, deprecated),
      key: sortKey(entry, wish, ownRating),
    }))
    .sort((a, b) => a.group - b.group || compareKeys(a.key, b.key) || (a.entry.post_id < b.entry.post_id ? -1 : 1));
  const people = candidates.filter(({ group }) => group === 0);
  return [...people.slice(0, triesBeforeHouse), ...candidates.slice(people.length)].map(({ entry }) => entry);
}

/** Who has waited longest without points, where Play finds nobody. */
export const unratedTable = (entries: readonly LobbyEntry[], wish: PlayWish): LobbyEntry | null =>
  entries.filter((entry) => fits(entry, wish, { unrated: true })).sort((a, b) => a.created_at - b.created_at)[0] ??
  null;

function sortKey(entry: LobbyEntry, { protocol_id, strength }: PlayWish, ownRating: number | null): number[] {
  if (entry.house) return [strengthRank(entry.house.strength, strength), entry.house.place];
  const { rating } = entry.host;
  const distance = rating === null || ownRating === null ? nearPoints : Math.abs(rating - ownRating);
  return [entry.protocol_id === protocol_id ? 0 : 1, givesNoPoints(entry) ? 1 : 0, distance, entry.created_at];
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const stronger: Record<PlayerStrength, PlayerStrength | null> = { easy: 'steady', steady: 'sharp', sharp: null };

/** The next strength above an opponent of the house; null above the strongest, and for other opponents. */
export const strongerThan = (manner: string | null): PlayerStrength | null =>
  manner === 'easy' || manner === 'steady' ? stronger[manner] : null;
