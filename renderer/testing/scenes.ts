/** Where each scene begins. */
import type { AppState, Lobby, LobbyEntry, Offer, Settings, Table } from '../../shared/bridge/contract.ts';
import { closedNetwork } from './network-samples.ts';
import { sampleRecord } from './record-samples.ts';
import { keyOf, lobbyChecks, openTable, person, playing } from './samples.ts';

const ready: AppState = {
  version: '0.1.0',
  shell: 'web',
  phase: 'ready',
  house_sign: 'Amber Kettle',
  identity: { public_key: keyOf(900), nickname: 'copperfinch', bio: '', protection: 'plain', words_confirmed: false },
  me: { agent_id: 900, rating: 1264, games_played: 18 },
  community: {
    name: 'Harbor Street',
    url: 'http://127.0.0.1:4100',
    embedded: true,
    status: 'online',
    agents: 214,
    clock_offset_ms: 300,
    problem: null,
    retry_at: null,
  },
  network: closedNetwork,
  work: null,
  words_due: false,
  settings: {
    theme: 'system',
    locale: 'system',
    prefer_plain_view: false,
    accept_ui: false,
    accept_host_ui: false,
    house_on: true,
    house_strength: 'every',
    notify_turn: true,
    notify_guest: true,
    notify_letter: true,
    notify_result: true,
    community: null,
    network: null,
  },
  problem: null,
};

export function appState(scene: string, theme: string | null): AppState {
  const settings: Settings = { ...ready.settings, theme: theme === 'dark' || theme === 'light' ? theme : 'system' };
  const app: AppState = { ...ready, settings };
  const starting = { ...app.community, status: 'starting' as const, agents: null, clock_offset_ms: null };
  switch (scene) {
    case 'first-run':
      return { ...app, phase: 'first_run', identity: null, me: null, community: starting };
    case 'locked':
      return { ...app, phase: 'locked', me: null, identity: { ...must(app.identity), protection: 'passphrase' } };
    case 'unreadable':
      return { ...app, phase: 'unreadable', identity: null, me: null };
    case 'registering':
      return { ...app, phase: 'registering', me: null, community: starting };
    case 'offline':
      return {
        ...app,
        community: {
          ...app.community,
          embedded: false,
          status: 'offline',
          agents: null,
          clock_offset_ms: null,
          problem: { code: 'community_unreachable', message: 'No answer.' },
          retry_at: Date.now() + 20_000,
        },
      };
    case 'problem':
      return { ...app, problem: { code: 'settings_unreadable', message: 'Set aside.' } };
    case 'guarded':
      return { ...app, words_due: true, identity: { ...must(app.identity), protection: 'passphrase' } };
    default:
      return app;
  }
}

function must<T>(value: T | null): T {
  if (value === null) throw new Error('The sample has none.');
  return value;
}

const gain = (win: number, draw: number, loss: number) => ({ win, draw, loss });

const entries: LobbyEntry[] = [
  openTable({
    nickname: 'tidewright',
    rating: 1312,
    mode: 'hybrid',
    game: 'Connect Four',
    message: 'Evening table. I take my time, chat is fine.',
    options: { rows: 6, columns: 7 },
    gain: gain(18, 8, 3),
  }),
  openTable({
    nickname: 'old-lantern',
    rating: 1190,
    mode: 'human',
    game: 'Rock Paper Scissors',
    message: 'quick one before supper?',
    options: { best_of: 3 },
    gain: gain(13, 8, 5),
  }),
  openTable({
    nickname: 'Marigold',
    rating: 1400,
    mode: 'autonomous',
    game: 'Connect Four',
    message: 'Runs on this computer, always free',
    options: { rows: 6, columns: 7 },
    house: true,
    gain: gain(22, 8, 3),
  }),
  openTable({
    nickname: 'quietmoth',
    rating: 1288,
    mode: 'autonomous',
    game: 'Weak Wins',
    message: 'Bidding agent, third version. Logs welcome.',
    options: { rounds: 5, points: 100 },
    gain: gain(17, 8, 4),
  }),
  openTable({
    nickname: 'saltmarsh',
    rating: 1254,
    mode: 'human',
    game: 'Lantern Auction',
    message: 'testing my own \u202Eprotocol, be kind',
    options: { lots: 4 },
    gain: gain(16, 8, 4),
  }),
  {
    ...openTable({
      nickname: 'pennywhistle',
      rating: 1335,
      mode: 'hybrid',
      game: 'Connect Four',
      message: 'rematch table',
      options: { rows: 6, columns: 7 },
      gain: gain(0, 0, 0),
    }),
    cap: { used: 2, limit: 2, again_at: Date.now() + 3_600_000 },
  },
  {
    ...openTable({
      nickname: 'basalt',
      rating: 1120,
      mode: 'autonomous',
      game: 'Oracle',
      message: 'Ask about tides and knots.',
      gain: gain(10, 8, 6),
    }),
    checks: lobbyChecks('ticket'),
    refusal: { code: 'binding_invalid', message: 'The signature does not fit.' },
  },
  openTable({
    nickname: 'brindle',
    rating: 1210,
    mode: 'human',
    game: 'Chat',
    message: 'Talk about board wargames, any level',
  }),
];

export function lobbyOf(scene: string): Lobby {
  if (scene === 'empty') return { entries: [], status: 'live', problem: null };
  if (scene === 'loading' || scene === 'first-run' || scene === 'registering')
    return { entries: [], status: 'loading', problem: null };
  if (scene === 'offline')
    return { entries: [], status: 'offline', problem: { code: 'community_unreachable', message: 'No answer.' } };
  const count = Number(new URLSearchParams(location.search).get('open') ?? entries.length);
  return { entries: count === entries.length ? entries : manyEntries(count), status: 'live', problem: null };
}

