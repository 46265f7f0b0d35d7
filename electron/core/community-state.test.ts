/** The state of the community, which several places show. */
import { afterEach, expect, it } from 'vitest';
import { TestCommunity } from '../../service/testing/community.ts';
import type { AppState } from '../../shared/bridge/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { communityProxy } from '../community/testing/faulty-proxy.ts';
import { createCore } from './core.ts';

const caller = { surface: 'desktop' } as const;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it('is not online while the lobby cannot be loaded, although its probes succeed', async () => {
  const community = await TestCommunity.start({ publicUrls: 'any' });
  closers.push(() => community.dispose());
  community.now = Date.now();
  const proxy = await communityProxy(community.url);
  closers.push(() => proxy.dispose());
  const core = await createCore({ dataDir: temporaryFolder(), server: proxy.url, shell: 'desktop', keychain: null });
  closers.push(() => core.dispose());
  const state = () => core.handlers.app.state({}, caller) as AppState;
  const lobbyStatus = async () => (await core.handlers.lobby.list({}, caller)).status;
  const events: string[] = [];
  core.onEvent((group, event) => {
    if (group === 'app' && event === 'changed') events.push(state().community.status);
  });

  proxy.unreachable((_, path) => path.includes('/invitations'));
  await core.start();
  await core.handlers.identity.create({ nickname: 'Ann', bio: '', passphrase: null }, caller);
  await expect.poll(lobbyStatus).toBe('offline');
  expect(state().community).toMatchObject({ status: 'offline', problem: { code: expect.any(String) } });
  // The windows have received the event.
  await expect.poll(() => events.at(-1)).toBe('offline');

  proxy.unreachable(null);
  core.handlers.app.retry({}, caller);
  await expect.poll(lobbyStatus, { timeout: 30_000 }).toBe('live');
  await expect.poll(() => events.at(-1)).toBe('online');
});
