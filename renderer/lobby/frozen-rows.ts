import type { LobbyEntry } from '../../shared/bridge/contract.ts';

/**
 * What the list shows while it has the pointer or the focus: nothing moves. Rows keep their positions with updated
 * contents, removed rows stay as they were, and new ones wait.
 */
export function frozenRows(
  shown: readonly LobbyEntry[],
  fresh: readonly LobbyEntry[],
): { rows: { entry: LobbyEntry; gone: boolean }[]; waiting: number } {
  const byId = new Map(fresh.map((entry) => [entry.post_id, entry]));
  const rows = shown.map((entry) => ({ entry: byId.get(entry.post_id) ?? entry, gone: !byId.has(entry.post_id) }));
  const known = new Set(shown.map((entry) => entry.post_id));
  return { rows, waiting: fresh.filter((entry) => !known.has(entry.post_id)).length };
}
