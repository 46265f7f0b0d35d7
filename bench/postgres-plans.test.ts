/**
 * What the queries of every route read on PostgreSQL in a large community, compared with a small one: pages by EXPLAIN, which the speed of
 * the machine doesn't change. A long run has a million agents, a million sessions and 100,000 protocols.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client, escapeLiteral } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { serviceConfig } from '../service/config.ts';
import { createEventStore } from '../service/events/store.ts';
import { deleteExpired } from '../service/expiry.ts';
import { openStorage } from '../service/storage/open.ts';
import { plannerSettings } from '../service/storage/postgres.ts';
import { proofOf, type RequestParts, requestOf, TestAgent, TestCommunity } from '../service/testing/community.ts';
import { sendRequest } from '../service/testing/http.ts';
import { TestDatabase } from '../service/testing/postgres.ts';
import { postgresUrl } from '../service/testing/postgres-url.ts';
import { runInProcess } from '../service/testing/run-in-process.ts';
import { createSampleData } from '../service/testing/sample-data.ts';
import { protocolRegistrationBody, specOf } from '../service/testing/specs.ts';
import { type ManifestFile, manifestFileOf, manifestHashOf } from '../shared/bundle/manifest.ts';
import { type CommunityRoute, communityRoutes } from '../shared/community/contract.ts';
import { protocolIdOf } from '../shared/protocol/contract.ts';
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { fillCommunity, type Size } from './fill-community.ts';

const sizes: { [name in 'small' | 'large']: Size } = {
  small: { agents: 1_000, protocols: 1_000, invitations: 1_000, games: 1_000, others: 1_000 },
  large: isLongRun
    ? { agents: 1_000_000, protocols: 100_000, invitations: 100_000, games: 1_000_000, others: 100_000 }
    : { agents: 5_000, protocols: 3_000, invitations: 3_000, games: 5_000, others: 3_000 },
};
/** What a larger community may cost a route: a tree has one more level, and the rows of a page of results lie on as many pages. */
const growthMax = 1.5;
const scatteredMax = 20;

interface Statement {
  text: string;
  values: unknown[];
}
/** What the service asks while a call runs; null between calls. */
let asked: Statement[] | null = null;
const original = Client.prototype.query;
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const [config] = args as [unknown];
  if (typeof config === 'string') asked?.push({ text: config, values: [] });
  else if (typeof config === 'object' && config !== null && 'values' in config) asked?.push(config as Statement);
  return Reflect.apply(original, this, args);
} as Client['query'];
afterAll(() => {
  Client.prototype.query = original;
});

const folder = temporaryFolder();

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

interface Cost {
  /** Those that its queries read. */
  pages: number;
  /** The tables that they scan as a whole. */
  scans: string[];
}

const literalOf = (value: unknown): string => {
  if (value === null) return 'NULL';
  return escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value));
};

const scansOf = (node: Node): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name']!] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

