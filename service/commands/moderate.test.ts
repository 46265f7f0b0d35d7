import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestFileOf, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { limits } from '../../shared/community/limits.ts';
import { proofOf, TestAgent, TestCommunity } from '../testing/community.ts';
import { Listener } from '../testing/events.ts';
import { sendRequest } from '../testing/http.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { protocolRegistrationBody, registerProtocol, specOf } from '../testing/specs.ts';

let community: TestCommunity;
let ann: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  // Clients choose the address that the service sees.
  community = await TestCommunity.start({ proxies: ['127.0.0.1'], activeInvitations: 100 });
  // The command has the clock of this computer.
  community.now = Date.now();
  ann = await community.agent('Ann');
  bob = await community.agent('Bob');
});
afterAll(() => community.dispose());

/** Runs an operator's command on the data of the running service. */
async function moderate(...args: string[]) {
  const location =
    community.databaseUrl === null ? ['--data-dir', community.dataDir] : ['--database-url', community.databaseUrl];
  const { code, out, err } = await runInProcess(['moderate', ...args, '--operator', 'olga', ...location]);
  const lines = out.split('\n').filter(Boolean);
  return { code, err, lines: lines.map((line) => JSON.parse(line)) };
}

const lastAct = async () => (await moderate('log')).lines.at(-1);

test('a removed invitation can be restored until it would have expired', async () => {
  const { body } = await ann.call('POST /api/v1/invitations', { body: ann.invitation('cd'.repeat(32)) });
  const find = async () =>
    (await bob.call('GET /api/v1/invitations/{post_id}', { params: { post_id: body.post_id } })).status;
  expect(await moderate('restore-invitation', body.post_id)).toMatchObject({ code: 1 });
  expect((await moderate('remove-invitation', body.post_id)).lines).toEqual([
    { event: 'removed', post_id: body.post_id },
  ]);
  expect(await find()).toBe(404);
  await moderate('restore-invitation', body.post_id);
  expect(await find()).toBe(200);
  expect(await lastAct()).toMatchObject({ operator: 'olga', act: 'restore', subject: `invitation ${body.post_id}` });
  // What its host closes stays closed.
  await ann.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id: body.post_id } });
  expect(await moderate('restore-invitation', body.post_id)).toMatchObject({ code: 1 });
});

test('a removed protocol is held no more until it is restored, and its games are settled', async () => {
  const protocol_id = await registerProtocol(ann, 'vile', 'game:vile');
  const alike = await registerProtocol(ann, 'alike');
  const params = { protocol_id };
  const statuses = async () => [
    (await bob.call('GET /api/v1/protocols/{protocol_id}', { params })).status,
    (await bob.call('GET /api/v1/protocols')).body.results.some(
      (row: { protocol_id: string }) => row.protocol_id === protocol_id,
    ),
    (await bob.call('GET /api/v1/protocols/{protocol_id}/similar', { params: { protocol_id: alike } })).body.total,
  ];
  expect(await statuses()).toEqual([200, true, 1]);
  const session_id = await bob.closedSession(ann, protocol_id);

  await moderate('remove-protocol', protocol_id);
  expect(await statuses()).toEqual([404, false, 0]);
  const again = {
    method: 'POST',
    target: '/api/v1/protocols',
    body: protocolRegistrationBody(JSON.stringify(specOf('vile'))),
  };
  expect(await ann.send(again)).toMatchObject({ status: 403, code: 'protocol_removed' });
  for (const agent of [ann, bob])
    await agent.call('POST /api/v1/sessions/{session_id}/result', { params: { session_id }, body: { winner: 'host' } });
  const { body } = await ann.call('GET /api/v1/sessions/{session_id}', { params: { session_id } });
  expect(body.result).toMatchObject({ state: 'settled', rating: { applied: true } });

  await moderate('restore-protocol', protocol_id);
  expect(await statuses()).toEqual([200, true, 1]);
  expect(await moderate('restore-protocol', protocol_id)).toMatchObject({ code: 1 });
});

