/** The scenes: the app's state, the lobby and the finished tables of each. */
import type { AppState, Lobby, LobbyEntry, Offer, Settings, Table } from '../../shared/bridge/contract.ts';
import { defaultSettings, textSizes } from '../../shared/bridge/settings.ts';
import { closedNetwork } from './network-samples.ts';
import { outageOf } from './outages.ts';
import { sampleRecord } from './record-samples.ts';
import { keyOf, lobbyChecks, openTable, person, playing, protocolIdNamed } from './samples.ts';
import { contactsChallenge } from './scene-contacts.ts';
import { historyTables } from './scene-history.ts';
import { offerChanges, offerSamples } from './scene-offers.ts';

const ready: AppState = {
  version: '0.1.0',
  shell: 'web',
  phase: 'ready',
  house_sign: 'Amber Kettle',
  identity: { public_key: keyOf(900), nickname: 'copperfinch', bio: '', protection: 'plain', words_confirmed: false },
  me: { agent_id: 900, rating: 1264, games_played: 18 },
  community: {
    name: 'Harbor Street',
    owner: 'copperfinch',
    claimed_owner: null,
    url: 'http://127.0.0.1:4100',
    embedded: true,
    status: 'online',
    agents: 214,
    clock_offset_ms: 300,
    problem: null,
    retry_at: null,
    offers: { complaints: true, blocks: true },
  },
  network: closedNetwork,
  work: null,
  words_due: false,
  settings: defaultSettings,
  problem: null,
};

export function appState(scene: string, theme: string | null): AppState {
  const query = new URLSearchParams(globalThis.location?.search);
  const newcomer = query.has('newcomer');
  const settings: Settings = {
    ...ready.settings,
    theme: theme === 'dark' || theme === 'light' ? theme : 'system',
    text_size: textSizes.find((size) => size === query.get('text')) ?? 'normal',
    distinct_pieces: query.has('distinct'),
  };
  const app: AppState = {
    ...ready,
    settings,
    me: newcomer ? { agent_id: 900, rating: 1200, games_played: 0 } : ready.me,
  };
  const outage = outageOf(scene);
  if (outage) {
    const retry_at = outage.code === 'banned' ? null : Date.now() + 20_000;
    const url = 'https://harbor.example';
    const community = { ...app.community, url, embedded: false, status: 'offline', agents: null, retry_at } as const;
    return { ...app, community: { ...community, clock_offset_ms: null, problem: outage } };
  }
  const starting = { ...app.community, status: 'starting' as const, agents: null, clock_offset_ms: null };
  switch (scene) {
    case 'first-run':
      return { ...app, phase: 'first_run', identity: null, me: null, community: starting };
    case 'locked':
      return { ...app, phase: 'locked', me: null, identity: { ...required(app.identity), protection: 'passphrase' } };
    case 'unreadable':
      return { ...app, phase: 'unreadable', identity: null, me: null };
    case 'registering': {
      const work = {
        kind: 'proof_of_work',
        started_at: Date.now(),
        tries: 40_000,
        difficulty: 2,
        chance: 0.6,
      } as const;
      return { ...app, phase: 'registering', me: null, community: starting, work };
    }
    case 'starting':
      return { ...app, community: starting };
    case 'clock': {
      const problem = { code: 'clock_skew' as const, message: 'The clocks differ.', detail: { offset_ms: 7_500_000 } };
      return { ...app, community: { ...app.community, embedded: false, status: 'offline', problem } };
    }
    case 'admission':
    case 'admission-invalid':
    case 'admission-refused': {
      const code = admissionCodes[scene];
      const problem = { code, message: 'Not admitted.' } as const;
      return { ...app, phase: 'registering', me: null, community: { ...app.community, embedded: false }, problem };
    }
    case 'problem':
      return { ...app, problem: { code: 'settings_unreadable', message: 'Set aside.' } };
    case 'guarded':
      return { ...app, words_due: true, identity: { ...required(app.identity), protection: 'passphrase' } };
    default:
      return app;
  }
}

const admissionCodes = {
  admission: 'admission_code_needed',
  'admission-invalid': 'invalid_admission_code',
  'admission-refused': 'not_admitted',
} as const;

function required<T>(value: T | null): T {
  if (value === null) throw new Error('The sample value is missing.');
  return value;
}

const gain = (win: number, draw: number, loss: number) => ({ win, draw, loss });

const grid = { rows: 6, cols: 7 };
const table = (
  nickname: string,
  rating: number,
  mode: LobbyEntry['host_control_mode'],
  game: string,
  message: string,
  more: Partial<Parameters<typeof openTable>[0]> = {},
) => ({
  ...openTable({ nickname, rating, mode, game, message, ...more }),
  created_at: Date.now() - 7 * 60_000,
});

