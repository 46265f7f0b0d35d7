import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PublicationView, StudioProject } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { renderPart } from '../../testing/render.tsx';
import { publicationOf } from '../../testing/scene-publishing.ts';
import { studioHandlers } from '../../testing/scene-studio.ts';
import { PublishDialog } from './PublishDialog.tsx';

const studio = studioHandlers('studio', '');
const project = (await studio.open_project!({ project_id: 'four' }, undefined as never)) as StudioProject;

/** The dialog of a project whose files are read as `views`, one after the other, and what it has published. */
async function show(views: PublicationView[], publish?: () => never) {
  const published: string[] = [];
  let reads = 0;
  const handlers = {
    studio,
    publishing: {
      prepare: () => views[Math.min(reads++, views.length - 1)]!,
      publish({ consent }: { consent: { files_hash: string } }) {
        published.push(consent.files_hash);
        publish?.();
        return { ...views[0]!, state: 'working' as const };
      },
    },
  };
  const dialog = (version: number) => <PublishDialog project={{ ...project, version }} onClose={() => {}} />;
  const screen = await renderPart(dialog(1), {
    handlers,
    app: { phase: 'ready' },
    texts: ['publishing', 'studio', 'protocols', 'identity'],
  });
  const button = screen.getByRole('button', { name: 'Publish', exact: true });
  await expect.element(button).toBeVisible();
  return { screen, button, published, save: (version: number) => screen.show(dialog(version)), reads: () => reads };
}

it('continues what has stopped, as it says, also when it is opened again', async () => {
  let reads = 0;
  const screen = await renderPart(<PublishDialog project={project} onClose={() => {}} />, {
    handlers: { studio, publishing: { prepare: () => publicationOf(reads++ === 0 ? 'stopped' : 'four') } },
    app: { phase: 'ready' },
    texts: ['publishing', 'studio', 'protocols', 'identity'],
  });
  await expect.element(screen.getByText(/You can continue/)).toBeVisible();
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect.element(screen.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
});

const withFiles = (digit: string): PublicationView => ({
  ...publicationOf('four'),
  ...{ files_hash: digit.repeat(64), rules_hash: null },
});

it('reads the files again when the author saves, keeps what was typed, and publishes what was saved', async () => {
  const { screen, button, published, save, reads } = await show([withFiles('1'), withFiles('2')]);
  const reason = screen.getByRole('textbox', { name: /Why|Reason/ }).first();
  await userEvent.fill(reason, 'A quicker one.');
  await save(2);
  await expect.poll(reads).toBe(2);
  await expect.element(button).toBeEnabled();
  await expect.element(reason).toHaveValue('A quicker one.');
  await button.click();
  await expect.poll(() => published).toEqual(['2'.repeat(64)]);
});

it('reads them again if they are no longer what was shown', async () => {
  const { screen, button, published, reads } = await show([withFiles('1'), withFiles('2')], () => {
    throw new ParlorError('consent_outdated', 'Changed.');
  });
  await button.click();
  await expect.poll(reads).toBe(2);
  await expect.poll(() => screen.container.ownerDocument.body.textContent).toContain("This isn't what you agreed to");
  await button.click();
  await expect.poll(() => published).toEqual(['1'.repeat(64), '2'.repeat(64)]);
});
