import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('those who want the same take turns, in the order of their calls; others do not wait', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const run = async (who: string, ...names: string[]) => {
    const end = await turns.take(names);
    order.push(`${who} begins`);
    await nextTurn();
    order.push(`${who} ends`);
    end();
  };
  const first = run('first', 'a', 'b');
  const second = run('second', 'b', 'a', 'b');
  const other = run('other', 'c');
  await Promise.all([first, second, other]);
  expect(order).toEqual(['other begins', 'first begins', 'other ends', 'first ends', 'second begins', 'second ends']);
});