const entries: LobbyEntry[] = [
  table('tidewright', 1312, 'hybrid', 'Connect Four', 'Evening table. I take my time, chat is fine.', {
    options: grid,
    gain: gain(18, 8, 3),
  }),
  table('old-lantern', 1190, 'human', 'Rock Paper Scissors', 'quick one before supper?', {
    options: { best_of: 3 },
    gain: gain(13, 8, 5),
  }),
  table('Marigold', 1400, 'autonomous', 'Connect Four', 'I take my time over the middle.', {
    ...{ options: grid, house: true, gain: gain(22, 8, 3) },
  }),
  table('saltmarsh', 1254, 'human', 'Lantern Auction', 'testing my own \u202Eprotocol, be kind', {
    options: { lots: 4 },
    gain: gain(16, 8, 4),
  }),
  {
    ...table('pennywhistle', 1335, 'hybrid', 'Connect Four', 'rematch table', {
      options: { ...grid, max_think_seconds: 30 },
      gain: gain(0, 0, 0),
    }),
    cap: { used: 2, limit: 2, again_at: Date.now() + 3_600_000 },
  },
  {
    ...table('basalt', 1120, 'autonomous', 'Oracle', 'Ask about tides and knots.', { gain: gain(10, 8, 6) }),
    checks: lobbyChecks('ticket'),
    refusal: { code: 'binding_invalid', message: 'The signature does not fit.' },
  },
  table('brindle', 1210, 'human', 'Chat', 'Talk about board wargames, any level'),
];

const houseGames = [
  ...['Connect Four', 'Rock Paper Scissors', 'Reversi', 'Gomoku', 'Dots and Boxes', 'Battleship', "Liar's Dice"],
  ...['Weak Wins', "Iterated Prisoner's Dilemma", 'Sealed-bid Auction'],
];

/** A player of each strength at every game. */
const fullHouse: LobbyEntry[] = houseGames.flatMap((name, game) =>
  (['easy', 'steady', 'sharp'] as const).map((level, at) => {
    const player = table(`${name.split(' ')[0]} ${at + 1}`, 1100 + 100 * at, 'autonomous', name, 'Always free', {
      ...{ house: true, gain: gain(16 + at, 8, 4) },
    });
    const place = game * 3 + at;
    const post_id = `00000000-0000-4000-9000-${String(place).padStart(12, '0')}`;
    const host = { ...player.host, public_key: keyOf(20_000 + place) };
    return { ...player, post_id, host, house: { strength: level, place, game, games: houseGames.length } };
  }),
);

/** In the scene `rematch`, the opponent of the newest table has an open invitation for the user. */
export function lobbyOf(scene: string, [table]: readonly Table[] = []): Lobby {
  if (scene === 'rematch' && table) {
    const { peer, protocol, options, peer_control_mode: mode } = table;
    const offer = openTable({ nickname: peer.nickname, rating: peer.rating, mode, game: protocol.name, options });
    return {
      entries: [...entries, { ...offer, host: peer, for_me: true, expires_at: Date.now() + 272_000 }],
      status: 'live',
      complete: true,
      problem: null,
    };
  }
  if (scene === 'contacts') {
    const others = entries.filter(({ house }) => house === null).slice(0, 3);
    return { entries: [...others, contactsChallenge()], status: 'live', complete: true, problem: null };
  }
  if (scene === 'offers') return { entries: offerSamples(), status: 'live', complete: true, problem: null };
  if (scene === 'house') {
    return { entries: [...entries, ...fullHouse], status: 'live', complete: true, problem: null };
  }
  if (scene === 'empty') return { entries: [], status: 'live', complete: true, problem: null };
  if (['loading', 'first-run', 'registering', 'starting'].includes(scene))
    return { entries: [], status: 'loading', complete: false, problem: null };
  const problem = outageOf(scene);
  if (problem) return { entries: [], status: 'offline', complete: false, problem };
  const count = Number(new URLSearchParams(location.search).get('open') ?? entries.length);
  return {
    entries: count === entries.length ? entries : manyEntries(count),
    status: 'live',
    complete: true,
    problem: null,
  };
}

const strength = (place: number) => (['easy', 'steady', 'sharp'] as const)[place % 3] ?? null;

