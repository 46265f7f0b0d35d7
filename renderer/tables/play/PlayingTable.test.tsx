import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { Phrase, Remark } from '../../../shared/tables/remarks.ts';
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

it('shows what the other side has just said in the bar, while the panel that lists it is closed', async () => {
  await page.viewport(640, 400);
  const table = playing({ board: null });
  const saidBy = (by: Role, number: number, phrase: Phrase): Remark => ({ number, by, at: 0, phrase });
  const peer = table.role === 'host' ? 'guest' : 'host';
  const state = {
    ...{ table_id: table.table_id, ignored: 0, muted: false, open: true },
    texts: { own: null, peer: false },
  };
  const earlier = [saidBy(peer, 1, 'hello')];
  const screen = await renderPart(<PlayingTable table={table} onResult={() => {}} />, {
    handlers: { remarks: { get: () => ({ ...state, remarks: earlier }) } },
  });
  await expect
    .element(screen.getByRole('button', { name: 'Moves and decisions, something new was said' }))
    .toBeVisible();
  expect(screen.getByTestId('new-remark').elements()).toEqual([]);
  const remarks = [...earlier, saidBy(table.role, 1, 'thanks'), saidBy(peer, 2, 'well_played')];
  screen.emit('remarks', 'changed', { ...state, remarks });
  await expect.element(screen.getByTestId('new-remark')).toHaveTextContent('\u2068tidewright\u2069: Well played');
  await screen.getByRole('button', { name: 'Moves and decisions, something new was said' }).click();
  await expect.element(screen.getByTestId('new-remark')).not.toBeInTheDocument();
});

it('opens the result with Enter, as the bar says, also from a field for talk in which nothing is typed', async () => {
  await page.viewport(1280, 800);
  const onResult = vi.fn();
  const table = playing({ board: null });
  const state = {
    ...{ table_id: table.table_id, remarks: [], ignored: 0, muted: false, open: true },
    texts: { own: true, peer: true },
  };
  const shown = (changes: Partial<Table>) => <PlayingTable table={{ ...table, ...changes }} onResult={onResult} />;
  const screen = await renderPart(shown({}), { handlers: { remarks: { get: () => state } } });
  const field = screen.getByRole('textbox');
  await field.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Type something first.')).toBeVisible();
  await screen.show(shown({ phase: 'failed', ask: null }));
  await expect.element(screen.getByRole('button', { name: 'See the result' })).toBeVisible();
  await userEvent.keyboard('well{Enter}');
  await expect.element(field).toHaveValue('');
  expect(onResult).not.toHaveBeenCalled();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onResult.mock.calls).toHaveLength(1);
});
