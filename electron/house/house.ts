/** The cast at work: each member has an identity of its own, registers, and hosts one table after the other. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HouseStrength } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import { createPeople } from '../community/people.ts';
import { register } from '../community/registration.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import { type IdentityStore, openIdentity } from '../identity/identity.ts';
import { openLibrary } from '../library/library.ts';
import { publishBundled } from '../library/publish.ts';
import { createTransport, type Reach } from '../p2p/iroh.ts';
import { openTables, type Tables } from '../tables/tables.ts';
import { type CastMember, cast, seatedAt } from './cast.ts';
import { type Greeter, welcomeNewcomers } from './welcome.ts';

export interface House {
  /** Public keys of the cast. */
  readonly keys: string[];
  /** Who keeps a table from now on; null: nobody. A table that is played is played to its end. */
  seat(strength: HouseStrength | null): void;
  /** Resolves as soon as nobody is to sit and nobody plays. */
  readonly left: Promise<void>;
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
  strength: HouseStrength;
  reach: Reach;
}): Promise<House> {
  const transport = createTransport({ preset: config.reach });
  const stopped = new AbortController();
  const { signal } = stopped;
  let seated = new Set(seatedAt(config.strength));
  /** What waits for another wish of who sits. */
  const asked = new Set<() => void>();
  /** Tables of the cast, of those who have sat down once. */
  const chairs = new Map<CastMember, Omit<Greeter, 'post_id'> & { tables: Tables }>();
  /** Tables of the cast that wait or are played. */
  let open = 0;
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const nobody = () => void (seated.size === 0 && open === 0 && leave());
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
    await wanted(member);
    if (signal.aborted) return;
    const { signer } = identity;
    const client = createCommunityClient({ url: () => config.server, signer });
    const library = await openLibrary({ resourcesDir: config.resourcesDir, dataDir });
    const protocol = library.list().find(({ folder }) => folder === member.protocol);
    if (!protocol)
      throw new ParlorError('protocol_missing', `The rules of ${member.protocol} are not among the bundled ones.`);
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
    chairs.set(member, { client, signer, nickname: member.nickname, tables });
    while (!signal.aborted) {
      await wanted(member);
      await persist(async () => {
        if (!seated.has(member)) return;
        const hosted = await tables.host({
          protocol_id: protocol.protocol_id,
          control_mode: 'autonomous',
          manner: member.manner,
          message: member.message,
          paceMs,
        });
        // Withdraws what waits; a table that is played is not ended by it.
        const look = () => void (!seated.has(member) && hosted.cancel().catch(() => {}));
        asked.add(look);
        open += 1;
        look();
        await hosted.ended.finally(() => {
          asked.delete(look);
          open -= 1;
          nobody();
        });
      }, signal);
    }
    await tables.dispose();
  }

  /** Resolves once this one is to sit, or the house is closed. */
  function wanted(member: CastMember): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => void ((signal.aborted || seated.has(member)) && resolve());
    asked.add(look);
    signal.addEventListener('abort', look, { once: true });
    look();
    return promise.finally(() => {
      asked.delete(look);
      signal.removeEventListener('abort', look);
    });
  }

  /** The first of those who sit; while it plays, newcomers wait for its next table. */
  function greeter(): Greeter | null {
    const first = cast.find((member) => seated.has(member));
    const chair = first && chairs.get(first);
    const post_id = chair?.tables.hosting()[0]?.post_id;
    return chair && post_id !== undefined ? { ...chair, post_id } : null;
  }

  const work = members.map((member) =>
    serve(member).catch((error: unknown) => {
      if (!stopped.signal.aborted) process.stderr.write(`${member.member.nickname}: ${String(error)}\n`);
    }),
  );
  const welcoming = welcomeNewcomers({
    client: createCommunityClient({ url: () => config.server, signer: null }),
    cast: new Set(keys),
    path: join(config.dataDir, 'welcomed.json'),
    greeter,
    signal,
  });
  return {
    keys,
    reach: (reach) => transport.reach(reach),
    left,
    seat(strength) {
      seated = new Set(strength === null ? [] : seatedAt(strength));
      for (const look of [...asked]) look();
      nobody();
    },
    async dispose() {
      stopped.abort();
      await Promise.all([...work, welcoming]);
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
