/** The cast at work: each member has an identity of its own, registers, and hosts one table after the other. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ParlorError } from '../../shared/errors.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import { createPeople } from '../community/people.ts';
import { register } from '../community/registration.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import { type IdentityStore, openIdentity } from '../identity/identity.ts';
import { openLibrary } from '../library/library.ts';
import { publishBundled } from '../library/publish.ts';
import { createTransport, type Reach } from '../p2p/iroh.ts';
import { openTables } from '../tables/tables.ts';
import { type CastMember, cast, welcomeWords } from './cast.ts';
import { welcomeNewcomers } from './welcome.ts';

export interface House {
  /** Public keys of the cast. */
  readonly keys: string[];
  /** Who can call its tables from now on. */
  reach(reach: Reach): void;
  dispose(): Promise<void>;
}

/** A member thinks this long before it moves, so that a person can follow. */
const paceMs = 600;
const restMs = 1_000;

export async function runHouse(config: {
  server: string;
  dataDir: string;
  resourcesDir: string;
  reach: Reach;
}): Promise<House> {
  const transport = createTransport({ preset: config.reach });
  const stopped = new AbortController();
  const members = await Promise.all(
    cast.map(async (member) => {
      const dataDir = join(config.dataDir, member.slug);
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const identity = await openIdentity({ dataDir, keychain: null });
      if (identity.state === 'missing')
        await identity.create({ nickname: member.nickname, bio: member.bio, passphrase: null });
      return { member, dataDir, identity };
    }),
  );

  const keys = members.flatMap(({ identity }) => (identity.identity ? [identity.identity.public_key] : []));

  async function serve({
    member,
    dataDir,
    identity,
  }: {
    member: CastMember;
    dataDir: string;
    identity: IdentityStore;
  }): Promise<void> {
    const { signer } = identity;
    const client = createCommunityClient({ url: () => config.server, signer });
    const library = await openLibrary({ resourcesDir: config.resourcesDir, dataDir });
    const protocol = library.list().find(({ folder }) => folder === member.protocol);
    if (!protocol)
      throw new ParlorError('protocol_missing', `The rules of ${member.protocol} are not among the bundled ones.`);
    const { signal } = stopped;
    await persist(() => register({ client, signer, nickname: member.nickname, bio: member.bio, signal }), signal);
    await persist(() => publishBundled(client, protocol), signal);
    await persist(() => withdrawLeftovers(client, signer.publicKey), signal);
    const tables = await openTables({
      dataDir,
      signer,
      client,
      people: createPeople(client),
      library,
      transport,
      launchHooks: nodeLauncher(),
      onChange: () => {},
    });
    signal.addEventListener('abort', () => void tables.dispose(), { once: true });
    const welcoming =
      member === cast[0] &&
      welcomeNewcomers({
        client,
        signer,
        cast: new Set(keys),
        path: join(config.dataDir, 'welcomed.json'),
        table: () => tables.hosting()[0]?.post_id ?? null,
        words: welcomeWords,
        signal,
      });
    while (!signal.aborted) {
      await persist(async () => {
        const hosted = await tables.host({
          protocol_id: protocol.protocol_id,
          control_mode: 'autonomous',
          manner: member.manner,
          message: member.message,
          paceMs,
        });
        await hosted.ended;
      }, signal);
    }
    await welcoming;
    await tables.dispose();
  }

  const work = members.map((member) =>
    serve(member).catch((error: unknown) => {
      if (!stopped.signal.aborted) process.stderr.write(`${member.member.nickname}: ${String(error)}\n`);
    }),
  );
  return {
    keys,
    reach: (reach) => transport.reach(reach),
    async dispose() {
      stopped.abort();
      await Promise.all(work);
      await transport.close();
    },
  };
}

/** Tries again until it works: the community may be starting, or away for a while. */
async function persist(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      if (signal.aborted) return;
      process.stderr.write(`${String(error)}\n`);
      await delay(restMs, undefined, { signal }).catch(() => {});
    }
  }
}

/** Invitations of an earlier run that nobody answers any more. */
async function withdrawLeftovers(client: CommunityClient, ownKey: string): Promise<void> {
  const { body } = await client.call('GET /api/v1/invitations', { query: { limit: 100 } });
  for (const { post_id, public_key } of body.results) {
    if (public_key !== ownKey) continue;
    await client.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } }).catch(() => {});
  }
}
