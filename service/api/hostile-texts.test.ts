/** Texts that a database could fail to store, or give back changed, in every field for free text. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofOf, TestAgent, TestCommunity } from '../testing/community.ts';
import { protocolRegistrationBody, registerProtocol, specOf } from '../testing/specs.ts';

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

const texts: [string, string][] = [
  ['an override of the direction', 'a\u202eb'],
  ['a quote and a statement', `'; DROP TABLE agent; --`],
  ['a wildcard', '%_\\%'],
  ['what PostgreSQL reads as an escape', 'a\\000b\\x00'],
  ['a character beyond the first plane', '\u{1f0a1}'],
];

/** The response to each request that has a field for free text. */
async function outcomesOf(text: string) {
  const proof = proofOf(host, guest, randomUUID(), protocol_id);
  const { session_id } = (await guest.call('POST /api/v1/sessions', { body: proof })).body;
  const endAs = (agent: TestAgent, body: { status: 'closed'; reason?: string }) =>
    agent.call('POST /api/v1/sessions/{session_id}/status', { params: { session_id }, body });
  const reason = await endAs(host, { status: 'closed', reason: text });
  if (reason.status !== 200) await endAs(host, { status: 'closed' });
  const post = (extra: object) =>
    host.call('POST /api/v1/invitations', { body: { ...host.invitation(protocol_id), ...extra } });
  const governance = { family: 'game:dice', status: 'active', created_reason: text };
  const specText = JSON.stringify({ ...specOf('free words'), description: text });
  const stranger = new TestAgent(community);
  return {
    reason,
    message: await post({ message: text }),
    bio: await stranger.register('Stranger', text),
    comment: await guest.call('POST /api/v1/ratings', { body: { session_id, score: 3, comment: text } }),
    description: await guest.call('POST /api/v1/feedback', { body: { session_id, description: text } }),
    governance: await host.call('POST /api/v1/protocols/{protocol_id}/governance', {
      params: { protocol_id },
      body: governance as never,
    }),
    protocol: await host.send({
      ...{ method: 'POST', target: '/api/v1/protocols', body: protocolRegistrationBody(specText) },
    }),
  };
}

test.each(texts)('%s is stored as it is', async (_, text) => {
  for (const [field, { status, text: answer }] of Object.entries(await outcomesOf(text))) {
    // The description is no part of the id of a protocol, which exists after the first of these texts.
    expect([200, 201, field === 'protocol' ? 409 : 201], field).toContain(status);
    if (field !== 'protocol') expect(answer, field).toContain(JSON.stringify(text));
  }
});

test('a NUL, which PostgreSQL can’t store, is refused by its field', async () => {
  const text = 'a\u0000b';
  for (const [field, { status, code, body }] of Object.entries(await outcomesOf(text))) {
    expect({ field, status, code }).toEqual({ field, status: 400, code: 'invalid_field' });
    expect(body.errors[0].pointer, field).toMatch(/^\/\w+/);
  }
  // Within options and specs, which are stored as JSON, it is a character like any other.
  const options = { body: { ...host.invitation(protocol_id), options: { text } } };
  expect((await host.call('POST /api/v1/invitations', options)).body.options).toEqual({ text });
});
