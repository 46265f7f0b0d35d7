import { describe, expect, it } from 'vitest';
import { openTable } from '../testing/samples.ts';
import { fitting, held } from './filter.ts';

const a = openTable({ nickname: 'tidewright', rating: 1312, mode: 'hybrid', game: 'Connect Four' });
const b = openTable({ nickname: 'old-lantern', rating: 1190, mode: 'human', game: 'Rock Paper Scissors' });
const c = openTable({ nickname: 'quietmoth', rating: null, mode: 'autonomous', game: 'Weak Wins' });
const mine = { ...openTable({ nickname: 'me', rating: 1264, mode: 'human', game: 'Chat' }), own: true };
const all = [a, b, c, mine];

describe('the quick filters', () => {
  it('find a name or a game, whatever the case', () => {
    expect(fitting(all, { text: ' TIDE ', crowd: 'everyone' }, 1264)).toEqual([a]);
    expect(fitting(all, { text: 'scissors', crowd: 'everyone' }, 1264)).toEqual([b]);
  });

  it('keep own tables out', () => {
    expect(fitting(all, { text: '', crowd: 'everyone' }, 1264)).toEqual([a, b, c]);
  });

  it('tell people from agents, and near from far', () => {
    expect(fitting(all, { text: '', crowd: 'people' }, 1264)).toEqual([a, b]);
    expect(fitting(all, { text: '', crowd: 'agents' }, 1264)).toEqual([c]);
    expect(fitting(all, { text: '', crowd: 'near' }, 1300)).toEqual([a, c]);
  });
});

describe('a list under the pointer', () => {
  it('keeps every row in its place, renews contents, and lets news wait', () => {
    const renewed = { ...a, message: 'new words' };
    const { rows, waiting } = held([a, b], [c, renewed]);
    expect(rows).toEqual([
      { entry: renewed, gone: false },
      { entry: b, gone: true },
    ]);
    expect(waiting).toBe(1);
  });
});