test('a removed board is served no more, can’t be published again, and can be restored', async () => {
  const protocol_id = await registerProtocol(ann, 'shown');
  const content = Buffer.from('<p>hi</p>');
  const { path, content_hash, size_bytes } = manifestFileOf('index.html', content);
  const manifest = { files: [{ path, content_hash, size_bytes }] };
  const manifest_hash = manifestHashOf(manifest.files);
  const files = [{ ...manifest.files[0]!, content_base64: content.toString('base64') }];
  const params = { protocol_id };
  const stage = () =>
    ann.call('POST /api/v1/protocols/{protocol_id}/ui-batch', { params, body: { manifest_hash, manifest, files } });
  const publish = () =>
    ann.call('POST /api/v1/protocols/{protocol_id}/ui-finalize', { params, body: { manifest_hash } });
  await stage();
  await publish();
  const served = async () =>
    (await bob.call('GET /api/v1/protocols/{protocol_id}/bundle', { params })).body.ui_manifest_hash;
  expect(await served()).toBe(manifest_hash);

  await moderate('remove-board', protocol_id);
  expect(await served()).toBeNull();
  expect([(await stage()).code, (await publish()).code]).toEqual(['manifest_closed', 'manifest_closed']);
  expect(await moderate('remove-board', protocol_id)).toMatchObject({ code: 1 });
  await moderate('restore-board', protocol_id);
  expect(await served()).toBe(manifest_hash);
  expect(await lastAct()).toMatchObject({ subject: `board ${manifest_hash} of protocol ${protocol_id}` });
  if (community.databaseUrl === null)
    expect(await runInProcess(['check', '--data-dir', community.dataDir])).toMatchObject({ code: 0 });
});

test('a removed name can be restored unless the member has chosen another', async () => {
  const eve = new TestAgent(community);
  await eve.register('Eve the Vile', 'insults');
  const profile = async () => {
    const { nickname, bio } = (await community.get('GET /api/v1/agents', { query: { public_key: eve.public_key } }))
      .body;
    return [nickname, bio];
  };
  await moderate('remove-name', eve.public_key);
  await moderate('remove-name', eve.public_key);
  expect(await profile()).toEqual([eve.public_key.slice(0, 8), '']);
  await moderate('restore-name', eve.public_key);
  expect(await profile()).toEqual(['Eve the Vile', 'insults']);
  await moderate('remove-name', eve.public_key);
  await eve.register('Eve', '');
  expect(await moderate('restore-name', eve.public_key)).toMatchObject({ code: 1 });
  expect(await profile()).toEqual(['Eve', '']);
});

test('an inbox is emptied, so that its owner can receive again', async () => {
  const ciphertext = Buffer.alloc(40).toString('base64');
  const send = () => ann.call('POST /api/v1/inbox', { body: { recipient_public_key: bob.public_key, ciphertext } });
  for (let sent = 0; sent < limits.inbox_messages_none; sent += 1) await send();
  expect((await send()).status).toBe(413);
  expect((await moderate('empty-inbox', bob.public_key)).lines).toMatchObject([{ event: 'emptied', messages: 5 }]);
  expect((await send()).status).toBe(201);
});

test('who is banned or erased can be no other side of anything new', async () => {
  for (const act of ['ban', 'erase']) {
    const eve = await community.agent('Eve');
    // Signed earlier by both.
    const proofs = [proofOf(bob, eve, randomUUID(), 'ef'.repeat(32)), proofOf(eve, bob, randomUUID(), 'ef'.repeat(32))];
    const claimed = proofOf(bob, eve, randomUUID(), 'ef'.repeat(32));
    expect((await eve.call('POST /api/v1/sessions', { body: claimed })).status).toBe(201);
    await moderate(act, eve.public_key);
    const codes = [
      ...(await Promise.all([...proofs, claimed].map((body) => bob.call('POST /api/v1/sessions', { body })))),
      await bob.call('POST /api/v1/inbox', {
        body: { recipient_public_key: eve.public_key, ciphertext: Buffer.alloc(40).toString('base64') },
      }),
      await bob.call('POST /api/v1/complaints', {
        body: { public_key: eve.public_key, reason: 'abuse', words: 'Eve lives here', evidence: { kind: 'profile' } },
      }),
    ].map(({ code }) => code);
    expect(codes, act).toEqual(Array(5).fill('not_found'));
    await moderate('unban', eve.public_key);
    expect((await bob.call('POST /api/v1/sessions', { body: proofs[0]! })).status).toBe(201);
  }
});

