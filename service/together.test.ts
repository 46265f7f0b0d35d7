/** What happens at the same moment, in two processes on one data directory. PARLOR_LONG=1 makes more of it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { proofOf, TestAgent, type TestCommunity } from './testing/community.ts';
import { answersIn } from './testing/http.ts';
import { Load, seeded } from './testing/load.ts';
import { argsFor, memoryOf, type ServiceProcess, startedService, visitor } from './testing/process.ts';
import { registeredProtocol } from './testing/specs.ts';

const long = process.env.PARLOR_LONG === '1';
vi.setConfig({ testTimeout: long ? 3_600_000 : 120_000 });

let dir: string;
let services: ServiceProcess[];
let one: TestCommunity;
let two: TestCommunity;
let protocol_id: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'parlor-together-'));
  services = [await startedService(argsFor(dir)), await startedService(argsFor(dir))];
  [one, two] = services.map(({ url }) => visitor(url, dir)) as [TestCommunity, TestCommunity];
  protocol_id = await registeredProtocol(await one.agent('Author'), 'dice', 'game:dice');
});
afterAll(async () => {
  for (const { child, ended, log } of services) {
    child.kill();
    expect(await ended).toBe(0);
    expect(log()).not.toMatch(/"level":[56]0|unhandled|uncaught/i);
  }
  rmSync(dir, { recursive: true });
});

const counted = (values: readonly (string | number)[]) => {
  const counts: { [value: string]: number } = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** The same bytes many times over one connection; the statuses of all answers. */
function flood(url: string, bytes: string, times: number): Promise<number[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    let answers = 0;
    const socket = connect(Number(port), hostname, () => socket.write(bytes.repeat(times)));
    socket.on('data', (data) => {
      text += data.toString();
      answers += data.toString().split('HTTP/1.1 ').length - 1;
      if (answers === times && text.endsWith('}')) socket.end();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answersIn(text).map(({ status }) => status)));
  });
}

test('of many copies of one signed request exactly one passes', async () => {
  const ann = await one.agent('Ann');
  const rows = () => {
    const db = new DatabaseSync(join(dir, 'replay.db'), { timeout: 5000 });
    const { count } = db
      .prepare('SELECT (SELECT count(*) FROM used_even) + (SELECT count(*) FROM used_odd) AS count')
      .get()!;
    db.close();
    return count as number;
  };
  const [copies, connections] = [long ? 10_000 : 1000, 40];
  for (let round = 0; round < (long ? 10 : 2); round += 1) {
    const before = { rows: rows(), memory: memoryOf(services[0]!) };
    const list = { method: 'GET', target: '/api/v1/protocols' };
    const headers = Object.entries(ann.headers(list)).map(([name, value]) => `${name}: ${value}`);
    const bytes = ['GET /api/v1/protocols HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n');
    // No more of them on the way than a connection may have.
    const each = 25;
    const statuses: number[] = [];
    for (let sent = 0; sent < copies; sent += each * connections) {
      const floods = Array.from({ length: connections }, (_, i) => flood(services[i % 2]!.url, bytes, each));
      statuses.push(...(await Promise.all(floods)).flat());
    }
    expect(counted(statuses)).toEqual({ 200: 1, 401: copies - 1 });
    expect(rows()).toBe(before.rows + 1);
    expect(memoryOf(services[0]!) - before.memory).toBeLessThan(64 * 1024 * 1024);
  }
});

test('one key that registers a hundred times at once is one agent', async () => {
  const seed = new TestAgent(one).seed;
  const sides = [new TestAgent(one, seed), new TestAgent(two, seed)];
  const bodies = await Promise.all(Array.from({ length: 100 }, (_, i) => sides[i % 2]!.registration('Bob')));
  const made = await Promise.all(
    bodies.map((body, i) => sides[(i >> 1) % 2]!.call('POST /api/v1/auth/register', { body })),
  );
  expect(counted(made.map(({ status }) => status))).toEqual({ 200: 99, 201: 1 });
  expect(new Set(made.map(({ body }) => body.agent_id)).size).toBe(1);
  expect(await one.sql`SELECT nonce FROM challenge`).toEqual([]);
});

