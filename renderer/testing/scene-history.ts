/** The finished tables of the scene `history`: some months of games with a few people. */
import type { Table } from '../../shared/bridge/contract.ts';
import { moveOf, person, playing, protocolIdNamed } from './samples.ts';

const dayMs = 86_400_000;
const opponents = [
  person(2, 'tidewright', 1312),
  person(3, 'Marigold', 1400, true),
  person(8, 'basalt', 1120),
  person(12, 'a-very-long-nickname-x24', 1187),
  person(15, 'マリー =1+1', 1240),
];
const games = ['Connect Four', 'Connect Four', 'Reversi', "Iterated Prisoner's Dilemma"];
const openings = [
  ['column 4', 'column 4', 'column 3', 'column 5'],
  ['column 4', 'column 3', 'column 4', 'column 2'],
  ['column 1', 'column 4', 'column 4', 'column 4'],
];
const ends = ['won', 'lost', 'won', 'drawn', 'won', 'won', 'lost', 'unfinished'] as const;
const winners = { won: 'guest', lost: 'host', drawn: 'draw' } as const;
const deltas = { won: 16, lost: 3, drawn: 8 };

/** The newest first. */
export function historyTables(now: number): Table[] {
  let rating = 1200;
  return Array.from({ length: 64 }, (_, index) => {
    const name = games[index % games.length]!;
    const end = ends[(index * 5 + Math.floor(index / 7)) % ends.length]!;
    const started_at = now - (64 - index) * 1.4 * dayMs;
    const table = playing({
      table_id: `history-${index}`,
      peer: opponents[(index * 3) % opponents.length]!,
      protocol: { protocol_id: protocolIdNamed(name), name, mode: 'session_loop', family: 'game:sample' },
      moves: openings[(index >> 1) % openings.length]!.map((text, at) =>
        moveOf(at + 1, at % 2 ? 'host' : 'guest', text),
      ),
      options: name === 'Connect Four' ? { rows: 6, cols: 7 } : {},
      started_at: Math.round(started_at),
      ended_at: Math.round(started_at + 600_000),
    });
    if (end === 'unfinished')
      return { ...table, phase: 'failed', problem: { code: 'peer_unresponsive', message: '' } } satisfies Table;
    const change = { before: rating, after: rating + deltas[end], delta: deltas[end] };
    rating = change.after;
    return {
      ...table,
      phase: 'finished',
      result: {
        winner: winners[end],
        outcome: end,
        reason: end === 'drawn' ? 'The board is full.' : 'Four in a line, columns 3 to 6.',
        state: 'settled',
        reports: { mine: winners[end], mine_at: now, theirs: winners[end], theirs_at: now },
        rating: { applied: true, reason: 'settled', mine: change, theirs: change },
        cap: null,
      },
    } satisfies Table;
  }).reverse();
}
