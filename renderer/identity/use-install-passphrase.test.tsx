import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ParlorError } from '../../shared/errors.ts';
import { renderPart } from '../testing/render.tsx';
import { appState } from '../testing/scenes.ts';
import { useInstallPassphrase } from './use-install-passphrase.tsx';

function Editor({ save }: { save(passphrase: string | null): Promise<void> }) {
  const { install, dialog } = useInstallPassphrase();
  return (
    <>
      <button type="button" onClick={() => install(save)}>
        Save
      </button>
      {dialog}
    </>
  );
}

async function openEditor(shell: 'web' | 'desktop') {
  const save = vi.fn(async (passphrase: string | null) => {
    if (passphrase === 'wrong') throw new ParlorError('wrong_passphrase', 'No.');
  });
  const screen = await renderPart(<Editor save={save} />, { app: { ...appState('guarded', 'light'), shell } });
  await screen.getByRole('button', { name: 'Save' }).click();
  return { screen, save };
}

it('asks for the passphrase again in a browser, until it is correct', async () => {
  const { screen, save } = await openEditor('web');
  const field = screen.getByLabelText('Passphrase', { exact: true });
  await field.fill('wrong');
  expect(save).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await field.fill('open sesame');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.getByRole('dialog').query()).toBeNull();
  expect(save.mock.calls).toEqual([['wrong'], ['open sesame']]);
});

it('asks for nothing in the desktop app', async () => {
  const { screen, save } = await openEditor('desktop');
  expect(save.mock.calls).toEqual([[null]]);
  expect(screen.getByRole('dialog').query()).toBeNull();
});
