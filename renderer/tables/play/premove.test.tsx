import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { OpenQuestion, Table } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { renderPart } from '../../testing/render.tsx';
import { moveOf, openAsk, playing } from '../../testing/samples.ts';
import { Narrator } from './Narrator.tsx';
import { PlayingTable } from './PlayingTable.tsx';
import { unplayedByTable } from './use-unplayed.ts';

beforeEach(() => unplayedByTable.setState(new Map(), true));

/** Keeps what the bar shows for four seconds; other timers run, also those of the assertions. */
function keepRefusals() {
  const { setTimeout: start } = window;
  const spy = vi.spyOn(window, 'setTimeout');
  spy.mockImplementation(((handler: () => void, ms?: number) => (ms === 4_000 ? 0 : start(handler, ms))) as never);
  onTestFinished(() => spy.mockRestore());
}

const { prompt, choices } = openAsk('turn:2');
const ahead = { key: 'ahead:1', prompt, choices };
const premove = { answer: 5, label: 'column 5', dropped: null };

/** The plain view during the other side's turn. */
async function waitingTable(changes: Partial<Table> = {}) {
  const answer = vi.fn(() => ({}));
  const choose = vi.fn((_: { table_id: string; key: string; answer: string | number | boolean | null }) => ({}));
  const table = playing({ ask: null, ahead, ...changes });
  const screen = await renderPart(<PlayingTable table={table} onResult={() => {}} />, {
    handlers: { tables: { answer, premove: choose } },
  });
  await expect.element(screen.getByTestId('decision')).toBeVisible();
  return { screen, table, answer, choose };
}

it('keeps a pick for the next turn on Enter, and answers nothing', async () => {
  const { screen, table, answer, choose } = await waitingTable();
  await userEvent.keyboard('5');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Column 5 is picked');
  expect(choose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect
    .poll(() => choose.mock.calls.map(([choice]) => choice))
    .toEqual([{ table_id: table.table_id, key: 'ahead:1', answer: 5 }]);
  expect(answer).not.toHaveBeenCalled();
});

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its button', () => userEvent.click(document.querySelector('[data-action="take-back"]')!)],
])('takes it back with %s', async (_name, act) => {
  const { screen, table, choose } = await waitingTable({ premove });
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Column 5 waits for your turn');
  await expect.element(screen.getByRole('radio', { name: /column 5/ })).toBeChecked();
  await act();
  await expect
    .poll(() => choose.mock.calls.map(([choice]) => choice))
    .toEqual([{ table_id: table.table_id, key: 'ahead:1', answer: null }]);
});

it.each([
  ['waits', { premove }],
  ['is only picked', {}],
])('says that a draw was offered or declined while a move %s', async (_name, changes) => {
  const { screen, table } = await waitingTable({ ...changes, draw: 'offered' });
  if (!('premove' in changes)) await userEvent.keyboard('5');
  await expect.element(screen.getByText(/You offered a draw/)).toBeVisible();
  await screen.show(<PlayingTable table={{ ...table, draw: 'declined' }} onResult={() => {}} />);
  await expect.element(screen.getByText(/declined the draw\. \S/)).toBeVisible();
});

/** During the other side's turn, a choice for the next one that main can no longer keep. */
async function chosenTooLate() {
  const refused = Promise.withResolvers<Record<string, never>>();
  const answer = vi.fn((_: { table_id: string; key: string; answer: string | number | boolean }) => ({}));
  const table = playing({ ask: null, ahead });
  const screen = await renderPart(<PlayingTable table={table} onResult={() => {}} />, {
    handlers: { tables: { answer, premove: () => refused.promise } },
  });
  await expect.element(screen.getByTestId('decision')).toBeVisible();
  await userEvent.keyboard('5{Enter}');
  refused.reject(new ParlorError('decision_invalid', 'This move cannot be chosen ahead now.'));
  const isAsked = (changes: Partial<OpenQuestion> = {}) =>
    screen.show(
      <PlayingTable table={{ ...table, ahead: null, ask: { ...openAsk('turn:2'), ...changes } }} onResult={() => {}} />,
    );
  return { screen, answer, isAsked };
}

it('plays what was chosen as the turn began', async () => {
  const { answer, isAsked } = await chosenTooLate();
  await isAsked();
  await expect
    .poll(() => answer.mock.calls.map(([{ key, answer }]) => ({ key, answer })))
    .toEqual([{ key: 'turn:2', answer: 5 }]);
});

it.each([
  ['has become illegal', { choices: choices.slice(0, 1) }, "Column 5 isn't possible now."],
  ['is for another question', { prompt: 'Choose a colour' }, 'The position has just changed. Choose again.'],
])('says why what was chosen as the turn began is not played if it %s', async (_, changes, text) => {
  const { screen, answer, isAsked } = await chosenTooLate();
  keepRefusals();
  await isAsked(changes);
  await expect.element(screen.getByTestId('refusal')).toHaveTextContent(text);
  expect(answer).not.toHaveBeenCalled();
});

it('is told to screen readers as a sentence, and not as taken back once it is played', async () => {
  const table = playing({ ask: null, ahead, premove });
  const screen = await renderPart(<Narrator table={table} />);
  await expect.element(screen.getByText(/Column 5 waits for your turn\./)).toBeInTheDocument();
  const next = { ...ahead, key: 'ahead:2' };
  const moves = [moveOf(1, 'host', 'column 3'), moveOf(2, 'guest', 'column 5')];
  await screen.show(<Narrator table={{ ...table, ahead: next, premove: null, moves }} />);
  await expect.element(screen.getByText(/You play column 5\./)).toBeInTheDocument();
  expect(screen.getByTestId('story').element().textContent).not.toContain('Taken back');
});

it('forgets a pick that was not kept when the question is asked', async () => {
  const { screen, table, answer } = await waitingTable();
  await userEvent.keyboard('5');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Column 5 is picked');
  await screen.show(<PlayingTable table={{ ...table, ahead: null, ask: openAsk('turn:2') }} onResult={() => {}} />);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Drop a disc');
  expect(answer).not.toHaveBeenCalled();
});

it('says why what was chosen is not played', async () => {
  const dropped = { ...premove, dropped: 'illegal' as const };
  const { screen } = await waitingTable({ ahead: null, ask: openAsk('turn:2'), premove: dropped });
  await expect.element(screen.getByText("Column 5 wasn't played: it isn't possible any more.")).toBeVisible();
});

it('offers nothing where nothing can be chosen ahead', async () => {
  const { screen, choose } = await waitingTable({ ahead: null, peer_asked_at: 0 });
  await userEvent.keyboard('5{Enter}');
  await expect.poll(() => screen.getByTestId('decision').query()?.textContent).toContain('is thinking');
  expect(screen.getByRole('radio').query()).toBeNull();
  expect(choose).not.toHaveBeenCalled();
});
