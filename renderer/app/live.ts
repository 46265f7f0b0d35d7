/** What the window knows of main. Main is the truth: every snapshot that arrives replaces the one before. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppState, Bridge, HostedTable, Inbox, Lobby, Table } from '../../shared/bridge/contract.ts';
import type { Client } from '../../shared/bridge/define.ts';
import { connection } from '../bridge/connection.ts';

export type BridgeClient = Client<Bridge, 'both'>;

export interface Live {
  bridge: BridgeClient;
  app: StoreApi<AppState>;
  lobby: StoreApi<Lobby>;
  /** Every known table by its id. */
  tables: StoreApi<ReadonlyMap<string, Table>>;
  /** Own invitations that wait for a guest. */
  hosting: StoreApi<readonly HostedTable[]>;
  inbox: StoreApi<Inbox>;
}

const emptyInbox: Inbox = {
  status: 'loading',
  problem: null,
  letters: [],
  sent: [],
  contacts: [],
  hidden: 0,
  quota: null,
};

/**
 * Subscribes first and asks then, so that no change falls between. Lobby, tables and inbox follow by themselves once
 * there is somebody to show them to.
 */
export async function openLive(bridge: BridgeClient): Promise<Live> {
  const lobby = createStore<Lobby>(() => ({ entries: [], status: 'loading', problem: null }));
  const tables = createStore<ReadonlyMap<string, Table>>(() => new Map());
  const hosting = createStore<readonly HostedTable[]>(() => []);
  const inbox = createStore<Inbox>(() => emptyInbox);

  bridge.lobby.on('changed', (snapshot) => lobby.setState(snapshot, true));
  bridge.tables.on('changed', (table) => tables.setState((known) => withTable(known, table), true));

  bridge.tables.on('hosting', ({ hosted }) => hosting.setState(hosted, true));
  bridge.inbox.on('changed', (snapshot) => inbox.setState(snapshot, true));

  let early: AppState | null = null;
  let app: StoreApi<AppState> | null = null;
  bridge.app.on('changed', (snapshot) => {
    if (app) app.setState(snapshot, true);
    else early = snapshot;
  });
  const first = await bridge.app.state({});
  const store = createStore<AppState>(() => early ?? first);
  app = store;

  const load = async () => {
    const [nowOpen, known, { hosted }, letters] = await Promise.all([
      bridge.lobby.list({}),
      bridge.tables.list({}),
      bridge.tables.hosting({}),
      bridge.inbox.list({}),
    ]);
    lobby.setState(nowOpen, true);
    tables.setState(new Map(known.tables.map((table) => [table.table_id, table])), true);
    hosting.setState(hosted, true);
    inbox.setState(letters, true);
  };
  let loaded: string | null = null;
  const loadOnce = (state: AppState) => {
    if (state.identity === null || state.phase === 'locked' || state.phase === 'unreadable') return;
    // Another identity, or the same at another community, has other tables.
    const { community } = state;
    const seat = `${state.identity.public_key} ${community.embedded ? '' : community.url}`;
    if (loaded === seat) return;
    loaded = seat;
    // A refusal leaves the empty lobby with its own status; the next snapshot fills it.
    load().catch(() => {
      loaded = null;
    });
  };
  store.subscribe(loadOnce);
  loadOnce(store.getState());

  // Events were missed while the line was down.
  connection.subscribe(() => {
    if (connection.get() !== 'connected') return;
    loaded = null;
    bridge.app.state({}).then(
      (state) => store.setState(state, true),
      () => {},
    );
  });

  return { bridge, app: store, lobby, tables, hosting, inbox };
}

/** Adds or renews one table. An older snapshot never replaces a newer one. */
export function withTable(known: ReadonlyMap<string, Table>, table: Table): ReadonlyMap<string, Table> {
  const current = known.get(table.table_id);
  if (current && current.seq > table.seq) return known;
  return new Map(known).set(table.table_id, table);
}

const running = (table: Table) => table.phase === 'joining' || table.phase === 'playing';

/** Running tables first, then the newest. */
export function inOrder(known: ReadonlyMap<string, Table>): { running: Table[]; over: Table[] } {
  const all = [...known.values()].sort((a, b) => b.started_at - a.started_at);
  return { running: all.filter(running), over: all.filter((table) => !running(table)) };
}
