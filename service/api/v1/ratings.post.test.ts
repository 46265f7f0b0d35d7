import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofOf, type TestAgent, TestCommunity } from '../../testing/community.ts';
import { pagesOf } from '../../testing/pages.ts';
import { undoMigrations } from '../../testing/undo-migrations.ts';

let community: TestCommunity;
let host: TestAgent;
let guest: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  host = await community.agent('Host');
  guest = await community.agent('Guest');
});
afterAll(() => community.dispose());

type FinalStatus = 'closed' | 'failed' | 'cancelled';

async function session(by: TestAgent, other: TestAgent, status?: FinalStatus): Promise<string> {
  const created = await other.call('POST /api/v1/sessions', { body: proofOf(by, other, randomUUID(), 'a'.repeat(64)) });
  const { session_id } = created.body;
  if (status) {
    await by.call('POST /api/v1/sessions/{session_id}/status', { params: { session_id }, body: { status } });
  }
  return session_id;
}
const rate = (agent: TestAgent, session_id: string, score: number, extra = {}) =>
  agent.call('POST /api/v1/ratings', { body: { session_id, score, ...extra } });
const feedback = (agent: TestAgent, session_id: string, extra = {}) =>
  agent.call('POST /api/v1/feedback', { body: { session_id, ...extra } });
const karma = async ({ agent_id: id }: TestAgent) =>
  (await community.get('GET /api/v1/agents/{id}/karma', { params: { id } })).body;
const leaderboard = async (query = {}) => (await community.get('GET /api/v1/karma/leaderboard', { query })).body;

test('each side can rate the other once, which determines the other’s karma', async () => {
  const session_id = await session(host, guest, 'closed');
  const rated = await rate(guest, session_id, 4, { comment: 'Well played.' });
  const created_at = new Date(community.now).toISOString();
  expect([rated.status, rated.body]).toEqual([
    201,
    {
      session_id,
      rater_public_key: guest.public_key,
      rated_public_key: host.public_key,
      score: 4,
      comment: 'Well played.',
      created_at,
    },
  ]);
  // 4 x 1 / 6, in hundredths.
  expect(await karma(host)).toMatchObject({ karma: 67, level: 'low', updated_at: created_at });
  expect(await karma(guest)).toMatchObject({ karma: 0, level: 'none', updated_at: null });
  expect(await rate(guest, session_id, 1)).toMatchObject({ status: 409, code: 'already_exists' });
  expect((await karma(host)).karma).toBe(67);
  expect((await rate(host, session_id, 5)).body).toMatchObject({ rated_public_key: guest.public_key, comment: '' });
  const { body } = await community.get('GET /api/v1/agents/{id}/ratings', { params: { id: host.agent_id } });
  expect(body).toMatchObject({ rating_count: 1, average_score: 4, confidence_level: 'low' });
  expect(body.results).toEqual([
    { session_id, rater_public_key: guest.public_key, score: 4, comment: 'Well played.', created_at },
  ]);
  const { rating_count, average_score } = (
    await host.call('GET /api/v1/sessions/{session_id}', { params: { session_id } })
  ).body;
  expect([rating_count, average_score]).toEqual([2, 4.5]);
});

