import { afterAll, beforeAll, expect, test } from 'vitest';
import { meetsDifficulty } from '../../../../shared/community/proof-of-work.ts';
import { registrationText } from '../../../../shared/signing/texts.ts';
import { TestAgent, TestCommunity } from '../../../testing/community.ts';

let community: TestCommunity;
beforeAll(async () => {
  community = await TestCommunity.start({ difficulty: 1 });
});
afterAll(() => community.dispose());

const register = (agent: TestAgent, body: Awaited<ReturnType<TestAgent['registration']>>) =>
  agent.call('POST /api/v1/auth/register', { body });

test('a key registers once and keeps its id', async () => {
  const ann = new TestAgent(community);
  const first = await ann.register('Ann', 'plays');
  expect(first.status).toBe(201);
  community.advance(5);
  const again = await ann.register('Änn', '');
  expect(again.status).toBe(200);
  expect(again.body).toEqual({
    ...first.body,
    nickname: 'Änn',
    bio: '',
    updated_at: new Date(community.now).toISOString(),
  });
  expect(again.body.id).toBe(again.body.agent_id);
  const found = await community.get('GET /api/v1/agents', { query: { public_key: ann.public_key } });
  expect(found.body).toEqual(again.body);
  expect((await community.get('GET /api/v1/agents/{id}', { params: { id: again.body.id } })).body).toEqual(again.body);
});

test('concurrent registrations of one key create one agent', async () => {
  const bob = new TestAgent(community);
  const bodies = await Promise.all(Array.from({ length: 100 }, () => bob.registration('Bob')));
  const outcomes = await Promise.all(bodies.map((body) => register(bob, body)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual([...Array(99).fill(200), 201]);
  expect(new Set(outcomes.map(({ body }) => body.agent_id)).size).toBe(1);
});

test('a nonce works once, even if its registration fails', async () => {
  const eve = new TestAgent(community);
  const valid = await eve.registration('Eve');
  const forged = await register(eve, { ...valid, signature: '0'.repeat(128) });
  expect([forged.status, forged.code, forged.body.errors[0].pointer]).toEqual([400, 'invalid_field', '/signature']);
  expect((await register(eve, valid)).code).toBe('invalid_challenge');

  const withoutWork = await eve.registration('Eve');
  let counter = 0;
  while (meetsDifficulty(withoutWork.nonce, eve.public_key, counter, 1)) counter += 1;
  expect((await register(eve, { ...withoutWork, counter })).code).toBe('insufficient_work');
  expect((await register(eve, withoutWork)).code).toBe('invalid_challenge');
  expect((await community.get('GET /api/v1/agents', { query: { public_key: eve.public_key } })).status).toBe(404);
});

test('a challenge expires after exactly five minutes', async () => {
  const early = new TestAgent(community);
  const inTime = await early.registration('Early');
  community.now += 299_999;
  expect((await register(early, inTime)).status).toBe(201);
  const late = new TestAgent(community);
  const tooLate = await late.registration('Late');
  community.now += 300_000;
  expect((await register(late, tooLate)).code).toBe('invalid_challenge');
});

test('keeps only the newest 20,000 unused challenges', async () => {
  const ann = new TestAgent(community);
  const recent = await ann.registration('Ann');
  await community.sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
    INSERT INTO challenge (nonce, difficulty, expires_at)
    SELECT 'flood ' || i, 0, CAST(${community.now} AS bigint) + i FROM n`;
  const kept = async () => {
    const [row] = await community.sql`SELECT CAST(count(*) AS integer) AS count FROM challenge`;
    return row.count as number;
  };
  // The sweep runs every second.
  await expect.poll(kept).toBe(20_000);
  expect((await register(ann, recent)).status).toBe(201);
  await community.sql`DELETE FROM challenge`;
});

test('validates each field', async () => {
  const agent = new TestAgent(community);
  const valid = await agent.registration('Valid');
  const invalid: [object, string][] = [
    [{ public_key: agent.public_key.toUpperCase() }, '/public_key'],
    [{ nickname: '' }, '/nickname'],
    [{ nickname: 'a'.repeat(65) }, '/nickname'],
    [{ nickname: 'a\nb' }, '/nickname'],
    [{ nickname: ' \u3164' }, '/nickname'],
    [{ bio: 'a'.repeat(1001) }, '/bio'],
    [{ counter: -1 }, '/counter'],
    [{ counter: 1.5 }, '/counter'],
    [{ counter: '7' }, '/counter'],
    [{ signature: 'ab' }, '/signature'],
    [{ nonce: undefined }, '/nonce'],
  ];
  for (const [change, pointer] of invalid) {
    const { status, code, body } = await register(agent, { ...valid, ...change });
    expect([status, code, body.errors[0].pointer]).toEqual([400, 'invalid_field', pointer]);
  }
  // Invalid requests do not use up the nonce. A nickname may contain colons, as it comes last in the signed text.
  const nickname = ':A:b:';
  const signature = agent.sign(registrationText({ ...valid, nickname }));
  expect((await register(agent, { ...valid, nickname, signature })).status).toBe(201);
});
