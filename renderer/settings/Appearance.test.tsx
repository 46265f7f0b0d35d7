import { expect, it, vi } from 'vitest';
import type { Settings } from '../../shared/bridge/contract.ts';
import { defaultSettings } from '../../shared/bridge/settings.ts';
import { ParlorError } from '../../shared/errors.ts';
import { ProblemToasts } from '../app/ProblemToasts.tsx';
import { Toasts } from '../app/Toasts.tsx';
import { failedActions } from '../core/attempt.ts';
import { renderPart } from '../testing/render.tsx';
import { Appearance } from './Appearance.tsx';

/** Main saves nothing until it is told to. */
async function open() {
  const answers: { resolve(): void; reject(error: unknown): void }[] = [];
  const set_settings = vi.fn(
    (_: object) =>
      new Promise<Settings>((resolve, reject) => {
        answers.push({ resolve: () => resolve(defaultSettings), reject });
      }),
  );
  const screen = await renderPart(
    <>
      <Appearance />
      <ProblemToasts />
      <Toasts />
    </>,
    { app: { settings: defaultSettings }, handlers: { app: { set_settings } } },
  );
  const saved = () => set_settings.mock.calls.map(([changes]) => changes);
  return { screen, answers, saved };
}

it('saves a second setting while the first is being saved, and says that it takes long', async () => {
  const { screen, answers, saved } = await open();
  await screen.getByText('Dark', { exact: true }).click();
  await screen.getByRole('switch', { name: 'Confirm each move' }).click();
  await expect.poll(saved).toEqual([{ theme: 'dark' }, { confirm_moves: !defaultSettings.confirm_moves }]);
  await expect.element(screen.getByText('Saving…')).toBeVisible();
  for (const { resolve } of answers) resolve();
  await expect.element(screen.getByText('Saving…')).not.toBeInTheDocument();
});

it('says why either of two settings could not be saved', async () => {
  const { screen, answers, saved } = await open();
  await screen.getByText('Dark', { exact: true }).click();
  await screen.getByRole('switch', { name: 'Confirm each move' }).click();
  await expect.poll(saved).toHaveLength(2);
  answers[0]!.reject(new ParlorError('data_dir_unusable', 'The disk is full.'));
  await expect.element(screen.getByText('data_dir_unusable')).toBeVisible();
  answers[1]!.reject(new ParlorError('internal', 'No.'));
  await expect.element(screen.getByText('internal', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('data_dir_unusable')).toBeVisible();
  failedActions.setState([], true);
});

it('saves the size of texts, motion and the look of pieces', async () => {
  const { screen, answers, saved } = await open();
  await screen.getByText('Larger', { exact: true }).click();
  await screen.getByText('Less', { exact: true }).click();
  await screen.getByRole('switch', { name: 'Pieces for the colour-blind' }).click();
  await expect.poll(saved).toEqual([{ text_size: 'larger' }, { motion: 'less' }, { distinct_pieces: true }]);
  for (const { resolve } of answers) resolve();
});