test('only participants can rate, and only a closed session', async () => {
  const third = await community.agent('Third');
  for (const status of [undefined, 'failed', 'cancelled'] as const) {
    const session_id = await session(host, guest, status);
    for (const outcome of [await rate(host, session_id, 5), await feedback(host, session_id)]) {
      expect(outcome, status).toMatchObject({ status: 409, code: 'session_not_closed' });
    }
  }
  const closed = await session(host, guest, 'closed');
  for (const outcome of [await rate(third, closed, 5), await feedback(third, closed)]) {
    expect(outcome).toMatchObject({ status: 403, code: 'not_participant' });
  }
  for (const outcome of [await rate(third, 'b'.repeat(64), 5), await feedback(third, 'b'.repeat(64))]) {
    expect(outcome).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('accepts scores from 1 to 5 and comments of at most 500 characters', async () => {
  const session_id = await session(host, guest, 'closed');
  for (const score of [0, 6, 2.5]) {
    const { status, body } = await rate(host, session_id, score);
    expect([status, body.errors[0].pointer]).toEqual([400, '/score']);
  }
  const long = await rate(host, session_id, 1, { comment: 'x'.repeat(501) });
  expect([long.status, long.body.errors[0].pointer]).toEqual([400, '/comment']);
  expect((await rate(host, session_id, 1, { comment: 'x'.repeat(500) })).status).toBe(201);
  expect((await rate(guest, session_id, 5)).status).toBe(201);
});

test('of concurrent identical ratings, exactly one is stored', async () => {
  const [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
  const session_id = await session(ann, bob, 'closed');
  const responses = await Promise.all(Array.from({ length: 8 }, () => rate(ann, session_id, 5)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  // 5 x 1 / 6, in hundredths.
  expect(await karma(bob)).toMatchObject({ karma: 83, level: 'low' });
});

test('the fifth rating raises the level to medium, the twentieth to high', async () => {
  const [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
  const seen: [string, number][] = [];
  for (let n = 1; n <= 20; n += 1) {
    await rate(ann, await session(ann, bob, 'closed'), 5);
    const { level, karma: points } = await karma(bob);
    if ([1, 4, 5, 19, 20].includes(n)) seen.push([level, points]);
  }
  expect(seen).toEqual([
    ['low', 83],
    ['low', 222],
    ['medium', 250],
    ['medium', 396],
    ['high', 400],
  ]);
});

test('each side can give feedback once', async () => {
  const session_id = await session(host, guest, 'closed');
  const given = await feedback(host, session_id, { amount: 12.000001, currency: 'EUR', description: 'Worth it.' });
  expect([given.status, given.body]).toEqual([
    201,
    {
      session_id,
      public_key: host.public_key,
      amount: 12.000001,
      currency: 'EUR',
      description: 'Worth it.',
      created_at: new Date(community.now).toISOString(),
    },
  ]);
  expect(await feedback(host, session_id)).toMatchObject({ status: 409, code: 'already_exists' });
  const invalid: [object, string][] = [
    [{ amount: -0.01 }, '/amount'],
    [{ amount: 0.0000001 }, '/amount'],
    [{ amount: 1_000_000_000.5 }, '/amount'],
    [{ amount: '1' }, '/amount'],
    [{ currency: 'a b' }, '/currency'],
    [{ description: 'x'.repeat(501) }, '/description'],
  ];
  for (const [extra, pointer] of invalid) {
    const { status, body } = await feedback(guest, session_id, extra);
    expect([status, body.errors[0].pointer], JSON.stringify(extra).slice(0, 60)).toEqual([400, pointer]);
  }
  expect((await feedback(guest, session_id)).body).toMatchObject({ amount: null, currency: null, description: '' });
});

test('orders the leaderboard by karma, then by key, and pages it', async () => {
  const fresh = await TestCommunity.start();
  try {
    const get = async (query = {}) => (await fresh.get('GET /api/v1/karma/leaderboard', { query })).body;
    expect(await get()).toEqual({ entries: [], next_cursor: null });
    const agents: TestAgent[] = [];
    for (let i = 0; i < 22; i += 1) agents.push(await fresh.agent(`Agent ${i}`));
    const scores = new Map(agents.slice(1).map((agent, i) => [agent, 1 + (i % 5)]));
    for (const [agent, score] of scores) await rate(agents[0]!, await session(agents[0]!, agent, 'closed'), score);
    const points: { [score: number]: number } = { 1: 17, 2: 33, 3: 50, 4: 67, 5: 83 };
    const expected = [...scores]
      .sort(([a, x], [b, y]) => y - x || (a.public_key < b.public_key ? 1 : -1))
      .map(([{ agent_id, public_key }, score]) => ({
        rank: 1 + [...scores.values()].filter((other) => other > score).length,
        agent_id,
        public_key,
        nickname: `Agent ${agent_id - 1}`,
        karma: points[score],
        level: 'low',
      }));
    const all = await get({ limit: 100 });
    expect(all).toEqual({ entries: expected, next_cursor: null });
    expect((await get()).entries).toEqual(expected.slice(0, 20));
    const toPage: unknown[] = [];
    for await (const page of pagesOf(get, { limit: 4 })) toPage.push(...page.entries);
    expect(toPage).toEqual(expected);
  } finally {
    await fresh.dispose();
  }
});

test('centers the leaderboard on an agent', async () => {
  const fresh = await TestCommunity.start();
  try {
    const get = async (query = {}) => (await fresh.get('GET /api/v1/karma/leaderboard', { query })).body;
    const agents: TestAgent[] = [];
    for (let i = 0; i < 8; i += 1) agents.push(await fresh.agent(`Agent ${i}`));
    const [rater, ...rated] = agents as [TestAgent, ...TestAgent[]];
    // Two agents per score, so that page boundaries fall between ties.
    for (const [index, agent] of rated.entries())
      await rate(rater, await session(rater, agent, 'closed'), 1 + (index >> 1));
    const { entries: all } = await get({ limit: 100 });
    for (const [index, { agent_id }] of all.entries()) {
      for (const limit of [1, 2, 3, 5, 20]) {
        const page = await get({ around: agent_id, limit });
        const first = Math.max(0, index - Math.floor(limit / 2));
        expect(page.entries).toEqual(all.slice(first, first + limit));
        const next = page.next_cursor ? await get({ limit: 100, cursor: page.next_cursor }) : { entries: [] };
        expect(next.entries).toEqual(all.slice(first + limit));
      }
    }
    for (const [query, status] of [
      [`around=${rater.agent_id}`, 404],
      ['around=999999999', 404],
      ['around=x', 400],
      [`around=${rated[0]!.agent_id}&cursor=abc`, 400],
    ] as const) {
      expect(await rater.send({ method: 'GET', target: `/api/v1/karma/leaderboard?${query}` })).toMatchObject({
        status,
      });
    }
  } finally {
    await fresh.dispose();
  }
});

test('limits a page of the leaderboard to 1 to 100 entries', async () => {
  expect((await leaderboard({ limit: 1 })).entries.length).toBe(1);
  for (const query of [{ limit: 0 }, { limit: 101 }, { cursor: 'abc' }]) {
    const target = `/api/v1/karma/leaderboard?${new URLSearchParams(query as never)}`;
    expect(await host.send({ method: 'GET', target })).toMatchObject({ status: 400, code: 'invalid_field' });
  }
});

test('ranks reflect scores given between two pages', async () => {
  const fresh = await TestCommunity.start();
  try {
    const agents: TestAgent[] = [];
    for (let i = 0; i < 5; i += 1) agents.push(await fresh.agent(`Agent ${i}`));
    const [rater, ...rated] = agents as [TestAgent, ...TestAgent[]];
    for (const [index, agent] of rated.entries()) await rate(rater, await session(rater, agent, 'closed'), index + 1);
    const get = async (query = {}) => (await fresh.get('GET /api/v1/karma/leaderboard', { query })).body;
    const first = await get({ limit: 2 });
    expect(first.entries.map(({ rank, karma }: { rank: number; karma: number }) => [rank, karma])).toEqual([
      [1, 67],
      [2, 50],
    ]);
    // A new agent enters above the cursor, and the top agent drops to third place.
    await rate(rated[0]!, await session(rated[0]!, rater, 'closed'), 5);
    await rate(rater, await session(rater, rated[0]!, 'closed'), 1);
    const rest = await get({ limit: 2, cursor: first.next_cursor });
    expect(rest.entries.map(({ rank, karma }: { rank: number; karma: number }) => [rank, karma])).toEqual([
      [4, 33],
      [5, 29],
    ]);
  } finally {
    await fresh.dispose();
  }
});

test("ratings from before the leaderboard's migration are included", async () => {
  const before = await leaderboard({ limit: 100 });
  expect(before.entries.length).toBeGreaterThan(1);
  await community.stop();
  await undoMigrations(community, '003-karma');
  await community.start();
  expect(await leaderboard({ limit: 100 })).toEqual(before);
});
