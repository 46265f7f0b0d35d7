/** Sample projects in the Studio: a game in progress (`four`), one in which the author intervened (`tampered`), problems (`broken`), and no game yet (`unfinished`). */
import type { StudioFrame, StudioPosition, StudioProject, StudioSeat, Trials } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { boardRecordOf, heightsOf, type Move, viewOf } from './connect-four.ts';
import type { FakeHandlers } from './fake-bridge.ts';
import { sampleSpec } from './record-samples.ts';
import { keyOf } from './samples.ts';

const columns = [3, 3, 4, 2, 4, 4, 1];
const moves: Move[] = columns.map((col, at) => ({ by: at % 2 === 0 ? 'guest' : 'host', col }));
const startedAt = Date.UTC(2026, 10, 21, 14, 3, 20);

const positionAfter = (role: Role, shown: readonly Move[]): StudioPosition => ({
  view: viewOf(role, shown) as unknown as StudioPosition['view'],
  board_record: boardRecordOf(role, shown),
});

const seatOf = (role: Role, control_mode: StudioSeat['control_mode'], hasQuestion: boolean): StudioSeat => ({
  control_mode,
  hooks: 'own',
  by_hand_problem: null,
  can_decide: true,
  lost_at: null,
  seq: 9,
  ...positionAfter(role, moves),
  ask: hasQuestion
    ? {
        key: 'turn:8',
        prompt: 'Drop a disc',
        choices: heightsOf(moves).map((height, col) => ({
          value: col + 1,
          label: `column ${col + 1}`,
          hint: `height ${height + 1}`,
        })),
        asked_at: startedAt,
        proposal: control_mode === 'autonomous' ? 5 : null,
        plays_at: null,
        held: false,
        deadline_at: null,
      }
    : null,
  moves: [],
  talk: [],
  peer_asked_at: null,
  peer_deadline_at: null,
  limits: null,
  used_ms: { host: 0, guest: 0 },
  sealed_rounds: [],
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
  at: startedAt + at * 700,
  problems: [],
  forged: null,
}));

/** The author has replaced a state, and sent a column that the board does not have. */
const tamperedFrames = frames.map((frame, at): StudioFrame => {
  if (at < frames.length - 1) return frame;
  return {
    ...frame,
    frame: { ...frame.frame, col: 99 },
    problems: ['col: above max 12'],
    forged: { in_step: false, reaction: { kind: 'refused', code: 'message_invalid', reason: 'col: above max 12' } },
  };
});

const problem = (
  severity: 'error' | 'note',
  kind: StudioProject['problems'][number]['kind'],
  subject: string,
  message: string,
  at: Partial<StudioProject['problems'][number]> = {},
): StudioProject['problems'][number] => ({
  ...{ id: kind, severity, kind, subject, message, code: null, params: {} },
  ...{ file: null, line: null, column: null, pointer: null },
  ...at,
});
const problems: { [project: string]: StudioProject['problems'] } = {
  broken: [
    problem('error', 'spec_rule', 'messages.2.fields.turn.max', 'max is below min', {
      ...{ code: 'bounds_reversed', params: { high: 'max', low: 'min' } },
      ...{ file: 'spec.json', line: 34, column: 9, pointer: '/messages/2/fields/turn/max' },
    }),
    problem('error', 'ui_size', 'felt.png', 'larger than 512 KiB', {
      ...{ code: 'file_too_large', params: { kb: 512 }, file: 'ui/felt.png' },
    }),
    problem('note', 'spec_no_bound', 'bid.amount', 'max', { file: 'spec.json', line: 52, column: 9 }),
  ],
  unfinished: [
    problem('error', 'hooks_unfinished', 'handle', 'handle is left open.', { file: 'hooks.js', line: 25 }),
    problem('note', 'ui_missing', 'ui/', 'There is no folder ui/.'),
  ],
};

function projectOf(id: string, boardUrl: string): StudioProject {
  const broken = id === 'broken';
  const unfinished = id === 'unfinished';
  return {
    project_id: id,
    name: broken ? 'Lantern Auction' : 'Four in a Line',
    folder: id,
    own: true,
    protocol_id: keyOf(72),
    version: broken ? 7 : 1,
    saved_at: startedAt,
    took_ms: 64,
    rules_hash: unfinished ? null : keyOf(75),
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
    spec_diff: null,
    files: [
      { path: 'index.html', size_bytes: 1200 },
      { path: 'board.js', size_bytes: 9400 },
      { path: 'board.css', size_bytes: 3100 },
    ],
    board: unfinished ? null : { url: boardUrl, manifest_hash: keyOf(73), size_bytes: 13_700 },
    methods: ['init', 'view', 'decide'],
    problems: problems[id] ?? [],
    fixtures: [
      { name: 'opening-moves', seed: '7c2e91', answers: 4, position: 6 },
      { name: 'guest-wins', seed: 'a', answers: 12, position: null },
    ],
    game: unfinished
      ? null
      : {
          run: 1,
          seed: '7c2e91',
          options: { cols: 7 },
          paused: false,
          deadline: false,
          network: { latency_ms: 0, loss_percent: 0 },
          frame_count: frames.length,
          frames: id === 'tampered' ? tamperedFrames : frames,
          edits: id === 'tampered' ? [{ seat: 'guest', after: frames.length - 2 }] : [],
          seats: { host: seatOf('host', 'human', true), guest: seatOf('guest', 'autonomous', false) },
        },
    stale: { board: false, game: broken },
    log: [{ number: 1, seat: 'guest', text: 'best of 7 columns: 4', at: startedAt }],
  };
}