test('a challenge that many show at once serves one of them, also where it fails', async () => {
  for (const forged of [false, true]) {
    const agents = Array.from({ length: 20 }, (_, i) => new TestAgent(i % 2 === 0 ? one : two));
    const { nonce } = (await one.get('GET /api/v1/auth/challenge')).body;
    const register = (agent: TestAgent) => {
      const signature = forged ? '0'.repeat(128) : agent.sign(`${nonce}:${agent.public_key}:Eve`);
      const body = { public_key: agent.public_key, nickname: 'Eve', nonce, counter: 0, signature };
      return agent.call('POST /api/v1/auth/register', { body });
    };
    const outcomes = await Promise.all(agents.map(register));
    expect(counted(outcomes.map(({ status, code }) => code ?? status))).toEqual(
      forged ? { invalid_field: 1, invalid_challenge: 19 } : { 201: 1, invalid_challenge: 19 },
    );
  }
});

test('both sides that report at the same moment settle once', async () => {
  const random = seeded(1);
  const play = async () => {
    const [host, guest] = [await one.agent('Host'), await one.agent('Guest')];
    const made = await guest.call('POST /api/v1/sessions', { body: proofOf(host, guest, randomUUID(), protocol_id) });
    const report = { params: { session_id: made.body.session_id }, body: { winner: 'host' as const } };
    // Each through both processes.
    const calls = [host, guest].flatMap(({ seed }) => [new TestAgent(one, seed), new TestAgent(two, seed)]);
    return { host, calls: calls.sort(() => random() - 0.5), report };
  };
  for (let round = 0; round < (long ? 50 : 2); round += 1) {
    const games = await Promise.all(Array.from({ length: 20 }, play));
    const outcomes = await Promise.all(
      games.flatMap(({ calls, report }) =>
        calls.map((agent) => agent.call('POST /api/v1/sessions/{session_id}/result', report)),
      ),
    );
    expect(counted(outcomes.map(({ status }) => status))).toEqual({ 200: 80 });
    for (const { host } of games) {
      const elo = await two.get('GET /api/v1/agents/{id}/elo', { params: { id: host.agent_id } });
      expect(elo.body).toMatchObject({ rating: 1216, games_played: 1 });
    }
  }
  expect(await new Load([], 0).check(one)).toEqual([]);
});

test('many who do everything at once through both leave nothing half done', async () => {
  const load = new Load([one, two], 8);
  await load.run(16, () => load.calls > (long ? 20_000 : 800));
  expect(await load.check(one)).toEqual([]);
});

test('a process killed while results settle leaves each settled once or not yet', async () => {
  const own = mkdtempSync(join(tmpdir(), 'parlor-settling-'));
  for (let round = 0; round < (long ? 50 : 3); round += 1) {
    const service = await startedService(argsFor(own));
    const community = visitor(service.url, own);
    const author = await community.agent('Author');
    const rated = await registeredProtocol(author, `dice-${round}`, `game:dice-${round}`);
    const games = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
        const made = await guest.call('POST /api/v1/sessions', { body: proofOf(host, guest, randomUUID(), rated) });
        return { sides: [host, guest], session_id: made.body.session_id as string };
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
    const next = await startedService(argsFor(own));
    // Nobody knows what was done, so that all say it again.
    const states = await reportAll(next.url, () => {});
    expect(states.every(({ status }) => status === 'fulfilled')).toBe(true);
    for (const { sides } of games) {
      const { body } = await community.get('GET /api/v1/agents/{id}/elo', { params: { id: sides[1]!.agent_id } });
      expect(body).toMatchObject({ rating: 1216, games_played: 1 });
    }
    expect(await new Load([], 0).check(community)).toEqual([]);
    next.child.kill();
    expect(await next.ended).toBe(0);
  }
  rmSync(own, { recursive: true });
});
