import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ParlorError } from '../../shared/errors.ts';
import { emptyBoard, UntrustedTray } from '../testing/board.tsx';
import { frames, renderPart } from '../testing/render.tsx';
import { PassphraseDialog } from './PassphraseDialog.tsx';

async function openDialog() {
  const change_passphrase = vi.fn(({ current }: { current: string | null; next: string | null }) => {
    if (current !== 'open sesame') throw new ParlorError('wrong_passphrase', 'No.');
    return {};
  });
  const onClose = vi.fn();
  const screen = await renderPart(
    <>
      <UntrustedTray />
      <PassphraseDialog hasPassphrase onClose={onClose} />
    </>,
    { handlers: { ...emptyBoard, identity: { change_passphrase } } },
  );
  const fill = async (label: string, text: string) => screen.getByLabelText(label, { exact: true }).fill(text);
  return { screen, fill, change_passphrase, onClose };
}

it('changes nothing until the new passphrase is entered twice', async () => {
  const { fill, change_passphrase, onClose } = await openDialog();
  await fill('Current passphrase', 'open sesame');
  await fill('New passphrase', 'one');
  await fill('Repeat passphrase', 'two');
  await userEvent.keyboard('{Enter}');
  expect(change_passphrase).not.toHaveBeenCalled();

  await fill('Repeat passphrase', 'one');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(change_passphrase.mock.calls[0]?.[0]).toEqual({ current: 'open sesame', next: 'one' });
});

it('clears the current passphrase after a wrong one, and stays open', async () => {
  const { screen, fill, onClose } = await openDialog();
  await fill('Current passphrase', 'wrong');
  await screen.getByRole('button', { name: 'Remove passphrase' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByLabelText('Current passphrase', { exact: true })).toHaveValue('');
  expect(onClose).not.toHaveBeenCalled();
});

it('removes boards while it is open', async () => {
  const { screen } = await openDialog();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(frames()).toEqual([]);
});
