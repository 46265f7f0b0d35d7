import type { LobbyEntry } from '../../shared/bridge/contract.ts';

export type Crowd = 'everyone' | 'near' | 'people' | 'agents';
export const crowds: Crowd[] = ['everyone', 'near', 'people', 'agents'];
export interface LobbyFilter {
  text: string;
  crowd: Crowd;
}

/** "Near my rating" is within this many points. */
export const nearPoints = 100;

const plain = (text: string) => text.normalize('NFKD').toLowerCase();

/** The open tables that fit, in main's order. Own tables are not in the list of chairs to take. */
export function fitting(entries: readonly LobbyEntry[], filter: LobbyFilter, ownRating: number | null): LobbyEntry[] {
  const wanted = plain(filter.text.trim());
  return entries.filter((entry) => {
    if (entry.own) return false;
    if (wanted && !plain(`${entry.host.nickname}\n${entry.protocol_name}`).includes(wanted)) return false;
    if (filter.crowd === 'people') return entry.host_control_mode !== 'autonomous';
    if (filter.crowd === 'agents') return entry.host_control_mode === 'autonomous';
    if (filter.crowd === 'near') {
      return ownRating === null || entry.host.rating === null || Math.abs(entry.host.rating - ownRating) <= nearPoints;
    }
    return true;
  });
}

/**
 * What the list shows while somebody is pointing at it or has the focus in it: nothing moves. Rows keep their places with
 * their newest contents, rows that are gone stay as they were, and what is new waits.
 */
export function held(
  shown: readonly LobbyEntry[],
  fresh: readonly LobbyEntry[],
): { rows: { entry: LobbyEntry; gone: boolean }[]; waiting: number } {
  const byId = new Map(fresh.map((entry) => [entry.post_id, entry]));
  const rows = shown.map((entry) => ({ entry: byId.get(entry.post_id) ?? entry, gone: !byId.has(entry.post_id) }));
  const known = new Set(shown.map((entry) => entry.post_id));
  return { rows, waiting: fresh.filter((entry) => !known.has(entry.post_id)).length };
}
