/** The house at a real community, among strangers who shake hands, take sessions and never come. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { isLongRun, sampled } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createPerson, type TestPerson } from '../bridge/testing/person.ts';
import { createCommunityClient } from '../community/client.ts';
import { housePlayersAt } from '../community/house-players.ts';
import { threadLauncher } from '../hooks/thread-launcher.ts';
import { defaultResourcesDir } from '../installation.ts';
import { startTestService } from '../tables/testing/community.ts';
import { createStrangers, type Stranger } from '../tables/testing/strangers.ts';
import { runHouse } from './house.ts';

const dir = temporaryFolder();
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Invitation {
  post_id: string;
  public_key: string;
  protocol_id: string;
  options: unknown;
  iroh_ticket: string;
  nickname: string;
}

const strangerCount = isLongRun ? 1_000 : 4;
/** In the long run, an honest guest waits no longer than this; otherwise nothing depends on time. */
const honestMs = 2_000;
const ends = [
  { status: 'failed', reason: 'history_differs' },
  { status: 'failed', reason: 'peer_disconnected' },
  { status: 'closed', reason: 'completed' },
] as const;

async function openHouse() {
  const service = await startTestService(join(dir, 'community'), ['--difficulty', '0']);
  closers.push(() => service.dispose());
  const house = await runHouse({
    server: Promise.resolve(service.url),
    dataDir: join(dir, 'house'),
    resourcesDir: defaultResourcesDir(),
    strength: 'easy',
    language: 'en',
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

let opened: ReturnType<typeof openHouse> | null = null;
/** One house for all tests. */
const sharedHouse = () => {
  opened ??= openHouse();
  return opened;
};

/** Joins as anybody does, and leaves; resolves with the milliseconds until the game had begun. */
async function joinHonestly(ann: TestPerson, { post_id }: Invitation): Promise<number> {
  const startedAt = performance.now();
  const { table_id } = await ann.bridge.tables.join({ post_id, control_mode: 'human' });
  const state = async () => {
    const { phase, problem } = (await ann.bridge.tables.list({})).tables.find((table) => table.table_id === table_id)!;
    return { phase, problem };
  };
  await expect.poll(state, { interval: 20, timeout: 30_000 }).toEqual({ phase: 'playing', problem: null });
  const waitedMs = performance.now() - startedAt;
  await ann.bridge.tables.resign({ table_id });
  return waitedMs;
}

/** An honest guest was faster, which ends the sessions of all others. */
function requireSeatTaken(error: unknown): null {
  if (error instanceof ParlorError && ['invitation_taken', 'session_terminal'].includes(error.code)) return null;
  throw error;
}

/** Does all that a stranger can do with a proof, except come. */
async function takeSession(stranger: Stranger, invitation: Invitation, number: number): Promise<void> {
  const proof = await stranger.takeProof(invitation).catch(() => null);
  if (proof === null) return;
  const session = await stranger.client.call('POST /api/v1/sessions', { body: proof }).catch(requireSeatTaken);
  if (session === null || number % 2 === 0) return;
  const { session_id } = session.body;
  const params = { session_id };
  const end = ends[number % ends.length]!;
  await stranger.client
    .call('POST /api/v1/sessions/{session_id}/status', { params, body: end })
    .catch(requireSeatTaken);
  await stranger.client.call('POST /api/v1/ratings', { body: { session_id, score: 1 } }).catch(() => {});
}

it.each(
  sampled(
    [
      ['one address', ['127.0.0.1']],
      ['100 addresses', Array.from({ length: 100 }, (_, number) => `127.0.1.${number + 1}`)],
    ],
    2,
  ),
)('no session that a stranger takes closes a table or changes statistics, from %s', async (_name, addresses) => {
  const { url, ann, listed, names, all, stats } = await sharedHouse();
  const strangers = await createStrangers(url, strangerCount, {
    addresses: process.platform === 'linux' ? addresses.slice(0, strangerCount) : ['127.0.0.1'],
  });
  closers.push(() => strangers.dispose());
  const before = await stats();
  const tables = await listed();

  let current = tables;
  let isAttacked = true;
  const next = strangers.all.entries();
  const attackers = Array.from({ length: Math.min(strangerCount, 50) }, async () => {
    for (const [number, stranger] of next) {
      const targets = isLongRun ? [current[number % current.length]!] : tables;
      for (const table of targets) await takeSession(stranger, table, number);
    }
  });
  const attack = Promise.all(attackers).finally(() => {
    isAttacked = false;
  });
  const waited: number[] = [];
  const joined = new Set<string>();
  while (isLongRun && isAttacked) {
    current = await listed();
    const [table] = current;
    joined.add(table!.post_id);
    waited.push(await joinHonestly(ann, table!));
  }
  await attack;
  // Every table is where it was: none had to be posted again, except by the player that has got an honest guest.
  await expect.poll(names).toEqual(all);
  const left = await listed();
  const posts = new Set(left.map(({ post_id }) => post_id));
  expect(tables.filter(({ post_id }) => !posts.has(post_id) && !joined.has(post_id))).toEqual([]);
  expect(await stats()).toEqual(before);
  waited.push(await joinHonestly(ann, left[0]!));
  // While it is in play, the next one is open.
  await expect.poll(names).toEqual(all);
  if (isLongRun) expect(Math.max(...waited)).toBeLessThan(honestMs);
});

it('signs nothing for keys that are not registered, and silent handshakes keep nobody out', async () => {
  const { url, ann, listed } = await sharedHouse();
  const [table] = await listed();
  const unknown = await createStrangers(url, 3, { registered: false });
  closers.push(() => unknown.dispose());
  for (const stranger of unknown.all)
    await expect(stranger.takeProof(table!)).rejects.toMatchObject({ code: 'guest_unregistered' });

  const silent = await createStrangers(url, 50);
  closers.push(() => silent.dispose());
  for (const stranger of silent.all) await stranger.takeProof(table!);
  await joinHonestly(ann, table!);
});
