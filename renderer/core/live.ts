/**
 * The window's copy of main's state:
 * - `openLive` subscribes to main's events, then fetches the current snapshots;
 * - each event replaces the stored snapshot; the lobby transfers changes only (lobby-feed.ts);
 * - another identity, another community or a reconnection loads everything again;
 * - `labels` translates protocol names; `lobby`, `tables`, `hosting` and `notices` are derived from it;
 * - components read the stores through the hooks in context.tsx.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppState, HostedTable, Inbox, Lobby, Notices, Table } from '../../shared/bridge/contract.ts';
import type { Language } from '../../shared/language.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { connection } from '../bridge/connection.ts';
import { createLabelBook, type LabelBook, untranslatedBook } from './labels.ts';
import { followLobby } from './lobby-feed.ts';

export interface Live {
  bridge: BridgeClient;
  app: StoreApi<AppState>;
  lobby: StoreApi<Lobby>;
  /** By table id. */
  tables: StoreApi<ReadonlyMap<string, Table>>;
  /** Own invitations waiting for a guest. */
  hosting: StoreApi<readonly HostedTable[]>;
  inbox: StoreApi<Inbox>;
  /** What the user has not seen yet; null until tables and notices of the account are loaded. */
  notices: StoreApi<Notices | null>;
  /** Translated protocol labels, already applied to `lobby`, `tables`, `hosting` and `notices`. */
  labels: StoreApi<LabelBook>;
  /** Loads the protocol labels of this language; keeps the current ones on failure. */
  setLabelLanguage(language: Language): Promise<void>;
}

const emptyInbox: Inbox = {
  status: 'loading',
  problem: null,
  messages: [],
  sent: [],
  contacts: [],
  hidden: 0,
  quota: null,
};

/** Subscribes before fetching, so that no change is missed. Tables, lobby and inbox load once an identity is unlocked. */
export async function openLive(bridge: BridgeClient): Promise<Live> {
  const lobby = createStore<Lobby>(() => ({ entries: [], status: 'loading', complete: false, problem: null }));
  const tables = createStore<ReadonlyMap<string, Table>>(() => new Map());
  const hosting = createStore<readonly HostedTable[]>(() => []);
  const inbox = createStore<Inbox>(() => emptyInbox);
  const notices = createStore<Notices | null>(() => null);

  const lobbyFeed = followLobby(bridge, lobby);
  bridge.tables.on('changed', (table) => tables.setState((tablesById) => withTable(tablesById, table), true));

  bridge.tables.on('hosting', ({ hosted }) => hosting.setState(hosted, true));
  bridge.inbox.on('changed', (snapshot) => inbox.setState(snapshot, true));
  bridge.notices.on('changed', (snapshot) => notices.getState() !== null && notices.setState(snapshot, true));

  let earlyState: AppState | null = null;
  let app: StoreApi<AppState> | null = null;
  bridge.app.on('changed', (snapshot) => {
    if (app) app.setState(snapshot, true);
    else earlyState = snapshot;
  });
  const initialState = await bridge.app.state({});
  const store = createStore<AppState>(() => earlyState ?? initialState);
  app = store;

  // Each response is applied on arrival: later events are newer than it, however long the others take.
  const loadAll = () =>
    Promise.all([
      lobbyFeed.restart(),
      bridge.tables
        .list({})
        .then((response) => tables.setState(new Map(response.tables.map((table) => [table.table_id, table])), true)),
      bridge.tables.hosting({}).then(({ hosted }) => hosting.setState(hosted, true)),
      bridge.inbox.list({}).then((messages) => inbox.setState(messages, true)),
    ]).then(async () => notices.setState(await bridge.notices.list({}), true));
  let loadedAccount: string | null = null;
  let shownAccount: string | null = null;
  const loadOnce = (state: AppState) => {
    if (state.identity === null || state.phase === 'locked' || state.phase === 'unreadable') return;
    // Data belongs to one identity at one community.
    const { community } = state;
    const account = `${state.identity.public_key} ${community.embedded ? '' : community.url}`;
    if (loadedAccount === account) return;
    loadedAccount = account;
    if (shownAccount !== account) notices.setState(null, true);
    shownAccount = account;
    // Retried with the next app snapshot.
    loadAll().catch(() => {
      loadedAccount = null;
    });
  };
  store.subscribe(loadOnce);
  loadOnce(store.getState());

  // Events were missed while disconnected.
  connection.subscribe(() => {
    if (connection.get() !== 'connected') return;
    loadedAccount = null;
    bridge.app.state({}).then(
      (state) => store.setState(state, true),
      () => {},
    );
  });

  const labels = createStore<LabelBook>(() => untranslatedBook);
  let currentLanguage: Language | null = null;
  const setLabelLanguage = async (language: Language) => {
    if (currentLanguage === null)
      bridge.protocols.on('changed', () => void setLabelLanguage(currentLanguage ?? language));
    currentLanguage = language;
    const response = await bridge.protocols.labels({ language }).catch(() => null);
    if (response && currentLanguage === language) labels.setState(createLabelBook(language, response.labels), true);
  };
  return {
    bridge,
    app: store,
    lobby: translatedStore(lobby, labels, (book, state) => book.lobby(state)),
    tables: translatedStore(
      tables,
      labels,
      (book, all) => new Map([...all].map(([id, table]) => [id, book.table(table)])),
    ),
    hosting: translatedStore(hosting, labels, (book, hosted) => hosted.map(book.hostedTable)),
    inbox,
    notices: translatedStore(notices, labels, (book, known) => known && book.notices(known)),
    labels,
    setLabelLanguage,
  };
}

/** A store derived from another one and the current labels. */
function translatedStore<T>(
  source: StoreApi<T>,
  labels: StoreApi<LabelBook>,
  translate: (book: LabelBook, state: T) => T,
) {
  const translateState = () => translate(labels.getState(), source.getState());
  const store = createStore<T>(translateState);
  const update = () => store.setState(translateState(), true);
  source.subscribe(update);
  labels.subscribe(update);
  return store;
}

/** Adds or replaces one table, unless `tables` has a newer snapshot of it. */
export function withTable(tables: ReadonlyMap<string, Table>, table: Table): ReadonlyMap<string, Table> {
  const current = tables.get(table.table_id);
  if (current && current.seq > table.seq) return tables;
  return new Map(tables).set(table.table_id, table);
}

const isRunning = (table: Table) => table.phase === 'joining' || table.phase === 'playing';

/** Running and finished tables, newest first. */
export function sortTables(tables: ReadonlyMap<string, Table>): { running: Table[]; finished: Table[] } {
  const sortedTables = [...tables.values()].sort((a, b) => b.started_at - a.started_at);
  return { running: sortedTables.filter(isRunning), finished: sortedTables.filter((table) => !isRunning(table)) };
}
