import '../../ui/tokens.css';
import '../../ui/base.css';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppState, Notices, Table } from '../../../shared/bridge/contract.ts';
import { emptyNotices } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { chatting, conversation, sayAsk } from '../../testing/chat-tables.ts';
import type { FakeHandlers } from '../../testing/fake-bridge.ts';
import { renderPart } from '../../testing/render.tsx';
import { appState } from '../../testing/scenes.ts';
import { ChatTable } from './ChatTable.tsx';

let tableCount = 0;

interface Opening {
  table?: Partial<Table>;
  app?: Partial<AppState>;
  notices?: Notices;
  handlers?: FakeHandlers['tables'];
  size?: readonly [number, number];
}

/** Opens a chat with a main process that keeps drafts and notes what it was asked to send. */
async function openChat({
  table: changes,
  app = {},
  notices = emptyNotices,
  handlers,
  size = [1280, 800],
}: Opening = {}) {
  await page.viewport(...size);
  tableCount += 1;
  const table = chatting({ table_id: `chat-${tableCount}`, ...changes });
  const answer = vi.fn((_: { table_id: string; key: string; answer: string | number | boolean }) => ({}));
  const kept = new Map<string, string>();
  const framed = (shown: Table) => (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
      <ChatTable key={shown.table_id} table={shown} />
    </div>
  );
  const screen = await renderPart(framed(table), {
    app,
    handlers: {
      notices: { list: () => notices },
      drafts: {
        get: ({ table_id }) => ({ text: kept.get(table_id) ?? '' }),
        set({ table_id, text }) {
          kept.set(table_id, text);
          return {};
        },
      },
      tables: { answer, rows: () => ({ rows: [], total: 0, all: 0, unreadable: 0 }), ...handlers },
    },
  });
  const field = () => screen.container.querySelector('textarea')!;
  return { screen, table, answer, kept, field, show: (next: Table) => screen.show(framed(next)) };
}

const bubbles = (container: Element, by: 'me' | 'peer') =>
  [...container.querySelectorAll<HTMLElement>(`li[data-by="${by}"] bdi`)].map(({ textContent }) => textContent);

/** As a keyboard sends it, which `userEvent` can't for an input method. */
const press = (target: Element, init: KeyboardEventInit & { keyCode?: number }) => {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event;
};

it('sends with Enter and breaks the line with Shift Enter, without moving the field', async () => {
  const { field, answer, table } = await openChat();
  await expect.poll(() => document.activeElement).toBe(field());
  const before = field().getBoundingClientRect().toJSON();
  await userEvent.keyboard('Hello');
  expect(field().getBoundingClientRect().toJSON()).toEqual(before);
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}there');
  expect(field().value).toBe('Hello\nthere');
  expect(answer).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
  expect(answer.mock.calls[0]?.[0]).toEqual({ table_id: table.table_id, key: 'say:1', answer: 'Hello\nthere' });
  await expect.poll(() => field().value).toBe('');
});

it('leaves the Enter of an input method alone, however the browser marks it', async () => {
  const { field, answer } = await openChat();
  await userEvent.fill(field(), 'ni hao');
  const enter = { key: 'Enter', code: 'Enter' };
  for (const marks of [{ isComposing: true }, { keyCode: 229 }, { isComposing: true, keyCode: 229 }])
    expect(press(field(), { ...enter, ...marks }).defaultPrevented).toBe(false);
  // A key that is held down sends nothing more.
  expect(press(field(), { ...enter, keyCode: 13, repeat: true }).defaultPrevented).toBe(true);
  expect(answer).not.toHaveBeenCalled();
  expect(press(field(), { ...enter, keyCode: 13 }).defaultPrevented).toBe(true);
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
});

it('sends with Ctrl Enter instead, if Enter shall break the line', async () => {
  const { settings } = appState('lobby', 'light');
  const { field, answer } = await openChat({ app: { settings: { ...settings, enter_sends: false } } });
  await userEvent.fill(field(), 'Hello');
  await userEvent.type(field(), '{Enter}');
  expect(field().value).toBe('Hello\n');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
});