/** The plan of a prepared statement, which doesn't depend on the values, with what it reads; only the plan of an insert, whose row is there. */
async function planOf(database: TestDatabase, { text, values }: Statement): Promise<Node> {
  const isInsert = /^\s*insert/i.test(text);
  if (!isInsert) await database.query(`BEGIN; PREPARE measured AS ${text}`);
  const [row] = (await (isInsert
    ? database.query(`EXPLAIN (FORMAT JSON) ${text}`, values)
    : database.query(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE measured${values.length > 0 ? `(${values.map(literalOf)})` : ''}`,
      ))) as { 'QUERY PLAN': [{ Plan: Node }] }[];
  if (!isInsert) await database.query('ROLLBACK; DEALLOCATE measured');
  return row!['QUERY PLAN'][0].Plan;
}

/** What each route costs, by its call, and the routes that were called. */
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
  const costs = new Map<string, Cost>();
  /** `name`: of what asked. */
  const explain = async (name: string, statements: readonly Statement[]) => {
    const cost: Cost = { pages: 0, scans: [] };
    for (const { text, values } of statements) {
      if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(text) || /pg_advisory|pg_notify/.test(text)) continue;
      const plan = await planOf(database, { text, values });
      cost.pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      // The sweep takes all rows of this one.
      cost.scans.push(...scansOf(plan).filter((table) => table !== 'tally_move'));
    }
    // The ids differ between the sizes, the calls and their order don't.
    costs.set(`${costs.size + 1} ${name}`, cost);
  };
  const measured = new Set<CommunityRoute>();
  const measureCall = async <Key extends CommunityRoute>(agent: TestAgent, key: Key, parts: RequestParts<Key> = {}) => {
    const request = requestOf(key, parts);
    const headers = agent.headers(request);
    asked = [];
    // Not checked against the contract, which rows that were filled in directly don't meet.
    const { status, text } = await sendRequest(community.url, { ...request, headers });
    const statements = asked;
    asked = null;
    expect(status, `${key}: ${text}`).toBeLessThan(300);
    measured.add(key);
    // Statements without values are those of the service itself, which runs meanwhile.
    await explain(
      `${key} ${Object.keys(parts.query ?? {})}`,
      statements.filter(({ values }) => values.length > 0),
    );
    return text.startsWith('{') ? JSON.parse(text) : text;
  };

  // The same for both sizes, but for the rest of the community around it.
  const { agents, protocols, sessions } = await createSampleData(community);
  await database.query(plannerSettings);
  await database.query('SET plan_cache_mode = force_generic_plan');
  const [ada, bela] = agents as [TestAgent, TestAgent, TestAgent];
  const id = { id: ada.agent_id };
  const [protocol_id, session_id] = [protocols[0]!, sessions[0]!];
  await measureCall(ada, 'GET /openapi.json');
  await measureCall(ada, 'GET /health');
  await measureCall(ada, 'GET /api/v1/version');
  const newcomer = new TestAgent(community);
  const challenge = await measureCall(newcomer, 'GET /api/v1/auth/challenge');
  const registration = newcomer.solve(challenge, 'Dora of the west');
  await measureCall(newcomer, 'POST /api/v1/auth/register', { body: registration });
  const invitation = await measureCall(ada, 'POST /api/v1/invitations', { body: ada.invitation(protocol_id) });
  const { post_id } = invitation;
  await measureCall(newcomer, 'GET /join/{post_id}', { params: { post_id } });
  await measureCall(newcomer, 'GET /join/{post_id}/summary', { params: { post_id } });
  await measureCall(bela, 'GET /api/v1/invitations/{post_id}', { params: { post_id } });
  await measureCall(ada, 'POST /api/v1/invitations/{post_id}/renew', { params: { post_id }, body: {} });
  const claimed = { ...ada.invitation(protocol_id), host_confirms: true };
  const open = await measureCall(ada, 'POST /api/v1/invitations', { body: claimed });
  const claim = proofOf(ada, bela, open.post_id, protocol_id);
  for (const agent of [bela, ada]) await measureCall(agent, 'POST /api/v1/sessions', { body: claim });
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
  const agentRoutes = [
    'GET /api/v1/agents/{id}',
    'GET /api/v1/agents/{id}/elo',
    'GET /api/v1/agents/{id}/elo/history',
    'GET /api/v1/agents/{id}/capabilities',
    'GET /api/v1/agents/{id}/karma',
    'GET /api/v1/agents/{id}/ratings',
    'GET /api/v1/agents/{id}/record',
  ] as const;
  // The first one has played all games.
  for (const params of [id, { id: 1 }]) for (const key of agentRoutes) await measureCall(ada, key, { params });
  // Counts the agent's sessions, and that of a protocol its sessions.
  await measureCall(ada, 'GET /api/v1/agents/{id}/stats', { params: id });
  await measureCall(ada, 'GET /api/v1/agents/{id}/head-to-head', { params: id, query: { with: bela.agent_id } });
  await measureCall(ada, 'GET /api/v1/agents', { query: { public_key: ada.public_key } });
  await measureCall(ada, 'GET /api/v1/agents/search', { query: { name: 'ada of' } });
  for (const query of [{}, { family: 'game:f1' }, { around: 500 }])
    await measureCall(ada, 'GET /api/v1/elo/leaderboard', { query });
  for (const query of [{}, { around: 500 }]) await measureCall(ada, 'GET /api/v1/karma/leaderboard', { query });
  for (const query of [
    {},
    { protocol_id },
    { tags: ['quiet-evening'] },
    { tags: ['common'] },
    { mine: 'true' as const },
  ])
    await measureCall(ada, 'GET /api/v1/invitations', { query });
  for (const query of [
    {},
    { family: 'game:f1' },
    { status: 'deprecated' },
    { family: 'game:f1', status: 'deprecated' },
  ] as const)
    await measureCall(ada, 'GET /api/v1/protocols', { query });
  const protocolRoutes = [
    'GET /api/v1/protocols/{protocol_id}',
    'GET /api/v1/protocols/{protocol_id}/bundle',
    'GET /api/v1/protocols/{protocol_id}/governance',
    'GET /api/v1/protocols/{protocol_id}/similar',
  ] as const;
  // That of all games.
  const busiest = { protocol_id: '1'.padStart(64, '0') };
  for (const params of [{ protocol_id }, busiest])
    for (const key of protocolRoutes) await measureCall(ada, key, { params });
  await measureCall(ada, 'GET /api/v1/protocols/{protocol_id}/stats', { params: { protocol_id } });
  await measureCall(ada, 'GET /api/v1/protocols/deprecated', { query: { protocol_ids: [protocol_id] } });
  await measureBoard(ada, measureCall);
  const block = await measureCall(ada, 'POST /api/v1/blocks', { body: { public_key: bela.public_key } });
  await measureCall(ada, 'GET /api/v1/blocks');
  await measureCall(ada, 'DELETE /api/v1/blocks/{block_id}', { params: { block_id: block.block_id } });
  const complaint = { reason: 'spam' as const, words: 'Writes', evidence: { kind: 'profile' as const } };
  await measureCall(ada, 'POST /api/v1/complaints', { body: { public_key: bela.public_key, ...complaint } });
  await measureCall(ada, 'GET /api/v1/complaints');
  await community.stop();

  const storage = await openStorage(serviceConfig({ dataDir, databaseUrl: database.url }), {
    ...{ bootId: null, now, elapsed: () => 0, onError: () => {} },
  });
  const events = createEventStore(storage.db, storage.committed);
  const measureWork = async (name: string, work: () => Promise<unknown>) => {
    asked = [];
    await work();
    const statements = asked;
    asked = null;
    await explain(name, statements);
  };
  // The feed asks for all streams at once.
  const newest = await events.newest();
  await measureWork('GET /api/v1/events', async () => {
    await events.newest();
    await events.isHeldBack();
    await events.eventsAfter({ ...newest, event_id: newest.event_id - 3 });
    await events.eventsBetween({ ...newest, event_id: newest.event_id - 50 }, newest, ada.agent_id);
  });
  measured.add('GET /api/v1/events');
  await measureWork('the sweep', () => deleteExpired(storage, events, now));
  await storage.close();
  await database.drop();
  return { costs, measured };
}

type MeasureCall = <Key extends CommunityRoute>(
  agent: TestAgent,
  key: Key,
  parts: RequestParts<Key>,
) => Promise<unknown>;

/** A protocol and its published board. */
async function measureBoard(author: TestAgent, measureCall: MeasureCall): Promise<void> {
  const specText = JSON.stringify(specOf('growing'));
  const params = { protocol_id: protocolIdOf(specText) };
  await measureCall(author, 'POST /api/v1/protocols', { body: JSON.parse(protocolRegistrationBody(specText)) });
  await measureCall(author, 'POST /api/v1/protocols/{protocol_id}/governance', {
    params,
    body: { family: 'game:growing', status: 'active' },
  });
  const [index, style] = ['index.html', 'style.css'].map((path) => {
    const bytes = Buffer.from(path);
    return { ...manifestFileOf(path, bytes), content_base64: bytes.toString('base64') };
  }) as [UiFile, UiFile];
  const files = [index, style].map(({ content_base64: _, ...file }) => file);
  const manifest_hash = manifestHashOf(files);
  const batch = { manifest_hash, manifest: { files }, files: [index] };
  await measureCall(author, 'POST /api/v1/protocols/{protocol_id}/ui-batch', { params, body: batch });
  await measureCall(author, 'POST /api/v1/protocols/{protocol_id}/ui', { params, body: { manifest_hash, ...style } });
  await measureCall(author, 'POST /api/v1/protocols/{protocol_id}/ui-finalize', { params, body: { manifest_hash } });
  await measureCall(author, 'GET /api/v1/protocols/{protocol_id}/ui/{path}', {
    params: { ...params, path: 'style.css' },
  });
}

type UiFile = ManifestFile & { content_base64: string };

const transportOf = (agent: TestAgent, protocol_id: string) => {
  const { iroh_ticket, transport_binding_signature } = agent.invitation(protocol_id, `ticket${randomUUID()}`);
  return { iroh_ticket, transport_binding_signature };
};

test('no route reads more in a large community than in a small one', async () => {
  const small = await measure(sizes.small, 'small');
  const large = await measure(sizes.large, 'large');
  expect([...large.measured].sort()).toEqual([...communityRoutes].sort());
  const report = [...large.costs].map(([call, { pages, scans }]) => ({
    call,
    pages: [small.costs.get(call)!.pages, pages] as const,
    scans,
  }));
  if (process.env.PARLOR_PLANS) console.info(report);
  const grows = ([inSmall, inLarge]: readonly [number, number]) => inLarge > growthMax * inSmall + scatteredMax;
  expect(report.filter(({ pages, scans }) => grows(pages) || scans.length > 0)).toEqual([]);
});
