import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillTemplate, humanize, labelsOf, placeholdersOf, translateView } from './labels.ts';
import type { ProtocolWords } from './words.ts';

describe('humanize', () => {
  test.each([
    ['cols', 'Cols'],
    ['best_of', 'Best of'],
    ['round_delay_seconds', 'Round delay (seconds)'],
    ['maxBytes', 'Max (bytes)'],
    ['seconds', 'Seconds'],
    ['ELO', 'ELO'],
    ['  __ ', ''],
  ])('humanizes %s as %s', (name, words) => expect(humanize(name)).toBe(words));

  test('turns any name into one trimmed line', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(humanize(name)).not.toMatch(/[\n_]|^\s|\s$/);
      }),
    );
  });
});

describe('templates', () => {
  const read = (name: string) => ({ col: 2, hand: 'rock', none: null })[name];
  test('fill in values, with offsets', () => {
    expect(fillTemplate('column {col+1}', read)).toBe('column 3');
    expect(fillTemplate('{hand}, {col-2}, {not a name}', read)).toBe('rock, 0, {not a name}');
    expect(placeholdersOf('{a+1} and {b} and {a}')).toEqual(['a', 'b']);
  });

  test('return null if a value is missing or not a number with an offset', () => {
    expect(fillTemplate('{row}', read)).toBeNull();
    expect(fillTemplate('{none}', read)).toBeNull();
    expect(fillTemplate('{hand+1}', read)).toBeNull();
  });

  test('do not interpret values as templates or patterns', () => {
    expect(fillTemplate('{a} {b}', (name) => (name === 'a' ? '{b} $& $1' : 'x'))).toBe('{b} $& $1 x');
  });
});

