import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { TestAgent, type TestCommunity } from './testing/community.ts';
import { sendCopies } from './testing/http.ts';
import { memoryOf, remoteCommunity, type ServiceProcess, serviceArgs, startService } from './testing/process.ts';
import { RandomLoad, seededRandom } from './testing/random-load.ts';
import { registerProtocol } from './testing/specs.ts';

vi.setConfig({ testTimeout: isLongRun ? 3_600_000 : 300_000 });

const dir = temporaryFolder();
let services: ServiceProcess[];
let first: TestCommunity;
let second: TestCommunity;
let protocol_id: string;
beforeAll(async () => {
  services = [await startService(serviceArgs(dir)), await startService(serviceArgs(dir))];
  [first, second] = services.map(({ url }) => remoteCommunity(url, dir)) as [TestCommunity, TestCommunity];
  protocol_id = await registerProtocol(await first.agent('Author'), 'dice', 'game:dice');
});
afterAll(async () => {
  for (const { child, ended, log } of services) {
    child.kill();
    expect(await ended).toBe(0);
    expect(log()).not.toMatch(/"level":[56]0|unhandled|uncaught/i);
  }
});

const countOf = (values: readonly (string | number)[]) => {
  const counts: { [value: string]: number } = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

test('accepts exactly one of many copies of a signed request', async () => {
  const ann = await first.agent('Ann');
  const rows = () => {
    const db = new DatabaseSync(join(dir, 'replay.db'), { timeout: 5000 });
    const { count } = db
      .prepare('SELECT (SELECT count(*) FROM used_even) + (SELECT count(*) FROM used_odd) AS count')
      .get()!;
    db.close();
    return count as number;
  };
  const [copies, connections] = isLongRun ? [10_000, 40] : [200, 8];
  for (let round = 0; round < (isLongRun ? 10 : 1); round += 1) {
    const before = { rows: rows(), memory: memoryOf(services[0]!) };
    const list = { method: 'GET', target: '/api/v1/protocols' };
    const request = { ...list, headers: ann.headers(list) };
    // Within the limit of pipelined requests per connection.
    const copiesPerConnection = 25;
    const statuses: number[] = [];
    for (let sent = 0; sent < copies; sent += copiesPerConnection * connections) {
      const floods = Array.from({ length: connections }, (_, i) =>
        sendCopies(services[i % 2]!.url, request, copiesPerConnection),
      );
      statuses.push(...(await Promise.all(floods)).flat());
    }
    expect(countOf(statuses)).toEqual({ 200: 1, 401: copies - 1 });
    expect(rows()).toBe(before.rows + 1);
    expect(memoryOf(services[0]!) - before.memory).toBeLessThan(64 * 1024 * 1024);
  }
});

test('concurrent registrations of one key create one agent', async () => {
  const seed = new TestAgent(first).seed;
  const sides = [new TestAgent(first, seed), new TestAgent(second, seed)];
  const copies = isLongRun ? 100 : 30;
  const bodies = await Promise.all(Array.from({ length: copies }, (_, i) => sides[i % 2]!.registration('Bob')));
  const responses = await Promise.all(
    bodies.map((body, i) => sides[(i >> 1) % 2]!.call('POST /api/v1/auth/register', { body })),
  );
  expect(countOf(responses.map(({ status }) => status))).toEqual({ 200: copies - 1, 201: 1 });
  expect(new Set(responses.map(({ body }) => body.agent_id)).size).toBe(1);
  expect(await first.sql`SELECT nonce FROM challenge`).toEqual([]);
});

test('a challenge used concurrently works once, even if the registration fails', async () => {
  for (const forged of [false, true]) {
    const agents = Array.from({ length: 20 }, (_, i) => new TestAgent(i % 2 === 0 ? first : second));
    const { body: challenge } = await first.get('GET /api/v1/auth/challenge');
    const register = (agent: TestAgent) => {
      const body = agent.solve(challenge, 'Eve');
      if (forged) body.signature = '0'.repeat(128);
      return agent.call('POST /api/v1/auth/register', { body });
    };
    const outcomes = await Promise.all(agents.map(register));
    expect(countOf(outcomes.map(({ status, code }) => code ?? status))).toEqual(
      forged ? { invalid_field: 1, invalid_challenge: 19 } : { 201: 1, invalid_challenge: 19 },
    );
  }
});

test('concurrent reports of both sides settle a result once', async () => {
  const random = seededRandom(1);
  const play = async () => {
    const [host, guest] = [await first.agent('Host'), await first.agent('Guest')];
    const session_id = await guest.closedSession(host, protocol_id);
    const report = { params: { session_id }, body: { winner: 'host' as const } };
    // Each side reports through both processes.
    const calls = [host, guest].flatMap(({ seed }) => [new TestAgent(first, seed), new TestAgent(second, seed)]);
    return { host, calls: calls.sort(() => random() - 0.5), report };
  };
  for (let round = 0; round < (isLongRun ? 50 : 1); round += 1) {
    const games = await Promise.all(Array.from({ length: isLongRun ? 20 : 8 }, play));
    const outcomes = await Promise.all(
      games.flatMap(({ calls, report }) =>
        calls.map((agent) => agent.call('POST /api/v1/sessions/{session_id}/result', report)),
      ),
    );
    expect(countOf(outcomes.map(({ status }) => status))).toEqual({ 200: 4 * games.length });
    for (const { host } of games) {
      const elo = await second.get('GET /api/v1/agents/{id}/elo', { params: { id: host.agent_id } });
      expect(elo.body).toMatchObject({ rating: 1216, games_played: 1 });
    }
  }
  expect(await new RandomLoad([], 0).check(first)).toEqual([]);
});

test('concurrent random calls through both services violate no invariant', async () => {
  const load = new RandomLoad([first, second], 8);
  await load.run(16, () => load.calls > (isLongRun ? 20_000 : 200));
  expect(await load.check(first)).toEqual([]);
});

test('settles each result at most once, even if the process is killed in between', async () => {
  const dataDir = temporaryFolder();
  for (let round = 0; round < (isLongRun ? 50 : 1); round += 1) {
    const service = await startService(serviceArgs(dataDir));
    const community = remoteCommunity(service.url, dataDir);
    const author = await community.agent('Author');
    const rated = await registerProtocol(author, `dice-${round}`, `game:dice-${round}`);
    const games = await Promise.all(
      Array.from({ length: isLongRun ? 30 : 10 }, async () => {
        const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
        return { sides: [host, guest], session_id: await guest.closedSession(host, rated) };
      }),
    );
    const reportAll = (url: string, onAnswer: () => void) => {
      community.url = url;
      return Promise.allSettled(
        games.flatMap(({ sides, session_id }) =>
          sides.map(async (side) => {
            const { body } = await side.call('POST /api/v1/sessions/{session_id}/result', {
              params: { session_id },
              body: { winner: 'guest' },
            });
            onAnswer();
            return body.state as string;
          }),
        ),
      );
    };
    let answers = 0;
    await reportAll(service.url, () => {
      answers += 1;
      if (answers === 10 + round) service.child.kill('SIGKILL');
    });
    await service.ended;
    const next = await startService(serviceArgs(dataDir));
    // Clients cannot know which reports were stored, so all of them report again.
    const states = await reportAll(next.url, () => {});
    expect(states.every(({ status }) => status === 'fulfilled')).toBe(true);
    for (const { sides } of games) {
      const { body } = await community.get('GET /api/v1/agents/{id}/elo', { params: { id: sides[1]!.agent_id } });
      expect(body).toMatchObject({ rating: 1216, games_played: 1 });
    }
    expect(await new RandomLoad([], 0).check(community)).toEqual([]);
    next.child.kill();
    expect(await next.ended).toBe(0);
  }
});
