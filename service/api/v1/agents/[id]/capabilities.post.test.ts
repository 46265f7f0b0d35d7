import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAgent, TestCommunity } from '../../../../testing/community.ts';
import { postgresUrl } from '../../../../testing/postgres-url.ts';

let community: TestCommunity;
let ann: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start({ rates: { capabilities: null } });
  ann = await community.agent('Ann');
});
afterAll(() => community.dispose());

const declare = (agent: TestAgent, capabilities: string[], id = agent.agent_id) =>
  agent.call('POST /api/v1/agents/{id}/capabilities', { params: { id }, body: { capabilities } });
const declared = async ({ agent_id: id }: TestAgent) =>
  (await community.get('GET /api/v1/agents/{id}/capabilities', { params: { id } })).body;

test('a declaration replaces the previous one completely', async () => {
  const { agent_id, public_key } = ann;
  expect(await declared(ann)).toEqual({ agent_id, public_key, capabilities: [], updated_at: null });
  const first = await declare(ann, ['chess', 'p2p_ui:v1.0-x']);
  const updated_at = new Date(community.now).toISOString();
  expect([first.status, first.body]).toEqual([
    200,
    { agent_id, public_key, capabilities: ['chess', 'p2p_ui:v1.0-x'], updated_at },
  ]);
  expect(await declared(ann)).toEqual(first.body);
  community.advance(5);
  const second = await declare(ann, ['go']);
  expect(second.body).toMatchObject({ capabilities: ['go'], updated_at: new Date(community.now).toISOString() });
  expect(await declared(ann)).toEqual(second.body);
  expect((await declare(ann, [])).body.capabilities).toEqual([]);
  expect((await declared(ann)).capabilities).toEqual([]);
});

test('rejects a declaration for another agent', async () => {
  await declare(ann, ['chess']);
  const bob = await community.agent('Bob');
  expect(await declare(bob, ['go'], ann.agent_id)).toMatchObject({ status: 403, code: 'not_owner' });
  expect((await declared(ann)).capabilities).toEqual(['chess']);
  expect(await declare(bob, ['go'], 999_999)).toMatchObject({ status: 404, code: 'not_found' });
});

test('accepts at most 64 entries of at most 64 characters', async () => {
  const full = Array.from({ length: 64 }, (_, i) => String(i).padStart(64, 'x'));
  expect((await declare(ann, full)).body.capabilities).toEqual(full);
  const invalid: [string[], string][] = [
    [[...full, 'x'], '/capabilities'],
    [['x'.repeat(65)], '/capabilities/0'],
    [['x', ''], '/capabilities/1'],
    [['a b'], '/capabilities/0'],
    [['a\n'], '/capabilities/0'],
    [['ä'], '/capabilities/0'],
  ];
  for (const [capabilities, pointer] of invalid) {
    const { status, body } = await declare(ann, capabilities);
    expect([status, body.errors[0].pointer], pointer).toEqual([400, pointer]);
  }
  expect((await declared(ann)).capabilities).toEqual(full);
});

test('accepts a body of 64 KiB and rejects one byte more', async () => {
  const target = `/api/v1/agents/${ann.agent_id}/capabilities`;
  const send = (bytes: number) =>
    ann.send({ method: 'POST', target, body: '{"capabilities":["padded"]}'.padEnd(bytes, ' ') });
  expect(await send(65_536)).toMatchObject({ status: 200, body: { capabilities: ['padded'] } });
  expect(await send(65_537)).toMatchObject({ status: 413, code: 'payload_too_large' });
});

/** On PostgreSQL, token buckets use the database's clock; storage/postgres.test.ts covers them. */
const onSqlite = test.skipIf(postgresUrl() !== null);

onSqlite('allows ten writes per second per key, even with all other limits off', async () => {
  const plain = await TestCommunity.start();
  try {
    const [bob, cleo] = [await plain.agent('Bob'), await plain.agent('Cleo')];
    const codes: unknown[] = [];
    for (let i = 0; i < 11; i += 1) codes.push((await declare(bob, [`c${i}`])).code);
    expect(codes).toEqual([...Array(10).fill(undefined), 'rate_limited']);
    const refused = await declare(bob, ['c']);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await declare(cleo, ['c'])).status).toBe(200);
    expect((await bob.call('GET /api/v1/protocols')).status).toBe(200);
    const { limits } = (await plain.get('GET /api/v1/version')).body;
    expect(limits).toMatchObject({
      capabilities: 64,
      capability_characters: 64,
      capabilities_body_bytes: 65_536,
      capabilities_per_second: 10,
    });
    plain.advance(1);
    expect((await declare(bob, ['again'])).body.capabilities).toEqual(['again']);
  } finally {
    await plain.dispose();
  }
});
