import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../../shared/community/limits.ts';
import { TestAgent, TestCommunity } from '../../../testing/community.ts';
import { registerProtocol } from '../../../testing/specs.ts';

const key = 'GET /api/v1/protocols/deprecated';
const family = 'game:golden';
let community: TestCommunity;
let author: TestAgent;
let other: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  author = await community.agent('Author');
  other = await community.agent('Other');
});
afterAll(() => community.dispose());

async function version(agent: TestAgent, name: string, parent_protocol_id: string | null): Promise<string> {
  community.advance(1000);
  const protocol_id = await registerProtocol(agent, name);
  await govern(agent, protocol_id, { parent_protocol_id });
  return protocol_id;
}
async function govern(agent: TestAgent, protocol_id: string, change: object): Promise<void> {
  const body = { family, status: 'active', ...change } as const;
  const { status, text } = await agent.call('POST /api/v1/protocols/{protocol_id}/governance', {
    params: { protocol_id },
    body,
  });
  if (status !== 200) throw new Error(text);
}
const deprecate = (protocol_id: string, deprecated_reason: string | null) =>
  govern(author, protocol_id, { status: 'deprecated', deprecated_reason });
const ask = async (...protocol_ids: string[]) => (await other.call(key, { query: { protocol_ids } })).body.results;

test('tells why protocols are deprecated and what follows them', async () => {
  const first = await version(author, 'one', null);
  const second = await version(author, 'two', first);
  expect(await ask(first, second)).toEqual([]);
  await deprecate(first, 'Too long.');
  const successor = (protocol_id: string, name: string) => ({ protocol_id, name });
  expect(await ask(first, second, first, '0'.repeat(64))).toEqual([
    { protocol_id: first, deprecated_reason: 'Too long.', successor: successor(second, 'two') },
  ]);
  // Anybody may name a protocol as a parent.
  await version(other, 'foreign', second);
  expect((await ask(first))[0].successor).toEqual(successor(second, 'two'));
  const third = await version(author, 'three', second);
  await deprecate(second, null);
  const answer = await ask(second, first);
  expect(new Map(answer.map((entry: { protocol_id: string }) => [entry.protocol_id, entry]))).toEqual(
    new Map([
      [first, { protocol_id: first, deprecated_reason: 'Too long.', successor: successor(third, 'three') }],
      [second, { protocol_id: second, deprecated_reason: null, successor: successor(third, 'three') }],
    ]),
  );
  await deprecate(third, null);
  expect((await ask(first))[0].successor).toBeNull();
});

test('many versions of one author hide no successor of another', async () => {
  const fresh = await TestCommunity.start();
  try {
    const [ann, bob] = [await fresh.agent('Ann'), await fresh.agent('Bob')];
    const publish = async (agent: TestAgent, name: string, of: string, parent: string | null, status: string) => {
      const protocol_id = await registerProtocol(agent, name);
      const body = { family: of, status: 'active', parent_protocol_id: parent } as const;
      const params = { protocol_id };
      await agent.call('POST /api/v1/protocols/{protocol_id}/governance', { params, body });
      if (status === 'deprecated')
        await agent.call('POST /api/v1/protocols/{protocol_id}/governance', {
          params,
          body: { ...body, status: 'deprecated' },
        });
      return protocol_id;
    };
    const old = await publish(ann, 'old', 'game:ann', null, 'deprecated');
    const next = await publish(ann, 'next', 'game:ann', old, 'active');
    const crowd = await publish(bob, 'crowd', 'game:bob', null, 'deprecated');
    for (let number = 0; number < 30; number += 1) {
      fresh.advance(1);
      await publish(bob, `crowd${number}`, 'game:bob', crowd, 'deprecated');
    }
    const { results } = (await ann.call(key, { query: { protocol_ids: [old, crowd] } })).body;
    expect(results.find((each: { protocol_id: string }) => each.protocol_id === old).successor.protocol_id).toBe(next);
  } finally {
    await fresh.dispose();
  }
});

test('needs a registered caller and ids', async () => {
  const query = { protocol_ids: ['0'.repeat(64)] };
  expect((await community.get(key, { query })).status).toBe(401);
  expect((await new TestAgent(community).call(key, { query })).status).toBe(403);
  for (const target of ['', '?protocol_ids=', '?protocol_ids=abc', `?protocol_ids=${'0'.repeat(64)},`])
    expect((await other.send({ method: 'GET', target: `/api/v1/protocols/deprecated${target}` })).status).toBe(400);
});

test('answers about as many protocols as the limit, and no more', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0'));
  const statusOf = async (count: number) => {
    const target = `/api/v1/protocols/deprecated?protocol_ids=${ids(count).join(',')}`;
    return (await other.send({ method: 'GET', target })).status;
  };
  expect(await statusOf(limits.deprecations_page)).toBe(200);
  expect(await statusOf(limits.deprecations_page + 1)).toBe(400);
});
