import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { emptyBoard, UntrustedTray } from '../testing/board.tsx';
import { frames, renderPart } from '../testing/render.tsx';
import { keyOf } from '../testing/samples.ts';
import { BackupDialog } from './BackupDialog.tsx';

async function openDialog(guarded: boolean) {
  const backup = vi.fn((_: { current: string | null; passphrase: string }) => ({
    public_key: keyOf(900),
    text: 'sealed key',
  }));
  const screen = await renderPart(
    <>
      <UntrustedTray />
      <BackupDialog hasPassphrase={guarded} nickname="copperfinch" onClose={() => {}} />
    </>,
    { handlers: { ...emptyBoard, identity: { backup } } },
  );
  const fill = async (label: string, text: string) => screen.getByLabelText(label, { exact: true }).fill(text);
  return { screen, fill, backup };
}

it('requires the current passphrase, and the new one twice', async () => {
  const { screen, fill, backup } = await openDialog(true);
  await fill('Passphrase for this file', 'one');
  await fill('Repeat passphrase', 'one');
  await userEvent.keyboard('{Enter}');
  await fill('Current passphrase', 'open sesame');
  await fill('Repeat passphrase', 'two');
  await userEvent.keyboard('{Enter}');
  expect(backup).not.toHaveBeenCalled();

  await fill('Repeat passphrase', 'one');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByLabelText('Contents of the backup file')).toHaveValue('sealed key');
  expect(backup.mock.calls[0]?.[0]).toEqual({ current: 'open sesame', passphrase: 'one' });
  expect(document.querySelector('input[type="password"]')).toBeNull();
});

it('removes boards, even while the backup is shown', async () => {
  const { screen, fill } = await openDialog(false);
  await fill('Passphrase for this file', 'one');
  await fill('Repeat passphrase', 'one');
  expect(frames()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByLabelText('Contents of the backup file')).toBeVisible();
  expect(frames()).toEqual([]);
});
