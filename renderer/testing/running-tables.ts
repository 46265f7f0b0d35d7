/** Sample tables in progress, by scene. */
import { type JoinStepId, joinStepIds, type Table } from '../../shared/bridge/contract.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { controlModeSchema } from '../../shared/tables/hooks.ts';
import { chatTables } from './chat-tables.ts';
import { boardRecordOf, heightsOf, type Move, viewOf } from './connect-four.ts';
import type { LookTable } from './game-positions.ts';
import { keyOf, moveOf, openAsk, person, playing, protocolIdNamed } from './samples.ts';
import { clientOf } from './scene-clients.ts';
import { contactAtTable } from './scene-contacts.ts';

const moves: Move[] = [3, 2].map((col, index) => ({ by: index === 0 ? 'guest' : 'host', col }));
const connectFour = (table_id: string, changes: Partial<Table> = {}) =>
  playing({
    table_id,
    moves: moves.map(({ by, col }, index) => moveOf(index + 1, by, `column ${col + 1}`)),
    view: viewOf('guest', moves),
    board_record: boardRecordOf('guest', moves),
    options: { rows: 6, cols: 7 },
    started_at: Date.now() - 60_000,
    ask: {
      ...openAsk('turn 3'),
      choices: heightsOf(moves).map((height, col) => ({
        value: col,
        label: `column ${col + 1}`,
        hint: `height ${height + 1}`,
      })),
      asked_at: Date.now(),
      deadline_at: Date.now() + 120_000,
    },
    board: { source: 'local', manifest_hash: keyOf(700), author: 'saltmarsh' },
    ...changes,
  });

const strangersBoard: Partial<Table> = {
  board: { source: 'platform', manifest_hash: keyOf(701), author: 'saltmarsh' },
};

/** Rock Paper Scissors after its first round: both values are open, with their commitments. */
function sealedTable(): Table {
  const hand = (value: string, nonce: string) => ({
    ...{ sealed: sha256Hex(`${value}:${nonce}`), sealed_at: Date.now() - 9000, value, nonce },
  });
  return connectFour('sealed', {
    protocol: {
      ...{ protocol_id: protocolIdNamed('Rock Paper Scissors'), name: 'Rock Paper Scissors' },
      ...{ mode: 'simultaneous_round', family: 'game:rps' },
    },
    board: null,
    view: { seat: 'guest', best_of: 3, round: 1, scores: { host: 0, guest: 1 }, over: false },
    moves: [moveOf(1, 'host', 'scissors'), moveOf(2, 'guest', 'rock')],
    sealed_rounds: [{ round: 0, host: hand('scissors', '3ce7b5806f12d94a'), guest: hand('rock', '81d2f0c94ab3e75d') }],
    ask: {
      ...openAsk('round 2'),
      asked_at: Date.now(),
      prompt: 'Show a hand in round 2',
      choices: ['rock', 'paper', 'scissors'].map((value) => ({ value, label: value })),
    },
  });
}

/** A board of 15 by 15 points without a UI: the plain view offers the free points. */
function pointsTable(): Table {
  const stones = ['h8', 'i9', 'g9', 'h10', 'i7', 'g10'];
  const columns = [...'abcdefghijklmno'];
  const rows = columns.map((_, at) => String(15 - at));
  const seatAt = (name: string) => (stones.includes(name) ? (stones.indexOf(name) % 2 === 0 ? 'guest' : 'host') : null);
  const points = rows.toReversed().flatMap((row) => columns.map((column) => column + row));
  return connectFour('points', {
    protocol: {
      ...{ protocol_id: protocolIdNamed('Gomoku'), name: 'Gomoku' },
      ...{ mode: 'session_loop', family: 'game:gomoku' },
    },
    options: {},
    board: null,
    board_record: null,
    view: {
      ...{ seat: 'guest', turn: 'guest', row_names: rows, column_names: columns, over: false },
      board: rows.map((row) => columns.map((column) => seatAt(column + row))),
    },
    moves: stones.map((name, index) => moveOf(index + 1, index % 2 === 0 ? 'guest' : 'host', name)),
    ask: {
      ...openAsk('turn 7'),
      asked_at: Date.now(),
      prompt: 'Place a black stone',
      choices: points.filter((name) => seatAt(name) === null).map((value) => ({ value, label: value })),
    },
  });
}

/** The other side's turn, during which columns can be chosen ahead. */
const choosingAhead = (table_id: string, changes: Partial<Table> = {}) => {
  const table = connectFour(table_id);
  return {
    ...table,
    ask: null,
    peer_asked_at: Date.now(),
    peer_deadline_at: Date.now() + 120_000,
    ahead: {
      ...{ key: 'ahead:1', prompt: 'Choose a column' },
      choices: (table.ask?.choices ?? []).map(({ value, label }) => ({ value, label })),
    },
    ...changes,
  };
};

