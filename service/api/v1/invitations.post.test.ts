import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofOf, type TestAgent, TestCommunity } from '../../testing/community.ts';
import { pagesOf } from '../../testing/pages.ts';
import { registerProtocol } from '../../testing/specs.ts';

let community: TestCommunity;
let host: TestAgent;
let guest: TestAgent;
let protocol_id: string;
beforeAll(async () => {
  community = await TestCommunity.start();
  host = await community.agent('Host');
  guest = await community.agent('Guest');
  protocol_id = await registerProtocol(host, 'dice', 'game:dice');
});
afterAll(() => community.dispose());

const post = (agent: TestAgent, extra = {}) =>
  agent.call('POST /api/v1/invitations', { body: { ...agent.invitation(protocol_id), ...extra } });
const get = (agent: TestAgent, post_id: string) =>
  agent.call('GET /api/v1/invitations/{post_id}', { params: { post_id } });
const renew = (agent: TestAgent, post_id: string, body = {}) =>
  agent.call('POST /api/v1/invitations/{post_id}/renew', { params: { post_id }, body });
const cancel = (agent: TestAgent, post_id: string) =>
  agent.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });
const idsOf = async (agent: TestAgent, query = {}) =>
  (await agent.call('GET /api/v1/invitations', { query })).body.results.map(
    ({ post_id }: { post_id: string }) => post_id,
  );

test('accepts an invitation as posted by the existing client', async () => {
  const { protocol_id: _, ...binding } = host.invitation(protocol_id);
  const body = {
    message: 'Dice',
    tags: ['game', 'dice', 'game'],
    ...binding,
    transport: 'iroh',
    transport_info: { version: 1, endpoint_id: host.public_key, ticket: binding.iroh_ticket },
    protocol_id,
    host_control_mode: 'hybrid',
    type: 'supply',
    options: { rounds: 5, pricing: { model: 'free' } },
    hooks: 'never stored',
  } as const;
  const created = await post(host, body);
  const { hooks, tags, ...stored } = body;
  const at = new Date(community.now).toISOString();
  expect([created.status, created.body]).toEqual([
    201,
    {
      ...stored,
      tags: ['game', 'dice'],
      post_id: created.body.post_id,
      public_key: host.public_key,
      registered: true,
      nickname: 'Host',
      agent_id: host.agent_id,
      rating: 1200,
      pricing: { model: 'free' },
      visibility: 'listed',
      for_public_key: null,
      status: 'active',
      ttl_seconds: 300,
      created_at: at,
      updated_at: at,
      expires_at: new Date(community.now + 300_000).toISOString(),
      protocol_name: 'dice',
      family: 'game:dice',
      cap: null,
      head_to_head: { won: 0, lost: 0, drawn: 0 },
    },
  ]);
  expect(created.text).not.toContain('never stored');
  expect((await get(guest, created.body.post_id)).body).toEqual({
    ...created.body,
    cap: { used: 0, limit: 2, again_at: null },
  });
});

test('rejects an invitation that cannot be joined', async () => {
  const invalid: [object, string][] = [
    [{ iroh_ticket: 'another-ticket' }, '/transport_binding_signature'],
    [{ protocol_id: 'a'.repeat(64) }, '/transport_binding_signature'],
    [{ transport_info: { version: 1, endpoint_id: host.public_key, ticket: 'other' } }, '/transport_info/ticket'],
    [{ transport: 'tcp' }, '/transport'],
    [{ type: 'gift' }, '/type'],
    [{ options: [] }, '/options'],
    [{ options: { rounds: 10 } }, '/options'],
    [{ options: { rounds: 'many' } }, '/options'],
    [{ options: { long: 'a'.repeat(65_536) } }, '/options'],
    [{ ttl_seconds: 0 }, '/ttl_seconds'],
    [{ ttl_seconds: 86_401 }, '/ttl_seconds'],
    [{ for_public_key: 'x' }, '/for_public_key'],
    [{ tags: ['a\nb'] }, '/tags/0'],
    [{ message: 'a'.repeat(501) }, '/message'],
  ];
  for (const [extra, pointer] of invalid) {
    const { status, body } = await post(host, extra);
    expect([status, body.errors[0].pointer], JSON.stringify(extra).slice(0, 80)).toEqual([400, pointer]);
  }
});

