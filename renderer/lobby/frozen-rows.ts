import type { LobbyEntry } from '../../shared/bridge/contract.ts';

/**
 * The rows of the list while it has the pointer or the focus, so that nothing moves under them. Rows keep their positions and get
 * updated contents, closed tables stay with `isClosed`, and new ones are only counted (`newCount`).
 */
export function freezeRows(
  shownEntries: readonly LobbyEntry[],
  currentEntries: readonly LobbyEntry[],
): { rows: { entry: LobbyEntry; isClosed: boolean }[]; newCount: number } {
  const byId = new Map(currentEntries.map((entry) => [entry.post_id, entry]));
  const rows = shownEntries.map((entry) => ({
    entry: byId.get(entry.post_id) ?? entry,
    isClosed: !byId.has(entry.post_id),
  }));
  const shownIds = new Set(shownEntries.map((entry) => entry.post_id));
  return { rows, newCount: currentEntries.filter((entry) => !shownIds.has(entry.post_id)).length };
}
