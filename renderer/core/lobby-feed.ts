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
  let after = 0;
  let reading: Promise<void> | null = null;
  /** Changes were announced, or further pages remain. */
  let again = false;
  /** The next read starts from the beginning. */
  let fromStart = false;
  /** Some rows are not in the store yet. */
  let changed = false;

  async function read(): Promise<void> {
    do {
      again = false;
      if (fromStart) after = 0;
      fromStart = false;
      const page = await bridge.lobby.list({ after });
      if (page.reset) entries.clear();
      for (const post_id of page.gone) entries.delete(post_id);
      for (const entry of page.entries) entries.set(entry.post_id, entry);
      changed ||= page.reset || page.gone.length + page.entries.length > 0;
      after = page.seq;
      if (page.more) again = true;
      else {
        const { status, complete, problem } = page;
        const rows = changed ? [...entries.values()] : store.getState().entries;
        store.setState({ status, complete, problem, entries: rows }, true);
        changed = false;
      }
    } while (again);
  }

  function pull(): Promise<void> {
    again = true;
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  bridge.lobby.on('changed', () => {
    // Retried with the next change.
    pull().catch(() => {});
  });
  return {
    restart() {
      fromStart = true;
      return pull();
    },
  };
}
