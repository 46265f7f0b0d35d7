/** A position in the middle of a game for each bundled board, with the question that is open and the answer that is picked. */
import type { ToBoard } from '../../../shared/boards/contract.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { Answer, Question } from '../../../shared/tables/hooks.ts';
import { type Sent, seals } from './board-records.ts';

export interface Position {
  /** The folder of the protocol. */
  board: string;
  sent: Sent[];
  /** How many of the messages only set the game up. */
  setup?: number;
  ask: Question | null;
  picked?: Answer;
  talk?: ToBoard['ui/state']['talk'];
  /** The hooks' view at this seat, if the board shows more with it. */
  view?: ToBoard['ui/state']['view'];
}

export const choicesOf = (values: Answer[]) => values.map((value) => ({ value, label: String(value) }));

const grid = { cols: 7, rows: 6 };
const columns = [3, 3, 2, 4, 4, 2, 1];
const discs = columns.map((col, at): Sent => {
  if (at % 2 === 0) return ['guest', { action: 'move', turn: at + 1, col }];
  const verdict = { player: 'host', game_over: false, winner: 'none' };
  return ['host', { action: 'round_result', turn: at + 1, row: 0, col, ...verdict }];
});

/** Moves of Reversi, starting with the guest's. */
const placed = ['d3', 'c5', 'd6', 'e3', 'f4', 'c3', 'c4', 'f5'].map((cell, at): Sent => {
  if (at % 2 === 0) return ['guest', { action: 'move', turn: at + 1, cell }];
  const verdict = { player: 'host', host_discs: 0, guest_discs: 0, game_over: false, winner: 'none' };
  return ['host', { action: 'round_result', turn: at + 1, cell, ...verdict }];
});
const lines = [
  'e4e5 c5d5 c3c4 e4f4 d1e1 b5b6 d3d4 e3f3 a2a3 f5f6 c2d2 c4c5 a6b6 e6f6 b5c5 d3e3 d1d2 f2f3 b3b4 d2d3 a3a4 a2b2 a1a2 d5d6',
  'b1c1 d6e6 b4c4 b3c3 pass b4b5 pass e1f1 f1f2 b2c2 a4a5 e3e4 d4e4 pass f3f4 pass',
].join(' ');

/** Plays of the messages `move` and `reply` in turn, the guest's first; `reply` contains additional fields of the host's replies. */
const playsOf = (plays: string, reply: JsonObject): Sent[] =>
  plays.split(' ').map((play, at): Sent => {
    if (at % 2 === 0) return ['guest', { action: 'move', turn: at + 1, play }];
    return ['host', { action: 'reply', turn: at + 1, play, winner: 'none', ...reply }];
  });

const reveals = (round: number, host: Answer, guest: Answer, field = 'choice'): Sent[] => [
  ['host', { action: 'reveal', round, [field]: host, nonce: '0123456789abcdef' }],
  ['guest', { action: 'reveal', round, [field]: guest, nonce: 'fedcba9876543210' }],
];
const rounds = (field: string, values: [host: Answer, guest: Answer][]): Sent[] =>
  values.flatMap(([host, guest], round) => [...seals(round), ...reveals(round, host, guest, field)]);
const bidding = (round: number, max: number): Question => ({
  key: `round:${round}`,
  prompt: `Bid 0 to ${max}`,
  choices: [],
  entry: { type: 'integer', min: 0, max },
});

/** For each ship: its first cell, its length, and the step to its next cell. */
type Ships = { [name: string]: [cell: number, length: number, step: 1 | 10] };
/** The 100 cells of a player's sea. */
const sea = (ships: Ships): string[] => {
  const cells = Array<string>(100).fill('water');
  for (const [name, [cell, length, step]] of Object.entries(ships)) {
    for (let at = 0; at < length; at += 1) cells[cell + at * step] = name;
  }
  return cells;
};
const seas = {
  guest: sea({
    carrier: [21, 5, 1],
    battleship: [48, 4, 10],
    cruiser: [4, 3, 1],
    submarine: [62, 3, 1],
    destroyer: [95, 2, 1],
  }),
  host: sea({
    carrier: [13, 5, 10],
    battleship: [85, 4, 1],
    cruiser: [30, 3, 10],
    submarine: [7, 3, 1],
    destroyer: [56, 2, 10],
  }),
};
const shots = [44, 18, 33, 21, 43, 22, 23, 23, 53, 24, 13, 25, 67, 71, 8, 48, 7, 58, 9, 47, 78, 36, 61, 5];
const nonce = '0123456789abcdef';
const shooting = shots.map((cell, at): Sent => {
  const by = at % 2 === 0 ? 'guest' : 'host';
  const due = shots[at - 1];
  const answer = due === undefined ? {} : { opened_cell: due, opened: seas[by][due]!, nonce };
  return [by, { action: 'shot', turn: at + 1, cell, ...answer }];
});
const fleet = { action: 'fleet', cells: Array<string>(100).fill('a'.repeat(64)) };
const rowsOf = (cells: string[]) =>
  Array.from({ length: 10 }, (_, row) =>
    cells.slice(row * 10, row * 10 + 10).map((value) => (value === 'water' ? null : value)),
  );

