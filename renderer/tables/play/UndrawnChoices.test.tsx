/** The choices of a question that the board doesn't draw are listed below it: those that it leaves out, or all if it says nothing. */
import '../../ui/tokens.css';
import '../../ui/base.css';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Table } from '../../../shared/bridge/contract.ts';
import { emptyBoard } from '../../testing/board.tsx';
import type { FakeHandlers } from '../../testing/fake-bridge.ts';
import { renderPart } from '../../testing/render.tsx';
import { keyOf, openAsk, playing } from '../../testing/samples.ts';
import { PlayingTable } from './PlayingTable.tsx';

/**
 * A board that says which answers it draws, with the next list each time it is asked, and asks for a size each time, with the last list for
 * 123 pixels. Null: it says nothing.
 */
const boardThatDraws = (...lists: (unknown[] | null)[]): FakeHandlers => {
  const source = `<script>
const lists = ${JSON.stringify(lists)};
addEventListener('message', ({ ports: [port] }) => {
  if (!port) return;
  const send = (message) => port.postMessage({ jsonrpc: '2.0', ...message });
  port.onmessage = ({ data }) => {
    if (data.method === 'ui/ping') send({ id: data.id, result: {} });
    if (data.method !== 'ui/ask' || !data.params.ask) return;
    const answers = lists[0];
    if (answers) send({ method: 'ui/draws', params: { key: data.params.ask.key, answers } });
    send({ method: 'ui/size', params: { height: 122 + lists.length, width: 321 } });
    if (lists.length > 1) lists.shift();
  };
  send({ id: 1, method: 'ui/initialize', params: { draws: ${lists[0] !== null} } });
});
</script>`;
  const url = `data:text/html,${encodeURIComponent(source)}`;
  return { tables: { board: () => ({ client: 'port' as const, url }), answer: () => ({}) } };
};

const choices = ['d6', 'f4', 'pass'].map((value) => ({ value, label: value }));
const ask = { ...openAsk('turn 1'), key: 'turn:1', choices };
const board: Table['board'] = { source: 'platform', manifest_hash: keyOf(700), author: 'saltmarsh' };
const table = playing({ board, ask });
const show = (handlers: FakeHandlers, shown = table) =>
  renderPart(<PlayingTable table={shown} onResult={() => {}} />, { handlers });
/** The board has received the question and answered it. */
const isAsked = (container: Element) => () =>
  container.querySelector<HTMLElement>('[style*="--min-height"]')?.style.cssText.includes('123px');
const list = { name: 'Choices below the board' };

it('lists what the board leaves out, and Enter plays it', async () => {
  const screen = await show(boardThatDraws(['d6', 'f4']));
  await expect.element(screen.getByRole('region', list)).toBeVisible();
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(1);
  await screen.getByRole('radio', { name: 'pass' }).click();
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Pass is picked');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('pass is on its way');
});

it('keeps a choice in the list that the board has once left out', async () => {
  const screen = await show(boardThatDraws(['d6', 'f4'], ['d6', 'f4', 'pass']));
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(1);
  await screen.show(<PlayingTable table={{ ...table, ask: null }} onResult={() => {}} />);
  await screen.show(<PlayingTable table={table} onResult={() => {}} />);
  await expect.poll(isAsked(screen.container)).toBe(true);
  expect(screen.getByRole('radio').elements()).toHaveLength(1);
});

it('lists nothing if the board draws everything', async () => {
  const screen = await show(boardThatDraws(['d6', 'f4', 'pass']));
  await expect.poll(isAsked(screen.container)).toBe(true);
  await expect.poll(() => screen.getByRole('region', list).elements()).toEqual([]);
});

it('lists everything for a board that says nothing, and keeps the list between two questions', async () => {
  const screen = await show(boardThatDraws(null));
  await expect.element(screen.getByRole('region', list), { timeout: 10_000 }).toBeVisible();
  expect(screen.getByRole('radio').elements()).toHaveLength(3);
  await expect.element(screen.getByText(/Pick a move in the list/)).toBeInTheDocument();
  await screen.show(<PlayingTable table={{ ...table, ask: null }} onResult={() => {}} />);
  await expect.element(screen.getByRole('region', list)).toBeVisible();
  expect(screen.getByRole('radio').elements()).toHaveLength(0);
  await screen.getByRole('button', { name: 'Fold the list' }).click();
  await screen.show(<PlayingTable table={{ ...table, ask: { ...ask, key: 'turn:2' } }} onResult={() => {}} />);
  await expect.element(screen.getByRole('button', { name: 'Show the list' })).toBeVisible();
  expect(screen.getByRole('radio').elements()).toHaveLength(0);
});

it('lists everything at a seat that is played by hand, and says so', async () => {
  const byHand = { hash: keyOf(1), by_hand: true, decides: false, manners: [] };
  const screen = await show(boardThatDraws(['d6', 'f4', 'pass']), { ...table, hooks: byHand });
  await expect.element(screen.getByRole('region', list)).toBeVisible();
  await expect.poll(isAsked(screen.container)).toBe(true);
  expect(screen.getByRole('radio').elements()).toHaveLength(3);
  await expect.element(screen.getByText('All choices')).toBeVisible();
  await expect.element(screen.getByText(/Pick a move on the board or in the list/)).toBeInTheDocument();
});

it('marks what a board leaves out at a seat that is played by hand, and warns before it is played', async () => {
  const byHand = { hash: keyOf(1), by_hand: true, decides: false, manners: [] };
  const screen = await show(boardThatDraws(['d6', 'f4']), { ...table, hooks: byHand });
  await expect.element(screen.getByText(/doesn't offer the dashed ones/)).toBeVisible();
  const marked = () => [...screen.container.querySelectorAll('[data-off-board]')].map((label) => label.textContent);
  expect(marked()).toEqual([expect.stringContaining('pass')]);
  await screen.getByRole('radio', { name: 'pass Not on the board' }).click();
  await expect.element(screen.getByText(/doesn't offer it\. If the rules forbid it/)).toBeVisible();
  await screen.getByRole('radio', { name: 'd6' }).click();
  await expect.element(screen.getByText(/Enter plays it/)).toBeInTheDocument();
});

it('keeps its size between two questions', async () => {
  await page.viewport(1280, 800);
  const inWindow = (shown: Table) => (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
      <PlayingTable table={shown} onResult={() => {}} />
    </div>
  );
  const screen = await renderPart(inWindow(table), { handlers: boardThatDraws(['d6', 'f4']) });
  const choicesShown = () => screen.getByRole('region', list).getByRole('radio').elements();
  const heightOfList = () => screen.getByRole('region', list).element().getBoundingClientRect().height;
  await expect.poll(choicesShown).toHaveLength(1);
  const height = heightOfList();
  await screen.show(inWindow({ ...table, ask: null }));
  await expect.poll(choicesShown).toHaveLength(0);
  expect(heightOfList()).toBe(height);
});

it('says that the board is still loading while number keys have no meaning yet', async () => {
  const columns = [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: `column ${value}` }));
  const screen = await show(emptyBoard, playing({ board, ask: { ...openAsk('turn 1'), choices: columns } }));
  await expect.element(screen.getByText('The board is loading…')).toBeVisible();
  await userEvent.keyboard('4');
  await expect
    .element(screen.getByTestId('refusal'))
    .toHaveTextContent('The board is still loading. Nothing was chosen.');
});
