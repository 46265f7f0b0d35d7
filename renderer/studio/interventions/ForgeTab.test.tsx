import { expect, it, vi } from 'vitest';
import type { StudioGame, StudioProject } from '../../../shared/bridge/contract.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import { renderPart } from '../../testing/render.tsx';
import { ForgeTab } from './ForgeTab.tsx';

it('keeps a message that is too large whole, and says that it is too large', async () => {
  const forge = vi.fn((_: object) => ({}));
  const project = { project_id: 'ferry', version: 1 } as StudioProject;
  const game = { run: 1, frames: [] as StudioGame['frames'] } as StudioGame;
  const screen = await renderPart(<ForgeTab project={project} game={game} />, {
    handlers: { studio: { forge, source: () => ({ text: '{}', hash: null }) } },
    texts: ['studio'],
  });
  const text = JSON.stringify({ action: 'x'.repeat(budgets.frame.bytes) });
  const field = screen.getByRole('textbox');
  await field.fill(text);
  await expect.element(field).toHaveValue(text);
  await screen.getByRole('button', { name: /^Send/ }).click();
  await expect.element(screen.getByText(/^This is too large/)).toBeVisible();
  expect(forge).not.toHaveBeenCalled();
});