/** Two rounds of dice: the first is over, the second has bids. */
const rollOf = (round: number, dice: number) => ({ round, hashes: Array<string>(dice).fill('a'.repeat(64)) });
const zeros = (dice: number) => Array<number>(dice).fill(0);
const opened = (round: number, faces: number[]) => ({
  ...{ action: 'reveal', round, secrets: faces.map((face) => face - 1), nonces: faces.map(() => nonce) },
});
const dice: Sent[] = [
  ['guest', { action: 'join', dice: 5, ones_wild: true }],
  ['host', { action: 'ready', dice: 5, ones_wild: true }],
  ['guest', { action: 'roll', ...rollOf(1, 5) }],
  ['host', { action: 'roll', ...rollOf(1, 5), numbers: zeros(5) }],
  ['guest', { action: 'bid', round: 1, quantity: 2, face: 4, numbers: zeros(5) }],
  ['host', { action: 'bid', round: 1, quantity: 4, face: 6 }],
  ['guest', { action: 'call', round: 1 }],
  ['host', opened(1, [6, 2, 3, 3, 5])],
  ['guest', opened(1, [4, 4, 1, 6, 2])],
  ['host', { action: 'roll', ...rollOf(2, 4) }],
  ['guest', { action: 'roll', ...rollOf(2, 5), numbers: zeros(4) }],
  ['host', { action: 'bid', round: 2, quantity: 2, face: 3, numbers: zeros(5) }],
  ['guest', { action: 'bid', round: 2, quantity: 3, face: 5 }],
  ['host', { action: 'bid', round: 2, quantity: 4, face: 2 }],
];
const bids = Array.from({ length: 9 }, (_, at) => [1, 2, 3, 4, 5, 6].map((face) => ({ quantity: at + 1, face })))
  .flat()
  .filter(({ quantity, face }) => quantity > 4 || (quantity === 4 && face > 2));

const startedAt = Date.UTC(2026, 4, 8, 18, 30);
const talkOf = (lines: ['host' | 'guest', string][]): ToBoard['ui/state']['talk'] =>
  lines.map(([by, text], index) => ({ number: index + 1, by, text, at: startedAt + index * 20_000 }));

