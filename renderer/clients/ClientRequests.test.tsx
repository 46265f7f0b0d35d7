import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { McpClient, Permissions } from '../../shared/bridge/contract.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import { emptyBoard, UntrustedTray } from '../testing/board.tsx';
import { frames, renderPart } from '../testing/render.tsx';
import { clientOf } from '../testing/scene-clients.ts';
import { ClientRequests } from './ClientRequests.tsx';

async function renderRequests(...clients: McpClient[]) {
  const allow = vi.fn((_: { client_id: string; permissions: Permissions }) => ({}));
  const list = () => ({ clients, releases: { protocols: [], people: [] } });
  const screen = await renderPart(<ClientRequests />, { handlers: { ...emptyBoard, clients: { list, allow } } });
  return { screen, allow };
}

const undecided = (seed: number, name: string, changes: Partial<McpClient> = {}) =>
  clientOf(seed, name, { permissions: null, ...changes });

it('shows the name as untrusted text, with the house sign', async () => {
  const { screen } = await renderRequests(undecided(1, '<b>Parlor</b>\u202E'));
  const name = screen
    .getByRole('figure', { name: 'It calls itself' })
    .getByText('<b>Parlor</b>U+202E', { exact: true });
  await expect.element(name).toBeVisible();
  await expect.element(screen.getByText('Amber Kettle')).toBeVisible();
});

it('allows exactly the selected actions and limits', async () => {
  const client = undecided(1, 'Plover');
  const { screen, allow } = await renderRequests(client);
  await screen.getByRole('switch', { name: 'Play rated games' }).click();
  await screen.getByRole('combobox', { name: 'Tables at once' }).selectOptions('4');
  await screen.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => allow.mock.calls).toHaveLength(1);
  expect(allow.mock.calls[0]?.[0]).toEqual({
    client_id: client.client_id,
    permissions: { ...noPermissions, play_unrated: true, play_rated: true, tables_at_once: 4 },
  });
});

it('grants nothing on Enter, and does not ask again', async () => {
  const { screen, allow } = await renderRequests(undecided(1, 'Plover'));
  await expect.element(screen.getByRole('button', { name: 'Not now' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
  expect(allow).not.toHaveBeenCalled();
});

it('disables Allow while no action is selected', async () => {
  const { screen, allow } = await renderRequests(undecided(1, 'Plover'));
  await screen.getByRole('switch', { name: 'Play unrated games' }).click();
  await expect.element(screen.getByRole('button', { name: 'Allow' })).toHaveAttribute('aria-disabled', 'true');
  expect(allow).not.toHaveBeenCalled();
});

it('asks about connected clients only, one at a time', async () => {
  const { screen } = await renderRequests(
    undecided(1, 'gone', { connected: false }),
    clientOf(2, 'allowed'),
    undecided(3, 'first'),
    undecided(4, 'second'),
  );
  await expect.element(screen.getByText('first', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Not now' }).click();
  await expect.element(screen.getByText('second', { exact: true })).toBeVisible();
});

it('removes boards while it is open', async () => {
  const { screen } = await renderRequests(undecided(1, 'Plover'));
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await screen.show(
    <>
      <UntrustedTray />
      <ClientRequests />
    </>,
  );
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await expect.poll(frames).toEqual([]);
});
