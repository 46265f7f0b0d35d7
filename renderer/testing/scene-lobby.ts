import {
  type Lobby,
  type LobbyEntry,
  type LobbyPage,
  type LobbyStatus,
  lobbyPageMaxEntries,
} from '../../shared/bridge/contract.ts';

/** Serves a lobby in pages, as main does: `seq` is the number of the change that added a table. */
export function lobbyPages({ entries: first, status, complete, problem }: Lobby) {
  let rows = first.map((entry, index) => ({ seq: index + 1, entry }));
  let seq = rows.length;
  let gone: { seq: number; post_id: string }[] = [];
  const head = (): LobbyStatus => ({ seq, status, complete, problem });
  const similar = ({ entry }: { entry: LobbyEntry }) => ({
    seq,
    entry: { ...entry, post_id: crypto.randomUUID(), created_at: Date.now() },
  });
  return {
    entries: (): LobbyEntry[] => rows.map(({ entry }) => entry),
    page(after = 0): LobbyPage {
      const newer = rows.filter((row) => row.seq > after);
      const page = newer.slice(0, lobbyPageMaxEntries);
      const more = newer.length > page.length;
      return {
        ...head(),
        seq: more ? page.at(-1)!.seq : seq,
        reset: after === 0,
        entries: page.map(({ entry }) => entry),
        gone: more ? [] : gone.filter((each) => each.seq > after).map(({ post_id }) => post_id),
        more,
      };
    },
    /** Removes the oldest table and adds a similar one. */
    turnOver(): LobbyStatus {
      const [oldest, ...rest] = rows;
      if (!oldest) return head();
      seq += 1;
      gone = [...gone, { seq, post_id: oldest.entry.post_id }];
      rows = [...rest, similar(oldest)];
      return head();
    },
    /** Adds a table similar to the oldest. */
    add(): LobbyStatus {
      const [oldest] = rows;
      if (!oldest) return head();
      seq += 1;
      rows = [...rows, similar(oldest)];
      return head();
    },
  };
}
