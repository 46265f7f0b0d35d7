/** What only PostgreSQL can show: several services on one database, and a database that goes away. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { limits } from '../../shared/community/limits.ts';
import { balance } from '../testing/balancer.ts';
import { type Outcome, proofOf, TestAgent, type TestCommunity } from '../testing/community.ts';
import { sendRequest } from '../testing/http.ts';
import { Postgres, TestDatabase } from '../testing/postgres.ts';
import { type ServiceProcess, spawnService, startedService, visitor } from '../testing/process.ts';
import { registeredProtocol, registrationText, specOf } from '../testing/specs.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const running = new Set<ServiceProcess>();
const start = async (databaseUrl: string, ...flags: string[]): Promise<ServiceProcess> => {
  const args = ['--host', '127.0.0.1', '--port', '0', '--difficulty', '0', '--exit-with-parent'];
  const service = await startedService([...args, '--database-url', databaseUrl, ...flags]);
  running.add(service);
  return service;
};
const end = async (service: ServiceProcess): Promise<void> => {
  service.child.kill();
  expect(await service.ended).toBe(0);
  running.delete(service);
};

/** Asks until it is answered, as a client does that is told to try again. */
async function insist(call: () => Promise<Outcome>, onRefused: () => void = () => {}): Promise<Outcome> {
  for (;;) {
    const outcome = await call();
    if (outcome.status !== 503) return outcome;
    onRefused();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('two services behind a plain balancer', () => {
  let database: TestDatabase;
  let services: ServiceProcess[];
  let balancer: { url: string; close: () => void };
  let community: TestCommunity;
  beforeAll(async () => {
    database = await TestDatabase.create(inject('postgresUrl')!);
    // Both find an empty database and make its tables.
    services = await Promise.all([start(database.url), start(database.url)]);
    balancer = await balance(services.map(({ url }) => url));
    community = visitor(balancer.url);
  });
  afterAll(async () => {
    balancer.close();
    await Promise.all(services.map(end));
    await database.drop();
  });
  const query = (text: string) => database.query(text) as Promise<{ [column: string]: number }[]>;

  test('one key registered a hundred times at once is one agent', async () => {
    const agent = new TestAgent(community);
    const bodies = await Promise.all(Array.from({ length: 100 }, (_, i) => agent.registration(`Ann ${i}`)));
    const outcomes = await Promise.all(
      bodies.map((body) => insist(() => agent.call('POST /api/v1/auth/register', { body }))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([...Array(99).fill(200), 201]);
    expect(new Set(outcomes.map(({ body }) => body.agent_id)).size).toBe(1);
    // Each challenge served once, wherever it came from.
    const again = await Promise.all(
      bodies.map((body) => insist(() => agent.call('POST /api/v1/auth/register', { body }))),
    );
    expect(again.every(({ code }) => code === 'invalid_challenge')).toBe(true);
  });

  test('a request id is taken once', async () => {
    const ann = await community.agent('Ann');
    const list = { method: 'GET', target: '/api/v1/protocols' };
    for (let i = 0; i < 10; i += 1) {
      const headers = ann.headers(list);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => sendRequest(community.url, { ...list, headers })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
    }
  });

  test('reports of both sides in the same moment settle once, and points are added once', async () => {
    const author = await community.agent('Author');
    const protocol_id = await registeredProtocol(author, 'dice', 'game:dice');
    // One host plays against everybody, so that all results meet in one rating.
    const host = await community.agent('Host');
    const guests = await Promise.all(Array.from({ length: 8 }, (_, i) => community.agent(`Guest ${i}`)));
    const games = await Promise.all(
      guests.map(async (guest) => {
        const body = proofOf(host, guest, randomUUID(), protocol_id);
        return { guest, session_id: (await guest.call('POST /api/v1/sessions', { body })).body.session_id as string };
      }),
    );
    const outcomes = await Promise.all(
      games.flatMap(({ guest, session_id }) =>
        [host, guest, host, guest].map((agent) =>
          insist(() =>
            agent.call('POST /api/v1/sessions/{session_id}/result', {
              params: { session_id },
              body: { winner: 'host' },
            }),
          ),
        ),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(Array(32).fill(200));
    const results = await query(
      `SELECT host_before, host_after FROM result WHERE host_id = ${host.agent_id} ORDER BY host_before`,
    );
    expect(results.length).toBe(8);
    let rating = limits.elo_start as number;
    for (const { host_before, host_after } of results) {
      expect(host_before).toBe(rating);
      expect(host_after).toBeGreaterThan(rating);
      rating = host_after!;
    }
    const elo = await community.get('GET /api/v1/agents/{id}/elo', { params: { id: host.agent_id } });
    expect(elo.body).toMatchObject({ rating, games_played: 8 });
  });

  test('of three games of one pair that end at once the third awards nothing', async () => {
    const author = await community.agent('Author');
    const protocol_id = await registeredProtocol(author, 'cards', 'game:cards');
    const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
    const sessions = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const body = proofOf(host, guest, randomUUID(), protocol_id);
        return (await guest.call('POST /api/v1/sessions', { body })).body.session_id as string;
      }),
    );
    const report = (agent: TestAgent, session_id: string) =>
      insist(() =>
        agent.call('POST /api/v1/sessions/{session_id}/result', { params: { session_id }, body: { winner: 'draw' } }),
      );
    await Promise.all(sessions.map((session_id) => report(host, session_id)));
    const settled = await Promise.all(sessions.map((session_id) => report(guest, session_id)));
    expect(settled.map(({ body }) => body.state).sort()).toEqual(['capped', 'settled', 'settled']);
    const elo = await community.get('GET /api/v1/agents/{id}/elo', { params: { id: guest.agent_id } });
    expect(elo.body).toMatchObject({ rating: 1216, games_played: 3 });
  });

  test('an inbox is never overfilled', async () => {
    const [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
    const body = { recipient_public_key: bob.public_key, ciphertext: randomBytes(66).toString('base64') };
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => insist(() => ann.call('POST /api/v1/inbox', { body }))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(15).fill(413)]);
  });

  test('of two who found a family at once one is its first member', async () => {
    const authors = await Promise.all([community.agent('One'), community.agent('Two')]);
    const ids = await Promise.all(authors.map((author, i) => registeredProtocol(author, `founder-${i}`)));
    const founded = await Promise.all(
      authors.map((author, i) =>
        insist(() =>
          author.call('POST /api/v1/protocols/{protocol_id}/governance', {
            params: { protocol_id: ids[i]! },
            body: { family: 'game:founded', status: 'active' },
          }),
        ),
      ),
    );
    expect(founded.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('one protocol sent by many at once is registered once', async () => {
    const ann = await community.agent('Ann');
    const body = registrationText(JSON.stringify(specOf('race')));
    const target = '/api/v1/protocols';
    const sent = await Promise.all(
      Array.from({ length: 12 }, () => insist(() => ann.send({ method: 'POST', target, body }))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
  });

  test('a rate is one rate for both', async () => {
    const ann = await community.agent('Ann');
    const declare = () =>
      ann.call('POST /api/v1/agents/{id}/capabilities', { params: { id: ann.agent_id }, body: { capabilities: [] } });
    const asked = performance.now();
    const sent = await Promise.all(Array.from({ length: 40 }, () => insist(declare)));
    const seconds = (performance.now() - asked) / 1000;
    const taken = sent.filter(({ status }) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(10);
    expect(taken).toBeLessThanOrEqual(10 + Math.ceil(seconds * 10));
    expect(sent.every(({ status, code }) => status === 200 || code === 'rate_limited')).toBe(true);
  });
});

describe('a database that goes away', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await Postgres.create();
  });
  afterAll(() => postgres.dispose());
  afterEach(() => Promise.all([...running].map(end)));

  test('under load: 503 while it is gone, afterwards all is well and nothing happened twice', async () => {
    const service = await start(postgres.url);
    const community = visitor(service.url);
    const author = await community.agent('Author');
    const protocol_id = await registeredProtocol(author, 'dice', 'game:dice');
    const acknowledged = new Set<string>();
    let phase: 'before' | 'gone' | 'back' = 'before';
    const games = { before: 0, back: 0 };
    const refused = { before: 0, gone: 0, back: 0 };

    const ask = (call: () => Promise<Outcome>) =>
      insist(call, () => {
        refused[phase] += 1;
      });
    const player = async () => {
      while (phase !== 'back' || games.back < 10) {
        const [host, guest] = [new TestAgent(community), new TestAgent(community)];
        for (const agent of [host, guest]) {
          // With a challenge of its own each time: the one before may be used up although nobody heard it.
          const registered = await ask(() => agent.register('Player'));
          expect([200, 201, 400]).toContain(registered.status);
        }
        const body = proofOf(host, guest, randomUUID(), protocol_id);
        const made = await ask(() => guest.call('POST /api/v1/sessions', { body }));
        expect(made.status, made.text).toBe(201);
        const { session_id } = made.body;
        for (const agent of [host, guest]) {
          const reported = await ask(() =>
            agent.call('POST /api/v1/sessions/{session_id}/result', {
              params: { session_id },
              body: { winner: 'host' },
            }),
          );
          expect(reported.status, reported.text).toBe(200);
        }
        acknowledged.add(session_id);
        if (phase !== 'gone') games[phase] += 1;
      }
    };
    const enough = async (reached: () => boolean) => {
      while (!reached()) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const players = Promise.all([player(), player(), player()]);
    const failed = players.catch((error) => error);
    await Promise.race([failed, enough(() => games.before >= 10)]);
    await postgres.stop('SIGQUIT');
    phase = 'gone';
    const health = await community.get('GET /health');
    expect([health.status, health.body.status]).toEqual([503, 'degraded']);
    await Promise.race([failed, enough(() => refused.gone >= 5)]);
    await postgres.start();
    phase = 'back';
    await players;

    expect((await community.get('GET /health')).status).toBe(200);
    const database = new TestDatabase(postgres.url);
    const results = (await database.query(
      `SELECT session_id, host_before, host_after, guest_after, rating, games_played
        FROM result JOIN standing ON standing.agent_id = result.host_id AND board = '*'`,
    )) as { [column: string]: number | string }[];
    const settled = new Map(results.map((row) => [row.session_id, row]));
    expect(settled.size).toBe(results.length);
    for (const session_id of acknowledged) {
      expect(settled.get(session_id)).toMatchObject({
        host_after: 1216,
        guest_after: 1204,
        rating: 1216,
        games_played: 1,
      });
    }
    expect(service.log()).not.toMatch(/unhandled/i);
  });

  test('a service that cannot have its database says so and ends, and never says the password', async () => {
    const url = postgres.url.replace('parlor@', 'parlor:hunter2@');
    const cases = [
      [url.replace(/\/postgres$/, '/nowhere'), 1, 'service_failed'],
      [url.replace(/:\d+\//, ':1/'), 1, 'service_failed'],
      [url.replace('postgres:', 'mysql:'), 2, 'unknown_option'],
    ] as const;
    for (const [databaseUrl, code, word] of cases) {
      const service = spawnService(['--database-url', databaseUrl]);
      expect([await service.ended, await service.firstLine]).toEqual([code, null]);
      expect(service.log()).toMatch(new RegExp(`^${word}: .+\\n$`));
      expect(service.log()).not.toContain('hunter2');
    }
  });

  test('it comes up again by itself, and what was acknowledged is there', async () => {
    const first = await start(postgres.url);
    const ann = await visitor(first.url).agent('Ann');
    await end(first);
    await postgres.stop('SIGQUIT');
    await postgres.start();
    const second = await start(postgres.url);
    const again = new TestAgent(visitor(second.url), ann.seed);
    expect((await again.call('GET /api/v1/protocols')).status).toBe(200);
  });
});