it('grows to eight lines and then scrolls, upwards only', async () => {
  const { field } = await openChat();
  const { height, bottom } = field().getBoundingClientRect();
  expect(Math.round(height)).toBe(44);
  await userEvent.fill(field(), Array.from({ length: 6 }, (_, line) => `line ${line}`).join('\n'));
  expect(Math.round(field().getBoundingClientRect().height)).toBe(132);
  await userEvent.fill(field(), Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n'));
  expect(Math.round(field().getBoundingClientRect().height)).toBe(176);
  expect(field().scrollHeight).toBeGreaterThan(176);
  expect(field().getBoundingClientRect().bottom).toBe(bottom);
});

it('counts only the last hundred characters, and says why too many are not sent', async () => {
  const { screen, field, answer } = await openChat();
  const counted = screen.getByTestId('characters-left');
  await userEvent.fill(field(), 'a'.repeat(900));
  await expect.element(counted).not.toBeInTheDocument();
  await userEvent.fill(field(), 'a'.repeat(916));
  await expect.element(counted).toHaveTextContent('84 left');
  await userEvent.fill(field(), 'a'.repeat(1012));
  await expect.element(counted).toHaveTextContent('12 too many');
  await expect.element(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('12 characters too many.')).toBeVisible();
  expect(answer).not.toHaveBeenCalled();
  expect(field().value).toHaveLength(1012);
});

it('keeps a draft for each table, in main too, and none of what was sent', async () => {
  const { screen, table, kept, field, show } = await openChat();
  await userEvent.type(field(), 'Half a sentence');
  await expect.poll(() => kept.get(table.table_id)).toBe('Half a sentence');
  await show(chatting({ table_id: 'elsewhere' }));
  await expect.poll(() => field().value).toBe('');
  await userEvent.type(field(), 'Not waiting for the delay');
  await show(table);
  await expect.poll(() => field().value).toBe('Half a sentence');
  await expect.poll(() => kept.get('elsewhere')).toBe('Not waiting for the delay');
  await userEvent.type(field(), '{Enter}');
  await expect.poll(() => kept.get(table.table_id)).toBe('');
  await screen.unmount();
});

it('finds the draft that main has kept over a restart', async () => {
  const { screen, show, kept, field } = await openChat();
  kept.set('after-restart', 'From before');
  await show(chatting({ table_id: 'after-restart' }));
  await expect.poll(() => field().value).toBe('From before');
  await screen.unmount();
});

it('takes the next message while the last one is on its way, and sends them in their order', async () => {
  const { screen, table, answer, show } = await openChat();
  await userEvent.keyboard('One{Enter}Two{Enter}');
  await expect.poll(() => answer.mock.calls).toHaveLength(1);
  expect(bubbles(screen.container, 'me')).toEqual(['One', 'Two']);
  const talk = conversation([['guest', 'One']]);
  await show({ ...table, talk, ask: sayAsk(2) });
  await expect
    .poll(() => answer.mock.calls.map(([{ key, answer: text }]) => `${key} ${text}`))
    .toEqual(['say:1 One', 'say:2 Two']);
  expect(bubbles(screen.container, 'me')).toEqual(['One', 'Two']);
});

it('says under a message why it was not sent, and sends it again', async () => {
  let isGone = true;
  const answer = vi.fn(() => {
    if (isGone) throw new ParlorError('decision_not_open', 'This table is not being played.');
    return {};
  });
  const { screen } = await openChat({ handlers: { answer } });
  await userEvent.keyboard('Hello{Enter}');
  await expect.element(screen.getByText(/^Not sent\./)).toBeVisible();
  isGone = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => answer.mock.calls).toHaveLength(2);
  await expect.element(screen.getByText(/^Not sent\./)).not.toBeInTheDocument();
});

it('shows text as text: no link, no markup, and nothing hidden', async () => {
  const { screen } = await openChat({
    table: { talk: conversation([['host', '<b>Look</b> at https://example.org \u202Enow']]) },
  });
  expect(bubbles(screen.container, 'peer')).toEqual(['<b>Look</b> at https://example.org U+202Enow']);
  expect(screen.container.querySelectorAll('[data-testid="talk"] a')).toHaveLength(0);
});

it('marks where reading stopped', async () => {
  const talk = conversation([
    ['host', 'Read'],
    ['guest', 'Own'],
    ['host', 'New'],
    ['host', 'Newer'],
  ]);
  const notices = { ...emptyNotices, dismissed: [{ subject: 'talk unread', mark: '1' }] };
  const { screen } = await openChat({ table: { table_id: 'unread', talk }, notices });
  const line = screen.container.querySelector('[data-new]');
  expect(line?.textContent).toBe('2 new');
  expect(line?.nextElementSibling?.textContent).toContain('New');
});

