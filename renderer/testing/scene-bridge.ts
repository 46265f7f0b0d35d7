/** Replaces the connection to main: a fake bridge in the state named by the page's `?scene=` (see scenes.ts). */
import { clockEventMs } from '../../shared/bridge/clock-event.ts';
import {
  type AppState,
  type HostedTable,
  type LobbyEntry,
  type Notices,
  rowsPageMax,
} from '../../shared/bridge/contract.ts';
import { type ErrorCode, ParlorError } from '../../shared/errors.ts';
import { gameHistory, playedGames } from '../../shared/tables/history.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import { rowOf, tableMatcher } from '../../shared/tables/table-rows.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { createFakeBridge, type FakeHandlers } from './fake-bridge.ts';
import { hostableSamples, hostedOf, hostedTables } from './hosting-samples.ts';
import { networkOf, openNetwork, ownAddressSamples } from './network-samples.ts';
import { sampleAdvice, sampleRecord, sampleSpec, signedSampleRecord } from './record-samples.ts';
import { runningTables } from './running-tables.ts';
import { agentHandlers } from './scene-agents.ts';
import { analysisHandlers } from './scene-analysis.ts';
import { clientHandlers } from './scene-clients.ts';
import { complaintHandlers } from './scene-complaints.ts';
import { inboxHandlers } from './scene-inbox.ts';
import { lobbyPages } from './scene-lobby.ts';
import { noticesOf } from './scene-notices.ts';
import { protocolHandlers } from './scene-protocols.ts';
import { publishingHandlers } from './scene-publishing.ts';
import { remarkHandlers } from './scene-remarks.ts';
import { communityHandlers, identityHandlers, settingsHandlers } from './scene-settings.ts';
import { strengthHandlers } from './scene-strengths.ts';
import { studioHandlers } from './scene-studio.ts';
import { appState, finishedTables, lobbyOf, offerOf } from './scenes.ts';

const refused = (code: ErrorCode) => new ParlorError(code, 'Refused by the scene.');

export const connectBridge = async (): Promise<BridgeClient> => sceneBridge(new URLSearchParams(location.search));

