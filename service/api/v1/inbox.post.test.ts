import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAgent, TestCommunity } from '../../testing/community.ts';
import { pagesOf } from '../../testing/pages.ts';

let community: TestCommunity;
let ann: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  ann = await community.agent('Ann');
});
afterAll(() => community.dispose());

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const post = (to: TestAgent, ciphertext = base64(randomBytes(66))) =>
  ann.call('POST /api/v1/inbox', { body: { recipient_public_key: to.public_key, ciphertext } });
const list = (agent: TestAgent, query = {}) => agent.call('GET /api/v1/inbox', { query });
const get = (agent: TestAgent, id: number) => agent.call('GET /api/v1/inbox/{id}', { params: { id } });
const remove = (agent: TestAgent, id: number) => agent.call('DELETE /api/v1/inbox/{id}', { params: { id } });
const clear = (agent: TestAgent) => agent.call('DELETE /api/v1/inbox');
const idsOf = (entries: { id: number }[]) => entries.map(({ id }) => id);

test('only the recipient can read a message, unchanged', async () => {
  const bob = await community.agent('Bob');
  const ciphertext = base64(randomBytes(100));
  const sent = await post(bob, ciphertext);
  const entry = {
    id: sent.body.id,
    size: 100,
    created_at: new Date(community.now).toISOString(),
    expires_at: new Date(community.now + 86_400_000).toISOString(),
  };
  expect([sent.status, sent.body]).toEqual([201, entry]);
  expect((await list(bob)).body).toEqual({ entries: [entry], next_cursor: null });
  expect((await list(ann)).body).toEqual({ entries: [], next_cursor: null });
  const message = await get(bob, entry.id);
  expect([message.status, message.body]).toEqual([200, { ...entry, recipient_public_key: bob.public_key, ciphertext }]);
  for (const outcome of [await get(ann, entry.id), await remove(ann, entry.id)]) {
    expect(outcome).toMatchObject({ status: 403, code: 'not_owner' });
  }
  expect((await get(bob, entry.id)).status).toBe(200);
  const gone = await remove(bob, entry.id);
  expect([gone.status, gone.body]).toEqual([200, { deleted: 1 }]);
  for (const outcome of [await get(bob, entry.id), await remove(bob, entry.id), await get(ann, entry.id)]) {
    expect(outcome).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('accepts a ciphertext of 2048 bytes and rejects 2049', async () => {
  const bob = await community.agent('Bob');
  const full = randomBytes(2048);
  const { id } = (await post(bob, base64(full))).body;
  expect((await get(bob, id)).body).toMatchObject({ size: 2048, ciphertext: base64(full) });
  expect(await post(bob, base64(randomBytes(2049)))).toMatchObject({ status: 413, code: 'payload_too_large' });
  expect(await post(bob, base64(randomBytes(60_000)))).toMatchObject({ status: 413, code: 'payload_too_large' });
  expect((await post(bob, base64(randomBytes(1)))).body.size).toBe(1);
});

test('accepts only canonical base64', async () => {
  const bob = await community.agent('Bob');
  for (const text of [
    '',
    'QQ',
    'QQ=',
    'QR==',
    'QUJ=',
    'QUI',
    '=',
    '====',
    'QUJD\n',
    ' QUJD',
    '-_-_',
    'QUJDé',
    'QQ==QUJD',
  ]) {
    const { status, body } = await post(bob, text);
    expect([status, body.errors?.[0].pointer], text).toEqual([400, '/ciphertext']);
  }
  for (const text of ['QQ==', 'QUI=', 'QUJD', '+/+/']) expect((await post(bob, text)).status, text).toBe(201);
  const stranger = await ann.call('POST /api/v1/inbox', {
    body: { recipient_public_key: 'ab'.repeat(32), ciphertext: 'QQ==' },
  });
  expect(stranger).toMatchObject({ status: 404, code: 'not_found' });
  const malformed = await ann.call('POST /api/v1/inbox', { body: { recipient_public_key: 'AB', ciphertext: 'QQ==' } });
  expect([malformed.status, malformed.body.errors[0].pointer]).toEqual([400, '/recipient_public_key']);
});

test('a full inbox accepts a message once another is deleted', async () => {
  const bob = await community.agent('Bob');
  const ids: number[] = [];
  for (let i = 0; i < 5; i += 1) ids.push((await post(bob)).body.id);
  expect(await post(bob)).toMatchObject({ status: 413, code: 'inbox_full', body: { capacity: 5 } });
  await remove(bob, ids[2]!);
  expect((await post(bob)).status).toBe(201);
  expect((await post(bob)).code).toBe('inbox_full');
  const cleared = await clear(bob);
  expect([cleared.status, cleared.body]).toEqual([200, { deleted: 5 }]);
  expect((await clear(bob)).body).toEqual({ deleted: 0 });
  expect((await list(bob)).body.entries).toEqual([]);
  expect((await post(bob)).status).toBe(201);
});

test('clearing an inbox does not affect other inboxes', async () => {
  const [bob, cleo] = [await community.agent('Bob'), await community.agent('Cleo')];
  await post(bob);
  const kept = (await post(cleo)).body;
  await clear(bob);
  expect((await list(cleo)).body.entries).toEqual([kept]);
});

test('concurrent messages never exceed the capacity', async () => {
  const bob = await community.agent('Bob');
  const codes = (await Promise.all(Array.from({ length: 12 }, () => post(bob)))).map(({ status }) => status);
  expect(codes.sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(413)]);
});

test('a message expires after 24 hours and is deleted', async () => {
  const bob = await community.agent('Bob');
  const { id } = (await post(bob)).body;
  for (let i = 0; i < 4; i += 1) await post(bob);
  community.now += 86_399_999;
  expect((await get(bob, id)).status).toBe(200);
  expect((await list(bob)).body.entries.length).toBe(5);
  expect((await post(bob)).code).toBe('inbox_full');
  community.now += 1;
  expect((await get(bob, id)).status).toBe(404);
  expect((await remove(bob, id)).status).toBe(404);
  // An expired message is gone for non-recipients, too: 404 rather than 403.
  expect((await get(ann, id)).status).toBe(404);
  expect((await list(bob)).body).toEqual({ entries: [], next_cursor: null });
  expect((await clear(bob)).body).toEqual({ deleted: 0 });
  for (let i = 0; i < 5; i += 1) expect((await post(bob)).status).toBe(201);
  const { id: fresh } = (await list(bob)).body.entries[0];
  community.now += 86_400_000;
  const count = async () =>
    (await community.sql`SELECT message_id FROM inbox_message WHERE message_id <= ${fresh}`).length;
  await expect.poll(count).toBe(0);
  // Ids are never reused.
  expect((await post(bob)).body.id).toBeGreaterThan(fresh);
});

test('pages run from newest to oldest, with ties ordered by id', async () => {
  const bob = await community.agent('Bob');
  await rate(bob, 5);
  const sent: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    // Pairs of messages share a timestamp.
    community.now += i % 2;
    sent.unshift((await post(bob)).body.id);
  }
  expect(idsOf((await list(bob)).body.entries)).toEqual(sent);
  const toPage: number[] = [];
  for await (const page of pagesOf(async (query) => (await list(bob, query)).body, { limit: 2 })) {
    toPage.push(...idsOf(page.entries));
    // New messages do not shift the remaining pages.
    await post(bob);
  }
  expect(toPage).toEqual(sent);
  const { next_cursor } = (await list(bob, { limit: 1 })).body;
  expect(await list(ann, { cursor: next_cursor })).toMatchObject({ status: 400, code: 'invalid_field' });
  expect(await list(bob, { cursor: 'abc' })).toMatchObject({ status: 400, code: 'invalid_field' });
  const [name, at] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify([name, at, 'x'])).toString('base64url');
  expect(await list(bob, { cursor: forged })).toMatchObject({ status: 400, code: 'invalid_field' });
});