it('stays at the newest message when the window changes its size, and where one has scrolled to', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => ['host', `${index} ${'word '.repeat(30)}`] as const);
  const { screen } = await openChat({ table: { talk: conversation(lines) } });
  const scroller = screen.container.querySelector<HTMLElement>('[data-region="board"]')!;
  const fromEnd = () => Math.round(scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight);
  await expect.poll(fromEnd).toBe(0);
  for (const [width, height] of [
    [900, 600],
    [640, 400],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height);
    await expect.poll(() => [scroller.clientWidth < width, fromEnd()]).toEqual([true, 0]);
  }
  scroller.scrollTop -= 1500;
  await expect.element(screen.getByRole('button', { name: 'Newest messages' })).toBeVisible();
  await page.viewport(900, 600);
  await expect.poll(fromEnd).toBeGreaterThan(500);
  await screen.getByRole('button', { name: 'Newest messages' }).click();
  await expect.poll(fromEnd).toBe(0);
});

it('lets a person take over from the agent that writes, and use what it proposes', async () => {
  const set_mode = vi.fn((_: object) => ({}));
  const hold = vi.fn((_: object) => ({}));
  const { screen, table, answer, field, show } = await openChat({
    table: { control_mode: 'autonomous' },
    handlers: { set_mode, hold },
  });
  await userEvent.keyboard('Mine{Enter}');
  await expect.element(screen.getByText('Your agent writes here. Take over to write yourself.')).toBeVisible();
  expect(answer).not.toHaveBeenCalled();
  expect(field().value).toBe('Mine');
  await screen.getByRole('button', { name: 'Take over' }).click();
  await expect.poll(() => set_mode.mock.calls[0]?.[0]).toMatchObject({ control_mode: 'human' });
  const ask = { ...sayAsk(1), proposal: 'From the agent', plays_at: Date.now() + 600_000 };
  await show({ ...table, control_mode: 'hybrid', ask });
  await screen.getByRole('button', { name: 'Edit it' }).click();
  await expect.poll(() => field().value).toBe('From the agent');
  expect(hold).toHaveBeenCalledOnce();
  await screen.getByRole('button', { name: 'Send it' }).click();
  await expect.poll(() => answer.mock.calls[0]?.[0].answer).toBe('From the agent');
});

/** What the replay needs to know about the messages of a chat. */
const spec = JSON.stringify({
  ...{ name: 'Chat', spec_version: '1.0', description: 'A talk.', type: 'chat', flow: { mode: 'free' } },
  messages: [
    {
      ...{ name: 'chat', direction: 'both' },
      fields: { action: { type: 'enum', values: ['chat'], required: true }, text: { type: 'text', required: true } },
    },
  ],
});

/** The record of a conversation of so many messages, as main stores it. */
function recordOf(count: number): string {
  const frames = Array.from({ length: count }, (_, index) => ({
    direction: index % 3 === 0 ? 'sent' : 'received',
    frame: { action: 'chat', text: textOf(index + 1), seq: index + 1 },
  }));
  const ended = [...frames, { direction: 'received', frame: { action: 'end' } }];
  return ended
    .map(({ direction, frame }, seq) =>
      JSON.stringify({
        ...{ seq, at: startedAt + seq * 60_000, head: '0'.repeat(64), prev: '0'.repeat(64) },
        entry: { kind: 'frame', direction, frame },
      }),
    )
    .join('\n');
}
const startedAt = new Date(2026, 0, 1).getTime();
const textOf = (number: number) => `Message ${number}${number % 7 === 0 ? '\nwith a second line' : ''}`;

async function openEnded(count: number) {
  const text = recordOf(count);
  const { screen } = await openChat({
    table: { phase: 'finished', ask: null, ended_at: startedAt },
    handlers: {
      record({ from }) {
        const next = Math.min(text.length, from + 100_000);
        return { text: text.slice(from, next), next, spec };
      },
    },
  });
  await expect.element(screen.getByText(`Message ${count}`, { exact: true })).toBeVisible();
  return screen;
}

it('renders 5,000 messages with about as many elements as 50, and reaches all of them', async () => {
  const short = await openEnded(50);
  await expect.poll(() => short.getByTestId('chat-end').element().textContent).toMatch(/brindle.* left\. The/);
  const few = short.container.querySelectorAll('*').length;
  await short.unmount();
  const long = await openEnded(4999);
  expect(long.container.querySelectorAll('*').length).toBeLessThan(few * 1.5);
  const scroller = long.container.querySelector<HTMLElement>('[data-region="board"]')!;
  scroller.scrollTop = 0;
  await expect.element(long.getByText('Message 1', { exact: true })).toBeVisible();
  expect(long.container.querySelectorAll('*').length).toBeLessThan(few * 1.5);
  scroller.scrollTop = scroller.scrollHeight / 2;
  await expect.poll(() => scroller.querySelector('[data-message="2500"]')).not.toBeNull();
  await long.getByRole('button', { name: 'Newest messages' }).click();
  await expect.element(long.getByText('Message 4999', { exact: true })).toBeVisible();
});