const verdicts: { [project: string]: NonNullable<NonNullable<Trials['adversary']>['report']>['verdict'] } = {
  ...{ failures: 'failures', 'not-proven': 'not_proven', 'nothing-found': 'nothing_found' },
};

/** `four` has holes and many games. Those named by a verdict have it, `trying` is being tried, and the others were not tried yet. */
function trialsOf(id: string): Trials {
  const run = { rules_hash: keyOf(75), state: 'done' as const, progress: 1, problem: null };
  const none = { findings: [], finding_count: 0, unreached: [], unreached_count: 0, games: 9, messages: 4210 };
  const verdict = verdicts[id];
  if (id === 'trying')
    return { adversary: { ...run, state: 'running', progress: 0.42, report: null }, simulation: null };
  if (id === 'failed')
    return {
      adversary: { ...run, state: 'failed', problem: { code: 'hook_failed', message: 'init failed.' }, report: null },
      simulation: null,
    };
  if (verdict) return { adversary: { ...run, report: { ...none, verdict } }, simulation: null };
  if (id !== 'four' && id !== 'outdated') return { adversary: null, simulation: null };
  const finding = { action: 'result', method: 'handle', line: 57, failure: null, number: 9, from: 'host' as const };
  return {
    adversary: {
      ...run,
      report: {
        verdict: 'holes',
        findings: [
          {
            ...{ ...finding, outcome: 'accepted', attack: 'changed_value', field: 'winner', count: 1 },
            message: '{"action":"result","turn":8,"winner":"draw"}',
          },
          {
            ...{ ...finding, outcome: 'failed', attack: 'wrong_enum', field: 'reason', count: 3, line: 58 },
            ...{ failure: 'handle failed: moves is undefined', message: '{"action":"result","turn":8}' },
          },
          {
            ...{ ...finding, outcome: 'undecided', attack: 'replayed_values', field: null, count: 12 },
            message: `{"action":"result","turn":8,"nonce":"${keyOf(76)}"}`,
          },
        ],
        finding_count: 3,
        unreached: [
          { kind: 'message', name: 'guest resign' },
          { kind: 'value', name: 'host result.winner draw' },
        ],
        unreached_count: 2,
        games: 9,
        messages: 4210,
      },
    },
    simulation: {
      ...run,
      settings: { games: 1000, seed: '1', host: 'random', guest: 'hooks' },
      played: 1000,
      results: [
        { result: 'guest', games: 812, shortest: 9, median: 17, longest: 42 },
        { result: 'host', games: 171, shortest: 10, median: 24, longest: 43 },
        { result: 'draw', games: 15, shortest: 44, median: 44, longest: 44 },
        { result: 'failed', games: 2, shortest: 12, median: 12, longest: 31 },
      ],
      failures: [{ number: 17, failure: 'hook_failed: handle failed: moves is undefined' }],
    },
  };
}

const sources = {
  'spec.json': `${JSON.stringify(JSON.parse(sampleSpec), null, 2)}\n`,
  'hooks.js': 'export function init({ role }) {\n  return { role, moves: [] };\n}\n',
};

export function studioHandlers(scene: string, boardUrl: string): NonNullable<FakeHandlers['studio']> {
  const projects = scene === 'empty' ? [] : ['four', 'broken', 'unfinished'].map((id) => projectOf(id, boardUrl));
  return {
    list: () => ({ projects }),
    open_project({ project_id }) {
      if (project_id === 'gone') throw new ParlorError('not_found', 'Gone.');
      return projectOf(project_id, boardUrl);
    },
    path: ({ project_id }) => ({ path: `/home/ada/.local/share/parlor/studio/${project_id}` }),
    show_folder: () => ({}),
    excerpt: ({ line }) => ({ lines: [{ number: line, text: '        "max": 0,' }] }),
    import_board: () => ({
      written: ['index-2.js', 'index-handlers.js', 'index.css', 'index.html', 'index.js'],
      moves: [
        { page: 'index.html', code: 'style', line: 6, file: 'index.css', source: '' },
        { page: 'index.html', code: 'handler', line: 12, file: 'index-handlers.js', source: 'onclick' },
        { page: 'index.html', code: 'script', line: 13, file: 'index.js', source: '' },
        { page: 'index.html', code: 'script', line: 48, file: 'index-2.js', source: '' },
      ],
      problems: (problems.broken ?? []).slice(1, 2),
    }),
    trials: ({ project_id }) => ({ project_id, ...trialsOf(project_id) }),
    source: ({ file }) => ({ text: sources[file], hash: keyOf(74) }),
    states({ frame }) {
      const shown = moves.slice(0, Math.max(0, (frame ?? frames.length) - 2));
      const stateOf = (role: Role) =>
        JSON.stringify({ role, cols: 7, rows: 6, moves: shown.map(({ col }) => col + 1) }, null, 2);
      return { host: stateOf('host'), guest: stateOf('guest') };
    },
    fixture_position({ name }) {
      const shown = moves.slice(0, name === 'opening-moves' ? 4 : moves.length);
      const at = (role: Role) => ({ control_mode: 'human' as const, ...positionAfter(role, shown), ask: null });
      return { options: { cols: 7 }, seats: { host: at('host'), guest: at('guest') } };
    },
    forge: () => ({}),
    set_state({ state }) {
      if (state.includes('undone')) throw new ParlorError('hook_failed', 'TypeError: state.moves is undefined');
      return {};
    },
    position({ frame }) {
      const shown = moves.slice(0, Math.max(0, frame - 2));
      return { host: positionAfter('host', shown), guest: positionAfter('guest', shown) };
    },
  };
}