test('returns 20 entries per page by default and at most 100', async () => {
  const bob = await community.agent('Bob');
  await rate(bob, 20);
  for (let i = 0; i < 21; i += 1) await post(bob);
  expect((await list(bob)).body.entries.length).toBe(20);
  expect((await list(bob, { limit: 1 })).body.entries.length).toBe(1);
  expect((await list(bob, { limit: 100 })).body.entries.length).toBe(21);
  for (const limit of ['0', '101', '-1', '1.5', 'x', '']) {
    const outcome = await bob.send({ method: 'GET', target: `/api/v1/inbox?limit=${limit}` });
    expect(outcome, limit).toMatchObject({ status: 400, code: 'invalid_field' });
  }
});

test('responds with 404 to a malformed id', async () => {
  for (const id of ['0', '-1', '01', '1.0', 'x', '%31', '9999999999999999999']) {
    for (const method of ['GET', 'DELETE']) {
      const outcome = await ann.send({ method, target: `/api/v1/inbox/${id}` });
      expect(outcome, id).toMatchObject({ status: 404, code: 'not_found' });
    }
  }
});

test('inbox capacity grows with its owner’s karma', async () => {
  for (const [ratings, capacity] of [
    [0, 5],
    [1, 5],
    [4, 5],
    [5, 20],
    [19, 20],
    [20, 50],
  ] as const) {
    const agent = await community.agent(`Rated ${ratings}`);
    await rate(agent, ratings);
    await fill(agent, capacity - 1);
    expect((await post(agent)).status, `${capacity}`).toBe(201);
    expect(await post(agent)).toMatchObject({ status: 413, code: 'inbox_full', body: { capacity } });
  }
});

test('the version endpoint lists the limits', async () => {
  expect((await community.get('GET /api/v1/version')).body.limits).toMatchObject({
    inbox_plaintext_characters: 256,
    inbox_ciphertext_bytes: 2048,
    inbox_messages_none: 5,
    inbox_messages_low: 5,
    inbox_messages_medium: 20,
    inbox_messages_high: 50,
    inbox_seconds: 86_400,
  });
});

async function fill({ agent_id }: TestAgent, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await community.sql`INSERT INTO inbox_message (recipient_id, ciphertext, size, created_at, expires_at)
      VALUES (${agent_id}, ${new Uint8Array(1)}, 1, ${community.now}, ${community.now + 86_400_000})`;
  }
}

/** Stores the karma that `count` ratings of five would give. */
async function rate({ agent_id, public_key }: TestAgent, count: number): Promise<void> {
  if (count === 0) return;
  await community.sql`INSERT INTO karma VALUES (${agent_id}, ${public_key}, ${count}, ${count * 5}, 500, 0)`;
}
