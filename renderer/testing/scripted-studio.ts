/** The Studio of the scripted window: one project in the middle of a game, with more or less to mend. */
import type { StudioFrame, StudioProject, StudioSeat } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Json } from '../../shared/json/value.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { heightsOf, type Move, viewOf } from './connect-four.ts';
import { keyOf } from './samples.ts';

const columns = [3, 3, 4, 2, 4, 4, 1];
const moves: Move[] = columns.map((col, at) => ({ by: at % 2 === 0 ? 'guest' : 'host', col }));
const began = Date.UTC(2026, 10, 21, 14, 3, 20);

const seatOf = (role: Role, by: StudioSeat['by'], asked: boolean): StudioSeat => ({
  by,
  can_decide: true,
  seq: 9,
  view: viewOf(role, moves) as unknown as StudioSeat['view'],
  ask: asked
    ? {
        key: 'turn:8',
        prompt: 'Drop a disc',
        choices: heightsOf(moves).map((height, col) => ({
          value: col + 1,
          label: `column ${col + 1}`,
          hint: `height ${height + 1}`,
        })),
        asked_at: began,
        proposal: by === 'hooks' ? 5 : null,
        plays_at: null,
        held: false,
        deadline_at: null,
      }
    : null,
  moves: [],
  talk: [],
  outcome: null,
});

const frames: StudioFrame[] = [
  { action: 'join', rules: 'standard' },
  { action: 'ready', cols: 7, rows: 6 },
  ...moves.map(({ col }, at) => ({ action: 'move', turn: at + 1, col: col + 1 })),
].map((frame, at) => ({
  number: at + 1,
  from: at === 0 || (at > 1 && at % 2 === 0) ? 'guest' : 'host',
  frame,
  at: began + at * 700,
  problems: [],
}));

const place = { file: null, line: null, column: null, pointer: null };
const mistakes: StudioProject['problems'] = [
  {
    ...place,
    id: 'a',
    severity: 'error',
    kind: 'spec_rule',
    subject: 'messages.2.fields.turn.max',
    message: 'max is below min',
    file: 'spec.json',
    line: 34,
    column: 9,
    pointer: '/messages/2/fields/turn/max',
  },
  {
    ...place,
    id: 'b',
    severity: 'error',
    kind: 'ui_size',
    subject: 'felt.png',
    message: 'larger than 512 KB',
    file: 'ui/felt.png',
  },
  {
    ...place,
    id: 'c',
    severity: 'note',
    kind: 'spec_no_bound',
    subject: 'bid.amount',
    message: 'max',
    file: 'spec.json',
    line: 52,
    column: 9,
    pointer: '/messages/4/fields/amount',
  },
];

const spec_diff: StudioProject['spec_diff'] = {
  before_protocol_id: keyOf(71),
  after_protocol_id: keyOf(72),
  same_contract: false,
  messages: [
    {
      name: 'bid',
      direction: 'guest_to_host',
      change: 'changed',
      fields: [
        {
          name: 'amount',
          change: 'changed',
          places: [{ pointer: '/max', change: 'removed', before: 40, after: null }],
          before: null,
          after: null,
        },
      ],
      places: [],
    },
    { name: 'pass', direction: 'guest_to_host', change: 'added', fields: [], places: [] },
  ],
  options: [],
  flow: [],
  rules: [],
  terms: [],
  about: [],
};

function projectOf(id: string, boardUrl: string): StudioProject {
  const broken = id === 'broken';
  const fresh = id === 'unfinished';
  return {
    project_id: id,
    name: broken ? 'Lantern Auction' : 'Four in a Line',
    folder: id,
    own: true,
    protocol_id: keyOf(72),
    version: broken ? 7 : 1,
    saved_at: began,
    took_ms: 64,
    spec: {
      mode: 'session_loop',
      type: 'game',
      parameters: { cols: { type: 'integer', min: 4, max: 12, default: 7, description: 'How wide the board is' } },
    },
    change: broken
      ? {
          spec: true,
          hooks: false,
          files: { added: ['felt.png'], removed: [], changed: ['board.js'] },
          kept_game: false,
        }
      : null,
    spec_diff: broken ? spec_diff : null,
    files: [
      { path: 'index.html', size_bytes: 1200 },
      { path: 'board.js', size_bytes: 9400 },
      { path: 'board.css', size_bytes: 3100 },
    ],
    board: fresh ? null : { url: boardUrl, manifest_hash: keyOf(73), size_bytes: 13_700 },
    methods: ['init', 'view', 'decide'],
    problems: broken
      ? mistakes
      : fresh
        ? [
            {
              ...place,
              id: 'h',
              severity: 'error',
              kind: 'hooks_unfinished',
              subject: 'handle',
              message: 'handle is left open.',
              file: 'hooks.js',
              line: 25,
            },
            {
              ...place,
              id: 'u',
              severity: 'note',
              kind: 'ui_missing',
              subject: 'ui/',
              message: 'There is no folder ui/: whoever plays sees the plain view.',
            },
          ]
        : [],
    game: fresh
      ? null
      : {
          run: 1,
          seed: '7c2e91',
          options: { cols: 7 },
          paused: false,
          deadline: false,
          frame_count: frames.length,
          frames,
          seats: { host: seatOf('host', 'person', true), guest: seatOf('guest', 'hooks', false) },
        },
    stale: { board: false, game: broken },
    log: [{ number: 1, seat: 'guest', text: 'best of 7 columns: 4', at: began }],
  };
}

export function scriptedStudio(scene: string, boardUrl: string) {
  const nothing = {};
  const projects =
    scene === 'empty'
      ? []
      : ['four', 'broken', 'unfinished'].map((id) => {
          const { project_id, name, folder, protocol_id } = projectOf(id, boardUrl);
          return { project_id, name, folder, own: id !== 'broken', protocol_id };
        });
  return {
    list: async () => ({ projects }),
    create: async () => {
      throw new ParlorError('storage_full', 'There is no room left.');
    },
    project: async ({ project_id }: { project_id: string }) => {
      if (project_id === 'gone') throw new ParlorError('not_found', 'Gone.');
      return projectOf(project_id, boardUrl);
    },
    excerpt: async ({ line }: { line: number }) => ({
      lines: [-2, -1, 0, 1, 2].map((step) => ({
        number: line + step,
        text: step === 0 ? '        "max": 0,' : '        "min": 1,',
      })),
    }),
    position: async ({ frame }: { frame: number }): Promise<{ host: Json; guest: Json }> => ({
      host: viewOf('host', moves.slice(0, Math.max(0, frame - 2))) as unknown as Json,
      guest: viewOf('guest', moves.slice(0, Math.max(0, frame - 2))) as unknown as Json,
    }),
    answer: async () => nothing,
    sit: async () => nothing,
    pace: async () => nothing,
    deadline: async () => nothing,
    leave: async () => nothing,
    restart: async () => nothing,
  };
}
