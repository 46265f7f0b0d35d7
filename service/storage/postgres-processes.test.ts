/** Four processes on one PostgreSQL: what conflicts is decided once, and what doesn't conflict fails nowhere. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { ban } from '../order/key-bans.ts';
import { type CallResult, proofOf, TestAgent, TestCommunity } from '../testing/community.ts';
import { sendRequest } from '../testing/http.ts';
import { TestDatabase } from '../testing/postgres.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { remoteCommunity, type ServiceProcess, startService } from '../testing/process.ts';
import { RandomLoad } from '../testing/random-load.ts';
import { registerProtocol } from '../testing/specs.ts';
import { openForOperator } from './operator-access.ts';

const processes = 4;
/** The default on loopback. */
const invitationsMax = 100;
const quota = 3;
let database: TestDatabase;
let services: ServiceProcess[];
let communities: TestCommunity[];
let stored: TestCommunity;
beforeAll(async () => {
  database = await TestDatabase.create(postgresUrl()!);
  const args = ['--host', '127.0.0.1', '--port', '0', '--difficulty', '0', '--exit-with-parent', '--metrics-port', '0'];
  const flags = [...args, '--inbox-quota', `${quota}`, '--database-url', database.url];
  services = await Promise.all(Array.from({ length: processes }, () => startService(flags)));
  communities = services.map(({ url }) => remoteCommunity(url));
  stored = new TestCommunity('', {}, database);
});
afterAll(async () => {
  for (const { child, ended, log } of services) {
    child.kill();
    expect(await ended).toBe(0);
    expect(log()).not.toMatch(/database_unavailable|unhandled/i);
  }
  await database.drop();
});

/** The same agent at the process with this number. */
const at = ({ seed, agent_id }: TestAgent, process: number): TestAgent =>
  Object.assign(new TestAgent(communities[process % processes]!, seed), { agent_id });
const agent = (nickname: string) => communities[0]!.agent(nickname);
const agentsOf = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => agent(`Agent ${i}`)));
/** Runs all at the same time; what they call is spread over the processes. */
const atOnce = <Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
/** Calls that have waited for others too long are made again, as clients do. */
const callAtOnce = (count: number, call: (index: number) => Promise<CallResult>): Promise<CallResult[]> =>
  atOnce(count, async (index) => {
    for (;;) {
      const result = await call(index);
      if (result.code !== 'service_busy') return result;
    }
  });
const countsOf = (results: readonly CallResult[]) => {
  const counts: { [outcome: string]: number } = {};
  for (const { code, status } of results) counts[code ?? status] = (counts[code ?? status] ?? 0) + 1;
  return counts;
};
const repeatedTransactions = async (): Promise<number> => {
  const texts = await Promise.all(services.map(async ({ metricsUrl }) => (await fetch(metricsUrl!)).text()));
  return texts.reduce((sum, text) => sum + Number(/^parlor_transactions_repeated_total (\d+)$/m.exec(text)![1]), 0);
};
const ciphertext = randomBytes(90).toString('base64');

test('nothing is refused or repeated where nothing conflicts', async () => {
  const clients = 64;
  const callers = await agentsOf(clients);
  const before = await repeatedTransactions();
  const results = await atOnce(clients, async (index) => {
    const own = at(callers[index]!, index);
    const other = callers[(index + 1) % clients]!;
    const outcomes: CallResult[] = [];
    for (let round = 0; round < (isLongRun ? quota : 1); round += 1) {
      const message = { recipient_public_key: other.public_key, ciphertext };
      outcomes.push(await own.call('POST /api/v1/inbox', { body: message }));
      outcomes.push(
        await own.call('POST /api/v1/sessions', { body: proofOf(other, own, randomUUID(), 'a'.repeat(64)) }),
      );
      outcomes.push(await own.call('POST /api/v1/invitations', { body: own.invitation('a'.repeat(64)) }));
    }
    return outcomes;
  });
  expect(countsOf(results.flat())).toEqual({ 201: results.flat().length });
  expect(await repeatedTransactions()).toBe(before);
});

test('awards points for two of many concurrent games of one pair', async () => {
  const protocol_id = await registerProtocol(await agent('Author'), 'pairs', 'game:pairs');
  const [host, guest] = (await agentsOf(2)) as [TestAgent, TestAgent];
  const sessions = await atOnce(8, (index) => at(guest, index).closedSession(at(host, index), protocol_id));
  const results = await callAtOnce(4 * sessions.length, (index) => {
    const own = index % 2 === 0 ? host : guest;
    const params = { session_id: sessions[index >> 2]! };
    return at(own, index * 7).call('POST /api/v1/sessions/{session_id}/result', { params, body: { winner: 'host' } });
  });
  expect(countsOf(results)).toEqual({ 200: results.length });
  const rows = (await database.query(
    `SELECT reason, host_before, host_after FROM result WHERE host_id = ${host.agent_id} ORDER BY host_before, reason`,
  )) as { reason: string; host_before: number; host_after: number }[];
  expect(rows.map(({ reason }) => reason).sort()).toEqual([...Array(2).fill('awarded'), ...Array(6).fill('capped')]);
  const awarded = rows.filter(({ reason }) => reason === 'awarded');
  expect([awarded[0]!.host_before, awarded[0]!.host_after]).toEqual([1200, awarded[1]!.host_before]);
  expect(await new RandomLoad([], 0).check(stored)).toEqual([]);
});