/** The requested number of tables: seven of the house, some dozens of one host, and one from each other host. */
const manyEntries = (count: number): LobbyEntry[] =>
  Array.from({ length: count }, (_, i) => {
    const entry = required(entries[i % entries.length] ?? null);
    const house = i < 7;
    const host =
      !house && i % 20 === 0 && i >= count - 1700
        ? person(9_999, 'gullwing', 1190)
        : {
            ...entry.host,
            house,
            public_key: keyOf(10_000 + i),
            nickname: house
              ? (['Wick', 'Tansy', 'Marlow', 'Rook End', 'Vesper', 'Hollis'][i] ?? 'Sorrel')
              : `${entry.host.nickname} ${i + 1}`,
          };
    const post_id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    return {
      ...entry,
      post_id,
      host,
      created_at: i,
      house: house ? { strength: strength(i), place: i, game: i % 3, games: 3 } : null,
    };
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
    player_installed: true,
    decision_seconds: 120,
    proposal_seconds: 20,
    board: {
      source: entry.host.house ? 'local' : 'platform',
      manifest_hash: keyOf(700),
      author: 'saltmarsh',
      files: 4,
      size_bytes: 18_400,
    },
    ...offerChanges(entry),
    head_to_head: entry.host.nickname === 'tidewright' ? { won: 3, lost: 4, drawn: 1 } : { won: 0, lost: 0, drawn: 0 },
  };
}

const ended = Date.now() - 60_000;
type Result = NonNullable<Table['result']>;
const reports: Result['reports'] = { mine: 'guest', mine_at: ended, theirs: 'guest', theirs_at: ended + 1000 };
const change = (mine: number, theirs: number): NonNullable<Result['rating']> => ({
  ...{ applied: true, reason: 'settled' },
  mine: { before: 1264, after: 1264 + mine, delta: mine },
  theirs: { before: 1312, after: 1312 + theirs, delta: theirs },
});
const result = (changes: Partial<Result> = {}): Result => ({
  ...{ winner: 'guest', outcome: 'won', reason: 'Four in a line, columns 3 to 6.', state: 'settled' },
  ...{ reports, rating: change(18, 5), cap: { used: 2, limit: 2, again_at: Date.now() + 83_648_000 } },
  ...changes,
});
const unsettled = (state: Result['state'], changes: Partial<Result['reports']>) =>
  result({ state, rating: null, reports: { ...reports, ...changes } });
const unrated = { winner: null, outcome: 'none', reason: null, state: 'unrated', rating: null, cap: null } as const;

/** Finished tables, one for each kind of outcome. */
export function finishedTables(scene: string): Table[] {
  if (scene === 'history') return historyTables(Date.now());
  if (scene !== 'results' && scene !== 'rematch') return [];
  const { moves, view, record } = sampleRecord('guest');
  const base = playing({
    phase: 'finished',
    control_mode: 'hybrid',
    view,
    moves,
    record,
    board: { source: 'local', manifest_hash: keyOf(700), author: 'saltmarsh' },
    options: { rows: 6, cols: 7 },
    started_at: ended - 600_000,
    ended_at: ended,
  });
  const over = (id: string, changes: Partial<Table>) => ({ ...base, table_id: id, ...changes });
  if (scene === 'rematch') return [over('settled', { result: result() })];
  return [
    over('settled', { result: result(), record: { ...record, signed: true } }),
    over('unseen', { result: result({ cap: null }), started_at: ended - 900_000 }),
    over('house', {
      peer: person(3, 'Marigold', 1400, true),
      peer_control_mode: 'autonomous',
      result: result(),
      afterwards: { score: 4, noted: false, declined: false, refused: true, seen: true },
    }),
    over('answered', {
      peer: person(8, 'basalt', 1120),
      protocol: { protocol_id: protocolIdNamed('Oracle'), name: 'Oracle', mode: 'request_response', family: null },
      result: result(unrated),
    }),
    over('lost', {
      result: result({
        winner: 'host',
        outcome: 'lost',
        rating: change(3, 14),
        cap: { used: 1, limit: 2, again_at: null },
      }),
    }),
    over('drawn', { result: result({ winner: 'draw', outcome: 'drawn', rating: change(8, 8) }) }),
    over('pending', { result: unsettled('pending', { theirs: null, theirs_at: null }) }),
    over('queued', { result: unsettled('queued', { mine_at: null, theirs: null, theirs_at: null }) }),
    over('unsaid', {
      result: result({
        ...{ ...unrated, state: 'unsaid', told: { winner: 'guest' } },
        reports: { mine: null, mine_at: null, theirs: null, theirs_at: null },
      }),
    }),
    over('disputed', { result: unsettled('disputed', { theirs: 'host' }) }),
    over('capped', { result: result({ state: 'capped', rating: { ...change(0, 0), applied: false } }) }),
    over('interrupted', { phase: 'failed', problem: { code: 'interrupted', message: '' }, result: null }),
    over('peergone', {
      phase: 'failed',
      peer: person(2, 'tidewright', 1312),
      problem: { code: 'peer_unresponsive', message: '' },
      result: result(unrated),
    }),
  ];
}
