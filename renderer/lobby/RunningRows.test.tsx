import { expect, it } from 'vitest';
import { Router } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useHashPath } from '../core/hash-location.ts';
import { renderPart } from '../testing/render.tsx';
import { openAsk, person, playing } from '../testing/samples.ts';
import { RunningRows } from './RunningRows.tsx';

const game = (table_id: string, order: number, change: Partial<Table> = {}) =>
  playing({ table_id, order, peer: person(order, table_id, 1200), ...change });

const show = (...tables: Table[]) =>
  renderPart(
    <Router hook={useHashPath}>
      <RunningRows />
    </Router>,
    { handlers: { tables: { list: () => ({ tables }) } } },
  );

it('leads back to a game in which the other side is to move', async () => {
  const screen = await show(game('anna', 1), game('over', 2, { phase: 'finished' }));
  await screen.getByRole('link', { name: /Your game with .*anna.* goes on/ }).click();
  expect(location.hash).toBe('#/tables/anna');
  expect(screen.getByRole('listitem').elements()).toHaveLength(1);
});

it('shows what waits for the user first, no games of the agent, and counts what has no room', async () => {
  const screen = await show(
    ...[1, 2, 3, 4].map((order) => game(`newer${order}`, order)),
    game('mine', 0, { ask: openAsk('turn 1') }),
    game('agents', 9, { control_mode: 'autonomous' }),
  );
  const rows = screen.getByRole('listitem');
  await expect.element(rows.first().getByText("Connect Four. It's your turn.")).toBeVisible();
  expect(rows.elements()).toHaveLength(4);
  await expect.element(screen.getByText('2 more in Tables')).toBeVisible();
});
