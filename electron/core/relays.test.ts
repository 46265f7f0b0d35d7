/** The relay setting, from the saved file to the tickets of waiting tables. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { TestCommunity } from '../../service/testing/community.ts';
import type { AppState, Settings } from '../../shared/bridge/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ticketAddresses } from '../p2p/iroh-transport.ts';
import { createCore } from './core.ts';

const caller = { surface: 'desktop' } as const;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

// 0.0.0.0 reaches this computer but does not count as loopback, so tables use relays. Windows can't connect to it.
it.skipIf(process.platform === 'win32')('posts waiting tables again when the relays change', async () => {
  const dataDir = temporaryFolder();
  await writeFile(join(dataDir, 'settings.json'), '{"relays":"none"}');
  const community = await TestCommunity.start();
  closers.push(() => community.dispose());
  community.now = Date.now();
  const guest = await community.agent('Guest');
  const server = community.url.replace('127.0.0.1', '0.0.0.0');
  community.announceUrls([server]);
  const core = await createCore({ dataDir, server, allowPlainHttp: true, shell: 'desktop', keychain: null });
  closers.push(() => core.dispose());
  await core.start();
  const { app, identity, tables } = core.handlers;
  await identity.create({ nickname: 'Ann', bio: '', passphrase: null }, caller);
  await expect.poll(async () => ((await app.state({}, caller)) as AppState).phase).toBe('ready');

  const change = (settings: Partial<Settings>) => app.set_settings(settings, caller);
  const postIdNow = async () => (await tables.hosting({}, caller)).hosted[0]?.post_id;
  const { post_id } = await tables.host({ protocol: 'rock-paper-scissors', control_mode: 'autonomous' }, caller);
  const { body } = await guest.call('GET /api/v1/invitations/{post_id}', { params: { post_id } });
  expect(ticketAddresses(body.iroh_ticket).relay).toBeNull();

  await change({ relays: ['https://127.0.0.1:9'] });
  await expect.poll(postIdNow).not.toBe(post_id);
  const second = await postIdNow();
  expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).toContain('"https://127.0.0.1:9/"');
  await change({ relays: 'none' });
  await expect.poll(postIdNow).not.toBe(second);
});
