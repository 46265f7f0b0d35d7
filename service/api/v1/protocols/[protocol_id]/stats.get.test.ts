import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofOf, type TestAgent, TestCommunity } from '../../../../testing/community.ts';
import { registerProtocol } from '../../../../testing/specs.ts';

let community: TestCommunity;
let host: TestAgent;
let guest: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  host = await community.agent('Host');
  guest = await community.agent('Guest');
});
afterAll(() => community.dispose());

const stats = (protocol_id: string) =>
  guest.call('GET /api/v1/protocols/{protocol_id}/stats', { params: { protocol_id } });

test('counts invitations, sessions and ratings of a protocol', async () => {
  const protocol_id = await registerProtocol(host, 'counted');
  const other = await registerProtocol(host, 'uncounted');
  const none = { protocol_id, post_count: 0, session_count: 0, avg_rating: null, rating_count: 0 };
  expect((await stats(protocol_id)).body).toEqual(none);

  const sessions: string[] = [];
  for (const id of [protocol_id, protocol_id, other]) {
    const { post_id } = (await host.call('POST /api/v1/invitations', { body: host.invitation(id) })).body;
    const proof = proofOf(host, guest, post_id, id);
    sessions.push((await guest.call('POST /api/v1/sessions', { body: proof })).body.session_id);
  }
  await host.call('POST /api/v1/invitations', { body: host.invitation(protocol_id) });
  const rate = (session_id: string, rater: TestAgent, rated: TestAgent, score: number) =>
    community.sql`INSERT INTO rating VALUES (${session_id}, ${rater.agent_id}, ${rated.agent_id}, ${score}, '', 0)`;
  await rate(sessions[0]!, host, guest, 5);
  await rate(sessions[1]!, guest, host, 2);
  await rate(sessions[2]!, guest, host, 1);

  expect((await stats(protocol_id)).body).toEqual({
    protocol_id,
    post_count: 3,
    session_count: 2,
    avg_rating: 3.5,
    rating_count: 2,
  });
  expect((await stats(other)).body).toMatchObject({ post_count: 1, session_count: 1, avg_rating: 1 });
  expect((await stats('0'.repeat(64))).status).toBe(404);
});
