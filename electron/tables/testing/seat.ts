/** One identity at a real community, reached through its own proxy that can be unreachable or change responses. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '../../../shared/bridge/contract.ts';
import { type CommunityClient, createCommunityClient } from '../../community/client.ts';
import { createPeople, type People } from '../../community/people.ts';
import { register } from '../../community/registration.ts';
import { type CommunityProxy, communityProxy } from '../../community/testing/faulty-proxy.ts';
import type { LaunchHooks } from '../../hooks/hook-host.ts';
import { openIdentity } from '../../identity/identity.ts';
import type { Signer } from '../../identity/signer.ts';
import { type Library, openLibrary } from '../../library/library.ts';
import { publishBundled } from '../../library/publishing/publish.ts';
import { createTransport } from '../../p2p/iroh-transport.ts';
import type { RemarkSettings } from '../remarks/remarks.ts';
import { openTables, type Tables } from '../table-registry.ts';
import { type BreakableTransport, breakableTransport } from './breakable-transport.ts';
import { launchPlainHooks } from './plain-hooks.ts';

export interface TestSeat extends Omit<CommunityProxy, 'url' | 'dispose'> {
  readonly client: CommunityClient;
  readonly signer: Signer;
  readonly people: People;
  readonly tables: Tables;
  readonly library: Library;
  readonly transport: BreakableTransport;
  /** Id of a bundled protocol by its folder. */
  protocol(folder: string): string;
  /** Resolves with the table once it matches. */
  until(table_id: string, matches: (table: Table) => boolean): Promise<Table>;
  /** Resolves with the table once nothing about it is pending. */
  ended(table_id: string): Promise<Table>;
  dispose(): Promise<void>;
}

export async function takeSeat(
  url: string,
  dataDir: string,
  nickname: string,
  {
    bundled = true,
    launchHooks = launchPlainHooks,
    onTable = () => {},
    published = null,
    remarks,
  }: {
    bundled?: boolean;
    launchHooks?: LaunchHooks;
    onTable?: (table: Table) => void;
    /** A library that several seats share, whose protocols the community already has. */
    published?: Library | null;
    remarks?: RemarkSettings;
  } = {},
): Promise<TestSeat> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const proxy = await communityProxy(url);

  const identity = await openIdentity({ dataDir, keychain: null });
  if (identity.state === 'missing') await identity.create({ nickname, bio: '', passphrase: null });
  const { signer } = identity;
  const client = createCommunityClient({ url: () => proxy.url, signer });
  await register({ client, signer, nickname, bio: '' });
  const bundledResources = join(import.meta.dirname, '../../../resources');
  const resourcesDir = bundled ? bundledResources : join(import.meta.dirname, 'no-resources');
  const library = published ?? (await openLibrary({ resourcesDir, dataDir }));
  if (!published) for (const protocol of library.list()) await publishBundled(client, protocol);

  const transport = breakableTransport(createTransport({ reach: 'loopback' }));
  const watchers = new Set<(table: Table) => void>();
  const people = createPeople(client);
  const tables = await openTables({
    dataDir,
    signer,
    opener: identity.opener,
    client,
    people,
    library,
    transport,
    launchHooks,
    ...(remarks ? { remarks } : {}),
    onChange: (table) => {
      onTable(table);
      for (const watch of watchers) watch(table);
    },
  });

  function until(table_id: string, matches: (table: Table) => boolean): Promise<Table> {
    const { promise, resolve, reject } = Promise.withResolvers<Table>();
    const watch = (table: Table) => {
      if (table.table_id === table_id && matches(table)) resolve(table);
    };
    watchers.add(watch);
    tables.get(table_id).then(watch, reject);
    return promise.finally(() => watchers.delete(watch));
  }

  return {
    client,
    signer,
    people,
    tables,
    library,
    transport,
    protocol: (folder) => library.list().find((protocol) => protocol.folder === folder)!.protocol_id,
    tamper: proxy.tamper,
    dropResponses: proxy.dropResponses,
    unreachable: proxy.unreachable,
    hold: proxy.hold,
    slow: proxy.slow,
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
