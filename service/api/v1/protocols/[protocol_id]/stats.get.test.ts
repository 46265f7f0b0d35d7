import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofOf, type TestAgent, TestCommunity } from '../../../../testing/community.ts';
import { registeredProtocol } from '../../../../testing/specs.ts';

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

test('invitations, sessions and scores of one protocol are counted', async () => {
  const protocol_id = await registeredProtocol(host, 'counted');
  const other = await registeredProtocol(host, 'uncounted');
  const none = { protocol_id, post_count: 0, session_count: 0, avg_rating: null, rating_count: 0 };
  expect((await stats(protocol_id)).body).toEqual(none);

  const sessions: string[] = [];
  for (const of of [protocol_id, protocol_id, other]) {
    const { post_id } = (await host.call('POST /api/v1/invitations', { body: host.invitation(of) })).body;
    const proof = proofOf(host, guest, post_id, of);
    sessions.push((await guest.call('POST /api/v1/sessions', { body: proof })).body.session_id);
  }
  await host.call('POST /api/v1/invitations', { body: host.invitation(protocol_id) });
  const db = new DatabaseSync(join(community.dataDir, 'community.db'), { timeout: 5000 });
  const rate = db.prepare("INSERT INTO rating VALUES (?, ?, ?, ?, '', 0)");
  rate.run(sessions[0]!, host.agent_id, guest.agent_id, 5);
  rate.run(sessions[1]!, guest.agent_id, host.agent_id, 2);
  rate.run(sessions[2]!, guest.agent_id, host.agent_id, 1);
  db.close();

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