const premove = { answer: 4, label: 'column 5', dropped: null };

/** A join in progress or failed at this step. */
function joiningTable(table_id: string, step: JoinStepId, code: ErrorCode | null): Table {
  const at = joinStepIds.indexOf(step);
  const failed = code !== null;
  const now = Date.now();
  return connectFour(table_id, {
    phase: failed ? 'failed' : 'joining',
    ask: null,
    moves: [],
    steps: joinStepIds.map((id, index) => ({
      ...{ id, state: index < at ? 'done' : index > at ? 'to_come' : failed ? 'failed' : 'now' },
      ...{ started_at: index === at ? now : null, deadline_at: index === at ? now + 15_000 : null },
    })),
    problem: code && { code, message: '' },
    ended_at: failed ? now : null,
  });
}

function playingTables(): Table[] {
  const now = Date.now();
  return [
    connectFour('board'),
    connectFour('stranger', strangersBoard),
    connectFour('long-names', {
      ...strangersBoard,
      protocol: { ...connectFour('').protocol, name: 'Iterated Prisoner’s Dilemma' },
      peer: person(3, 'lamplighter-of-low-water', 1190),
    }),
    pointsTable(),
    choosingAhead('ahead'),
    choosingAhead('premove', { premove }),
    connectFour('premove-dropped', { premove: { ...premove, dropped: 'illegal' } }),
    connectFour('hybrid', {
      control_mode: 'hybrid',
      ask: {
        ...{ ...openAsk('turn 3'), asked_at: now, proposal: 4, plays_at: now + 20_000 },
        reason: 'blocks four in a line',
      },
    }),
    connectFour('lost', {
      ask: null,
      connection: { kind: 'none', rtt_ms: null, quiet_since: now, gives_up_at: now + 75_000 },
      absence: { own: null, peer: { used_ms: 45_000, allowed_ms: 120_000 } },
      stall: { kind: 'away', since: now },
    }),
    connectFour('draw', { draw: 'asked', peer: person(3, 'lamplighter-of-low-water', 1190) }),
    connectFour('late', {
      ...strangersBoard,
      ask: null,
      peer: person(3, 'lamplighter-of-low-water', 1190),
      ...{
        peer_control_mode: 'human',
        concession: 'open',
        limits: { move_ms: 120_000, agreed: true, wait_ms: 180_000 },
      },
      ...{ peer_asked_at: now - 140_000, peer_deadline_at: now + 40_000 },
      stall: { kind: 'late', since: now - 5_000 },
    }),
    connectFour('returned', {
      absence: { own: { used_ms: 45_000, allowed_ms: 120_000 }, peer: { used_ms: 12_000, allowed_ms: 120_000 } },
    }),
    sealedTable(),
    joiningTable('joining', 'connect', null),
    joiningTable('unreachable', 'connect', 'peer_unreachable'),
    joiningTable('without-code', 'protocol', 'hooks_missing'),
    joiningTable('other-table', 'terms', 'invitation_mismatch'),
    joiningTable('refused', 'handshake', 'session_refused'),
    { ...joiningTable('host-offline', 'handshake', 'peer_offline'), peer: person(3, 'lamplighter-of-low-water', 1190) },
  ];
}

/** Connect Four with a client as the guest. */
function clientTables(): Table[] {
  const now = Date.now();
  const client = { client_id: clientOf(701, '').client_id, name: 'Plover', connected: true };
  const ask = { ...openAsk('turn 3'), asked_at: now - 12_000, deadline_at: now + 108_000, fallback_at: now + 98_000 };
  const clientMoves: Table['moves'] = [
    { ...moveOf(1, 'guest', 'column 4'), origin: 'client', reason: 'The centre column takes part in the most lines.' },
    moveOf(2, 'host', 'column 3'),
    { ...moveOf(3, 'guest', 'column 4'), origin: 'fallback', reason: null },
    moveOf(4, 'host', 'column 4'),
    { ...moveOf(5, 'guest', 'column 5'), origin: 'override', reason: null },
    moveOf(6, 'host', 'column 6'),
    {
      ...moveOf(7, 'guest', 'column 3'),
      origin: 'accepted',
      reason: 'Blocks <b>four</b> in a line\u202e on the third row.',
    },
    moveOf(8, 'host', 'column 2'),
  ];
  const table = (table_id: string, changes: Partial<Table>) =>
    connectFour(table_id, { client, control_mode: 'autonomous', ask, moves: clientMoves, ...changes });
  return [
    table('client', {}),
    table('client-hybrid', {
      control_mode: 'hybrid',
      ask: {
        ...ask,
        ...{ proposal: 4, proposer: 'client', plays_at: now + 20_000 },
        reason: 'It makes two open threats at once, and only one of them can be blocked.',
      },
    }),
    table('client-human', {
      control_mode: 'human',
      ask: { ...openAsk('turn 3'), asked_at: now, deadline_at: now + 60_000 },
    }),
    table('client-away', { client: { ...client, connected: false }, ask: { ...ask, fallback_at: now + 18_000 } }),
  ];
}

