/**
 * The window's copy of main's state:
 * - `openLive` subscribes to main's events, then fetches the current snapshots;
 * - each event replaces the stored snapshot; the lobby and the inbox transfer changes only (lobby-feed.ts, inbox-feed.ts);
 * - of the tables, it holds those in progress and the latest ones (table-feed.ts);
 * - another identity, another community or a reconnection loads everything again;
 * - `labels` translates protocol names; `lobby`, `tables`, `hosting` and `notices` are derived from it;
 * - components read the stores through the hooks in context.tsx.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppState, HostedTable, Lobby, Notices, PlayState } from '../../shared/bridge/contract.ts';
import { afterHostedChange, readHosted, readLabels } from '../../shared/bridge/read-all.ts';
import type { Language } from '../../shared/language.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { connection } from '../bridge/connection.ts';
import { type ContactNames, emptyInbox, followInbox, type InboxState } from './inbox-feed.ts';
import { createLabelBook, type LabelBook, untranslatedBook } from './labels.ts';
import { followLobby } from './lobby-feed.ts';
import { asProblem, type Problem } from './problem.ts';
import { followTables, type TablesById } from './table-feed.ts';

export interface Live {
  bridge: BridgeClient;
  app: StoreApi<AppState>;
  lobby: StoreApi<Lobby>;
  /** By table id: those in progress and the latest ones, see table-feed.ts. */
  tables: StoreApi<TablesById>;
  /** Adds one of the others to `tables`. Rejects `not_found`. */
  loadTable(table_id: string): Promise<void>;
  /** Own invitations waiting for a guest. */
  hosting: StoreApi<readonly HostedTable[]>;
  /** The search of Play; null without one. */
  play: StoreApi<PlayState | null>;
  inbox: StoreApi<InboxState>;
  /** Names of contacts. */
  contacts: StoreApi<ContactNames>;
  /** Why the above could not be loaded; null once it is. Retried every few seconds, and by `reload`. */
  loadProblem: StoreApi<Problem | null>;
  reload(): void;
  /** What the user has not seen yet; null until tables and notices of the account are loaded. */
  notices: StoreApi<Notices | null>;
  /** Translated protocol labels, already applied to `lobby`, `tables`, `hosting` and `notices`. */
  labels: StoreApi<LabelBook>;
  /** Loads the protocol labels of this language; keeps the current ones on failure. */
  setLabelLanguage(language: Language): Promise<void>;
}

/** Time between two attempts to load what main refused, milliseconds. */
const retryMs = 5_000;

/** Subscribes before fetching, so that no change is missed. Tables, lobby and inbox load once an identity is unlocked. */
export async function openLive(bridge: BridgeClient): Promise<Live> {
  const lobby = createStore<Lobby>(() => ({ entries: [], status: 'loading', complete: false, problem: null }));
  const tables = createStore<TablesById>(() => new Map());
  const hosting = createStore<readonly HostedTable[]>(() => []);
  const play = createStore<PlayState | null>(() => null);
  const inbox = createStore<InboxState>(() => emptyInbox);
  const contacts = createStore<ContactNames>(() => new Map());
  const notices = createStore<Notices | null>(() => null);

  const lobbyFeed = followLobby(bridge, lobby);
  const inboxFeed = followInbox(bridge, inbox, contacts);
  const loadProblem = createStore<Problem | null>(() => null);
  const tableFeed = followTables(bridge, tables, lobby);
  bridge.tables.on('hosting', (change) => hosting.setState((hosted) => afterHostedChange(hosted, change), true));
  bridge.play.on('changed', (change) => play.setState(change.play, true));
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
      inboxFeed.restart(),
      tableFeed.restart(),
      bridge.play.state({}).then((state) => play.setState(state, true)),
      readHosted(bridge).then((hosted) => hosting.setState(hosted, true)),
    ]).then(async () => notices.setState(await bridge.notices.list({}), true));
  let loadedAccount: string | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let shownAccount: string | null = null;
  const loadOnce = (state: AppState) => {
    if (state.identity === null || state.phase === 'locked' || state.phase === 'unreadable') {
      loadedAccount = null;
      return;
    }
    // Data belongs to one identity at one community.
    const { community } = state;
    const account = `${state.identity.public_key} ${community.embedded ? '' : community.url}`;
    if (loadedAccount === account) return;
    loadedAccount = account;
    clearTimeout(retryTimer);
    if (shownAccount !== account) notices.setState(null, true);
    shownAccount = account;
    loadAll().then(
      () => loadedAccount === account && loadProblem.setState(null, true),
      (error: unknown) => {
        if (loadedAccount !== account) return;
        loadedAccount = null;
        const problem = asProblem(error);
        // A lost connection is shown as such, and everything is loaded again after it.
        if (problem.code === 'bridge_closed') return;
        loadProblem.setState(problem, true);
        retryTimer = setTimeout(reload, retryMs);
      },
    );
  };
  const reload = () => {
    loadedAccount = null;
    loadOnce(store.getState());
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
    const read = await readLabels(bridge, language).catch(() => null);
    if (read && currentLanguage === language)
      labels.setState(createLabelBook(language, read.words, read.defaults), true);
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
    loadTable: tableFeed.load,
    play,
    inbox,
    contacts,
    loadProblem,
    reload,
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
