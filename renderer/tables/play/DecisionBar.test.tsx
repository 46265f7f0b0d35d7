import '../../ui/base.css';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { renderPart } from '../../testing/render.tsx';
import { moveOf, openAsk, playing } from '../../testing/samples.ts';
import { PlayingTable } from './PlayingTable.tsx';
import { unplayedByTable } from './use-unplayed.ts';

beforeEach(() => unplayedByTable.setState(new Map(), true));

/** Keeps what is shown for a few seconds. */
function stopTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

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
  stopTimers();
  await screen.show(<PlayingTable table={{ ...table, ask: openAsk('turn 2') }} onResult={() => {}} />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent("Column 5 was only picked, so it wasn't played.");
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Drop a disc');
  expect(answer).not.toHaveBeenCalled();
});

const amount = { choices: [], entry: { type: 'integer' as const, min: 0, max: 100 } };

it('types digits into the field for an amount wherever the focus is, and plays it on Enter', async () => {
  const { screen, table, answer } = await openTable({ ask: { ...openAsk('bid 1'), ...amount } });
  const field = screen.getByRole('textbox', { name: 'A number from 0 to 100' });
  await userEvent.keyboard('28');
  await expect.element(field).toHaveValue('28');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => answer.mock.calls.map(([call]) => call))
    .toEqual([{ table_id: table.table_id, key: 'bid 1', answer: 28 }]);
});

