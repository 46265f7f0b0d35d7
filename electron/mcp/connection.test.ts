import { expect, test } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createCore } from '../core/core.ts';
import { attach } from '../owner/attach.ts';
import { createConnection } from './connection.ts';

const dataDir = temporaryFolder();

async function startParlor() {
  const core = await createCore({ dataDir, server: 'http://127.0.0.1:1', shell: 'terminal', keychain: null });
  await core.start();
  return core;
}

test('connects again when Parlor has been restarted, under the same client id', async () => {
  const { promise: stop, resolve: end } = Promise.withResolvers<void>();
  const connection = createConnection({
    allow: null,
    releasedIds: [],
    stop,
    async runAttached(work) {
      const parlor = await attach(dataDir);
      if (parlor === null) throw new ParlorError('data_dir_busy', 'No Parlor is running.');
      await work({ bridge: parlor.client, ownerExit: parlor.closed }).finally(parlor.close);
    },
  });
  await expect(connection.getSession('agent')).rejects.toMatchObject({ code: 'data_dir_busy' });

  const first = await startParlor();
  const session = await connection.getSession('agent');
  expect(await connection.getSession('agent')).toBe(session);
  // Protocols by every name that is shown; other names have a known error.
  const { protocol_id } = await session.loadRules('rock-paper-scissors');
  for (const name of [protocol_id, 'Rock Paper Scissors', 'rock paper scissors'])
    expect(await session.loadRules(name)).toMatchObject({ protocol_id, bundled: true });
  expect(await session.loadRules("Liar's Dice")).toMatchObject({ bundled: true });
  for (const name of ['no-such-game', 'No such game!'])
    await expect(session.loadRules(name)).rejects.toMatchObject({ code: 'protocol_missing' });
  const { signal } = new AbortController();
  await expect(session.wait('elsewhere', () => true, { timeoutMs: 1, signal })).rejects.toMatchObject({
    code: 'not_found',
  });
  await first.dispose();
  await connection.waitForEnd();

  const second = await startParlor();
  const again = await connection.getSession('agent');
  expect(again).not.toBe(session);
  expect(again.client).toMatchObject({ client_id: session.client.client_id, connected: true, permissions: null });
  end();
  await connection.waitForEnd();
  await expect
    .poll(() => second.handlers.clients.list({}, { surface: 'terminal' }))
    .toMatchObject({
      clients: [{ name: 'agent', connected: false }],
    });
  await second.dispose();
});
