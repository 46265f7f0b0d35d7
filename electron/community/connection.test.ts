/** The connection to an embedded community that hangs. */
import { afterEach, expect, it } from 'vitest';
import { TestCommunity } from '../../service/testing/community.ts';
import { startHttpServer } from '../../shared/testing/http-server.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { readNamedAfter } from '../../shared/worker-messages.ts';
import type { Worker } from '../workers/worker.ts';
import { createConnection } from './connection.ts';
import { openEmbeddedSettings } from './home.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function workerAt(url: string): Worker {
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  return {
    ready: Promise.resolve({ url }),
    exited,
    onLine: () => {},
    send: () => {},
    async stop() {
      resolve();
    },
  };
}

/** A service that accepts requests and never responds. */
async function hangingService(onRequest: () => void): Promise<string> {
  const server = await startHttpServer(onRequest);
  closers.push(server.close);
  return server.url;
}

it('replaces a hung worker after three unanswered checks', async () => {
  const dataDir = temporaryFolder();
  let launchCount = 0;
  let checks = 0;
  const hanging = await hangingService(() => {
    checks += 1;
  });
  const community = await TestCommunity.start();
  closers.push(() => community.dispose());
  const connection = createConnection({
    ...{
      server: null,
      dataDir,
      embeddedSettings: await openEmbeddedSettings(dataDir),
      addressProblem: () => null,
      acceptedClockOffset: () => null,
      onChange: () => {},
    },
    timing: { probeMs: 300, firstRetryMs: 1 },
    launchWorker() {
      launchCount += 1;
      return workerAt(launchCount === 1 ? hanging : community.url);
    },
  });
  closers.push(() => connection.dispose());
  connection.start();
  await expect.poll(() => connection.state.status).toBe('online');
  expect([launchCount, checks]).toEqual([2, 3]);
});

it('says whose community it is, and takes the word of another one for it', async () => {
  const dataDir = temporaryFolder();
  const community = await TestCommunity.start();
  closers.push(() => community.dispose());
  const open = async (server: string | null, folder: string, send: Worker['send'] = () => {}) => {
    const embeddedSettings = await openEmbeddedSettings(folder);
    const connection = createConnection({
      ...{ server, dataDir: folder, embeddedSettings, addressProblem: () => null, acceptedClockOffset: () => null },
      onChange() {},
      launchWorker: () => ({ ...workerAt(community.url), send }),
    });
    closers.push(() => connection.dispose());
    return { connection, embeddedSettings };
  };
  const owner = await open(null, dataDir, (message) => {
    const name = readNamedAfter(JSON.stringify(message));
    if (name !== null) community.nameAfter(name);
  });
  await owner.embeddedSettings.change({ owner: 'Anna' });
  owner.connection.start();
  await expect.poll(() => owner.connection.state.status).toBe('online');
  expect(owner.connection.state).toMatchObject({ owner: 'Anna', claimed_owner: null });

  const guest = await open(community.url, temporaryFolder());
  guest.connection.start();
  await expect.poll(() => guest.connection.state.claimed_owner).toBe('Anna');
  await owner.connection.renameAgent('Anna', 'Hanna');
  await guest.connection.retry();
  await expect.poll(() => guest.connection.state).toMatchObject({ owner: null, claimed_owner: 'Hanna' });

  // A community may say anything.
  for (const name of [
    'Parlor\u2028your own computer',
    'Parlor\u2029',
    'Par\u0085lor',
    'Par\nlor',
    ' ',
    '',
    'x'.repeat(65),
  ]) {
    community.nameAfter('Hanna');
    await guest.connection.retry();
    await expect.poll(() => guest.connection.state.claimed_owner).toBe('Hanna');
    community.nameAfter(name);
    await guest.connection.retry();
    await expect.poll(() => guest.connection.state.claimed_owner).toBeNull();
    expect(guest.connection.state.status).toBe('online');
  }
});
