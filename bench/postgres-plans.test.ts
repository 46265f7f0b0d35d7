/**
 * What the queries of every route read on PostgreSQL in a large community, compared with a small one: pages by EXPLAIN, which the speed of
 * the machine doesn't change. A long run has a million agents, a million sessions and 100,000 protocols.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { proofOf, type RequestParts, requestOf, type TestAgent, TestCommunity } from '../service/testing/community.ts';
import { TestDatabase } from '../service/testing/postgres.ts';
import { postgresUrl } from '../service/testing/postgres-url.ts';
import { runInProcess } from '../service/testing/run-in-process.ts';
import { createSampleData } from '../service/testing/sample-data.ts';
import type { CommunityRoute } from '../shared/community/contract.ts';
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { fillCommunity, type Size } from './fill-community.ts';

const sizes: { [name in 'small' | 'large']: Size } = {
  small: { agents: 1_000, protocols: 1_000, invitations: 1_000, games: 1_000 },
  large: isLongRun
    ? { agents: 1_000_000, protocols: 100_000, invitations: 100_000, games: 1_000_000 }
    : { agents: 5_000, protocols: 3_000, invitations: 3_000, games: 5_000 },
};
/** Pages that a larger community may cost a route: a tree has one more level. */
const growthMax = 1.5;

interface Statement {
  text: string;
  values: unknown[];
}
/** What the service asks while a call runs; null between calls. */
let asked: Statement[] | null = null;
const original = Client.prototype.query;
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const [config] = args as [unknown];
  if (asked && typeof config === 'object' && config !== null && 'values' in config) asked.push(config as Statement);
  return Reflect.apply(original, this, args);
} as Client['query'];
afterAll(() => {
  Client.prototype.query = original;
});

const folder = temporaryFolder();

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
}

const scansOf = (node: Node): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name']!] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

