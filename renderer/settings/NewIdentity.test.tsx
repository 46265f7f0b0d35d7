import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPart } from '../testing/render.tsx';
import { ImportIdentity } from './ImportIdentity.tsx';
import { NewIdentity } from './NewIdentity.tsx';
import { RenameDialog } from './RenameDialog.tsx';

const text = () => document.body.textContent ?? '';

it('says what is wrong with a new identity when its button is pressed, and focuses the first wrong field', async () => {
  const add = vi.fn(() => ({ public_key: 'ab'.repeat(32) }));
  const screen = await renderPart(<NewIdentity onClose={() => {}} />, { handlers: { identity: { add } } });
  const name = screen.getByLabelText('Name at the table');
  await screen.getByRole('button', { name: 'Create' }).click();
  await expect.poll(text).toContain('Enter a name so others know who you are.');
  await expect.element(name).toHaveFocus();
  // 64 characters are accepted, whatever they consist of, and counted shortly before.
  await name.fill('🎲'.repeat(60));
  await expect.poll(text).toContain('60 of 64 characters.');
  await name.fill('x'.repeat(80));
  await expect.poll(text).toContain('A name can have at most 64 characters. This one has 80.');
  await userEvent.keyboard('{Enter}');
  expect(add).not.toHaveBeenCalled();
  await name.fill('🎲'.repeat(64));
  await screen.getByLabelText('Passphrase (optional)', { exact: true }).fill('one');
  await screen.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByLabelText('Repeat passphrase', { exact: true })).toHaveFocus();
  await expect.poll(text).toContain("The passphrases don't match.");
  await screen.getByLabelText('Repeat passphrase', { exact: true }).fill('one');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => add.mock.calls.length).toBe(1);
});

it('names a word that no recovery phrase has', async () => {
  const screen = await renderPart(<ImportIdentity onClose={() => {}} />);
  await screen.getByLabelText('Recovery phrase (24 words)').fill('abandon foo');
  await userEvent.keyboard('{Tab}');
  await screen.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(text).toContain('foo is not a word of any recovery phrase.');
});

it('renames the identity in use', async () => {
  const register = vi.fn((_: { nickname: string; bio: string }) => new Promise<never>(() => {}));
  const screen = await renderPart(<RenameDialog identity={{ nickname: 'Ada', bio: 'Hi' }} onClose={() => {}} />, {
    handlers: { identity: { register } },
  });
  await expect.element(screen.getByLabelText('Name at the table')).toHaveValue('Ada');
  await screen.getByLabelText('Name at the table').fill(' Ada L ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => register.mock.calls[0]?.[0]).toEqual({ nickname: 'Ada L', bio: 'Hi' });
});
