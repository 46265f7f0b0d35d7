import { afterEach, expect, it, vi } from 'vitest';
import type { Contact } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { Toasts } from '../app/Toasts.tsx';
import { UndoToasts } from '../app/UndoToasts.tsx';
import { undoQueue } from '../core/toast.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf } from '../testing/samples.ts';
import { ConversationPane } from './ConversationPane.tsx';

const publicKey = keyOf(7);

async function open() {
  const disk = { fails: false };
  const save = () => {
    if (disk.fails) throw new ParlorError('data_dir_unusable', 'The disk is full.');
    return {};
  };
  const set_contact = vi.fn((_: Contact) => save());
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
          set_contact,
          remove_contact: save,
          contact: () => ({ contact: null }),
          conversation: () => ({ conversation: null, messages: [], next: null }),
        },
      },
    },
  );
  return { screen, disk, onClose, set_contact, block: () => screen.getByRole('button', { name: 'Block' }).click() };
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
