/** Chooses which of the house's open tables to offer. */
import type { LobbyEntry, PlayerStrength } from '../../shared/bridge/contract.ts';
import { strengthRank } from '../../shared/tables/play-candidates.ts';

/**
 * One house table per game, by protocol id: the joinable one at `strength`, or else at another strength. A game is absent while all
 * its house players are playing.
 */
export function houseTables(entries: readonly LobbyEntry[], strength: PlayerStrength): Map<string, LobbyEntry> {
  const rank = ({ house }: LobbyEntry) => strengthRank(house?.strength ?? null, strength);
  const bestEntries = new Map<string, LobbyEntry>();
  for (const entry of entries) {
    if (!entry.house || entry.refusal !== null) continue;
    const bestEntry = bestEntries.get(entry.protocol_id);
    if (!bestEntry || rank(entry) < rank(bestEntry)) bestEntries.set(entry.protocol_id, entry);
  }
  return bestEntries;
}

const dayMs = 24 * 3600_000;

/** The number of a day in the user's time zone; consecutive days have consecutive numbers. */
export const dayNumber = (date: Date): number =>
  Math.floor(date.getTime() / dayMs - date.getTimezoneOffset() / (24 * 60));
