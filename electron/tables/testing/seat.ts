/** One identity at a real community, reached through a proxy of the test's own that can lie or be away. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '../../../shared/bridge/contract.ts';
import { type CommunityClient, createCommunityClient } from '../../community/client.ts';
import { createPeople } from '../../community/people.ts';
import { register } from '../../community/registration.ts';
import { type CommunityProxy, communityProxy } from '../../community/testing/proxy.ts';
import { nodeLauncher } from '../../hooks/node-launcher.ts';
import { openIdentity } from '../../identity/identity.ts';
import type { Signer } from '../../identity/signer.ts';
import { type Library, openLibrary } from '../../library/library.ts';
import { publishBundled } from '../../library/publish.ts';
import { createTransport } from '../../p2p/iroh.ts';
import { openTables, type Tables } from '../tables.ts';
import { type BrittleTransport, brittle } from './brittle.ts';

export interface TestSeat extends Omit<CommunityProxy, 'url' | 'dispose'> {
  readonly client: CommunityClient;
  readonly signer: Signer;
  readonly tables: Tables;
  readonly library: Library;
  readonly transport: BrittleTransport;
  /** Id of a bundled protocol by its folder. */
  protocol(folder: string): string;
  until(table_id: string, wanted: (table: Table) => boolean): Promise<Table>;
  /** The table once nothing about it is open any more. */
  ended(table_id: string): Promise<Table>;
  dispose(): Promise<void>;
}

export async function takeSeat(
  url: string,
  dataDir: string,
  nickname: string,
  { bundled = true } = {},
): Promise<TestSeat> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const proxy = await communityProxy(url);

  const identity = await openIdentity({ dataDir, keychain: null });
  await identity.create({ nickname, bio: '', passphrase: null });
  const { signer } = identity;
  const client = createCommunityClient({ url: () => proxy.url, signer });
  await register({ client, signer, nickname, bio: '' });
  const repository = join(import.meta.dirname, '../../../resources');
  const library = await openLibrary({
    resourcesDir: bundled ? repository : join(import.meta.dirname, 'no-resources'),
    dataDir,
  });
  for (const protocol of library.list()) await publishBundled(client, protocol);

  const transport = brittle(createTransport({ preset: 'loopback' }));
  const watchers = new Set<() => void>();
  const tables = await openTables({
    dataDir,
    signer,
    client,
    people: createPeople(client),
    library,
    transport,
    launchHooks: nodeLauncher(),
    onChange: () => {
      for (const watch of watchers) watch();
    },
  });

  function until(table_id: string, wanted: (table: Table) => boolean): Promise<Table> {
    const { promise, resolve } = Promise.withResolvers<Table>();
    const watch = () => {
      const table = tables.get(table_id);
      if (wanted(table)) resolve(table);
    };
    watchers.add(watch);
    watch();
    return promise.finally(() => watchers.delete(watch));
  }

  return {
    client,
    signer,
    tables,
    library,
    transport,
    protocol: (folder) => library.list().find((protocol) => protocol.folder === folder)!.protocol_id,
    tamper: proxy.tamper,
    loseAnswers: proxy.loseAnswers,
    unreachable: proxy.unreachable,
    until,
    ended: (table_id) =>
      until(
        table_id,
        ({ phase, result }) =>
          phase === 'failed' || (phase === 'finished' && !['queued', 'pending'].includes(result?.state ?? '')),
      ),
    async dispose() {
      await tables.dispose();
      await transport.close();
      proxy.dispose();
    },
  };
}
