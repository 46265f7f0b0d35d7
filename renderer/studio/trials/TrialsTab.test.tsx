import { expect, it, vi } from 'vitest';
import type { StudioProject } from '../../../shared/bridge/contract.ts';
import { renderPart } from '../../testing/render.tsx';
import { studioHandlers } from '../../testing/scene-studio.ts';
import { TrialsTab } from './TrialsTab.tsx';

const handlers = studioHandlers('studio', '');
const project = async (id: string): Promise<StudioProject> =>
  (await handlers.open_project!({ project_id: id }, undefined as never)) as StudioProject;

it('starts both trials, the games with what was chosen', async () => {
  const start_adversary = vi.fn((_: object) => ({}));
  const start_simulation = vi.fn((_: object) => ({}));
  const screen = await renderPart(<TrialsTab project={await project('broken')} />, {
    handlers: { studio: { ...handlers, start_adversary, start_simulation } },
    texts: ['studio'],
  });
  await screen.getByLabelText('Number of games').selectOptions('10');
  await screen.getByLabelText('Answers of the guest').selectOptions('hooks');
  await screen.getByRole('button', { name: 'Play 10 games' }).click();
  await expect.poll(() => start_simulation.mock.calls).toHaveLength(1);
  expect(start_simulation.mock.calls[0]?.[0]).toEqual({
    ...{ project_id: 'broken', games: 10, seed: '1' },
    ...{ host: 'random', guest: 'hooks' },
  });
  await screen.getByRole('button', { name: 'Run the adversary' }).click();
  await expect.poll(() => start_adversary.mock.calls).toHaveLength(1);
});

it('shows results and holes, whose lines can be read until the files have changed', async () => {
  const four = await project('four');
  const screen = await renderPart(<TrialsTab project={four} />, { handlers: { studio: handlers }, texts: ['studio'] });
  await expect.element(screen.getByText('1000 of 1000 games with the seed 1')).toBeVisible();
  const won = screen.container.querySelector('[data-result="guest"]');
  expect(won?.textContent).toContain('812 (81%)');
  await expect.element(screen.getByText('Holes found')).toBeVisible();
  const failed = screen.container.querySelector('[data-finding="failed"]')?.textContent;
  expect(failed).toMatch(/^handle failed at result with a value that isn't one of the enum/);
  expect(failed).toMatch(/handle failed: moves is undefined.*hooks\.js:58/);
  const finding = screen
    .getByRole('listitem')
    .filter({ hasText: /handle accepted result/ })
    .first();
  await finding.getByRole('button').click();
  await expect.poll(() => screen.container.querySelector('[data-here]')?.textContent).toContain('57');
  await screen.show(<TrialsTab project={{ ...four, rules_hash: 'f'.repeat(64) }} />);
  await expect.element(screen.getByText(/have changed since/).first()).toBeVisible();
  expect(screen.container.querySelector('[data-here]')).toBeNull();
});