/** Pages that the queries of each route read, and the tables that they scan as a whole. */
async function measure(size: Size, name: string) {
  const dataDir = join(folder, name);
  const now = Date.now();
  await fillCommunity(dataDir, { ...size, now });
  const database = await TestDatabase.create(postgresUrl()!);
  const copied = await runInProcess(['copy', '--data-dir', dataDir, '--database-url', database.url]);
  expect(copied.code, copied.err).toBe(0);
  // Keeps the service from sweeping, whose queries are no route's.
  await database.query("SELECT pg_advisory_lock(hashtext('parlor sweeper'))");
  const community = new TestCommunity(dataDir, { rates: { capabilities: null } }, database);
  // Its invitations are open.
  community.now = now;
  await community.start();
  const costs = new Map<string, { pages: number; scans: string[] }>();
  const measureCall = async <Key extends CommunityRoute>(agent: TestAgent, key: Key, parts: RequestParts<Key> = {}) => {
    asked = [];
    // Not checked against the contract, which rows that were filled in directly don't meet.
    const result = await agent.send(requestOf(key, parts));
    const statements = asked;
    asked = null;
    expect(result.status, `${key}: ${result.text}`).toBeLessThan(300);
    const cost = { pages: 0, scans: [] as string[] };
    for (const { text, values } of statements) {
      const isRead = /^\s*select/i.test(text) && !/pg_advisory|pg_notify/.test(text);
      const options = isRead ? 'ANALYZE, BUFFERS, FORMAT JSON' : 'FORMAT JSON';
      const [row] = (await database.query(`EXPLAIN (${options}) ${text}`, values)) as {
        'QUERY PLAN': [{ Plan: Node }];
      }[];
      const plan = row!['QUERY PLAN'][0].Plan;
      if (isRead) cost.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      cost.scans.push(...scansOf(plan));
    }
    // The ids differ between the sizes, the calls and their order don't.
    costs.set(`${costs.size + 1} ${key} ${Object.keys(parts.query ?? {})}`, cost);
    return result.body;
  };

  // The same for both sizes, but for the rest of the community around it.
  const { agents, protocols, sessions } = await createSampleData(community);
  await database.query('VACUUM ANALYZE');
  // Without these, the few rows of a small community would be read as a whole, and that is no measure for a large one.
  await database.query('SET enable_seqscan = off');
  await database.query('SET enable_bitmapscan = off');
  const [ada, bela] = agents as [TestAgent, TestAgent, TestAgent];
  const id = { id: ada.agent_id };
  const [protocol_id, session_id] = [protocols[0]!, sessions[0]!];
  const invitation = await measureCall(ada, 'POST /api/v1/invitations', { body: ada.invitation(protocol_id) });
  const { post_id } = invitation;
  await measureCall(bela, 'GET /api/v1/invitations/{post_id}', { params: { post_id } });
  await measureCall(ada, 'POST /api/v1/invitations/{post_id}/renew', { params: { post_id }, body: {} });
  const session = await measureCall(bela, 'POST /api/v1/sessions', { body: proofOf(ada, bela, post_id, protocol_id) });
  const own = { session_id: session.session_id };
  await measureCall(ada, 'PATCH /api/v1/sessions/{session_id}/transport', {
    params: own,
    body: transportOf(ada, protocol_id),
  });
  await measureCall(bela, 'GET /api/v1/sessions/{session_id}/transport', { params: own });
  await measureCall(bela, 'POST /api/v1/sessions/{session_id}/status', { params: own, body: { status: 'closed' } });
  for (const agent of [ada, bela])
    await measureCall(agent, 'POST /api/v1/sessions/{session_id}/result', { params: own, body: { winner: 'draw' } });
  await measureCall(ada, 'POST /api/v1/ratings', { body: { ...own, score: 3 } });
  await measureCall(bela, 'POST /api/v1/feedback', { body: own });
  await measureCall(bela, 'GET /api/v1/sessions/{session_id}', { params: { session_id } });
  const other = await measureCall(ada, 'POST /api/v1/invitations', { body: ada.invitation(protocol_id) });
  await measureCall(ada, 'DELETE /api/v1/invitations/{post_id}', { params: { post_id: other.post_id } });
  const ciphertext = randomBytes(90).toString('base64');
  const message = await measureCall(bela, 'POST /api/v1/inbox', {
    body: { recipient_public_key: ada.public_key, ciphertext },
  });
  await measureCall(ada, 'GET /api/v1/inbox', {});
  await measureCall(ada, 'GET /api/v1/inbox/{id}', { params: { id: message.id } });
  await measureCall(ada, 'DELETE /api/v1/inbox/{id}', { params: { id: message.id } });
  await measureCall(ada, 'DELETE /api/v1/inbox', {});
  await measureCall(ada, 'POST /api/v1/agents/{id}/capabilities', { params: id, body: { capabilities: ['one'] } });
  const routes = [
    'GET /api/v1/agents/{id}',
    'GET /api/v1/agents/{id}/elo',
    'GET /api/v1/agents/{id}/elo/history',
    'GET /api/v1/agents/{id}/capabilities',
    'GET /api/v1/agents/{id}/karma',
    'GET /api/v1/agents/{id}/ratings',
    'GET /api/v1/agents/{id}/record',
    'GET /api/v1/agents/{id}/stats',
  ] as const;
  for (const key of routes) await measureCall(ada, key, { params: id });
  await measureCall(ada, 'GET /api/v1/agents/{id}/head-to-head', { params: id, query: { with: bela.agent_id } });
  await measureCall(ada, 'GET /api/v1/agents', { query: { public_key: ada.public_key } });
  await measureCall(ada, 'GET /api/v1/agents/search', { query: { name: 'ada of' } });
  for (const query of [{}, { family: 'game:f1' }, { around: 500 }])
    await measureCall(ada, 'GET /api/v1/elo/leaderboard', { query });
  for (const query of [{}, { around: 500 }]) await measureCall(ada, 'GET /api/v1/karma/leaderboard', { query });
  for (const query of [{}, { protocol_id }, { tags: ['quiet-evening'] }])
    await measureCall(ada, 'GET /api/v1/invitations', { query });
  for (const query of [
    {},
    { family: 'game:f1' },
    { status: 'deprecated' },
    { family: 'game:f1', status: 'deprecated' },
  ] as const)
    await measureCall(ada, 'GET /api/v1/protocols', { query });
  const params = { protocol_id };
  const protocolRoutes = [
    'GET /api/v1/protocols/{protocol_id}',
    'GET /api/v1/protocols/{protocol_id}/bundle',
    'GET /api/v1/protocols/{protocol_id}/governance',
    'GET /api/v1/protocols/{protocol_id}/stats',
    'GET /api/v1/protocols/{protocol_id}/similar',
  ] as const;
  for (const key of protocolRoutes) await measureCall(ada, key, { params });
  await measureCall(ada, 'GET /api/v1/protocols/deprecated', { query: { protocol_ids: [protocol_id] } });
  await measureCall(bela, 'GET /api/v1/blocks', {});
  await measureCall(ada, 'POST /api/v1/blocks', { body: { public_key: bela.public_key } });
  await community.stop();
  await database.drop();
  return costs;
}

const transportOf = (agent: TestAgent, protocol_id: string) => {
  const { iroh_ticket, transport_binding_signature } = agent.invitation(protocol_id, `ticket${randomUUID()}`);
  return { iroh_ticket, transport_binding_signature };
};

test('no route reads more in a large community than in a small one', async () => {
  const small = await measure(sizes.small, 'small');
  const large = await measure(sizes.large, 'large');
  const report = [...large].map(([call, { pages, scans }]) => ({
    call,
    pages: [small.get(call)!.pages, pages],
    growth: pages / small.get(call)!.pages,
    scans,
  }));
  if (process.env.PARLOR_PLANS) console.info(report);
  expect(report.filter(({ growth, scans }) => growth > growthMax || scans.length > 0)).toEqual([]);
});
