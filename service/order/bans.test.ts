import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestCommunity } from '../testing/community.ts';

let community: TestCommunity;
beforeAll(async () => {
  community = await TestCommunity.start();
});
afterAll(() => community.dispose());

/** What `ban` in acts.ts writes, with an id of the caller's choice. */
async function commitBan(public_key: string, act_id: number): Promise<void> {
  await community.sql`INSERT INTO ban (public_key, banned_at) VALUES (${public_key}, 0)`;
  await community.sql`INSERT INTO operator_act (act_id, at, operator, act, subject, note) VALUES (${act_id}, 0, 'olga', 'ban', ${public_key}, '')`;
}

test('a ban takes effect although a later act was committed before it', async () => {
  const [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
  const statusOf = async (agent: typeof ann) => (await agent.call('GET /api/v1/inbox')).status;
  await commitBan(ann.public_key, 2);
  await expect.poll(() => statusOf(ann)).toBe(403);
  expect(await statusOf(bob)).toBe(200);
  await commitBan(bob.public_key, 1);
  await expect.poll(() => statusOf(bob)).toBe(403);
});