describe('labels', () => {
  const words: ProtocolWords = {
    name: 'Four',
    options: {
      cols: { label: 'Columns', help: 'Width.', line: '{value} columns' },
      ending: {
        label: 'Ends',
        line: { first_to_win: 'first to win' },
        values: { first_to_win: 'First to win', last_left: 'Last one left' },
      },
    },
    fields: { heights: 'Discs in each column' },
    values: { column_full: 'the column is full', rock: 'Stein' },
    pieces: { host: 'cream', guest: 'red' },
    messages: { move: 'column {col+1}', error: 'stop: {reason}' },
    texts: {
      'column {n}': 'Spalte {n}',
      'col {n}': 'column {n+1}',
      'beats {hand}': 'schlägt {hand}',
      'The {seat} stopped (.*): {reason}.': '{seat}: {reason}',
    },
  };
  const labels = labelsOf(words);

  test('tell an end from one side, with names', () => {
    const { ending } = labelsOf({
      values: { five: '五' },
      texts: { 'Level.': 'A draw.' },
      endings: {
        'The {seat} lost the last die in round {n}.': '{seat} lost the last die in round {n}.',
        'The guest has {guest_n} discs, the host {host_n}.': 'Discs: {own} {own_n}, {their} {their_n}.',
        'Won {winner_n} to {loser_n}.': '{own} {own_n} 分，{their} {their_n} 分。',
      },
    });
    const names = { host: 'Wick', guest: '你' };
    const told = (reason: string, winner: 'host' | 'guest' | null, role: 'host' | 'guest' = 'guest') =>
      ending(reason, {
        role,
        winner,
        within: (seat) => names[seat],
        starting: (seat) => (seat === 'guest' ? 'You' : names[seat]),
      });
    expect(told('The guest lost the last die in round 3.', 'host')).toBe('You lost the last die in round 3.');
    expect(told('The host lost the last die in round 3.', 'guest')).toBe('Wick lost the last die in round 3.');
    expect(told('The guest has 49 discs, the host 15.', 'guest')).toBe('Discs: 你 49, Wick 15.');
    expect(told('The guest has 49 discs, the host 15.', 'guest', 'host')).toBe('Discs: Wick 15, 你 49.');
    expect(told('Won 9 to 4.', 'guest')).toBe('你 9 分，Wick 4 分。');
    expect(told('Won 9 to 4.', 'host')).toBe('你 4 分，Wick 9 分。');
    expect(told('Level.', null)).toBe('A draw.');
    expect(told('Something else.', 'host')).toBe('Something else.');
  });

  test('name options and their values', () => {
    expect(labels.option('cols')).toBe('Columns');
    expect(labels.option('min_rows')).toBe('Min rows');
    expect(labels.options({ cols: 7, ending: 'first_to_win', open: true, at_most: 3, seats: [1] })).toBe(
      '7 columns, first to win, open, at most 3',
    );
    expect(labels.optionValue('ending', 'first_to_win')).toBe('First to win');
    expect(labels.options({ ending: 'last_left' })).toBe('Last one left');
    expect(labelsOf(null).options({ best_of: 3, max_think_seconds: 30, ranked: true, note: 'a_b' })).toBe(
      'best of 3, ranked, note a b',
    );
  });

  test('leave out defaults, except of essential options, which are told even where a table does not name them', () => {
    const { options } = labelsOf(
      { options: { best_of: { label: 'Best of', line: 'best of {value}', essential: true } } },
      ', ',
      { best_of: 3, round_delay: 0, ranked: false },
    );
    expect(options({ best_of: 3, round_delay: 0, ranked: false })).toBe('best of 3');
    expect(options({ ranked: true })).toBe('best of 3, ranked');
    expect(options({ best_of: 5, round_delay: 2 })).toBe('best of 5, round delay 2');
  });

  test('do not let one option change the order of the others', () => {
    expect(labelsOf(null).options({ note: 'שלום', rows: 6 })).toBe('\u2068note שלום\u2069, rows 6');
  });

  test('name the pieces of the bundled board', () => {
    expect(labels.pieces).toEqual({ host: 'cream', guest: 'red' });
    expect(labelsOf(null).pieces).toBeNull();
  });

  test('describe a message by its template, and return null without one', () => {
    expect(labels.message({ action: 'move', turn: 1, col: 2 })).toBe('column 3');
    expect(labels.message({ action: 'error', reason: 'column_full' })).toBe('stop: the column is full');
    expect(labels.message({ action: 'move' })).toBeNull();
    expect(labels.message({ action: 'constructor' })).toBeNull();
  });

  test('translate texts of hooks by matching templates', () => {
    expect(labels.text('column 4')).toBe('Spalte 4');
    expect(labels.text('col 3')).toBe('column 4');
    expect(labels.text('column four')).toBe('column four');
    expect(labels.text('beats rock')).toBe('schlägt Stein');
    expect(labels.text('rock')).toBe('Stein');
    expect(labels.text('The host stopped (.*): column full.')).toBe('host: the column is full');
    expect(labels.text('The host stopped x: column full.')).toBe('The host stopped x: column full.');
    expect(labels.text('constructor')).toBe('constructor');
  });

  test('translate only human-readable members of a view', () => {
    const view = { seat: 'host', reason: 'column 1', moves: [{ by: 'host', label: 'column 2', col: 'column 3' }, 7] };
    expect(translateView(view, labels)).toEqual({
      seat: 'host',
      reason: 'Spalte 1',
      moves: [{ by: 'host', label: 'Spalte 2', col: 'column 3' }, 7],
    });
    expect(translateView(view, labelsOf(null))).toBe(view);
    expect(translateView('plain', labels)).toBe('plain');
  });
});

test('a move without a label is told by the sentence of its message, or by the names of its fields', () => {
  const message = { action: 'take', turn: 3, heap: 1, count: 2 };
  const move = { text: 'heap 1, count 2', message };
  const fields = { heap: 'Heap', count: 'Stones' };
  expect(labelsOf({ fields, messages: { take: '{count} from heap {heap}' } }).move(move)).toBe('2 from heap 1');
  expect(labelsOf({ fields }).move(move)).toBe('Heap 1, Stones 2');
  expect(labelsOf({ messages: { skip: 'skipped' } }).move(move)).toBe(move.text);
  expect(labelsOf(null).move(move)).toBe(move.text);
  expect(labelsOf({ fields, texts: { 'Take {n}': 'Nimm {n}' } }).move({ text: 'Take 2' })).toBe('Nimm 2');
});
