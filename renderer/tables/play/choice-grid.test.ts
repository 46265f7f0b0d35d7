import { describe, expect, it } from 'vitest';
import { choiceGrid, nextChoice } from './choice-grid.ts';

const choices = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
const cellLabels = ['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'b3', 'c3', 'd3', 'd1'];

describe('choices labelled like cells', () => {
  it('form a grid with the highest row at the top, and other choices beside it', () => {
    const grid = choiceGrid(choices(...cellLabels, 'pass'))!;
    expect(grid.columns).toEqual(['a', 'b', 'c', 'd']);
    expect(grid.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.label ?? null)])).toEqual([
      ['3', 'a3', 'b3', 'c3', 'd3'],
      ['2', 'a2', null, 'c2', null],
      ['1', 'a1', 'b1', 'c1', 'd1'],
    ]);
    expect(grid.others.map(({ label }) => label)).toEqual(['pass']);
  });

  it('have row 1 at the top where the position has', () => {
    const names = (rows: string[]) =>
      choiceGrid(choices(...cellLabels), { rows, columns: [] })!.rows.map(({ name }) => name);
    expect(names(['1', '2', '3'])).toEqual(['1', '2', '3']);
    expect(names(['3', '2', '1'])).toEqual(['3', '2', '1']);
  });

  it('form the same grid with capital letters', () => {
    const grid = choiceGrid(choices(...cellLabels.map((label) => label.toUpperCase())))!;
    expect(grid.columns).toEqual(['A', 'B', 'C', 'D']);
    expect(grid.rows[1]!.cells.map((cell) => cell?.label ?? null)).toEqual(['A2', null, 'C2', null]);
    expect(choiceGrid(choices(...cellLabels, 'A4'))).toBeNull();
  });

  it('form no grid if they are few, have other labels or repeat', () => {
    expect(choiceGrid(choices('a1', 'b1', 'c1'))).toBeNull();
    expect(choiceGrid(choices(...cellLabels.map((label) => `column ${label}`)))).toBeNull();
    expect(choiceGrid(choices(...cellLabels, ...cellLabels))).toBeNull();
  });

  it('have neighbours above and below, skipping taken cells', () => {
    const grid = choiceGrid(choices(...cellLabels))!;
    const at = (label: string) => grid.rows.flatMap(({ cells }) => cells).find((cell) => cell?.label === label)!;
    expect(nextChoice(grid, at('b1'), -1)?.label).toBe('b3');
    expect(nextChoice(grid, at('b3'), 1)?.label).toBe('b1');
    expect(nextChoice(grid, at('b3'), -1)).toBeNull();
  });
});
