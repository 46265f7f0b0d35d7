import { expect, it } from 'vitest';
import { createChangeLog } from './change-log.ts';

function createLog() {
  let seq = 10;
  return createChangeLog<string>(() => (seq += 1), 10);
}

it('returns only unseen changes, with the last state of each value', () => {
  const changes = createLog();
  changes.put('a', 'a1');
  changes.put('b', 'b1');
  const first = changes.changesAfter(0, 10);
  expect(first).toEqual({ seq: 12, reset: true, values: ['a1', 'b1'], removedIds: [], more: false });
  changes.put('a', 'a2');
  changes.put('a', 'a3');
  changes.remove('b');
  changes.put('c', 'c1');
  changes.remove('c');
  expect(changes.changesAfter(first.seq, 10)).toMatchObject({ reset: false, values: ['a3'], removedIds: ['b', 'c'] });
  expect(changes.changesAfter(changes.seq, 10)).toMatchObject({ reset: false, values: [], removedIds: [] });
});

it('returns pages, also while values change', () => {
  const changes = createLog();
  for (const id of ['a', 'b', 'c']) changes.put(id, id);
  const first = changes.changesAfter(0, 2);
  expect(first).toMatchObject({ values: ['a', 'b'], more: true });
  changes.remove('a');
  changes.put('b', 'b2');
  expect(changes.changesAfter(first.seq, 2)).toMatchObject({ values: ['c'], removedIds: ['a'], more: true });
  expect(changes.changesAfter(changes.changesAfter(first.seq, 2).seq, 2)).toMatchObject({
    values: ['b2'],
    more: false,
  });
});

it('resets a reader of another log, or one that missed removals', () => {
  const changes = createLog();
  changes.put('a', 'a');
  expect([
    changes.changesAfter(99, 10).reset,
    changes.changesAfter(9, 10).reset,
    changes.changesAfter(10, 10).reset,
  ]).toEqual([true, true, false]);
  for (let i = 0; i < 5_001; i += 1) {
    changes.put(`gone ${i}`, '');
    changes.remove(`gone ${i}`);
  }
  expect(changes.changesAfter(11, 10)).toMatchObject({ reset: true, values: ['a'], removedIds: [] });
});