test('a banned network is refused, its streams are closed, and others aren’t affected', async () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const statusFrom = async (address: string, target = '/api/v1/version') =>
    (await sendRequest(community.url, { method: 'GET', target, headers: from(address) })).status;
  const stream = await Listener.open(ann, undefined, community.url, from('203.0.113.7'));
  expect((await moderate('ban-network', '203.0.113.0/24')).lines).toEqual([
    { event: 'banned', network: '203.0.113.0/24', changed: true },
  ]);
  await moderate('ban-network', '2001:db8:7::/48');
  await stream.ended;
  expect(await statusFrom('203.0.113.200')).toBe(403);
  await expect.poll(() => statusFrom('2001:db8:7:1::5')).toBe(403);
  expect([
    await statusFrom('203.0.114.1'),
    await statusFrom('2001:db8:8::1'),
    await statusFrom('203.0.113.7', '/health'),
  ]).toEqual([200, 200, 200]);
  const body = JSON.stringify(await ann.registration('Ann'));
  const refused = await sendRequest(community.url, {
    ...{ method: 'POST', target: '/api/v1/auth/register', body },
    headers: { ...from('203.0.113.7'), 'Content-Type': 'application/json' },
  });
  expect(JSON.parse(refused.text)).toMatchObject({ status: 403, code: 'network_banned' });
  expect((await moderate('bans')).lines).toMatchObject([{ network: '203.0.113.0/24' }, { network: '2001:db8:7::/48' }]);
  await moderate('unban-network', '203.0.113.0/24');
  await moderate('unban-network', '2001:db8:7::/48');
  await expect.poll(() => statusFrom('203.0.113.7')).toBe(200);
  for (const malformed of ['127.0.0.1', '::1', '126.0.0.0/7', '127.1.0.0/16', '10.0.0.0/33', 'example.org'])
    expect(await moderate('ban-network', malformed)).toMatchObject({ code: 2 });
});

test('a banned network can be named in each of its spellings', async () => {
  const changes = async (act: string, network: string) => (await moderate(act, network)).lines;
  const expected = (event: string, changed: boolean) => [{ event, network: '198.51.100.0/24', changed }];
  expect(await changes('ban-network', '198.51.100.7/24')).toEqual(expected('banned', true));
  expect(await changes('ban-network', '::ffff:198.51.100.0/120')).toEqual(expected('banned', false));
  // As earlier versions stored them.
  await community.sql`INSERT INTO banned_network (network, banned_at) VALUES ('198.51.100.1/024', 0)`;
  expect(await changes('unban-network', '198.51.100.0/24')).toEqual(expected('unbanned', true));
  expect(await community.sql`SELECT network FROM banned_network`).toEqual([]);
  expect(await moderate('ban-network', '::ffff:0:0/96')).toMatchObject({ code: 2 });
});

