import type { LobbyEntry } from '../../shared/bridge/contract.ts';

/**
 * The rows of the list while it has the pointer or the focus, so that nothing moves under them. Rows keep their positions and get
 * updated contents, closed tables stay as `gone`, and new ones are only counted (`waiting`).
 */
export function frozenRows(
  shown: readonly LobbyEntry[],
  current: readonly LobbyEntry[],
): { rows: { entry: LobbyEntry; gone: boolean }[]; waiting: number } {
  const byId = new Map(current.map((entry) => [entry.post_id, entry]));
  const rows = shown.map((entry) => ({ entry: byId.get(entry.post_id) ?? entry, gone: !byId.has(entry.post_id) }));
  const shownIds = new Set(shown.map((entry) => entry.post_id));
  return { rows, waiting: current.filter((entry) => !shownIds.has(entry.post_id)).length };
}