/**
 * The table that screenshots.ts passes to the page: a position of a bundled game, with its board. `&mode=` is the guest's control mode,
 * and with `&ahead` the other side is to move, and the first choice waits for the next turn.
 */
const offRules = [1, 2, 3].map((number) => ({
  value: `against the rules ${number}`,
  label: `not by the rules ${number}`,
}));

function gameTable(): Table[] {
  const query = new URLSearchParams(location.search);
  const mode = controlModeSchema.catch('human').parse(query.get('mode'));
  const { lookTable } = globalThis as unknown as { lookTable?: LookTable };
  if (!lookTable) return [];
  const now = Date.now();
  const { board_record } = lookTable;
  const isByHand = query.has('byhand');
  // Hooks generated from the spec ask for everything that its messages allow, also against the rules that a board knows.
  const ask =
    lookTable.ask && isByHand ? { ...lookTable.ask, choices: [...lookTable.ask.choices, ...offRules] } : lookTable.ask;
  const over = board_record.end !== null;
  const [first] = ask?.choices ?? [];
  const proposal = mode === 'hybrid' && first && { proposal: first.value, plays_at: now + 20_000 };
  const table = playing({
    ...lookTable,
    table_id: 'game',
    control_mode: mode,
    ...(isByHand && { hooks: { ...playing().hooks!, by_hand: true } }),
    ask: ask && { ...openAsk(ask.key), ...ask, asked_at: now, deadline_at: now + 120_000, ...proposal },
    board: { source: 'local', manifest_hash: keyOf(700), author: 'Parlor' },
    started_at: now - 60_000,
    ended_at: over ? now : null,
  });
  if (!query.has('ahead') || !ask || !first) return [table];
  const { value: answer, label } = first;
  const ahead = {
    key: 'ahead:1',
    prompt: ask.prompt,
    choices: ask.choices.map(({ value, label }) => ({ value, label })),
  };
  const waits = { ask: null, peer_asked_at: now, peer_deadline_at: now + 120_000 };
  return [{ ...table, ...waits, ahead, premove: { answer, label, dropped: null } }];
}

export function runningTables(scene: string): Table[] {
  if (scene === 'game') return gameTable();
  if (scene === 'chat') return chatTables();
  if (scene === 'agents') return clientTables();
  if (scene === 'playing' || scene === 'stopped') return playingTables();
  if (scene === 'first-game')
    return [connectFour('board', { moves: [], view: viewOf('guest', []), board_record: boardRecordOf('guest', []) })];
  const now = Date.now();
  const game = (table_id: string, seconds: number, changes: Partial<Table> = {}) =>
    playing({
      table_id,
      moves: [{ ...moveOf(1, 'host', 'column 4'), at: now - 5000 }],
      view: { columns: 7 },
      options: { rows: 6, cols: 7, max_think_seconds: 300 },
      started_at: now - 60_000,
      ask: { ...openAsk('turn 2'), asked_at: now - 5000, deadline_at: now + seconds * 1000 },
      ...changes,
    });
  const wick = { peer: person(5, 'Wick', 1200, true) };
  if (scene === 'contacts') return [game('first', 94, { peer: contactAtTable, ask: null })];
  if (scene === 'moments') return [connectFour('board')];
  if (scene === 'turn') return [game('first', 94, wick)];
  if (scene === 'turns')
    return [game('first', 94), game('second', 9, wick), game('third', 50, { peer: person(8, 'basalt', 1120) })];
  if (scene === 'turn-proposal')
    return [
      game('first', 94, {
        ...wick,
        control_mode: 'hybrid',
        ask: { ...openAsk('turn 2'), asked_at: now, proposal: 4, plays_at: now + 16_000, deadline_at: now + 115_000 },
      }),
    ];
  if (scene === 'peer-turn')
    return [
      game('first', 94, {
        ...wick,
        ask: null,
        peer_asked_at: now - 12_000,
        peer_deadline_at: now + 588_000,
        concession: 'open',
        moves: [
          { ...moveOf(1, 'guest', 'column 4'), at: now - 31_000 },
          { ...moveOf(2, 'host', 'column 3'), at: now - 19_000 },
          { ...moveOf(3, 'guest', 'column 4'), at: now - 12_000 },
        ],
      }),
    ];
  return [];
}
