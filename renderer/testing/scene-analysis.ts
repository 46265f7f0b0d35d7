/** Analyses of the sample game: complete, except that of the table `lost`, which is running. */
import type { Analysis, Table } from '../../shared/bridge/contract.ts';
import type { JudgedMove, LineStep, Role } from '../../shared/tables/hooks.ts';
import type { FakeHandlers } from './fake-bridge.ts';

type Move = Table['moves'][number];

/** What each move lost, in turn, of an even game that the guest begins to win. */
const losses = [0, 0.05, 0, 0.3, 0, 0.1, 0.6, 0, 0.25];

const other = (by: Role): Role => (by === 'guest' ? 'host' : 'guest');
const stepOf = (by: Role, column: number): LineStep => ({
  by,
  value: column % 7,
  label: `column ${(column % 7) + 1}`,
});

function judgedMoves({ by, number, text }: Move): { played: JudgedMove; other: JudgedMove } {
  const column = Number(/\d+/.exec(text)?.[0] ?? 1) - 1;
  const lead = (by === 'guest' ? 1 : -1) * Math.min(0.5, number / 24);
  const loss = losses[number % losses.length]!;
  const best = loss > 0.5 ? 1 : lead;
  return {
    played: { worth: Math.max(-0.95, best - loss), line: [stepOf(by, column)] },
    other: {
      worth: loss === 0 ? best - 0.1 : best,
      line: [stepOf(by, column + 1), stepOf(other(by), column + 1), stepOf(by, column + 2)],
    },
  };
}

export function analysisHandlers(
  moves: readonly Move[],
  emit: (analysis: Analysis) => void,
): NonNullable<FakeHandlers['analysis']> {
  const analysisOf = (table_id: string, state: Analysis['state']): Analysis => {
    const done = state === 'done' ? moves.length : Math.ceil(moves.length / 2);
    return {
      ...{ table_id, state, done, total: moves.length, problem: null, left_ms: state === 'running' ? 8_000 : null },
      judge: { source: 'record', hash: 'c'.repeat(64), bundled: true },
      judged: moves.slice(0, done).map((move) => ({ move: move.number, by: move.by, ...judgedMoves(move) })),
    };
  };
  const change = (table_id: string, state: Analysis['state']) => {
    const analysis = analysisOf(table_id, state);
    emit(analysis);
    return analysis;
  };
  return {
    get: ({ table_id }) => analysisOf(table_id, table_id === 'lost' ? 'running' : 'done'),
    start: ({ table_id }) => change(table_id, 'running'),
    stop: ({ table_id }) => change(table_id, 'stopped'),
  };
}
