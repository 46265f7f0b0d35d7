import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ParlorError } from '../../shared/errors.ts';
import { emptyBoard, UntrustedTray } from '../testing/board.tsx';
import { frames, renderPart } from '../testing/render.tsx';
import { appState } from '../testing/scenes.ts';
import { RecoveryPhraseDialog } from './RecoveryPhraseDialog.tsx';

const phrase = Array.from({ length: 24 }, (_, index) => `word${index + 1}`);

async function openDialog(guarded: boolean) {
  const words = vi.fn(({ passphrase }: { passphrase: string | null }) => {
    if (guarded && passphrase !== 'open sesame') throw new ParlorError('wrong_passphrase', 'No.');
    return { words: phrase };
  });
  const confirm_words = vi.fn((_: { answers: { position: number; word: string }[] }) => ({ confirmed: false }));
  const onClose = vi.fn();
  const screen = await renderPart(
    <>
      <UntrustedTray />
      <RecoveryPhraseDialog onClose={onClose} />
    </>,
    {
      app: appState(guarded ? 'guarded' : 'lobby', 'light'),
      handlers: { ...emptyBoard, identity: { recovery_phrase: words, confirm_words } },
    },
  );
  return { screen, words, confirm_words, onClose };
}

it('asks for the passphrase first, and clears the field after a wrong one', async () => {
  const { screen, words } = await openDialog(true);
  const field = screen.getByLabelText('Passphrase', { exact: true });
  await field.fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveAttribute('type', 'password');
  expect(screen.getByTestId('words').query()).toBeNull();

  await field.fill('open sesame');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByTestId('words').getByText('word24', { exact: true })).toBeVisible();
  expect(words.mock.calls.map(([{ passphrase }]) => passphrase)).toEqual(['wrong', 'open sesame']);
});

it('removes boards while it is open', async () => {
  const { screen } = await openDialog(false);
  await expect.element(screen.getByTestId('words')).toBeVisible();
  expect(frames()).toEqual([]);
  await screen.show(<UntrustedTray />);
  await expect.poll(frames).toHaveLength(1);
});

it('hides the words during the quiz, and stays open after a wrong answer', async () => {
  const { screen, confirm_words, onClose } = await openDialog(false);
  await screen.getByRole('button', { name: 'I wrote them down' }).click();
  expect(document.body.textContent).not.toContain('word24');
  for (const field of screen.getByRole('textbox').all()) await field.fill('Zebra ');
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('At least one word is wrong. Check your paper and try again.');
  expect(confirm_words.mock.calls[0]?.[0].answers.map(({ word }) => word)).toEqual(['zebra', 'zebra', 'zebra']);
  expect(onClose).not.toHaveBeenCalled();
});
