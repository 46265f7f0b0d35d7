/** Guests that start a session with a host's proof and never come, between identities of one real community. */
import { afterAll, afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/value.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createStrangers } from '../testing/strangers.ts';
import { takeTwoSeats } from '../testing/two-seats.ts';

const dir = temporaryFolder();
const { service, ada, grace } = await takeTwoSeats(dir);
const strangers = await createStrangers(service.url, budgets.handshake.perSource);
afterAll(() => strangers.dispose());
afterEach(async () => {
  ada.tamper(null);
  for (const { post_id } of ada.tables.listHosted()) await ada.tables.withdraw(post_id);
});

const host = async () => {
  const request = { protocol_id: ada.protocol('rock-paper-scissors'), control_mode: 'autonomous' } as const;
  const { invitation } = await ada.tables.host(request);
  return { ...invitation, iroh_ticket: invitation.iroh_ticket! };
};
const statusOf = async (post_id: string) =>
  (await ada.client.call('GET /api/v1/invitations/{post_id}', { params: { post_id } })).body.status;
const adasSessions = async () => {
  const { agent_id } = (await ada.client.call('GET /api/v1/agents', { query: { public_key: ada.signer.publicKey } }))
    .body;
  return (await ada.client.call('GET /api/v1/agents/{id}/stats', { params: { id: agent_id } })).body.total_sessions;
};

/** The stranger starts a session and stays silent; resolves with the id of the session. */
async function takeSession(number: number, invitation: Awaited<ReturnType<typeof host>>): Promise<string> {
  const stranger = strangers.all[number]!;
  const body = await stranger.takeProof(invitation);
  return (await stranger.client.call('POST /api/v1/sessions', { body })).body.session_id;
}

async function playWithGrace(post_id: string): Promise<void> {
  const before = await adasSessions();
  const table = await grace.tables.join(post_id, { control_mode: 'autonomous' });
  expect((await grace.ended(table)).result).toMatchObject({ state: 'settled' });
  await expect.poll(adasSessions).toBe(before + 1);
}

test('an invitation whose host confirms its guest stays open, and the next guest plays', async () => {
  const invitation = await host();
  const session_id = await takeSession(0, invitation);
  expect(await statusOf(invitation.post_id)).toBe('active');
  await playWithGrace(invitation.post_id);
  const { body } = await ada.client.call('GET /api/v1/sessions/{session_id}', { params: { session_id } });
  expect(body).toMatchObject({ status: 'cancelled', status_reason: 'not_seated' });
});

test('at a community where the first guest takes the invitation, it is posted again when this guest leaves', async () => {
  ada.tamper((path, body) => {
    if (path !== '/api/v1/version') return body;
    const { invitation_claim_seconds: _, ...limits } = body.limits as JsonObject;
    return { ...body, limits };
  });
  const invitation = await host();
  const session_id = await takeSession(1, invitation);
  expect(await statusOf(invitation.post_id)).toBe('matched');
  strangers.all[1]!.leave();
  const current = () => ada.tables.listHosted()[0]!.post_id;
  await expect.poll(current).not.toBe(invitation.post_id);
  const session = async () =>
    (await ada.client.call('GET /api/v1/sessions/{session_id}', { params: { session_id } })).body;
  await expect.poll(session).toMatchObject({ status: 'failed', status_reason: 'not_seated', status_by: 'host' });
  await playWithGrace(current());
});

test('a guest that gives way to a crowd while it starts its session comes back with that session', async () => {
  const invitation = await host();
  const started = Promise.withResolvers<void>();
  grace.dropResponses((method, path) => {
    const isSession = method === 'POST' && path === '/api/v1/sessions';
    if (isSession) started.resolve();
    return isSession;
  });
  const table = await grace.tables.join(invitation.post_id, { control_mode: 'autonomous' });
  await started.promise;
  for (const stranger of strangers.all) await stranger.takeProof(invitation);
  grace.dropResponses(null);
  // The third game of these two in a day, so it earns no points.
  expect(await grace.ended(table)).toMatchObject({ phase: 'finished', result: { state: 'capped' } });
});