test('keeps the capacity of an inbox and the quota of each pair', async () => {
  const [recipient, sender, ...senders] = (await agentsOf(42)) as [TestAgent, TestAgent, ...TestAgent[]];
  const send = (from: TestAgent, index: number) =>
    at(from, index).call('POST /api/v1/inbox', { body: { recipient_public_key: recipient.public_key, ciphertext } });
  const ofOne = await callAtOnce(20, (index) => send(sender, index));
  expect(countsOf(ofOne)).toEqual({ 201: quota, rate_limited: 20 - quota });
  const ofMany = await callAtOnce(senders.length, (index) => send(senders[index]!, index));
  expect(countsOf(ofMany)).toEqual({ 201: 5 - quota, inbox_full: senders.length - 5 + quota });
});

test('accepts a request once, and a proof of work once', async () => {
  const ann = await agent('Ann');
  const request = { method: 'GET', target: '/api/v1/protocols' };
  const headers = ann.headers(request);
  const copies = await atOnce(40, (index) => sendRequest(services[index % processes]!.url, { ...request, headers }));
  expect(copies.map(({ status }) => status).sort()).toEqual([200, ...Array(39).fill(401)]);

  const { body: challenge } = await communities[0]!.get('GET /api/v1/auth/challenge');
  const registrations = await callAtOnce(20, (index) => {
    const newcomer = new TestAgent(communities[index % processes]!);
    return newcomer.call('POST /api/v1/auth/register', { body: newcomer.solve(challenge, 'Eve') });
  });
  expect(countsOf(registrations)).toEqual({ 201: 1, invalid_challenge: 19 });

  const key = new TestAgent(communities[0]!);
  const bodies = await atOnce(12, () => key.registration('Bob'));
  const ofOneKey = await callAtOnce(12, (index) =>
    at(key, index).call('POST /api/v1/auth/register', { body: bodies[index]! }),
  );
  expect(countsOf(ofOneKey)).toEqual({ 200: 11, 201: 1 });
});

test('keeps the number of open invitations, and gives a seat to one guest', async () => {
  const [host, ...guests] = (await agentsOf(13)) as [TestAgent, ...TestAgent[]];
  const protocol_id = 'b'.repeat(64);
  const posted = await callAtOnce(invitationsMax + 10, (index) =>
    at(host, index).call('POST /api/v1/invitations', {
      body: { ...host.invitation(protocol_id), host_confirms: index % 2 === 0 },
    }),
  );
  expect(countsOf(posted)).toEqual({ 201: invitationsMax, rate_limited: 10 });

  const open = (await database.query(
    `SELECT DISTINCT ON (host_confirms) post_id, host_confirms FROM invitation WHERE host_id = ${host.agent_id}`,
  )) as { post_id: string; host_confirms: number }[];
  for (const { post_id, host_confirms } of open) {
    const proofs = guests.map((guest) => proofOf(host, guest, post_id, protocol_id));
    const joined = await callAtOnce(guests.length, (index) =>
      at(guests[index]!, index).call('POST /api/v1/sessions', { body: proofs[index]! }),
    );
    const taken = { 201: 1, invitation_taken: guests.length - 1 };
    expect(countsOf(joined)).toEqual(host_confirms ? { 201: guests.length } : taken);
    if (host_confirms) {
      const confirmed = await callAtOnce(guests.length, (index) =>
        at(host, index).call('POST /api/v1/sessions', { body: proofs[index]! }),
      );
      // Those who come later find their claims ended, or the seat taken.
      expect(confirmed.filter(({ body }) => body.status === 'matched')).toHaveLength(1);
    }
    expect(
      await database.query(
        `SELECT count(*) AS seated FROM session WHERE post_id = '${post_id}' AND status = 'matched'`,
      ),
    ).toEqual([{ seated: 1 }]);
  }
});

test('stores nothing of a person once their ban is committed', async () => {
  const eve = await agent('Eve');
  let posts = 0;
  let banned: Promise<boolean> | null = null;
  await using access = await openForOperator({ databaseUrl: database.url });
  const banOnce = () => {
    banned ??= access.transaction((db) => ban(db, eve.public_key, { operator: 'Ann', note: '', now: Date.now() }));
  };
  await atOnce(16, async (index) => {
    for (;;) {
      const posted = await at(eve, index).call('POST /api/v1/invitations', { body: eve.invitation('c'.repeat(64)) });
      posts += 1;
      if (posts === 3) banOnce();
      if (posted.code === 'banned') return;
      expect(['201', 'rate_limited', 'service_busy']).toContain(posted.code ?? `${posted.status}`);
    }
  });
  expect(await banned).toBe(true);
  expect(
    await database.query(`SELECT post_id FROM invitation WHERE host_id = ${eve.agent_id} AND status = 'active'`),
  ).toEqual([]);
});

test('concurrent random calls through all processes violate no invariant', async () => {
  const load = new RandomLoad(communities, 4);
  await load.run(16, () => load.calls > (isLongRun ? 20_000 : 200));
  expect(await load.check(stored)).toEqual([]);
});

test('goes on while a newer version adds columns to its tables', async () => {
  const use = async () => {
    for (let process = 0; process < processes; process += 1) {
      const newcomer = new TestAgent(communities[process]!);
      expect((await newcomer.register('Zoe')).status).toBe(201);
      const other = await newcomer.call('GET /api/v1/agents/{id}', { params: { id: newcomer.agent_id } });
      expect(other.status).toBe(200);
      const sent = await newcomer.call('POST /api/v1/invitations', { body: newcomer.invitation('d'.repeat(64)) });
      expect(sent.status).toBe(201);
    }
  };
  await use();
  for (const table of ['agent', 'invitation']) await database.query(`ALTER TABLE ${table} ADD COLUMN added integer`);
  await use();
});
