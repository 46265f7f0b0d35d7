import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionIdOf } from '../../../shared/signing/texts.ts';
import { proofOf, TestAgent, TestCommunity } from '../../testing/community.ts';
import { registerProtocol } from '../../testing/specs.ts';

let community: TestCommunity;
let host: TestAgent;
let guest: TestAgent;
let other: TestAgent;
let protocol_id: string;
beforeAll(async () => {
  community = await TestCommunity.start();
  host = await community.agent('Host');
  guest = await community.agent('Guest');
  other = await community.agent('Other');
  protocol_id = await registerProtocol(host, 'dice', 'game:dice');
});
afterAll(() => community.dispose());

const create = (agent: TestAgent, body: ReturnType<typeof proofOf>) => agent.call('POST /api/v1/sessions', { body });
const read = (agent: TestAgent, session_id: string) =>
  agent.call('GET /api/v1/sessions/{session_id}', { params: { session_id } });
const close = (agent: TestAgent, session_id: string, status: 'closed' | 'failed' | 'cancelled' = 'closed') =>
  agent.call('POST /api/v1/sessions/{session_id}/status', { params: { session_id }, body: { status } });
async function invite(extra = {}) {
  const outcome = await host.call('POST /api/v1/invitations', { body: { ...host.invitation(protocol_id), ...extra } });
  return outcome.body.post_id as string;
}

test('the guest creates a session from an invitation; its id is the hash of its proof', async () => {
  const post_id = await invite();
  const proof = proofOf(host, guest, post_id, protocol_id);
  const created = await create(guest, proof);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    ...proof,
    session_id: sessionIdOf(proof),
    status: 'matched',
    transport: 'iroh',
    ...host.invitation(protocol_id),
    result: null,
    closed_at: null,
  });
  community.advance(1);
  expect((await create(guest, proof)).body).toEqual(created.body);
  expect((await create(host, proof)).body).toEqual(created.body);
  const invitation = await guest.call('GET /api/v1/invitations/{post_id}', { params: { post_id } });
  expect(invitation.body.status).toBe('matched');
});

test('hides the ticket of a session from non-participants', async () => {
  const created = await create(guest, proofOf(host, guest, await invite(), protocol_id));
  const seen = await read(other, created.body.session_id);
  expect(seen.body).toEqual({ ...created.body, iroh_ticket: null, transport_binding_signature: null });
  const transport = { params: { session_id: created.body.session_id } };
  expect(await other.call('GET /api/v1/sessions/{session_id}/transport', transport)).toMatchObject({
    status: 403,
    code: 'not_participant',
  });
  expect((await guest.call('GET /api/v1/sessions/{session_id}/transport', transport)).body).toMatchObject(
    host.invitation(protocol_id),
  );
});

test('accepts a session of an unknown invitation', async () => {
  const created = await create(guest, proofOf(host, guest, randomUUID(), protocol_id));
  expect([created.status, created.body.iroh_ticket]).toEqual([201, null]);
});

test('rejects mismatches in a fixed order', async () => {
  const post_id = await invite();
  const valid = proofOf(host, guest, post_id, protocol_id);
  const self = proofOf(host, host, post_id, protocol_id);
  expect((await create(host, self)).body).toMatchObject({ status: 400, errors: [{ pointer: '/guest_public_key' }] });
  expect(await create(other, valid)).toMatchObject({ status: 403, code: 'not_participant' });
  const unregistered = proofOf(host, new TestAgent(community), post_id, protocol_id);
  expect(await create(host, unregistered)).toMatchObject({ status: 403, code: 'unregistered_key' });
  const swapped = { ...valid, host_signature: valid.guest_signature };
  expect((await create(guest, swapped)).body).toMatchObject({ status: 400, errors: [{ pointer: '/host_signature' }] });
  const unsigned = { ...valid, guest_signature: valid.host_signature };
  expect((await create(guest, unsigned)).body).toMatchObject({
    status: 400,
    errors: [{ pointer: '/guest_signature' }],
  });
  expect((await create(guest, { ...valid, session_nonce: 'x:z' })).body.errors[0].pointer).toBe('/session_nonce');
  const foreign = proofOf(other, guest, post_id, protocol_id);
  expect(await create(guest, foreign)).toMatchObject({ status: 409, code: 'invitation_mismatch' });
  const elsewhere = proofOf(host, guest, post_id, 'a'.repeat(64));
  expect(await create(guest, elsewhere)).toMatchObject({ status: 409, code: 'invitation_mismatch' });
  const addressed = await invite({ for_public_key: other.public_key });
  expect((await create(guest, proofOf(host, guest, addressed, protocol_id))).code).toBe('invitation_mismatch');
  expect((await create(other, proofOf(host, other, addressed, protocol_id))).status).toBe(201);
});

