import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAgent, TestCommunity } from '../../../../testing/community.ts';
import { protocolRegistrationBody, specOf } from '../../../../testing/specs.ts';

let community: TestCommunity;
let ann: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  ann = await community.agent('Ann');
});
afterAll(() => community.dispose());

async function register(name: string, change: object = {}): Promise<string> {
  const body = protocolRegistrationBody(JSON.stringify({ ...specOf(name), ...change }));
  const { status, text } = await ann.send({ method: 'POST', target: '/api/v1/protocols', body });
  if (status !== 201) throw new Error(text);
  community.advance(1);
  return JSON.parse(text).protocol_id;
}
const similar = (protocol_id: string, query: { limit?: number } = {}) =>
  ann.call('GET /api/v1/protocols/{protocol_id}/similar', { params: { protocol_id }, query });

test('finds protocols of the same structure, ordered by similarity of parameter types', async () => {
  const integer = { type: 'integer', min: 1, max: 9 };
  const flag = { type: 'boolean' };
  const own = await register('own', { parameters: { a: integer, b: flag } });
  const same = await register('same', { parameters: { y: flag, z: integer } });
  const half = await register('half', { parameters: { a: integer, b: integer } });
  const none = await register('none', { parameters: { a: { type: 'text' }, b: { type: 'text' } } });
  const newer = await register('newer', { parameters: { a: integer, b: flag } });
  // Each of these differs in one aspect of the structure.
  const parameters = { a: integer, b: flag };
  const [message] = specOf('other').messages;
  const more = { ...message, name: 'more', fields: { action: { type: 'enum', required: true, values: ['more'] } } };
  await register('other', { parameters, messages: [message, more] });
  await register('options', { parameters: { a: integer } });
  await register('commit', { parameters, commit_reveal: { scheme: 'sha256' } });
  await register('stages', { parameters, flow: { mode: 'session_loop', phases: [{ phase: 'one' }] } });
  await register('mode', { parameters, flow: { mode: 'free' } });

  const found = await similar(own);
  expect(found.body).toEqual({
    protocol_id: own,
    total: 4,
    results: [
      { protocol_id: newer, similarity: 1, param_types_match: true },
      { protocol_id: same, similarity: 1, param_types_match: true },
      { protocol_id: half, similarity: 1 / 3, param_types_match: false },
      { protocol_id: none, similarity: 0, param_types_match: false },
    ],
  });
  expect((await similar(own, { limit: 1 })).body).toMatchObject({ total: 4, results: [{ protocol_id: newer }] });
});

test('returns ten results by default and at most fifty', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 52; i += 1) ids.push(await register(`many${i}`, { parameters: {} }));
  const count = async (query = {}) => (await similar(ids[0]!, query)).body.results.length;
  expect(await count()).toBe(10);
  expect(await count({ limit: 50 })).toBe(50);
  expect((await similar(ids[0]!)).body.total).toBe(51);
  const target = `/api/v1/protocols/${ids[0]}/similar?limit=`;
  for (const limit of ['51', '0', 'x', '']) {
    expect((await ann.send({ method: 'GET', target: target + limit })).status, limit).toBe(400);
  }
  expect((await similar('0'.repeat(64))).status).toBe(404);
});

test('orders by similarity, then newest first', async () => {
  const phases = [{ phase: 'one' }, { phase: 'two' }, { phase: 'three' }];
  const typed = async (name: string, ...types: string[]) => {
    const parameters = Object.fromEntries(types.map((type, index) => [`p${index}`, parameterOf(type)]));
    return { id: await register(name, { parameters, flow: { mode: 'session_loop', phases } }), types };
  };
  const kinds = ['integer', 'boolean', 'text', 'enum'];
  const protocols: Awaited<ReturnType<typeof typed>>[] = [];
  for (let i = 0; i < 40; i += 1) {
    protocols.push(await typed(`typed${i}`, kinds[i % 4]!, kinds[(i >> 2) % 4]!, kinds[(i * 7) % 3]!));
  }
  for (const own of [protocols[0]!, protocols[17]!, protocols[39]!]) {
    /** The size of the intersection of two multisets. */
    const common = (other: string[]) => {
      const left = [...other];
      return own.types.filter((type) => left.includes(type) && left.splice(left.indexOf(type), 1)).length;
    };
    const expected = protocols
      .toReversed()
      .filter(({ id }) => id !== own.id)
      .map(({ id, types }) => ({ protocol_id: id, similarity: common(types) / (6 - common(types)) }))
      .sort((a, b) => b.similarity - a.similarity)
      .map((entry) => ({ ...entry, param_types_match: entry.similarity === 1 }));
    for (const limit of [1, 2, 5, 10, 38, 50]) {
      expect((await similar(own.id, { limit })).body).toEqual({
        protocol_id: own.id,
        total: 39,
        results: expected.slice(0, limit),
      });
    }
  }
});

function parameterOf(type: string) {
  if (type === 'integer') return { type, min: 1, max: 9 };
  return type === 'enum' ? { type, values: ['a', 'b'] } : { type };
}

test('registers a protocol even if its fingerprint cannot be stored', async () => {
  const flow = { mode: 'session_loop', phases: [{ phase: 'one' }, { phase: 'two' }] };
  await community.sql`ALTER TABLE fingerprint RENAME TO elsewhere`;
  const unindexed = await register('bare', { flow });
  await community.sql`ALTER TABLE elsewhere RENAME TO fingerprint`;
  const like = await register('like', { flow });
  expect((await ann.call('GET /api/v1/protocols/{protocol_id}', { params: { protocol_id: unindexed } })).status).toBe(
    200,
  );
  expect((await similar(unindexed)).body).toEqual({ protocol_id: unindexed, total: 0, results: [] });
  expect((await similar(like)).body).toEqual({ protocol_id: like, total: 0, results: [] });
});
