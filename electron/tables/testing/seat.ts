/** One identity at a real community, reached through a proxy of the test's own that can lie or be away. */
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type CommunityClient, createCommunityClient } from '../../community/client.ts';
import { createPeople } from '../../community/people.ts';
import { register } from '../../community/registration.ts';
import { nodeLauncher } from '../../hooks/node-launcher.ts';
import { openIdentity } from '../../identity/identity.ts';
import type { Signer } from '../../identity/signer.ts';
import { type Library, openLibrary } from '../../library/library.ts';
import { publishBundled } from '../../library/publish.ts';
import { createTransport } from '../../p2p/iroh.ts';
import { openTables, type Tables } from '../tables.ts';
import { type BrittleTransport, brittle } from './brittle.ts';

type Tamper = (path: string, body: JsonObject) => JsonObject;

export interface TestSeat {
  readonly client: CommunityClient;
  readonly signer: Signer;
  readonly tables: Tables;
  readonly library: Library;
  readonly transport: BrittleTransport;
  /** Id of a bundled protocol by its folder. */
  protocol(folder: string): string;
  /** Changes what the community answers to GET; null stops lying. */
  tamper(change: Tamper | null): void;
  /** Requests that reach the community while their answer is lost, as often as this says so. */
  loseAnswers(lost: ((method: string, path: string) => boolean) | null): void;
  /** Requests for which the community is away. */
  unreachable(away: ((path: string) => boolean) | null): void;
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
  let change: Tamper | null = null;
  let lost: ((method: string, path: string) => boolean) | null = null;
  let away: ((path: string) => boolean) | null = null;
  const proxy = createServer((request, response) => {
    const path = request.url ?? '';
    if (away?.(path)) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
      const body = Buffer.concat(chunks);
      const answer = await fetch(url + path, {
        method: request.method!,
        headers,
        ...(body.length > 0 ? { body } : {}),
      });
      const text = await answer.text();
      if (lost?.(request.method!, path)) return void request.socket.destroy();
      const lie = change && request.method === 'GET' && answer.status === 200;
      response.writeHead(answer.status, { 'content-type': 'application/json', date: answer.headers.get('date') ?? '' });
      response.end(lie ? JSON.stringify(change!(path, JSON.parse(text) as JsonObject)) : text);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  const identity = await openIdentity({ dataDir, keychain: null });
  await identity.create({ nickname, bio: '', passphrase: null });
  const { signer } = identity;
  const client = createCommunityClient({ url: () => proxyUrl, signer });
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
    tamper: (next) => {
      change = next;
    },
    loseAnswers: (next) => {
      lost = next;
    },
    unreachable: (next) => {
      away = next;
    },
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
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
