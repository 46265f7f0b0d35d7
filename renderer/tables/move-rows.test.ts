import { expect, it } from 'vitest';
import type { Move } from '../../shared/tables/moves.ts';
import { moveOf } from '../testing/samples.ts';
import { isDecision, moveRows } from './move-rows.ts';

const moves = (...list: [by: Move['by'], text: string][]) => list.map(([by, text], at) => moveOf(at + 1, by, text));
const stepText = ({ text, by }: Move) =>
  text === 'roll'
    ? { text, isCounted: true }
    : text === 'pass'
      ? { text: `${by} passed`, isCounted: false }
      : text === 'wait'
        ? { text: '', isCounted: false }
        : null;
const rowsOf = (list: Move[]) =>
  moveRows(list, ['guest', 'host'], stepText).map((row) =>
    row.kind === 'turn'
      ? `${row.number} ${row.guest?.text ?? '-'} ${row.host?.text ?? '-'}`
      : row.texts.map(({ text, count }) => `${text} ${count}`).join(', '),
  );

it('pairs the decisions of both seats, and begins a turn after a step that nobody decided', () => {
  expect(rowsOf(moves(['guest', 'g2'], ['host', 'e3'], ['guest', 'pass'], ['host', 'e6'], ['guest', 'f3']))).toEqual([
    '1 g2 e3',
    'guest passed 1',
    '2 - e6',
    '3 f3 -',
  ]);
});

it('joins steps in one line, counted where the text does not say it, and leaves out what needs no word', () => {
  expect(
    rowsOf(
      moves(['guest', 'roll'], ['host', 'roll'], ['guest', 'pass'], ['guest', 'a'], ['host', 'wait'], ['guest', 'b']),
    ),
  ).toEqual(['roll 2, guest passed 1', '1 a -', '2 b -']);
});

it('counts as decisions neither what hooks sent without asking nor what the labels call a step', () => {
  const labels = { automatic: ({ text }: Pick<Move, 'text'>) => (text === 'roll' ? 'dice rolled' : null) };
  const [bid, roll, pass] = moves(['guest', '2 × 3'], ['host', 'roll'], ['host', 'pass']);
  const list = [bid!, roll!, { ...pass!, automatic: true }];
  expect(list.filter((move) => isDecision(labels, move))).toEqual([bid]);
});