export function sceneBridge(query: URLSearchParams): BridgeClient {
  const scene = query.get('scene') ?? 'lobby';
  const boardUrl = query.get('boardUrl') ?? 'http://x.localhost:1/';
  const net = query.get('net');
  let app: AppState = { ...appState(scene, query.get('theme')), network: networkOf(net) };
  const tables = [...finishedTables(scene), ...runningTables(scene)];
  let hosted: HostedTable[] = hostedTables(scene);
  const lobby = lobbyPages(lobbyOf(scene, tables));
  let notices = noticesOf(query.has('moments') ? 'moments' : scene, tables);

  const setApp = (changes: Partial<AppState>) => {
    app = { ...app, ...changes };
    emit('app', 'changed', app);
    return app;
  };
  const setNotices = (changes: Partial<Notices>) => {
    notices = { ...notices, ...changes };
    emit('notices', 'changed', notices);
    return {};
  };
  const host = (table: HostedTable) => {
    hosted = [...hosted, table];
    emit('tables', 'hosting', { hosted: [table], gone: [] });
    return table;
  };
  const entryOf = (post_id: string): LobbyEntry => {
    const entry = lobby.entries().find((each) => each.post_id === post_id);
    if (!entry) throw refused('invitation_gone');
    return entry;
  };
  const record = sampleRecord('guest');
  const signedRecord = signedSampleRecord('guest');
  /** The whole text at the first read. */
  const readText = (text: string, from: number) => ({ text: from === 0 ? text : '', next: text.length });

  const handlers: FakeHandlers = {
    app: {
      ...settingsHandlers(scene),
      state: () => app,
      set_settings: (changes) => setApp({ settings: { ...app.settings, ...(changes as object) } }).settings,
    },
    identity: identityHandlers(scene, () => app),
    community: {
      ...communityHandlers(scene),
      addresses: () => ({ addresses: net === 'none' ? [] : ownAddressSamples }),
      open_network({ address }) {
        if (net === 'refused') throw refused('network_refused');
        return setApp({ network: openNetwork(address) }).network;
      },
    },
    lobby: { list: ({ after }) => lobby.page(after), inspect: ({ post_id }) => offerOf(entryOf(post_id)) },
    drafts: { get: () => ({ text: '' }) },
    history: {
      games: () => ({ games: playedGames(tables.map(rowOf)) }),
      game({ protocol_id, depth = 2 }) {
        const history = gameHistory(tables.map(rowOf), protocol_id, depth);
        if (!history) throw refused('not_found');
        return history;
      },
    },
    tables: {
      list: () => ({ tables }),
      get({ table_id }) {
        const table = tables.find((each) => each.table_id === table_id);
        if (!table) throw refused('not_found');
        return table;
      },
      rows({ from = 0, limit = rowsPageMax, ...filter }) {
        const rows = tables.filter(isOver).map(rowOf).filter(tableMatcher(filter));
        return { rows: rows.slice(from, from + limit), total: rows.length, all: tables.length, unreadable: 0 };
      },
      hostable: () => ({ protocols: hostableSamples() }),
      hosting: () => ({ hosted }),
      host(request) {
        if (request.message === 'refuse') throw refused('rate_limited');
        return host(hostedOf(request));
      },
      challenge: (request) => ({ hosted: host(hostedOf(request)), unsent: null }),
      rematch({ table_id }) {
        const { protocol, peer } = tables.find((each) => each.table_id === table_id) ?? tables[0]!;
        const request = {
          protocol: protocol.protocol_id,
          control_mode: 'human',
          for_public_key: peer.public_key,
        } as const;
        return { table_id: null, hosted: host({ ...hostedOf(request), rematch_of: table_id }) };
      },
      record({ table_id, from }) {
        // The reports of the disputed game differ, so nobody has signed it.
        const text = table_id === 'disputed' || table_id === 'kept' ? record.text : signedRecord;
        return { ...readText(text, from), spec: sampleSpec };
      },
      take_record: ({ text }) => ({ record: text.includes('"signed"') ? 'settled' : 'kept' }),
      open_record: ({ record }) => ({ table: { ...tables[0]!, table_id: record }, followed: 15, problem: null }),
      views: ({ table_id, from }) => readText(table_id === 'unseen' ? '' : record.views, from),
      has_finished: () => ({ finished: scene !== 'first-game' }),
      advice: () => ({ advised: sampleAdvice(record.text), next: null, changed: false }),
      board() {
        if (scene === 'stopped') throw refused('bundle_stopped');
        return { url: boardUrl, client: 'port' };
      },
    },
    analysis: analysisHandlers(record.moves, (analysis) => emit('analysis', 'changed', analysis)),
    remarks: remarkHandlers(query.get('talk'), (state) => emit('remarks', 'changed', state)),
    protocols: protocolHandlers(scene, boardUrl),
    strengths: strengthHandlers,
    agents: agentHandlers(scene),
    clients: clientHandlers(scene, (state) => emit('clients', 'changed', state)),
    inbox: inboxHandlers(scene, lobby.entries()),
    complaints: complaintHandlers,
    notices: {
      list: () => notices,
      see_ends({ table_id }) {
        return setNotices({ ended: notices.ended.filter(({ newest }) => newest.table_id !== table_id) });
      },
      dismiss: (closed) => setNotices({ dismissed: [...notices.dismissed, closed] }),
    },
    studio: studioHandlers(scene, boardUrl),
    publishing: publishingHandlers((view) => emit('publishing', 'changed', view)),
  };
  const { client, emit } = createFakeBridge(handlers, {
    ...{ hostile: query.has('hostile'), delayMs: Number(query.get('delay') ?? 0) },
  });
  setInterval(() => emit('app', 'clock', { clock: Date.now(), community: Date.now() }), clockEventMs);

  // Replaces the oldest table with a new one; sent by the benchmark.
  document.addEventListener('look-table', () => emit('lobby', 'changed', lobby.turnOver()));
  document.addEventListener('look-new-table', () => emit('lobby', 'changed', lobby.add()));
  document.addEventListener('look-app', (event) => setApp((event as CustomEvent<Partial<AppState>>).detail));
  // Sent by screenshots.ts, whose actions run in English.
  document.addEventListener('look-notices', (event) => setNotices(noticesOf((event as CustomEvent).detail, tables)));
  document.addEventListener('look-locale', (event) => {
    const { detail: locale } = event as CustomEvent<AppState['settings']['locale']>;
    setApp({ settings: { ...app.settings, locale } });
  });
  return client;
}
