/** The house at a real community, among strangers who shake hands, take sessions and never come. */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createPerson, type TestPerson } from '../bridge/testing/person.ts';
import { createCommunityClient } from '../community/client.ts';
import { housePlayersAt } from '../community/house-players.ts';
import { threadLauncher } from '../hooks/thread-launcher.ts';
import { defaultResourcesDir } from '../installation.ts';
import { startTestService } from '../tables/testing/community.ts';
import { createStrangers, type Stranger } from '../tables/testing/strangers.ts';
import { runHouse } from './house.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Invitation {
  post_id: string;
  public_key: string;
  protocol_id: string;
  iroh_ticket: string;
  nickname: string;
}

const strangerCount = isLongRun ? 1_000 : 12;
/** In the long run, an honest guest waits no longer than this; otherwise nothing depends on time. */
const honestMs = 2_000;
const ends = [
  { status: 'failed', reason: 'history_differs' },
  { status: 'failed', reason: 'peer_disconnected' },
  { status: 'closed', reason: 'completed' },
] as const;

async function openHouse() {
  const dir = temporaryFolder();
  const service = await startTestService(join(dir, 'community'), ['--difficulty', '0']);
  closers.push(() => service.dispose());
  const house = await runHouse({
    server: Promise.resolve(service.url),
    dataDir: join(dir, 'house'),
    resourcesDir: defaultResourcesDir(),
    strength: 'easy',
    reach: 'loopback',
    launchHooks: threadLauncher(),
  });
  closers.push(() => house.dispose());
  const ann = await createPerson(service.url, 'ann');
  closers.push(() => ann.leave());
  const client = createCommunityClient({ url: () => service.url, signer: null });
  const listed = async (): Promise<Invitation[]> => {
    const { body } = await ann.bridge.community.ask({ route: 'GET /api/v1/invitations', query: { limit: 100 } });
    return (body as unknown as { results: Invitation[] }).results;
  };
  const names = async () => (await listed()).map(({ nickname }) => nickname).sort();
  const all = housePlayersAt('easy')
    .map(({ nickname }) => nickname)
    .sort();
  await expect.poll(names, { timeout: 60_000 }).toEqual(all);
  const agentIdOf = async (public_key: string) =>
    (await client.call('GET /api/v1/agents', { query: { public_key } })).body.agent_id;
  const stats = async () =>
    Promise.all(
      house.keys.map(async (public_key) => {
        const agent = await agentIdOf(public_key).catch(() => null);
        if (agent === null) return null;
        const { body } = await client.call('GET /api/v1/agents/{id}/stats', { params: { id: agent } });
        const { body: karma } = await client.call('GET /api/v1/agents/{id}/karma', { params: { id: agent } });
        return [body.total_sessions, body.successful_sessions, karma.karma];
      }),
    );
  return { url: service.url, ann, listed, names, all, stats };
}

/** Joins as anybody does; resolves with the milliseconds until the game has begun. */
async function joinHonestly(ann: TestPerson, { post_id }: Invitation): Promise<number> {
  const startedAt = performance.now();
  const { table_id } = await ann.bridge.tables.join({ post_id, control_mode: 'human' });
  const phase = async () =>
    (await ann.bridge.tables.list({})).tables.find((table) => table.table_id === table_id)?.phase;
  await expect.poll(phase, { interval: 20, timeout: 30_000 }).toBe('playing');
  return performance.now() - startedAt;
}

/** Does all that a stranger can do with a proof, except come. */
async function takeSession(stranger: Stranger, invitation: Invitation, number: number): Promise<void> {
  const proof = await stranger.takeProof(invitation).catch(() => null);
  if (proof === null) return;
  const { session_id } = (await stranger.client.call('POST /api/v1/sessions', { body: proof })).body;
  if (number % 2 === 0) return;
  const params = { session_id };
  const end = ends[number % ends.length]!;
  await stranger.client.call('POST /api/v1/sessions/{session_id}/status', { params, body: end });
  await stranger.client.call('POST /api/v1/ratings', { body: { session_id, score: 1 } }).catch(() => {});
}

it.each([
  ['one address', ['127.0.0.1']],
  ['100 addresses', Array.from({ length: 100 }, (_, number) => `127.0.1.${number + 1}`)],
])('no session that a stranger takes closes a table or changes statistics, from %s', async (_name, addresses) => {
  const { url, ann, listed, names, all, stats } = await openHouse();
  const strangers = await createStrangers(url, strangerCount, {
    addresses: process.platform === 'linux' ? addresses.slice(0, strangerCount) : ['127.0.0.1'],
  });
  closers.push(() => strangers.dispose());
  const before = await stats();
  const tables = await listed();

  const attack = Promise.all(
    strangers.all.map(async (stranger, number) => {
      const own = isLongRun ? [tables[number % tables.length]!] : tables;
      for (const table of own) await takeSession(stranger, table, number);
    }),
  );
  const waited: number[] = [];
  if (isLongRun) waited.push(await joinHonestly(ann, tables[0]!));
  await attack;
  // Every table is where it was: none had to be posted again.
  const left = await listed();
  expect(left.length).toBe(all.length);
  expect(left.filter(({ post_id }) => tables.some((table) => table.post_id === post_id)).length).toBe(
    all.length - waited.length,
  );
  expect(await stats()).toEqual(before);
  waited.push(await joinHonestly(ann, left[0]!));
  // While it is in play, the next one is open.
  await expect.poll(names).toEqual(all);
  if (isLongRun) expect(Math.max(...waited)).toBeLessThan(honestMs);
});

it('signs nothing for keys that are not registered, and silent handshakes keep nobody out', async () => {
  const { url, ann, listed } = await openHouse();
  const [table] = await listed();
  const unknown = await createStrangers(url, 3, { registered: false });
  closers.push(() => unknown.dispose());
  for (const stranger of unknown.all)
    await expect(stranger.takeProof(table!)).rejects.toMatchObject({ code: 'peer_disconnected' });

  const silent = await createStrangers(url, 50);
  closers.push(() => silent.dispose());
  for (const stranger of silent.all) await stranger.takeProof(table!);
  await joinHonestly(ann, table!);
});
