import '../ui/base.css';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type Conversation,
  conversationSchema,
  type InboxChange,
  inboxChangeSchema,
  type SentInboxMessage,
  sentInboxMessageSchema,
} from '../../shared/bridge/inbox.ts';
import { ParlorError } from '../../shared/errors.ts';
import { Toasts } from '../app/Toasts.tsx';
import { UndoToasts } from '../app/UndoToasts.tsx';
import { undoQueue } from '../core/toast.ts';
import { exampleOf } from '../testing/example.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf } from '../testing/samples.ts';
import { ConversationPane } from './ConversationPane.tsx';

const publicKey = keyOf(7);

const withWick = (): Conversation => ({
  ...(exampleOf(conversationSchema) as Conversation),
  person: { public_key: publicKey, name: 'Wick', house: false },
});
const sent = (id: number): SentInboxMessage => ({
  ...(exampleOf(sentInboxMessageSchema) as SentInboxMessage),
  id,
  text: `message ${id}`,
});
const exchanged = (id: number) => ({ kind: 'sent' as const, at: id * 60_000, content: sent(id) });

async function open() {
  const disk = { fails: false };
  const save = () => {
    if (disk.fails) throw new ParlorError('data_dir_unusable', 'The disk is full.');
    return {};
  };
  const onClose = vi.fn();
  const screen = await renderPart(
    <>
      <ConversationPane publicKey={publicKey} onClose={onClose} />
      <UndoToasts />
      <Toasts />
    </>,
    {
      handlers: {
        inbox: {
          block: save,
          unblock: save,
          contact: () => ({ contact: null }),
          conversation: () => ({ conversation: null, messages: [], next: null }),
        },
      },
    },
  );
  return { screen, disk, onClose, block: () => screen.getByRole('button', { name: 'Block' }).click() };
}

afterEach(() => {
  for (const { id } of undoQueue.store.getState()) undoQueue.dismiss(id);
});

it('stays open with the reason if the person could not be blocked', async () => {
  const { screen, disk, onClose, block } = await open();
  disk.fails = true;
  await block();
  await expect.element(screen.getByText('data_dir_unusable')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  disk.fails = false;
  await block();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
});

it('says if the block could not be undone', async () => {
  const { screen, disk, onClose, block } = await open();
  await block();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  disk.fails = true;
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText(/The undo didn't work/)).toBeVisible();
});

it.each([
  [1280, 800],
  [640, 400],
])(
  'shows whom it is with and the newest message above the composer, also while that grows and after sending, at %i by %i',
  async (width, height) => {
    await page.viewport(width, height);
    let messages = Array.from({ length: 12 }, (_, at) => exchanged(12 - at));
    const screen = await renderPart(
      <div style={{ display: 'grid', gridTemplateRows: 'minmax(0, 1fr)', height: '85vh' }}>
        <ConversationPane publicKey={publicKey} onClose={() => {}} />
      </div>,
      {
        app: { phase: 'ready' },
        handlers: {
          inbox: {
            contact: () => ({ contact: null }),
            conversation: () => ({ conversation: withWick(), messages, next: null }),
            send: ({ text }) => {
              messages = [{ ...exchanged(13), content: { ...sent(13), text } }, ...messages];
              return exampleOf(sentInboxMessageSchema) as SentInboxMessage;
            },
          },
        },
      },
    );
    const field = screen.getByRole('textbox');
    /** Whether a point of it is neither outside of the window nor covered. */
    const isInSight = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    };
    const newest = () => screen.container.querySelectorAll('[data-message]');
    const send = screen.getByRole('button', { name: /^Send/ });
    const inSight = () =>
      [screen.container.querySelector('h2')!, [...newest()].at(-1)!, field.element(), send.element()].map(isInSight);
    await expect.poll(() => newest().length).toBe(12);
    await expect.poll(inSight).toEqual([true, true, true, true]);
    await userEvent.type(field, Array(6).fill('line').join('{Shift>}{Enter}{/Shift}'));
    await expect.poll(inSight).toEqual([true, true, true, true]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(field).toHaveValue('');
    screen.emit('inbox', 'changed', exampleOf(inboxChangeSchema) as InboxChange);
    await expect.poll(() => newest().length).toBe(13);
    await expect.poll(inSight).toEqual([true, true, true, true]);
  },
);

it('shows earlier messages and new ones although they arrive at the same time', async () => {
  let newest = [exchanged(2)];
  const earlier = Promise.withResolvers<void>();
  const asked = vi.fn();
  const screen = await renderPart(<ConversationPane publicKey={publicKey} onClose={() => {}} />, {
    handlers: {
      inbox: {
        conversation: async ({ cursor }) => {
          const conversation = withWick();
          if (cursor === undefined) return { conversation, messages: newest, next: 'earlier' };
          asked();
          await earlier.promise;
          return { conversation, messages: [exchanged(1)], next: null };
        },
      },
    },
  });
  await screen.getByRole('button', { name: 'Earlier messages' }).click();
  await expect.poll(() => asked.mock.calls).toHaveLength(1);
  newest = [exchanged(3), exchanged(2)];
  screen.emit('inbox', 'changed', exampleOf(inboxChangeSchema) as InboxChange);
  earlier.resolve();
  for (const text of ['message 1', 'message 2', 'message 3'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
});
