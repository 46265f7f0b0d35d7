/** What guests from the local network sign for the address that the link of a table contains. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sendRequest } from '../../service/testing/http.ts';
import type { AppState } from '../../shared/bridge/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createCommunityClient } from '../community/client.ts';
import { register } from '../community/registration.ts';
import { holdKey } from '../identity/signer.ts';
import { ownAddresses } from '../local-network/addresses.ts';
import { createCore } from './core.ts';

const caller = { surface: 'desktop' } as const;

test.skipIf(ownAddresses().length === 0)('is open while the key of its owner is locked', async () => {
  const config = { dataDir: temporaryFolder(), server: null, keychain: null, shell: 'web', network: 'auto' } as const;
  const first = await createCore(config);
  await first.start({ connect: false });
  await first.handlers.identity.create({ nickname: 'Anna', bio: '', passphrase: 'night and day' }, caller);
  await first.dispose();

  const core = await createCore(config);
  onTestFinished(() => core.dispose());
  await core.start();
  const state = () => core.handlers.app.state({}, caller) as AppState;
  while (state().network.status !== 'open') await delay(20);
  expect(state().phase).toBe('locked');
  const guest = createCommunityClient({ url: () => state().network.url, signer: null });
  await guest.call('GET /api/v1/version', {});
});

test.skipIf(ownAddresses().length === 0)('is for the community on this computer', async () => {
  const core = await createCore({
    ...{ dataDir: temporaryFolder(), server: null, keychain: null },
    ...{ shell: 'terminal', network: 'auto' },
  });
  onTestFinished(() => core.dispose());
  await core.start();
  const state = () => core.handlers.app.state({}, caller) as AppState;
  while (state().network.status !== 'open') await delay(20);
  const { url } = state().network as { url: string };
  const { signer } = holdKey(randomBytes(32));
  const guestAt = (address: string) => createCommunityClient({ url: () => address, signer });

  await register({ client: guestAt(url), signer, nickname: 'guest', bio: '' });
  expect((await guestAt(url).call('GET /api/v1/inbox', {})).body.entries).toEqual([]);

  async function codeOf(address: string): Promise<string | undefined> {
    const [timestamp, request_id] = [String(Math.floor(Date.now() / 1000)), guestAt(address).mark()];
    const request = { method: 'GET', target: '/api/v1/inbox' };
    const headers = {
      'x-public-key': signer.publicKey,
      'x-timestamp': timestamp,
      'x-request-id': request_id,
      'x-signature': signer.signRequest({ ...request, timestamp, request_id, body: new Uint8Array() }),
    };
    return JSON.parse((await sendRequest(url, { ...request, headers })).text).code;
  }
  const { port } = new URL(url);
  expect(await codeOf(`http://${hostname().toLowerCase()}:${port}`)).toBeUndefined();
  expect(await codeOf(`http://${hostname().toLowerCase()}.local:${port}`)).toBeUndefined();
  // Another community in the same network, or on this computer.
  expect(await codeOf(`http://192.0.2.1:${port}`)).toBe('wrong_audience');
  expect(await codeOf(`http://${new URL(url).hostname}:1`)).toBe('wrong_audience');

  await core.handlers.community.close_network({}, caller);
  while (state().network.status !== 'closed') await delay(20);
});