/** Seen from the guest's seat. */
export const positions: Position[] = [
  {
    board: 'connect-four',
    sent: [
      ['guest', { action: 'join', ...grid }],
      ['host', { action: 'ready', ...grid, first: 'guest' }],
      ...discs,
      ['host', { action: 'round_result', turn: 8, row: 0, col: 3, player: 'host', game_over: false, winner: 'none' }],
    ],
    ask: { key: 'turn:9', prompt: 'Drop a disc', choices: choicesOf([0, 1, 2, 3, 4, 5, 6]) },
    picked: 4,
  },
  {
    board: 'reversi',
    sent: [['guest', { action: 'join' }], ['host', { action: 'ready', first: 'guest' }], ...placed],
    ask: {
      key: 'turn:9',
      prompt: 'Place a disc',
      choices: choicesOf(['b2', 'c2', 'd2', 'e2', 'f2', 'b4', 'b6', 'c6', 'e6', 'f6']),
    },
    picked: 'd2',
  },
  {
    board: 'gomoku',
    sent: [
      ['guest', { action: 'join' }],
      ['host', { action: 'ready', first: 'guest' }],
      ...playsOf('h8 pass i9 pass f6 white pass g9 g8 h10 f8 e8 i8 j8 e11 f11 j7 k6 g10 e7', { due: 'stone' }),
    ],
    ask: { key: 'turn:21', prompt: 'Place a black stone', choices: choicesOf(['h7', 'h9', 'd6', 'e10']) },
    picked: 'h9',
  },
  {
    board: 'dots-and-boxes',
    sent: [
      ['guest', { action: 'join', size: 5 }],
      ['host', { action: 'ready', size: 5, first: 'guest' }],
      ...playsOf(lines, { due: 'line', host_boxes: 0, guest_boxes: 0 }),
    ],
    ask: { key: 'turn:41', prompt: 'Draw a line', choices: choicesOf(['c5c6', 'c2c3', 'c6d6']) },
    picked: 'c5c6',
  },
  {
    board: 'battleship',
    sent: [
      ['guest', { action: 'join', size: 10 }],
      ['host', { action: 'ready', size: 10 }],
      ['guest', fleet],
      ['host', fleet],
      ...shooting,
    ],
    ask: {
      key: 'shot:25',
      prompt: 'Choose a cell to shoot at',
      choices: choicesOf(
        [...Array(100).keys()].filter((cell) => !shots.some((shot, n) => n % 2 === 0 && shot === cell)),
      ),
    },
    picked: 63,
    view: { own_sea: rowsOf(seas.guest) },
  },
  {
    board: 'liars-dice',
    sent: dice,
    ask: {
      key: 'bid:2:4',
      prompt: 'Raise the bid or call',
      choices: choicesOf(['call', ...bids.map(({ quantity, face }) => `${quantity}x${face}`)]),
    },
    picked: '4x5',
    view: { dice: [5, 2, 1, 5, 3] },
  },
  {
    board: 'rock-paper-scissors',
    sent: [
      ['guest', { action: 'join', best_of: 5 }],
      ['host', { action: 'ready', best_of: 5, rounds_to_win: 3, termination: 'first_to_win', round_delay_seconds: 0 }],
      ...[...seals(0), ...reveals(0, 'rock', 'paper'), ...seals(1), ...reveals(1, 'scissors', 'paper'), ...seals(2)],
    ],
    ask: null,
  },
  {
    board: 'weak-wins',
    sent: [
      ['guest', { action: 'join' }],
      ['host', { action: 'ready', total_points: 100, total_rounds: 5 }],
      ...rounds('bid', [
        [24, 19],
        [12, 30],
      ]),
    ],
    ask: bidding(2, 51),
    picked: 17,
  },
  {
    board: 'prisoners-dilemma',
    sent: [
      ['guest', { action: 'join' }],
      ['host', { action: 'ready', rounds: 20, temptation: 5, reward: 3, punishment: 1, sucker: 0 }],
      ...rounds('move', [
        ['cooperate', 'cooperate'],
        ['cooperate', 'cooperate'],
        ['defect', 'cooperate'],
        ['cooperate', 'defect'],
        ['cooperate', 'cooperate'],
        ['cooperate', 'defect'],
      ]),
    ],
    ask: { key: 'round:6', prompt: 'Cooperate or defect?', choices: choicesOf(['cooperate', 'defect']) },
  },
  {
    board: 'sealed-bid-auction',
    sent: [
      ['guest', { action: 'join', catalogue: 3 }],
      ['host', { action: 'ready', lots: 7, budget: 100, pricing: 'first_price', values: [42, 37, 22, 19, 36, 44, 23] }],
      ...rounds('bid', [
        [24, 29],
        [12, 5],
      ]),
    ],
    ask: bidding(2, 71),
    picked: 14,
  },
  {
    board: 'chat',
    sent: [
      ['guest', { action: 'join' }],
      ['host', { action: 'ready' }],
    ],
    ask: {
      key: 'say:3',
      prompt: 'Say something',
      choices: [{ value: false, label: 'goodbye' }],
      entry: { type: 'text', max_bytes: 1000 },
    },
    talk: talkOf([
      ['host', 'Hello. What are you building?'],
      ['guest', 'A board for a small auction. Bids are sealed until both are in.'],
      ['host', 'Then draw the lots from the record: I will see them, too.'],
    ]),
  },
  {
    board: 'oracle',
    sent: [
      ['guest', { action: 'join' }],
      ['host', { action: 'ready' }],
      ['guest', { action: 'question', text: 'Will it rain tomorrow?' }],
      ['host', { action: 'sign', sign: 'likely', certainty: 4 }],
    ],
    ask: null,
    talk: talkOf([['guest', 'Will it rain tomorrow?']]),
  },
];