test('new keys are admitted by codes, each as often as it says, and from the list', async () => {
  expect((await moderate('admission')).lines).toEqual([{ admission: 'open' }]);
  await moderate('admission', 'codes');
  const register = async (agent: TestAgent, admission_code?: string) => {
    const body = { ...(await agent.registration('Newcomer')), ...(admission_code !== undefined && { admission_code }) };
    const { status, code } = await agent.call('POST /api/v1/auth/register', { body });
    return code ?? status;
  };
  const newcomer = new TestAgent(community);
  expect(await register(newcomer)).toBe('admission_code_needed');
  expect(await register(newcomer, 'AAAA-BBBB-CCCC-DDDD')).toBe('invalid_admission_code');
  const [made] = (await moderate('new-code', '--uses', '2', '--days', '1')).lines;
  expect(made).toMatchObject({ uses: 2, code: expect.stringMatching(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/) });
  // As people type it.
  expect(await register(newcomer, made.code.toLowerCase().replaceAll('-', ' '))).toBe(201);
  // A member uses nothing up, and needs no code.
  expect(await register(newcomer, made.code)).toBe(200);
  expect(await register(ann)).toBe(200);
  expect((await moderate('codes')).lines).toMatchObject([{ code_id: made.code_id, uses_left: 1 }]);
  const attempts = await Promise.all(Array.from({ length: 5 }, () => register(new TestAgent(community), made.code)));
  expect(attempts.sort()).toEqual([201, ...Array(4).fill('invalid_admission_code')]);
  expect((await moderate('codes')).lines).toEqual([]);

  const [expired] = (await moderate('new-code', '--days', '1')).lines;
  community.advance(2 * 86_400);
  expect(await register(new TestAgent(community), expired.code)).toBe('invalid_admission_code');
  community.advance(-2 * 86_400);
  await moderate('revoke-code', String(expired.code_id));
  expect(await register(new TestAgent(community), expired.code)).toBe('invalid_admission_code');

  await moderate('admission', 'list');
  const guest = new TestAgent(community);
  const [code] = (await moderate('new-code')).lines;
  expect(await register(guest, code.code)).toBe('not_admitted');
  await moderate('admit', guest.public_key);
  expect(await register(guest)).toBe(201);
  expect((await moderate('admitted')).lines).toMatchObject([{ public_key: guest.public_key }]);
  expect((await moderate('unadmit', guest.public_key)).lines).toMatchObject([{ changed: true }]);
  expect(await register(guest)).toBe(200);
  await moderate('admission', 'open');
  expect(await register(new TestAgent(community))).toBe(201);
  // Neither the data nor the log has a code.
  expect(JSON.stringify((await moderate('log')).lines)).not.toContain(made.code);
  expect(await moderate('admission', 'closed')).toMatchObject({ code: 2 });
});

test('who reported learns what became of it, and nobody else does', async () => {
  const complain = async (about: TestAgent) =>
    (
      await ann.call('POST /api/v1/complaints', {
        body: { public_key: about.public_key, reason: 'abuse', words: 'Again', evidence: { kind: 'profile' } },
      })
    ).body.complaint_id as number;
  const eve = await community.agent('Eve');
  const first = await complain(bob);
  community.advance(1);
  const second = await complain(eve);
  const list = async (agent: TestAgent, query: { limit?: number; cursor?: string } = {}) =>
    (await agent.call('GET /api/v1/complaints', { query })).body;
  expect((await list(ann)).results).toMatchObject([
    { complaint_id: second, nickname: 'Eve', about: 'profile', words: 'Again', state: 'open', outcome: null },
    { complaint_id: first, nickname: 'Bob', state: 'open', resolved_at: null },
  ]);
  const resolution = ['--outcome', 'acted', '--answer', 'Name removed', '--note', 'Seen twice.'];
  expect((await moderate('resolve', String(first), ...resolution)).code).toBe(0);
  expect(await lastAct()).toMatchObject({
    operator: 'olga',
    subject: `report ${first}`,
    note: 'Seen twice. Outcome: acted. Answer: Name removed',
  });
  await moderate('resolve', String(second));
  const page = await list(ann, { limit: 1 });
  expect(page.results).toMatchObject([{ complaint_id: second, state: 'resolved', outcome: null, answer: null }]);
  expect((await list(ann, { limit: 1, cursor: page.next_cursor })).results).toMatchObject([
    { complaint_id: first, state: 'resolved', outcome: 'acted', answer: 'Name removed' },
  ]);
  expect((await list(bob)).results).toEqual([]);
  expect((await moderate('reports', '--all')).lines).toMatchObject([{ outcome: 'acted' }, { outcome: null }]);
  expect(await moderate('resolve', String(first), '--outcome', 'maybe')).toMatchObject({ code: 2 });
});

test('members are found by their names, also banned ones', async () => {
  const mallory = await community.agent('Mallory Weiß');
  await moderate('ban', mallory.public_key);
  const { public_key } = mallory;
  for (const query of ['mallory', 'WEIß', 'Mallory Weiß'])
    expect((await moderate('find', query)).lines, query).toMatchObject([
      { public_key, name: 'Mallory Weiß', banned: true },
    ]);
  expect((await moderate('find', 'Nobody')).lines).toEqual([]);
  await moderate('unban', mallory.public_key);
  expect((await moderate('find', 'mall')).lines).toMatchObject([{ public_key, banned: false }]);
});