it('has a button before anything is picked, which says what is missing', async () => {
  const { screen, answer } = await openTable({ ask: { ...openAsk('bid 1'), ...amount } });
  const button = screen.getByRole('button', { name: 'Play' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  stopTimers();
  document.querySelector<HTMLElement>('[data-action="play"]')!.click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Enter a number from 0 to 100 first.');
  expect(answer).not.toHaveBeenCalled();
});

it('keeps what was picked or typed and not played while the user is in another room', async () => {
  const ask = { ...openAsk('bid 1'), ...amount };
  const { screen, table } = await openTable({ ask });
  const onTable = (changes: Partial<Table> = {}) => (
    <PlayingTable table={{ ...table, ...changes }} onResult={() => {}} />
  );
  await userEvent.keyboard('28');
  await screen.show(<p>Lobby</p>);
  await screen.show(onTable());
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('28 is picked');
  await expect.element(screen.getByRole('textbox')).toHaveValue('28');
  await screen.show(<p>Lobby</p>);
  stopTimers();
  await screen.show(onTable({ ask: { ...ask, key: 'bid 2' } }));
  await expect.element(screen.getByTestId('refusal')).toHaveTextContent("28 was only picked, so it wasn't played.");
  await expect.element(screen.getByRole('textbox')).toHaveValue('');
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

it('says why an amount can’t be bid, until it can', async () => {
  const ask = { ...openAsk('bid 1'), choices: [], entry: { type: 'integer' as const, min: 10, max: 100 } };
  const { screen, answer } = await openTable({ ask });
  const field = screen.getByRole('textbox');
  await userEvent.fill(field, '500');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('500 is more than 100. Enter 10 to 100.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription('500 is more than 100. Enter 10 to 100.');
  // On its way to 50, 5 is no mistake; with Enter it is.
  await userEvent.fill(field, '5');
  await expect.element(screen.getByTestId('refusal')).toBeEmptyDOMElement();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('5 is less than 10. Enter 10 to 100.');
  expect(answer).not.toHaveBeenCalled();
  await userEvent.fill(field, '50');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('50 is picked');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
});

it('doesn’t play the proposal for an amount that can’t be bid', async () => {
  const entry = { type: 'integer' as const, min: 10, max: 100 };
  const ask = { ...openAsk('bid 1'), choices: [], entry, proposal: 20, plays_at: null, held: true };
  const { screen, answer } = await openTable({ ask, control_mode: 'hybrid' });
  await userEvent.fill(screen.getByRole('textbox'), '5');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('5 is less than 10. Enter 10 to 100.');
  expect(answer).not.toHaveBeenCalled();
});

it('says that a typed move is none', async () => {
  const { screen } = await openTable();
  await userEvent.keyboard('/');
  await userEvent.keyboard('column 9');
  await expect.element(screen.getByTestId('refusal')).toHaveTextContent('“column 9” is not one of your moves.');
});

it('counts down for the opponent, and says what happens at zero', async () => {
  const now = Date.now();
  const peer_asked_at = now - 8_000;
  const waiting = { ask: null, peer_asked_at, peer_deadline_at: now + 592_000, concession: 'open' as const };
  const { screen, table } = await openTable({ ...waiting, peer_control_mode: 'human' });
  await expect.element(screen.getByText(/^1:\d\d left of 2:00. At zero .* loses on time.$/)).toBeVisible();
  await screen.show(<PlayingTable table={{ ...table, peer_control_mode: 'autonomous' }} onResult={() => {}} />);
  await expect.element(screen.getByText(/^Parlor waits \d:\d\d more. Then the game ends unfinished.$/)).toBeVisible();
});

it('says that the agent plays alone, and when', async () => {
  const { screen, table } = await openTable({ control_mode: 'autonomous', ask: openAsk('turn 1') });
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Your agent plays');
  await userEvent.keyboard('5{Enter}');
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Your agent plays');
  const ask = { ...openAsk('turn 1'), proposal: 4, plays_at: Date.now() + 60_000, deadline_at: null };
  await screen.show(<PlayingTable table={{ ...table, ask }} onResult={() => {}} />);
  await expect.element(screen.getByText(/^It moves in \d+\u00a0s\.$/)).toBeVisible();
});

it('says that the other side is silent, without keeping the user from moving', async () => {
  const { screen, table, answer } = await openTable();
  const connection = { ...table.connection, quiet_since: Date.now() - 5_000, gives_up_at: Date.now() + 100_000 };
  await screen.show(<PlayingTable table={{ ...table, connection }} onResult={() => {}} />);
  await expect.element(screen.getByText(/isn't responding\. You can move/)).toBeVisible();
  await userEvent.keyboard('5{Enter}');
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
});

it('says that this side reconnects after its own restart, and not that the other one is silent', async () => {
  const { screen, table } = await openTable({ ask: null });
  const now = Date.now();
  const connection = { ...table.connection, quiet_since: now, gives_up_at: now + 100_000, returning: true as const };
  await screen.show(<PlayingTable table={{ ...table, connection }} onResult={() => {}} />);
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Reconnecting to \u2068tidewright\u2069');
  expect(screen.getByText(/isn't responding/).elements()).toEqual([]);
});

it('offers to leave, after asking, only while the other side stalls', async () => {
  const now = Date.now();
  const connection = { ...playing().connection, quiet_since: now, gives_up_at: now + 75_000 };
  const waiting = { ask: null, peer_asked_at: now - 140_000, peer_deadline_at: now + 40_000 };
  const { screen, table } = await openTable({ ...waiting, concession: 'open' });
  const leave = screen.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Leave, unfinished' });
  expect(leave.query()).toBeNull();
  const away = { ...table, connection, peer_deadline_at: null, stall: { kind: 'away', since: now } as const };
  await screen.show(<PlayingTable table={away} onResult={() => {}} />);
  await expect.element(screen.getByText(/^You can leave without losing\. .* 1:1\d of time away left\.$/)).toBeVisible();
  const late = { ...table, stall: { kind: 'late', since: now } as const };
  await screen.show(<PlayingTable table={late} onResult={() => {}} />);
  await expect.element(screen.getByText(/'s time is up$/)).toBeVisible();
  await leave.click();
  await expect.element(screen.getByRole('dialog').getByText(/has used up their time/)).toBeVisible();
});

it('tells the user how long they were away, and how long they may still be', async () => {
  const own = { used_ms: 45_000, allowed_ms: 120_000 };
  const { screen } = await openTable({ absence: { own, peer: { used_ms: 0, allowed_ms: 120_000 } } });
  await expect
    .element(screen.getByText(/^Counted as your time away: 0:45\. .* waits 1:15 more in all\.$/))
    .toBeVisible();
});

it('says why a digit picks nothing, where digits pick moves', async () => {
  const { screen } = await openTable();
  await userEvent.keyboard('9');
  await expect.element(screen.getByRole('alert').filter({ hasText: 'number 9' })).toBeVisible();
});

it('answers an offer of a draw in one click, and Enter still plays the move', async () => {
  const draw = vi.fn((_: { table_id: string; action: string }) => ({}));
  const answer = vi.fn((_: { table_id: string; key: string; answer: string | number | boolean }) => ({}));
  const table = playing({ ask: openAsk('turn 1') });
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const screen = await renderPart(<PlayingTable table={table} onResult={() => {}} />, {
    handlers: { tables: { answer, draw } },
  });
  await screen.show(<PlayingTable table={{ ...table, draw: 'asked' }} onResult={() => {}} />);
  const accept = screen.getByRole('button', { name: 'Accept the draw' });
  await expect
    .element(screen.getByTestId('decision'))
    .toHaveTextContent(`${isolatedName(table.peer.nickname)} offers a draw`);
  // A click that was meant for what was there before.
  await expect.element(accept).toHaveAttribute('aria-disabled', 'true');
  vi.advanceTimersByTime(1_000);
  await userEvent.keyboard('5{Enter}');
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
  expect(draw).not.toHaveBeenCalled();
  await userEvent.click(accept);
  await expect.poll(() => draw.mock.calls).toHaveLength(1);
});

it('gives the answers to an offer of a draw a place that no other button has, beside what the pointer rests on', async () => {
  const draw = vi.fn((_: { table_id: string; action: string }) => ({}));
  const table = playing({ ask: openAsk('turn 1') });
  const withDraw = (state: Table['draw']) => <PlayingTable table={{ ...table, draw: state }} onResult={() => {}} />;
  await page.viewport(1280, 800);
  const screen = await renderPart(withDraw('open'), { handlers: { tables: { draw } } });
  await userEvent.keyboard('5');
  const bar = screen.getByRole('region', { name: 'Decision' });
  const placesOf = () =>
    bar
      .getByRole('button')
      .elements()
      .map((button) => [button.textContent!, button.getBoundingClientRect()] as const);
  const clear = bar.getByRole('button', { name: 'Clear' });
  await userEvent.hover(clear);
  const before = placesOf();
  await screen.show(withDraw('asked'));
  const accept = bar.getByRole('button', { name: 'Accept the draw' });
  await expect.element(accept).toBeVisible();
  expect(placesOf()).toEqual(expect.arrayContaining(before));
  for (const [name, { left }] of before)
    expect(accept.element().getBoundingClientRect().right, name).toBeLessThanOrEqual(left);
  await userEvent.click(clear);
  await expect.element(clear).not.toBeInTheDocument();
  expect(draw).not.toHaveBeenCalled();
});

it('holds the answers to an offer of a draw back while the pointer rests in their place', async () => {
  const table = playing({ ask: openAsk('turn 1') });
  const withDraw = (state: Table['draw']) => <PlayingTable table={{ ...table, draw: state }} onResult={() => {}} />;
  await page.viewport(1280, 800);
  const screen = await renderPart(withDraw('asked'));
  const accept = screen.getByRole('button', { name: 'Accept the draw' });
  await expect.element(accept).toBeVisible();
  const { left, top } = accept.element().getBoundingClientRect();
  await screen.show(withDraw('open'));
  const bar = screen.getByRole('region', { name: 'Decision' });
  const corner = bar.element().getBoundingClientRect();
  await userEvent.hover(bar, { position: { x: left + 20 - corner.left, y: top + 10 - corner.top } });
  await screen.show(withDraw('asked'));
  const sentence = `${isolatedName(table.peer.nickname)} offers a draw`;
  await expect.element(screen.getByTestId('decision')).toHaveTextContent(sentence);
  await expect.element(accept).not.toBeInTheDocument();
  await userEvent.hover(screen.getByTestId('decision'), { position: { x: 600, y: 5 } });
  await expect.element(accept).toBeVisible();
});

it.each([
  [1280, 800],
  [900, 600],
  [640, 400],
])('has room for an offer of a draw beside a pick at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const ask = { ...openAsk('bid 1'), ...amount };
  const { screen } = await openTable({ ask, draw: 'asked' });
  await userEvent.keyboard('28');
  await expect.element(screen.getByRole('button', { name: 'Play 28' })).toBeVisible();
  const bar = screen.getByRole('region', { name: 'Decision' }).element();
  expect(bar.scrollWidth).toBeLessThanOrEqual(bar.clientWidth);
});

it('says that an offer of a draw can’t be answered while nothing is heard, and that it has ended with the connection', async () => {
  const table = playing({ ask: openAsk('turn 1'), draw: 'asked' });
  const here = table.connection;
  const shown = (changes: Partial<Table>) => <PlayingTable table={{ ...table, ...changes }} onResult={() => {}} />;
  const screen = await renderPart(shown({}));
  const accept = screen.getByRole('button', { name: 'Accept the draw' });
  await expect.element(accept).toHaveAttribute('aria-disabled', 'false');
  await screen.show(shown({ connection: { ...here, unheard_since: 0 } }));
  await expect.element(accept).toHaveAttribute('aria-disabled', 'true');
  await expect.element(screen.getByText(/isn't responding, so the offer can't be answered now/)).toBeVisible();
  await screen.show(shown({ draw: 'open', connection: { ...here, quiet_since: 0, gives_up_at: Date.now() + 60_000 } }));
  await expect.element(accept).not.toBeInTheDocument();
  await screen.show(shown({ draw: 'open' }));
  await expect.element(screen.getByText(/offer of a draw ended with the connection/)).toBeVisible();
  await screen.show(shown({ draw: 'open', moves: [...table.moves, moveOf(9, 'host', 'column 3')] }));
  await expect.element(screen.getByText(/ended with the connection/)).not.toBeInTheDocument();
});

it('tells all of what becomes of the game of an absent opponent, also in a small window', async () => {
  await page.viewport(640, 400);
  const now = Date.now();
  const connection = { ...playing().connection, quiet_since: now, gives_up_at: now + 120_000 };
  const { screen } = await openTable({ ask: null, connection, stall: { kind: 'late', since: now } as Table['stall'] });
  const detail = screen.getByText(/of time away left\.$/).element();
  expect(detail.scrollWidth).toBeLessThanOrEqual(detail.clientWidth);
  expect(detail.getBoundingClientRect().bottom).toBeLessThanOrEqual(400);
});

it('names the move that was chosen ahead also while a draw is offered', async () => {
  const premove = { answer: 3, label: 'column 4', dropped: null };
  const { screen, table } = await openTable({ ask: null, premove });
  await expect.element(screen.getByTestId('decision')).toHaveTextContent('Column 4 waits for your turn');
  await screen.show(<PlayingTable table={{ ...table, draw: 'asked' }} onResult={() => {}} />);
  const bar = screen.getByRole('region', { name: 'Decision' });
  await expect
    .element(bar.getByText('The offer lapses with the next move. Column 4 waits for your turn.'))
    .toBeVisible();
});
