import { expect, it, type Mock, vi } from 'vitest';
import type { ClientsState } from '../../shared/bridge/contract.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf } from '../testing/samples.ts';
import { clientOf } from '../testing/scene-clients.ts';
import { Agents } from './Agents.tsx';

async function open(state: Partial<ClientsState>) {
  const calls = {
    allow: vi.fn(() => ({})),
    revoke: vi.fn(() => ({})),
    forget: vi.fn(() => ({})),
    release: vi.fn(() => ({})),
  };
  const list = () => ({ clients: [], releases: { protocols: [], people: [] }, ...state });
  const screen = await renderPart(<Agents />, { handlers: { clients: { list, ...calls } } });
  return { screen, ...calls };
}

const requestsOf = (call: Mock): unknown[] => call.mock.calls.map(([request]) => request);

it('changes what a client may do', async () => {
  const client = clientOf(1, 'Plover');
  const { screen, allow } = await open({ clients: [client] });
  await screen.getByRole('switch', { name: 'Host tables' }).click();
  await expect
    .poll(() => requestsOf(allow))
    .toEqual([{ client_id: client.client_id, permissions: { ...client.permissions, host: true } }]);
});

it('builds a second permission on a first that is still being saved', async () => {
  const client = clientOf(1, 'Plover');
  const { screen, allow } = await open({ clients: [client] });
  allow.mockImplementation(() => new Promise<never>(() => {}) as never);
  await screen.getByRole('switch', { name: 'Host tables' }).click();
  await screen.getByRole('switch', { name: 'Read messages' }).click();
  const both = { ...client.permissions, host: true, read_messages: true };
  await expect.poll(() => requestsOf(allow).at(-1)).toEqual({ client_id: client.client_id, permissions: both });
});

it('revokes and forgets a client', async () => {
  const client = clientOf(1, 'Plover');
  const { screen, revoke, forget } = await open({ clients: [client] });
  await screen.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => requestsOf(revoke)).toEqual([{ client_id: client.client_id }]);
  await screen.getByRole('button', { name: 'Forget' }).click();
  await expect.poll(() => requestsOf(forget)).toEqual([{ client_id: client.client_id }]);
});

it('shows the state of each client and its name without markup or hidden characters', async () => {
  const { screen } = await open({
    clients: [
      clientOf(1, '<i>x</i>\u202E', { permissions: null }),
      clientOf(2, 'old', { connected: false, permissions: noPermissions }),
    ],
  });
  await expect.element(screen.getByText('<i>x</i>U+202E')).toBeVisible();
  await expect.element(screen.getByText('Not decided')).toBeVisible();
  await expect.element(screen.getByText('Not allowed')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Revoke' }).query()).toBeNull();
});

it('withdraws a release', async () => {
  const { screen, release } = await open({ releases: { protocols: [], people: [keyOf(2)] } });
  await screen.getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(() => requestsOf(release)).toEqual([{ public_key: keyOf(2), released: false }]);
});
