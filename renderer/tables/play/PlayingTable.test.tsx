import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Table } from '../../../shared/bridge/contract.ts';
import { emptyBoard } from '../../testing/board.tsx';
import { frames, renderPart } from '../../testing/render.tsx';
import { keyOf, openAsk, playing } from '../../testing/samples.ts';
import { PlayingTable } from './PlayingTable.tsx';

const board: Table['board'] = { source: 'local', manifest_hash: keyOf(700), author: 'Parlor' };

it('loads the board while the table is being joined, and then shows the same frame', async () => {
  const tableWith = (changes: Partial<Table>) => (
    <PlayingTable table={playing({ board, ...changes })} onResult={() => {}} />
  );
  const screen = await renderPart(tableWith({ phase: 'joining', board_record: null }), { handlers: emptyBoard });
  await expect.poll(frames).toHaveLength(1);
  const [loading] = frames();
  expect(loading!.checkVisibility({ visibilityProperty: true })).toBe(false);
  expect(loading!.closest('[inert]')).not.toBeNull();
  await expect.element(screen.getByRole('heading', { name: /Joining/ })).toBeVisible();

  await screen.show(tableWith({}));
  expect(frames()).toEqual([loading]);
  expect(frames()[0]).toBe(loading);
  expect(loading!.checkVisibility({ visibilityProperty: true })).toBe(true);
  expect(loading!.closest('[inert]')).toBeNull();
});

it('keeps Plain view and a covered board while the person is in another room', async () => {
  const onTable = (table_id: string) => (
    <PlayingTable key={table_id} table={playing({ table_id, board })} onResult={() => {}} />
  );
  const screen = await renderPart(onTable('t1'), { handlers: emptyBoard });
  await expect.poll(frames).toHaveLength(1);
  await userEvent.keyboard('{Alt>}p{/Alt}');
  await expect.element(screen.getByRole('region', { name: 'Plain view' })).toBeInTheDocument();
  await screen.show(<p>Lobby</p>);
  await screen.show(onTable('t1'));
  await expect.element(screen.getByRole('region', { name: 'Plain view' })).toBeInTheDocument();
  expect(frames()).toEqual([]);

  await screen.show(onTable('t2'));
  await expect.poll(frames).toHaveLength(1);
});

it.each([
  ['a number', { entry: { type: 'integer' as const, min: 0, max: 12 } }, 'Enter a number from 0 to 12 first.'],
  ['a text', { entry: { type: 'text' as const, max_bytes: 200 } }, 'Type something first.'],
  ['a choice', {}, 'Choose something first.'],
])('says that nothing is there to play where %s is asked for', async (_, change, text) => {
  const ask = { ...openAsk('turn 1'), ...change };
  const screen = await renderPart(<PlayingTable table={playing({ ask, board: null })} onResult={() => {}} />);
  await expect.element(screen.getByRole('region', { name: 'Plain view' })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert').filter({ hasText: text })).toBeInTheDocument();
});
