import { expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Table } from '../../../shared/bridge/contract.ts';
import { renderPart } from '../../testing/render.tsx';
import { openAsk, playing } from '../../testing/samples.ts';
import { PlayingTable } from './PlayingTable.tsx';

async function openTable(changes: Partial<Table> = {}) {
  const answer = vi.fn((_: { table_id: string; key: string; answer: string | number | boolean }) => ({}));
  const table = playing({ ask: openAsk('turn 1'), ...changes });
  const screen = await renderPart(<PlayingTable table={table} onResult={() => {}} />, {
    handlers: { tables: { answer } },
  });
  await expect.element(screen.getByTestId('decision')).toBeVisible();
  return { screen, table, answer };
}

it('plays nothing on Enter while nothing is picked', async () => {
  const { screen, answer } = await openTable();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Drop a disc');
  expect(answer).not.toHaveBeenCalled();
});

it('names a pick, and plays exactly that on Enter, once', async () => {
  const { screen, table, answer } = await openTable();
  await userEvent.keyboard('5');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Column 5 is picked');
  expect(answer).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
  expect(answer.mock.calls[0]?.[0]).toEqual({ table_id: table.table_id, key: 'turn 1', answer: 5 });
});

it('forgets a pick when another question is asked', async () => {
  const { screen, table, answer } = await openTable();
  await userEvent.keyboard('5');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Column 5 is picked');
  await screen.show(<PlayingTable table={{ ...table, ask: openAsk('turn 2') }} onResult={() => {}} />);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Drop a disc');
  expect(answer).not.toHaveBeenCalled();
});

it('does not play a proposal that appeared a moment before the press', async () => {
  const ask = { ...openAsk('turn 1'), proposal: 4, plays_at: Date.now() + 600_000 };
  const { table, screen, answer } = await openTable({ ask: null, control_mode: 'hybrid' });
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await screen.show(<PlayingTable table={{ ...table, ask }} onResult={() => {}} />);
  const button = screen.getByRole('button', { name: /Play column 4/ });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  expect(answer).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  await expect.element(button).toHaveAttribute('aria-disabled', 'false');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
});

it('shows the agent’s reason without markup or hidden characters', async () => {
  const ask = { ...openAsk('turn 1'), proposal: 4, plays_at: null, reason: '<b>win</b>\u202E' };
  const { screen } = await openTable({ ask, control_mode: 'hybrid' });
  await expect.element(screen.getByText('<b>win</b>U+202E')).toBeVisible();
});
