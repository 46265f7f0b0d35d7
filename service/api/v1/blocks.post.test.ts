import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../shared/community/limits.ts';
import { type TestAgent, TestCommunity } from '../../testing/community.ts';

let community: TestCommunity;
let ann: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start({ inboxQuota: 7 });
  ann = await community.agent('Ann');
});
afterAll(() => community.dispose());

const send = (from: TestAgent, to: TestAgent) =>
  from.call('POST /api/v1/inbox', {
    body: { recipient_public_key: to.public_key, ciphertext: randomBytes(66).toString('base64') },
  });
const block = (agent: TestAgent, body: { public_key: string } | { message_id: number }) =>
  agent.call('POST /api/v1/blocks', { body });
const listed = async (agent: TestAgent): Promise<number[]> =>
  (await agent.call('GET /api/v1/blocks')).body.results.map(({ block_id }: { block_id: number }) => block_id);
const count = async (agent: TestAgent): Promise<number> => (await agent.call('GET /api/v1/inbox')).body.entries.length;

test('a blocked sender’s messages are refused, and others get the slots that are freed', async () => {
  const [bob, cleo] = [await community.agent('Bob'), await community.agent('Cleo')];
  for (let i = 0; i < 5; i += 1) await send(ann, bob);
  expect(await send(cleo, bob)).toMatchObject({ status: 413, code: 'inbox_full' });

  const blocked = await block(bob, { public_key: ann.public_key });
  expect(blocked.status).toBe(201);
  expect(await count(bob)).toBe(5);
  await bob.call('DELETE /api/v1/inbox');
  expect(await send(ann, bob)).toMatchObject({ status: 403, code: 'blocked_by_recipient' });
  expect((await send(cleo, bob)).status).toBe(201);
  // Only this inbox is closed to the sender.
  expect((await send(ann, cleo)).status).toBe(201);

  expect(await block(bob, { public_key: ann.public_key })).toMatchObject({ status: 200, body: blocked.body });
  expect(await listed(bob)).toEqual([blocked.body.block_id]);
});

test('a blocked host posts no invitation for the recipient, and others as before', async () => {
  const [bob, cleo] = [await community.agent('Bob'), await community.agent('Cleo')];
  const post = (host: TestAgent, addressee: TestAgent | null) =>
    host.call('POST /api/v1/invitations', {
      body: { ...host.invitation('a'.repeat(64)), for_public_key: addressee?.public_key ?? null },
    });
  const { block_id } = (await block(bob, { public_key: ann.public_key })).body;
  expect(await post(ann, bob)).toMatchObject({ status: 403, code: 'blocked_by_recipient' });
  expect((await ann.call('GET /api/v1/invitations', { query: { mine: 'true' } })).body.total).toBe(0);
  for (const [host, addressee] of [
    [ann, null],
    [ann, cleo],
    [bob, ann],
    [cleo, bob],
  ] as const)
    expect((await post(host, addressee)).status).toBe(201);
  await bob.call('DELETE /api/v1/blocks/{block_id}', { params: { block_id } });
  expect((await post(ann, bob)).status).toBe(201);
});

test('blocks survive a restart, and end with their removal', async () => {
  const bob = await community.agent('Bob');
  const { block_id } = (await block(bob, { public_key: ann.public_key })).body;
  await community.stop();
  await community.start();
  expect((await send(ann, bob)).code).toBe('blocked_by_recipient');
  // Of another agent’s block nothing is told.
  expect(await ann.call('DELETE /api/v1/blocks/{block_id}', { params: { block_id } })).toMatchObject({ status: 404 });
  expect((await bob.call('DELETE /api/v1/blocks/{block_id}', { params: { block_id } })).status).toBe(204);
  expect((await bob.call('DELETE /api/v1/blocks/{block_id}', { params: { block_id } })).status).toBe(404);
  expect((await send(ann, bob)).status).toBe(201);
});

