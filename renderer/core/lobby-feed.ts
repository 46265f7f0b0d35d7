/** Mirrors main's lobby: after the first full read, only changes cross the bridge. */
import type { StoreApi } from 'zustand/vanilla';
import type { Lobby, LobbyEntry } from '../../shared/bridge/contract.ts';
import type { BridgeClient } from '../bridge/client.ts';

export interface LobbyFeed {
  /** Reads everything again, for another identity or after a reconnection. Rejects if main refuses. */
  restart(): Promise<void>;
}

/** Keeps `store` equal to main's lobby from the first `restart` on. */
export function followLobby(bridge: BridgeClient, store: StoreApi<Lobby>): LobbyFeed {
  const entries = new Map<string, LobbyEntry>();
  let lastSeq = 0;
  let currentRead: Promise<void> | null = null;
  /** Changes were announced, or further pages remain. */
  let hasMoreChanges = false;
  /** The next read starts from the beginning. */
  let fromStart = false;
  /** Some rows are not in the store yet. */
  let rowsChanged = false;

  async function readPages(): Promise<void> {
    do {
      hasMoreChanges = false;
      if (fromStart) lastSeq = 0;
      fromStart = false;
      const page = await bridge.lobby.list({ after: lastSeq });
      if (page.reset) entries.clear();
      for (const post_id of page.gone) entries.delete(post_id);
      for (const entry of page.entries) entries.set(entry.post_id, entry);
      rowsChanged ||= page.reset || page.gone.length + page.entries.length > 0;
      lastSeq = page.seq;
      if (page.more) hasMoreChanges = true;
      else {
        const { status, complete, problem } = page;
        const rows = rowsChanged ? [...entries.values()] : store.getState().entries;
        store.setState({ status, complete, problem, entries: rows }, true);
        rowsChanged = false;
      }
    } while (hasMoreChanges);
  }

  function readChanges(): Promise<void> {
    hasMoreChanges = true;
    currentRead ??= readPages().finally(() => {
      currentRead = null;
    });
    return currentRead;
  }

  bridge.lobby.on('changed', () => {
    // Retried with the next change.
    readChanges().catch(() => {});
  });
  return {
    restart() {
      fromStart = true;
      return readChanges();
    },
  };
}
