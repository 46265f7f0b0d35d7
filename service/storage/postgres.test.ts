/** Behavior specific to PostgreSQL: several services on one database, and a database that becomes unavailable. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../shared/community/limits.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { rateOf } from '../config.ts';
import { Balancer } from '../testing/balancer.ts';
import { type CallResult, proofOf, TestAgent, TestCommunity } from '../testing/community.ts';
import { sendRequest } from '../testing/http.ts';
import { Postgres, TestDatabase } from '../testing/postgres.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { remoteCommunity, type ServiceProcess, spawnService, startService } from '../testing/process.ts';
import { protocolRegistrationBody, registerProtocol, specOf } from '../testing/specs.ts';

const running = new Set<ServiceProcess>();
const start = async (databaseUrl: string, ...flags: string[]): Promise<ServiceProcess> => {
  const args = ['--host', '127.0.0.1', '--port', '0', '--difficulty', '0', '--exit-with-parent'];
  const service = await startService([...args, '--database-url', databaseUrl, ...flags]);
  running.add(service);
  return service;
};
const end = async (service: ServiceProcess): Promise<void> => {
  service.child.kill();
  expect(await service.ended).toBe(0);
  running.delete(service);
};

/** Retries until the response is not 503, as clients should. */
async function untilAvailable(call: () => Promise<CallResult>, onRefused: () => void = () => {}): Promise<CallResult> {
  for (;;) {
    const outcome = await call();
    if (outcome.status !== 503) return outcome;
    onRefused();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('two services behind a round-robin load balancer', () => {
  let database: TestDatabase;
  let services: ServiceProcess[];
  let balancer: Balancer;
  let community: TestCommunity;
  beforeAll(async () => {
    database = await TestDatabase.create(postgresUrl()!);
    // Both start on an empty database, so both try to create its tables.
    services = await Promise.all([start(database.url), start(database.url)]);
    balancer = await Balancer.start(services.map(({ url }) => url));
    community = remoteCommunity(balancer.url);
  });
  afterAll(async () => {
    balancer.close();
    await Promise.all(services.map(end));
    await database.drop();
  });
  const query = (text: string) => database.query(text) as Promise<{ [column: string]: number }[]>;

  test('concurrent registrations of one key create one agent', async () => {
    const agent = new TestAgent(community);
    const copies = isLongRun ? 100 : 30;
    const bodies = await Promise.all(Array.from({ length: copies }, (_, i) => agent.registration(`Ann ${i}`)));
    const outcomes = await Promise.all(
      bodies.map((body) => untilAvailable(() => agent.call('POST /api/v1/auth/register', { body }))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([...Array(copies - 1).fill(200), 201]);
    expect(new Set(outcomes.map(({ body }) => body.agent_id)).size).toBe(1);
    // Each challenge works once, regardless of which service issued it.
    const again = await Promise.all(
      bodies.map((body) => untilAvailable(() => agent.call('POST /api/v1/auth/register', { body }))),
    );
    expect(again.every(({ code }) => code === 'invalid_challenge')).toBe(true);
  });

  test('accepts a request id once', async () => {
    const ann = await community.agent('Ann');
    const list = { method: 'GET', target: '/api/v1/protocols' };
    for (let i = 0; i < (isLongRun ? 10 : 2); i += 1) {
      const headers = ann.headers(list);
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => sendRequest(community.url, { ...list, headers })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
    }
  });

  test('concurrent reports settle each result once and add its points once', async () => {
    const author = await community.agent('Author');
    const protocol_id = await registerProtocol(author, 'dice', 'game:dice');
    // One host plays all games, so that all results update the same rating.
    const host = await community.agent('Host');
    const guests = await Promise.all(Array.from({ length: 8 }, (_, i) => community.agent(`Guest ${i}`)));
    const games = await Promise.all(
      guests.map(async (guest) => ({ guest, session_id: await guest.closedSession(host, protocol_id) })),
    );
    const outcomes = await Promise.all(
      games.flatMap(({ guest, session_id }) =>
        [host, guest, host, guest].map((agent) =>
          untilAvailable(() =>
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

  test('of three concurrent games of one pair, only two award points', async () => {
    const author = await community.agent('Author');
    const protocol_id = await registerProtocol(author, 'cards', 'game:cards');
    const [host, guest] = [await community.agent('Host'), await community.agent('Guest')];
    const sessions = await Promise.all(Array.from({ length: 3 }, () => guest.closedSession(host, protocol_id)));
    const report = (agent: TestAgent, session_id: string) =>
      untilAvailable(() =>
        agent.call('POST /api/v1/sessions/{session_id}/result', { params: { session_id }, body: { winner: 'draw' } }),
      );
    await Promise.all(sessions.map((session_id) => report(host, session_id)));
    const settled = await Promise.all(sessions.map((session_id) => report(guest, session_id)));
    expect(settled.map(({ body }) => body.state).sort()).toEqual(['capped', 'settled', 'settled']);
    const elo = await community.get('GET /api/v1/agents/{id}/elo', { params: { id: guest.agent_id } });
    expect(elo.body).toMatchObject({ rating: 1216, games_played: 3 });
  });

  test('concurrent messages never exceed the capacity of an inbox', async () => {
    const [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
    const body = { recipient_public_key: bob.public_key, ciphertext: randomBytes(66).toString('base64') };
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => untilAvailable(() => ann.call('POST /api/v1/inbox', { body }))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(15).fill(413)]);
  });

  test('of two concurrent attempts to found a family, one succeeds', async () => {
    const authors = await Promise.all([community.agent('One'), community.agent('Two')]);
    const ids = await Promise.all(authors.map((author, i) => registerProtocol(author, `founder-${i}`)));
    const founded = await Promise.all(
      authors.map((author, i) =>
        untilAvailable(() =>
          author.call('POST /api/v1/protocols/{protocol_id}/governance', {
            params: { protocol_id: ids[i]! },
            body: { family: 'game:founded', status: 'active' },
          }),
        ),
      ),
    );
    expect(founded.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('concurrent registrations of one protocol create it once', async () => {
    const ann = await community.agent('Ann');
    const body = protocolRegistrationBody(JSON.stringify(specOf('race')));
    const target = '/api/v1/protocols';
    const sent = await Promise.all(
      Array.from({ length: 12 }, () => untilAvailable(() => ann.send({ method: 'POST', target, body }))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
  });

  test('two services share a rate limit', async () => {
    const ann = await community.agent('Ann');
    const declare = () =>
      ann.call('POST /api/v1/agents/{id}/capabilities', { params: { id: ann.agent_id }, body: { capabilities: [] } });
    const start = performance.now();
    const sent = await Promise.all(Array.from({ length: 40 }, () => untilAvailable(declare)));
    const seconds = (performance.now() - start) / 1000;
    const accepted = sent.filter(({ status }) => status === 200).length;
    expect(accepted).toBeGreaterThanOrEqual(10);
    expect(accepted).toBeLessThanOrEqual(10 + Math.ceil(seconds * 10));
    expect(sent.every(({ status, code }) => status === 200 || code === 'rate_limited')).toBe(true);
  });
});

test("rate limits follow the database's clock, not those of the services", async () => {
  const community = await TestCommunity.start({ rates: { registration: rateOf(0.001, 10) } });
  let accepted = 0;
  for (let i = 0; i < 30; i += 1) {
    community.advance(i % 2 === 0 ? 3600 : -3600);
    accepted += (await community.get('GET /api/v1/auth/challenge')).status === 200 ? 1 : 0;
  }
  expect(accepted).toBe(10);
  await community.dispose();
});

test.runIf(isLongRun)('enforces a rate limit across four services', async () => {
  const database = await TestDatabase.create(postgresUrl()!);
  // Low enough for any machine to exceed it.
  const perSecond = 20;
  const services = await Promise.all(
    Array.from({ length: 4 }, () => start(database.url, '--rate', `registration=${perSecond}`)),
  );
  // The database's clock in seconds, which is the only clock that rate limits use.
  const time = async (): Promise<number> => {
    const [row] = await database.query('SELECT extract(epoch FROM clock_timestamp())::double precision AS time');
    return (row as { time: number }).time;
  };
  const counts = { accepted: 0, refused: 0 };
  const requestUntilDone = async ({ url }: ServiceProcess) => {
    while (counts.accepted < 2 * perSecond || counts.refused < 3 * perSecond) {
      const { status } = await sendRequest(url, { method: 'GET', target: '/api/v1/auth/challenge' });
      if (status === 200) counts.accepted += 1;
      else if (status === 429) counts.refused += 1;
      // Too many concurrent writes for the database; such a request may have taken a token.
      else expect(status).toBe(503);
    }
  };
  const startTime = await time();
  await Promise.all(services.flatMap((service) => Array.from({ length: 8 }, () => requestUntilDone(service))));
  const seconds = (await time()) - startTime;
  expect(counts.accepted).toBeLessThanOrEqual(1.02 * perSecond * (1 + seconds));
  await Promise.all(services.map(end));
  await database.drop();
});

describe('a database that becomes unavailable', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await Postgres.create();
  });
  afterAll(() => postgres.dispose());
  afterEach(() => Promise.all([...running].map(end)));

  test('responds with 503 under load while the database is down, then recovers without loss or duplicates', async () => {
    const service = await start(postgres.url);
    const community = remoteCommunity(service.url);
    const author = await community.agent('Author');
    const protocol_id = await registerProtocol(author, 'dice', 'game:dice');
    const acknowledged = new Set<string>();
    let phase: 'before' | 'gone' | 'back' = 'before';
    const games = { before: 0, back: 0 };
    const enoughGames = isLongRun ? 10 : 3;
    const refused = { before: 0, gone: 0, back: 0 };

    const call = (request: () => Promise<CallResult>) =>
      untilAvailable(request, () => {
        refused[phase] += 1;
      });
    const player = async () => {
      while (phase !== 'back' || games.back < enoughGames) {
        const [host, guest] = [new TestAgent(community), new TestAgent(community)];
        for (const agent of [host, guest]) {
          // register() gets a new challenge for each attempt, as a lost response may have used up the previous one.
          const registered = await call(() => agent.register('Player'));
          expect([200, 201, 400]).toContain(registered.status);
        }
        const body = proofOf(host, guest, randomUUID(), protocol_id);
        const created = await call(() => guest.call('POST /api/v1/sessions', { body }));
        expect(created.status, created.text).toBe(201);
        const { session_id } = created.body;
        await call(() =>
          guest.call('POST /api/v1/sessions/{session_id}/status', {
            params: { session_id },
            body: { status: 'closed' },
          }),
        );
        for (const agent of [host, guest]) {
          const reported = await call(() =>
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
    const waitUntil = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const players = Promise.all([player(), player(), player()]);
    const failed = players.catch((error) => error);
    await Promise.race([failed, waitUntil(() => games.before >= enoughGames)]);
    await postgres.stop('SIGQUIT');
    phase = 'gone';
    const health = await community.get('GET /health');
    expect([health.status, health.body.status]).toEqual([503, 'degraded']);
    await Promise.race([failed, waitUntil(() => refused.gone >= 5)]);
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

  test('exits with an error that omits the password if it cannot connect', async () => {
    const url = postgres.url.replace('parlor@', 'parlor:hunter2@');
    const cases = [
      [url.replace(/\/postgres$/, '/nowhere'), 1, 'service_failed'],
      [url.replace(/:\d+\//, ':1/'), 1, 'service_failed'],
      [url.replace('postgres:', 'mysql:'), 2, 'unknown_option'],
    ] as const;
    for (const [databaseUrl, code, errorCode] of isLongRun ? cases : cases.slice(0, 1)) {
      const service = spawnService(['--database-url', databaseUrl]);
      expect([await service.ended, await service.firstLine]).toEqual([code, null]);
      expect(service.log()).toMatch(new RegExp(`^${errorCode}: .+\\n$`));
      expect(service.log()).not.toContain('hunter2');
    }
  });

  test.runIf(isLongRun)('data survives restarts of the database and the service', async () => {
    const first = await start(postgres.url);
    const ann = await remoteCommunity(first.url).agent('Ann');
    await end(first);
    await postgres.stop('SIGQUIT');
    await postgres.start();
    const second = await start(postgres.url);
    const again = new TestAgent(remoteCommunity(second.url), ann.seed);
    expect((await again.call('GET /api/v1/protocols')).status).toBe(200);
  });
});
