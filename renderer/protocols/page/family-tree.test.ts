import { describe, expect, test } from 'vitest';
import { familyTree, type Relative } from './family-tree.ts';

const relative = (protocol_id: string, parent_protocol_id: string | null, created_at = 0): Relative => ({
  protocol_id,
  name: protocol_id,
  status: 'active',
  family: 'game:x',
  parent_protocol_id,
  author_public_key: null,
  created_at,
  here: false,
});
/** One text per line: `|` and `.` for levels with and without later siblings, then the id. */
const draw = (relatives: Relative[]) =>
  familyTree(relatives).map(
    ({ relative, levels }) => `${levels.map((continues) => (continues ? '|' : '.')).join('')}${relative.protocol_id}`,
  );

describe('a family tree', () => {
  test('lists protocols under their parents, oldest first', () => {
    const family = [relative('d', 'b', 4), relative('c', 'a', 3), relative('b', 'a', 2), relative('a', null, 1)];
    expect(draw(family)).toEqual(['a', '|b', '|.d', '.c']);
    expect(familyTree(family).map(({ children }) => children)).toEqual([2, 1, 0, 0]);
  });

  test('makes protocols with unknown parents roots', () => {
    expect(draw([relative('b', 'gone'), relative('a', null)])).toEqual(['a', 'b']);
  });

  test('lists each member of a cycle once', () => {
    expect(draw([relative('b', 'a'), relative('a', 'b'), relative('c', 'b')])).toEqual(['a', '.b', '..c']);
    expect(draw([relative('a', 'a')])).toEqual(['a']);
  });
});
