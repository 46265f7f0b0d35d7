import { expect, it, vi } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { communityHandlers } from '../testing/scene-settings.ts';
import { ForeignTableDialog } from './ForeignTableDialog.tsx';

const server = 'http://192.168.1.66:7400';
const postId = '7c21e0aa-1111-4222-8333-123456789abc';

it('sends nothing to the address of a link before a click, and switches only after a second one', async () => {
  const community = communityHandlers('lobby');
  const [test, invitation, use] = [vi.fn(community.test), vi.fn(community.invitation), vi.fn(() => ({}))];
  const offer = () => ({ nickname: 'copperfinch', used_in: [], own_key: null });
  const screen = await renderPart(<ForeignTableDialog server={server} postId={postId} onClose={() => {}} />, {
    handlers: { community: { ...community, test, invitation, use } as never, identity: { offer } },
  });
  await expect.element(screen.getByText(server, { exact: false }).first()).toBeVisible();
  await expect.element(screen.getByText('Nothing has been sent there yet', { exact: false })).toBeVisible();
  expect([test, invitation, use].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  await screen.getByRole('button', { name: 'Look up the table' }).click();
  await expect.element(screen.getByTestId('linked-invitation')).toBeVisible();
  expect(test).toHaveBeenCalledOnce();
  expect(use).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Switch and open the table' }).click();
  await expect.poll(() => use.mock.calls.length).toBe(1);
});