test('rejects a change of a final status', async () => {
  for (const [agent, status, by] of [
    [host, 'closed', 'host'],
    [guest, 'failed', 'guest'],
    [guest, 'cancelled', 'guest'],
  ] as const) {
    const post_id = await invite();
    const { session_id } = (await create(guest, proofOf(host, guest, post_id, protocol_id))).body;
    expect(await close(other, session_id)).toMatchObject({ status: 403, code: 'not_participant' });
    community.advance(1);
    const ended = await agent.call('POST /api/v1/sessions/{session_id}/status', {
      params: { session_id },
      body: { status, reason: 'enough', winner: 'host' } as never,
    });
    const at = new Date(community.now).toISOString();
    expect(ended.body).toMatchObject({ status, status_by: by, status_reason: 'enough', closed_at: at, updated_at: at });
    expect(await close(host, session_id)).toMatchObject({
      status: 409,
      code: 'session_terminal',
      body: { session_status: status },
    });
    expect((await read(host, session_id)).body).toEqual(ended.body);
    const post = await host.call('GET /api/v1/invitations/{post_id}', { params: { post_id } });
    expect(post.body.status).toBe('closed');
  }
});

test('rejects an unknown status', async () => {
  const { session_id } = (await create(guest, proofOf(host, guest, randomUUID(), protocol_id))).body;
  expect((await close(guest, session_id, 'matched' as never)).body.errors[0].pointer).toBe('/status');
  expect(await close(guest, 'f'.repeat(64))).toMatchObject({ status: 404 });
  const malformed = { method: 'POST', target: '/api/v1/sessions/x/status', body: '{"status":"closed"}' };
  expect(await guest.send(malformed)).toMatchObject({ status: 404, code: 'not_found' });
});

test('the host can update its ticket while the session is running', async () => {
  const { session_id } = (await create(guest, proofOf(host, guest, randomUUID(), protocol_id))).body;
  const key = 'PATCH /api/v1/sessions/{session_id}/transport';
  const update = (agent: TestAgent, body: { iroh_ticket: string; transport_binding_signature: string }) =>
    agent.call(key, { params: { session_id }, body });
  const { protocol_id: _, ...next } = host.invitation(protocol_id, 'another-ticket');
  expect(await update(guest, next)).toMatchObject({ status: 403, code: 'not_owner' });
  const forged = await update(host, { ...next, iroh_ticket: 'a-third-ticket' });
  expect(forged.body).toMatchObject({ status: 400, errors: [{ pointer: '/transport_binding_signature' }] });
  const { transport_binding_signature: __, ...unsigned } = next;
  expect((await update(host, unsigned as typeof next)).status).toBe(400);
  expect(await update(host, next)).toMatchObject({ status: 200, body: next });
  const seen = await guest.call('GET /api/v1/sessions/{session_id}/transport', { params: { session_id } });
  expect(seen.body).toMatchObject({ ...next, transport: 'iroh', protocol_id });
  await close(guest, session_id);
  expect(await update(host, next)).toMatchObject({ status: 409, code: 'session_not_matched' });
});