test('an invitation expires unless it is renewed', async () => {
  const { post_id } = (await post(host)).body;
  community.now += 299_999;
  expect((await get(guest, post_id)).status).toBe(200);
  expect(await renew(guest, post_id)).toMatchObject({ status: 403, code: 'not_owner' });
  const renewed = await renew(host, post_id);
  expect(renewed.body).toMatchObject({ post_id, expires_at: new Date(community.now + 300_000).toISOString() });
  community.now += 299_999;
  expect(await idsOf(guest)).toContain(post_id);
  community.now += 1;
  expect(await idsOf(guest)).not.toContain(post_id);
  for (const outcome of [
    await get(guest, post_id),
    await get(host, post_id),
    await renew(host, post_id),
    await cancel(host, post_id),
  ]) {
    expect(outcome).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('an expired invitation is marked as expired and can become no session', async () => {
  const { post_id } = (await post(host)).body;
  community.advance(300);
  const status = async () => (await community.sql`SELECT status FROM invitation WHERE post_id = ${post_id}`)[0].status;
  await expect.poll(status).toBe('expired');
  for (const outcome of [await get(host, post_id), await renew(host, post_id), await cancel(host, post_id)]) {
    expect(outcome).toMatchObject({ status: 404, code: 'not_found' });
  }
  const session = await guest.call('POST /api/v1/sessions', { body: proofOf(host, guest, post_id, protocol_id) });
  expect(session).toMatchObject({ status: 409, code: 'invitation_gone' });
});

test('the total of a list is capped at 1000', async () => {
  const fresh = await TestCommunity.start();
  try {
    const ann = await fresh.agent('Ann');
    const body = ann.invitation('a'.repeat(64));
    const { post_id } = (await ann.call('POST /api/v1/invitations', { body })).body;
    const copies = (from: number, to: number) => fresh.sql`
      WITH RECURSIVE row(n) AS (SELECT CAST(${from} AS integer) UNION ALL SELECT n + 1 FROM row WHERE n < ${to})
      INSERT INTO invitation SELECT '00000000-0000-4000-8000-' || substr('' || (1000000000000 + n), 2), host_id, protocol_id, type, message, tags, options, iroh_ticket,
        transport_info, transport_binding_signature, host_control_mode, visibility, for_public_key, ttl_seconds, status,
        created_at, updated_at, expires_at, host_confirms FROM row, invitation WHERE post_id = ${post_id}`;
    const counted = async () => (await ann.call('GET /api/v1/invitations', { query: { limit: 1 } })).body.total;
    await copies(1, 998);
    expect(await counted()).toBe(999);
    await copies(999, 999);
    expect(await counted()).toBe(1000);
    await copies(1000, 1000);
    expect(await counted()).toBe(1000);
  } finally {
    await fresh.dispose();
  }
});

test('sets the lifetime when posting and when renewing', async () => {
  const { post_id } = (await post(host, { ttl_seconds: 2 })).body;
  community.now += 1000;
  await renew(host, post_id, { ttl_seconds: 3 });
  community.now += 2999;
  expect((await get(guest, post_id)).body.ttl_seconds).toBe(3);
  community.now += 1;
  expect((await get(guest, post_id)).status).toBe(404);
});

test('only the owner can cancel an invitation, and only once', async () => {
  const { post_id } = (await post(host)).body;
  expect(await cancel(guest, post_id)).toMatchObject({ status: 403, code: 'not_owner' });
  const gone = await cancel(host, post_id);
  expect([gone.status, gone.text, gone.headers['content-length']]).toEqual([204, '', undefined]);
  expect((await cancel(host, post_id)).status).toBe(404);
  expect((await get(guest, post_id)).status).toBe(404);
  expect(await idsOf(guest)).not.toContain(post_id);
});

test('lists no unlisted invitation, and shows an addressed one to its host and addressee only', async () => {
  const unlisted = (await post(host, { visibility: 'unlisted' })).body.post_id;
  expect(await idsOf(guest)).not.toContain(unlisted);
  expect((await get(guest, unlisted)).status).toBe(200);
  expect(await idsOf(host)).not.toContain(unlisted);
  const addressed = (await post(host, { for_public_key: guest.public_key })).body.post_id;
  const third = await community.agent('Third');
  expect(await idsOf(guest)).toContain(addressed);
  expect(await idsOf(host)).toContain(addressed);
  expect(await idsOf(third)).not.toContain(addressed);
  expect((await get(third, addressed)).status).toBe(404);
  expect((await cancel(third, addressed)).status).toBe(404);
  // `mine` lists all of the caller's invitations and no others.
  expect(await idsOf(host, { mine: 'true' })).toEqual(expect.arrayContaining([unlisted, addressed]));
  expect(await idsOf(guest, { mine: 'true' })).toEqual([]);
});

test('filters and pages the list, newest first', async () => {
  const fresh = await TestCommunity.start();
  try {
    const [ann, bob] = [await fresh.agent('Ann'), await fresh.agent('Bob')];
    const posted: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      // Pairs of invitations share a timestamp.
      fresh.now += i % 2;
      const tags = i % 3 === 0 ? ['third', 'x:y'] : ['x:y'];
      const type = i === 5 ? 'demand' : 'supply';
      const { body } = await ann.call('POST /api/v1/invitations', {
        body: { ...ann.invitation(String(i % 2).repeat(64)), tags, type },
      });
      posted.unshift(body.post_id);
    }
    const all = (await bob.call('GET /api/v1/invitations')).body;
    expect([all.total, all.next_cursor, all.results.length]).toEqual([7, null, 7]);
    expect(new Set(await idsOf(bob))).toEqual(new Set(posted));
    const times = all.results.map((entry: { created_at: string }) => entry.created_at);
    expect(times).toEqual([...times].sort().reverse());
    const toPage: string[] = [];
    const list = async (query: object) => (await bob.call('GET /api/v1/invitations', { query })).body;
    for await (const page of pagesOf(list, { limit: 2 })) {
      expect(page.total).toBe(7);
      toPage.push(...page.results.map(({ post_id }: { post_id: string }) => post_id));
      // New invitations do not shift the remaining pages.
      await bob.call('POST /api/v1/invitations', {
        body: { ...bob.invitation('f'.repeat(64)), visibility: 'unlisted' },
      });
    }
    expect(toPage).toEqual(await idsOf(bob));
    expect((await idsOf(bob, { tags: ['third', 'x:y'] })).length).toBe(3);
    expect((await idsOf(bob, { type: 'demand' })).length).toBe(1);
    expect((await idsOf(bob, { protocol_id: '1'.repeat(64) })).length).toBe(3);
    expect((await idsOf(bob, { protocol_id: '1'.repeat(64), tags: ['third'] })).length).toBe(1);
    const first = (await bob.call('GET /api/v1/invitations', { query: { limit: 1 } })).body.next_cursor;
    const mismatched = await bob.call('GET /api/v1/invitations', {
      query: { limit: 1, type: 'supply', cursor: first },
    });
    expect(mismatched).toMatchObject({ status: 400, code: 'invalid_field' });
    for (const query of ['type=', 'type=gift', 'tags=', 'tags=a,,b', 'protocol_id=1']) {
      expect((await bob.send({ method: 'GET', target: `/api/v1/invitations?${query}` })).code, query).toBe(
        'invalid_field',
      );
    }
    // Comma and colon percent-encoded, as URLSearchParams writes them.
    const encoded = await bob.send({ method: 'GET', target: '/api/v1/invitations?tags=third%2Cx%3Ay&limit=100' });
    expect(encoded.body.results.length).toBe(3);
  } finally {
    await fresh.dispose();
  }
});

test('limits the number of open invitations per agent', async () => {
  const strict = await TestCommunity.start({ activeInvitations: 3 });
  try {
    const ann = await strict.agent('Ann');
    const postFor = (ttl_seconds: number) =>
      ann.call('POST /api/v1/invitations', { body: { ...ann.invitation('a'.repeat(64)), ttl_seconds } });
    for (const ttl of [300, 30, 300]) expect((await postFor(ttl)).status).toBe(201);
    const refused = await postFor(300);
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '30']);
    strict.advance(30);
    expect((await postFor(300)).status).toBe(201);
  } finally {
    await strict.dispose();
  }
});
