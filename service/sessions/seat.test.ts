/** Who gets the seat of an invitation, when many guests have a proof of its host. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../shared/community/limits.ts';
import { proofOf, type TestAgent, TestCommunity } from '../testing/community.ts';
import { registerProtocol } from '../testing/specs.ts';

let community: TestCommunity;
let host: TestAgent;
let honest: TestAgent;
let strangers: TestAgent[];
let protocol_id: string;
beforeAll(async () => {
  community = await TestCommunity.start();
  host = await community.agent('Host');
  honest = await community.agent('Honest');
  strangers = [];
  for (let number = 0; number < 8; number += 1) strangers.push(await community.agent(`Stranger ${number}`));
  protocol_id = await registerProtocol(host, 'dice', 'game:dice');
});
afterAll(() => community.dispose());

type Proof = ReturnType<typeof proofOf>;
const create = (agent: TestAgent, body: Proof) => agent.call('POST /api/v1/sessions', { body });
const statusOf = async (session_id: string) =>
  (await host.call('GET /api/v1/sessions/{session_id}', { params: { session_id } })).body.status;
const end = (agent: TestAgent, session_id: string, status: 'closed' | 'failed' | 'cancelled') =>
  agent.call('POST /api/v1/sessions/{session_id}/status', { params: { session_id }, body: { status } });
async function invite(extra = {}): Promise<string> {
  const { body } = await host.call('POST /api/v1/invitations', { body: { ...host.invitation(protocol_id), ...extra } });
  return body.post_id;
}
const inviteConfirming = () => invite({ host_confirms: true });
async function isListed(post_id: string): Promise<boolean> {
  const { body } = await honest.call('GET /api/v1/invitations', { query: { limit: 100 } });
  return body.results.some((entry: { post_id: string }) => entry.post_id === post_id);
}
async function withdraw(post_id: string): Promise<void> {
  await host.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });
}

test('the first guest takes an ordinary invitation, and no other can', async () => {
  const post_id = await invite();
  const first = await create(strangers[0]!, proofOf(host, strangers[0]!, post_id, protocol_id));
  expect(first).toMatchObject({ status: 201, body: { status: 'matched' } });
  expect(await isListed(post_id)).toBe(false);
  const second = () => create(honest, proofOf(host, honest, post_id, protocol_id));
  expect(await second()).toMatchObject({ status: 409, code: 'invitation_taken' });
  // Nor can the same guest, nor anybody after it has ended.
  const again = proofOf(host, strangers[0]!, post_id, protocol_id);
  expect(await create(strangers[0]!, again)).toMatchObject({ status: 409, code: 'invitation_taken' });
  await end(strangers[0]!, first.body.session_id, 'failed');
  expect(await second()).toMatchObject({ status: 409, code: 'invitation_taken' });
});

test('a host that withdraws the invitation of its seated guest can seat no second one', async () => {
  const post_id = await inviteConfirming();
  const seated = proofOf(host, strangers[0]!, post_id, protocol_id);
  await create(strangers[0]!, seated);
  expect(await create(host, seated)).toMatchObject({ status: 201 });
  await withdraw(post_id);
  const other = proofOf(host, strangers[1]!, post_id, protocol_id);
  await create(strangers[1]!, other);
  expect(await create(host, other)).toMatchObject({ status: 409, code: 'invitation_gone' });
});

test('of guests that come at once, one takes an ordinary invitation', async () => {
  const post_id = await invite();
  const outcomes = await Promise.all(
    strangers.map((stranger) => create(stranger, proofOf(host, stranger, post_id, protocol_id))),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
});

test.each([true, false])(
  'no session begins at an invitation that is gone (host_confirms: %s)',
  async (host_confirms) => {
    const gone = { status: 409, code: 'invitation_gone' };
    const withdrawn = await invite({ host_confirms });
    await withdraw(withdrawn);
    for (const caller of [honest, host])
      expect(await create(caller, proofOf(host, honest, withdrawn, protocol_id))).toMatchObject(gone);
    const expired = await invite({ host_confirms, ttl_seconds: 60 });
    community.advance(60);
    for (const caller of [honest, host])
      expect(await create(caller, proofOf(host, honest, expired, protocol_id))).toMatchObject(gone);
  },
);

test('a host confirms a claim although its invitation has been withdrawn since', async () => {
  const post_id = await inviteConfirming();
  const claim = proofOf(host, honest, post_id, protocol_id);
  await create(honest, claim);
  await withdraw(post_id);
  expect(await create(host, claim)).toMatchObject({ status: 201, body: { status: 'matched' } });
});

test('claims of strangers leave the invitation of a confirming host open; the host decides who takes it', async () => {
  const post_id = await inviteConfirming();
  const claims: string[] = [];
  for (const stranger of strangers) {
    const claim = await create(stranger, proofOf(host, stranger, post_id, protocol_id));
    expect(claim).toMatchObject({ status: 201, body: { status: 'matched' } });
    claims.push(claim.body.session_id);
  }
  expect(await isListed(post_id)).toBe(true);
  // Nothing that a stranger does to its claim changes that.
  await end(strangers[0]!, claims[0]!, 'closed');
  await end(strangers[1]!, claims[1]!, 'failed');
  expect(await isListed(post_id)).toBe(true);

  const proof = proofOf(host, honest, post_id, protocol_id);
  const { session_id } = (await create(honest, proof)).body;
  expect(await create(host, proof)).toMatchObject({ status: 201, body: { session_id, status: 'matched' } });
  expect(await isListed(post_id)).toBe(false);
  expect(await Promise.all(claims.map(statusOf))).toEqual(['closed', 'failed', ...Array(6).fill('cancelled')]);
  expect(await statusOf(session_id)).toBe('matched');

  // The seat is taken: for new guests, and for the host itself.
  const late = proofOf(host, strangers[0]!, post_id, protocol_id);
  expect(await create(strangers[0]!, late)).toMatchObject({ status: 409, code: 'invitation_taken' });
  expect(await create(host, late)).toMatchObject({ status: 409, code: 'invitation_taken' });
  await end(strangers[2]!, claims[2]!, 'failed');
  expect((await host.call('GET /api/v1/invitations/{post_id}', { params: { post_id } })).body.status).toBe('matched');
  await end(honest, session_id, 'closed');
  expect((await host.call('GET /api/v1/invitations/{post_id}', { params: { post_id } })).body.status).toBe('closed');
});

test('a guest has one claim to an invitation', async () => {
  const post_id = await inviteConfirming();
  const sessions: string[] = [];
  for (let number = 0; number < 3; number += 1)
    sessions.push((await create(honest, proofOf(host, honest, post_id, protocol_id))).body.session_id);
  expect(await Promise.all(sessions.map(statusOf))).toEqual(['cancelled', 'cancelled', 'matched']);
  await withdraw(post_id);
});

test('a claim that has ended cannot be confirmed, and one that nobody confirms ends', async () => {
  const post_id = await inviteConfirming();
  const given = proofOf(host, strangers[0]!, post_id, protocol_id);
  const { session_id } = (await create(strangers[0]!, given)).body;
  await end(strangers[0]!, session_id, 'closed');
  expect((await create(host, given)).body.status).toBe('closed');
  expect(await isListed(post_id)).toBe(true);

  const claim = async (guest: TestAgent) =>
    (await create(guest, proofOf(host, guest, post_id, protocol_id))).body.session_id as string;
  const earlier = await claim(honest);
  community.advance(1);
  const later = await claim(strangers[1]!);
  community.advance(limits.invitation_claim_seconds - 1);
  await expect.poll(() => statusOf(earlier)).toBe('cancelled');
  expect(await statusOf(later)).toBe('matched');
});

test('claims count in no statistics, and cannot be rated', async () => {
  const before = await statistics();
  const post_id = await inviteConfirming();
  for (const stranger of strangers) {
    const { session_id } = (await create(stranger, proofOf(host, stranger, post_id, protocol_id))).body;
    const status = stranger === strangers[0] ? 'closed' : 'failed';
    const reason = stranger === strangers[1] ? 'history_differs' : 'peer_disconnected';
    await stranger.call('POST /api/v1/sessions/{session_id}/status', {
      params: { session_id },
      body: { status, reason },
    });
    const rating = await stranger.call('POST /api/v1/ratings', { body: { session_id, score: 1 } });
    expect(rating).toMatchObject({ status: 409, code: 'session_not_closed' });
  }
  expect(await statistics()).toEqual(before);
  await withdraw(post_id);
});

// docs/security.md names this limit: the existing client confirms no guests, and the rules of its network allow both.
test('at a host that confirms no guests, a proof that nobody used counts as one session, and can be rated once', async () => {
  const before = await statistics();
  const post_id = await invite();
  const [stranger, other] = strangers as [TestAgent, TestAgent];
  const { session_id } = (await create(stranger, proofOf(host, stranger, post_id, protocol_id))).body;
  await end(stranger, session_id, 'closed');
  const rate = () => stranger.call('POST /api/v1/ratings', { body: { session_id, score: 1 } });
  expect((await rate()).status).toBe(201);
  expect(await rate()).toMatchObject({ status: 409, code: 'already_exists' });
  // Only in the host's favour, and not again before the host posts another invitation.
  const { total_sessions, successful_sessions } = before.stats;
  const after = await statistics();
  expect(after.stats).toMatchObject({
    total_sessions: total_sessions + 1,
    successful_sessions: successful_sessions + 1,
  });
  expect(after.elo).toEqual(before.elo);
  expect(after.karma).not.toEqual(before.karma);
  expect(await create(other, proofOf(host, other, post_id, protocol_id))).toMatchObject({ code: 'invitation_taken' });

  // As failed, it counts for nobody.
  const failed = (await create(stranger, proofOf(host, stranger, await invite(), protocol_id))).body.session_id;
  await end(stranger, failed, 'failed');
  expect((await statistics()).stats).toEqual(after.stats);
});

/** Everything about the host and its protocol that others see. */
async function statistics() {
  const params = { id: host.agent_id };
  return {
    stats: (await community.get('GET /api/v1/agents/{id}/stats', { params })).body,
    karma: (await community.get('GET /api/v1/agents/{id}/karma', { params })).body,
    elo: (await community.get('GET /api/v1/agents/{id}/elo', { params })).body,
    sessions: (await host.call('GET /api/v1/protocols/{protocol_id}/stats', { params: { protocol_id } })).body
      .session_count,
  };
}