test('the sender of a message can be blocked without being known', async () => {
  const [bob, cleo] = [await community.agent('Bob'), await community.agent('Cleo')];
  const message_id = (await send(ann, bob)).body.id;
  await send(ann, bob);
  await send(cleo, bob);
  expect(await block(cleo, { message_id })).toMatchObject({ status: 403, code: 'not_owner' });
  expect((await block(bob, { message_id })).status).toBe(201);
  expect(await count(bob)).toBe(1);
  expect((await send(ann, bob)).code).toBe('blocked_by_recipient');
  expect((await send(cleo, bob)).status).toBe(201);
  expect((await block(bob, { message_id })).status).toBe(404);
  // It is the same block as that of the key.
  expect((await block(bob, { public_key: ann.public_key })).status).toBe(200);
});

test('only registered agents can be blocked, and a limited number', async () => {
  const bob = await community.agent('Bob');
  expect(await block(bob, { public_key: 'ab'.repeat(32) })).toMatchObject({ status: 404, code: 'not_found' });
  const rows = Array.from({ length: limits.inbox_blocks }, (_, i) => `(${bob.agent_id}, 'pair ${i}', 0)`);
  await community.sql([`INSERT INTO inbox_block (recipient_id, pair_hash, created_at) VALUES ${rows.join(', ')}`]);
  expect(await block(bob, { public_key: ann.public_key })).toMatchObject({ status: 409, code: 'too_many_blocks' });
  const first = (await bob.call('GET /api/v1/blocks', { query: { limit: 100 } })).body;
  expect(first.results.length).toBe(100);
  const second = (await bob.call('GET /api/v1/blocks', { query: { limit: 100, cursor: first.next_cursor } })).body;
  expect(second.results[0].block_id).toBeGreaterThan(first.results.at(-1).block_id);
});

test('each sender has a quota a day for each recipient', async () => {
  const [bob, cleo] = [await community.agent('Bob'), await community.agent('Cleo')];
  const deliver = async (from: TestAgent) => {
    const sent = await send(from, bob);
    await bob.call('DELETE /api/v1/inbox');
    return sent;
  };
  for (let i = 0; i < 7; i += 1) expect((await deliver(ann)).status).toBe(201);
  const refused = await deliver(ann);
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.headers['retry-after']).toBe('86400');
  expect((await deliver(cleo)).status).toBe(201);
  expect((await send(ann, cleo)).status).toBe(201);
  community.advance(86_399);
  expect((await deliver(ann)).status).toBe(429);
  community.advance(1);
  expect((await deliver(ann)).status).toBe(201);
});

test('a refused message does not count, and expired quotas are deleted', async () => {
  const bob = await community.agent('Bob');
  for (let i = 0; i < 5; i += 1) await send(ann, bob);
  for (let i = 0; i < 5; i += 1) expect((await send(ann, bob)).code).toBe('inbox_full');
  await bob.call('DELETE /api/v1/inbox');
  expect((await send(ann, bob)).status).toBe(201);
  expect((await community.sql`SELECT sent FROM inbox_quota WHERE sent = 6`).length).toBe(1);
  community.advance(86_400);
  await expect.poll(async () => (await community.sql`SELECT * FROM inbox_quota`).length).toBe(0);
});

test('neither keys nor ids of senders are stored', async () => {
  const bob = await community.agent('Bob');
  await send(ann, bob);
  await block(bob, { public_key: ann.public_key });
  const rows = [
    ...(await community.sql`SELECT * FROM inbox_quota`),
    ...(await community.sql`SELECT * FROM inbox_block WHERE recipient_id = ${bob.agent_id}`),
  ];
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    expect(row.pair_hash).toMatch(/^[0-9a-f]{64}$|^pair/);
    expect(Object.keys(row)).not.toContain('sender_id');
    expect(JSON.stringify(row)).not.toContain(ann.public_key);
  }
});

test('the version endpoint says that there are blocks, and the quota', async () => {
  expect((await community.get('GET /api/v1/version')).body.limits).toMatchObject({
    inbox_blocks: limits.inbox_blocks,
    inbox_messages_per_sender_a_day: 7,
  });
});