/** As many tables as wanted, each of somebody else. */
const manyEntries = (count: number): LobbyEntry[] =>
  Array.from({ length: count }, (_, i) => {
    const entry = must(entries[i % entries.length] ?? null);
    const host = { ...entry.host, public_key: keyOf(10_000 + i), nickname: `${entry.host.nickname} ${i + 1}` };
    const post_id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    return { ...entry, post_id, host };
  });

export function offerOf(entry: LobbyEntry): Offer {
  return {
    ...entry,
    protocol: {
      name: entry.protocol_name,
      description: 'Two players drop discs into columns; four in a line wins.',
      mode: 'session_loop',
      family: entry.gain ? 'game:connect-four' : null,
      rules: { objective: 'Four of your discs in a line: across, up, or slanting.', turns: 'The guest moves first.' },
    },
    control_modes: ['human', 'hybrid', 'autonomous'],
    decision_seconds: 120,
    proposal_seconds: 20,
    board: {
      source: entry.host.house ? 'local' : 'platform',
      manifest_hash: keyOf(700),
      author: 'saltmarsh',
      files: 4,
      size_bytes: 18_400,
    },
    head_to_head: entry.host.nickname === 'tidewright' ? { won: 3, lost: 4, drawn: 1 } : { won: 0, lost: 0, drawn: 0 },
  };
}

const ended = Date.now() - 60_000;
const result = (changes: Partial<NonNullable<Table['result']>>): NonNullable<Table['result']> => ({
  winner: 'guest',
  outcome: 'won',
  reason: 'Four in a line, columns 3 to 6.',
  state: 'settled',
  reports: { mine: 'guest', mine_at: ended, theirs: 'guest', theirs_at: ended + 1000 },
  rating: {
    applied: true,
    reason: 'settled',
    mine: { before: 1264, after: 1282, delta: 18 },
    theirs: { before: 1312, after: 1317, delta: 5 },
  },
  cap: { used: 2, limit: 2, again_at: Date.now() + 83_648_000 },
  ...changes,
});

/** Tables that are over, one for each way to end. */
export function overTables(scene: string): Table[] {
  if (scene !== 'results' && scene !== 'rematch') return [];
  const { moves, view, record } = sampleRecord('guest');
  const base = playing({
    phase: 'finished',
    control_mode: 'hybrid',
    view,
    moves,
    record,
    board: { source: 'local', manifest_hash: keyOf(700), author: 'saltmarsh' },
    protocol: { protocol_id: keyOf(501), name: 'Connect Four', mode: 'session_loop', family: 'game:connect-four' },
    options: { rows: 6, columns: 7 },
    started_at: ended - 600_000,
    ended_at: ended,
  });
  const table = (id: string, changes: Partial<Table>) => ({ ...base, table_id: id, ...changes });
  const settled = result({}).rating;
  if (scene === 'rematch') return [table('settled', { result: result({}) })];
  return [
    table('settled', { result: result({}) }),
    table('unseen', { result: result({ cap: null }), started_at: ended - 900_000 }),
    table('house', {
      peer: person(3, 'Marigold', 1400, true),
      peer_control_mode: 'autonomous',
      result: result({}),
      afterwards: { score: 4, noted: false, declined: false, refused: true },
    }),
    table('answered', {
      peer: person(8, 'basalt', 1120),
      protocol: { protocol_id: keyOf(507), name: 'Oracle', mode: 'request_response', family: null },
      result: result({ winner: null, outcome: 'none', reason: null, state: 'unrated', rating: null, cap: null }),
    }),
    table('lost', {
      result: result({
        winner: 'host',
        outcome: 'lost',
        cap: { used: 1, limit: 2, again_at: null },
        rating: {
          applied: true,
          reason: 'settled',
          mine: { before: 1264, after: 1267, delta: 3 },
          theirs: { before: 1312, after: 1326, delta: 14 },
        },
      }),
    }),
    table('drawn', {
      result: result({
        winner: 'draw',
        outcome: 'drawn',
        rating: {
          applied: true,
          reason: 'settled',
          mine: { before: 1264, after: 1272, delta: 8 },
          theirs: { before: 1312, after: 1320, delta: 8 },
        },
      }),
    }),
    table('pending', {
      result: result({
        state: 'pending',
        rating: null,
        reports: { mine: 'guest', mine_at: ended, theirs: null, theirs_at: null },
      }),
    }),
    table('queued', {
      result: result({
        state: 'queued',
        rating: null,
        reports: { mine: 'guest', mine_at: null, theirs: null, theirs_at: null },
      }),
    }),
    table('disputed', {
      result: result({
        state: 'disputed',
        rating: null,
        reports: { mine: 'guest', mine_at: ended, theirs: 'host', theirs_at: ended },
      }),
    }),
    table('capped', {
      result: result({
        state: 'capped',
        rating: settled && {
          ...settled,
          applied: false,
          mine: { before: 1264, after: 1264, delta: 0 },
          theirs: { before: 1312, after: 1312, delta: 0 },
        },
      }),
    }),
    table('interrupted', { phase: 'failed', problem: { code: 'interrupted', message: '' }, result: null }),
    table('peergone', {
      phase: 'failed',
      peer: person(2, 'tidewright', 1312),
      problem: { code: 'peer_unresponsive', message: '' },
      result: result({ winner: null, outcome: 'none', reason: null, state: 'unrated', rating: null, cap: null }),
    }),
  ];
}
