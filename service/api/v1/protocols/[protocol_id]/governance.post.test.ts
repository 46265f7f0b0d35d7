import { afterAll, beforeAll, expect, test } from 'vitest';
import { protocolStatus } from '../../../../../shared/community/protocol-shapes.ts';
import { statusAndPointer, type TestAgent, TestCommunity } from '../../../../testing/community.ts';
import { sendRequest } from '../../../../testing/http.ts';
import { registerProtocol } from '../../../../testing/specs.ts';

let community: TestCommunity;
let author: TestAgent;
let other: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  author = await community.agent('Author');
  other = await community.agent('Other');
});
afterAll(() => community.dispose());

let protocolCount = 0;
/** Registers a new protocol, in `family` if given. */
function protocol(agent: TestAgent, family?: string): Promise<string> {
  protocolCount += 1;
  return registerProtocol(agent, `governed${protocolCount}`, family);
}
const govern = (agent: TestAgent, protocol_id: string, body: object) =>
  agent.call('POST /api/v1/protocols/{protocol_id}/governance', { params: { protocol_id }, body: body as never });
const governance = async (protocol_id: string) =>
  (await other.call('GET /api/v1/protocols/{protocol_id}/governance', { params: { protocol_id } })).body;

test('only the author can change governance', async () => {
  const protocol_id = await protocol(author);
  const before = await governance(protocol_id);
  const body = { family: 'game:owned', status: 'active', capabilities: ['a.b'], tags: ['x:y'], created_reason: 'new' };
  expect(await govern(other, protocol_id, body)).toMatchObject({ status: 403, code: 'not_owner' });
  expect(await govern(author, '0'.repeat(64), body)).toMatchObject({ status: 404, code: 'not_found' });
  const target = `/api/v1/protocols/${protocol_id}/governance`;
  const unsigned = await sendRequest(community.url, { method: 'POST', target, body: JSON.stringify(body) });
  expect(unsigned.status).toBe(401);
  expect(await governance(protocol_id)).toEqual(before);
  community.advance(1);
  const set = await govern(author, protocol_id, body);
  expect(set).toMatchObject({
    status: 200,
    body: {
      ...body,
      protocol_id,
      parent_protocol_id: null,
      deprecated_reason: null,
      updated_at: new Date(community.now).toISOString(),
    },
  });
  expect(await governance(protocol_id)).toEqual(set.body);
  // Omitted optional fields are unchanged.
  expect((await govern(author, protocol_id, { family: 'game:owned', status: 'active' })).body).toEqual(set.body);
  // Null removes a reason; an empty list empties the list.
  const emptied = { family: 'game:owned', status: 'active', capabilities: [], tags: [], created_reason: null };
  expect((await govern(author, protocol_id, emptied)).body).toMatchObject(emptied);
});

const statuses = protocolStatus.options;
const transitions = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));
const forbidden = new Set(['active experimental', 'deprecated experimental']);
test.each(transitions)('allows or rejects the status change from %s to %s', async (from, to) => {
  const protocol_id = await protocol(author);
  const family = `game:way${protocolCount}`;
  if (from !== 'experimental') expect((await govern(author, protocol_id, { family, status: from })).status).toBe(200);
  const moved = await govern(author, protocol_id, { family, status: to });
  if (forbidden.has(`${from} ${to}`)) expect(statusAndPointer(moved)).toEqual([400, '/status']);
  else expect([moved.status, moved.body.status]).toEqual([200, to]);
  expect((await governance(protocol_id)).status).toBe(forbidden.has(`${from} ${to}`) ? from : to);
});

test('rejects an unknown status', async () => {
  const protocol_id = await protocol(author);
  for (const status of ['', 'Active', 'gone', ' active', null, 1, undefined]) {
    expect(statusAndPointer(await govern(author, protocol_id, { family: 'game:one', status })), `${status}`).toEqual([
      400,
      '/status',
    ]);
  }
  expect(await governance(protocol_id)).toMatchObject({ family: null, status: 'experimental' });
});

test('validates family, capabilities and tags', async () => {
  const protocol_id = await protocol(author);
  const set = (change: object) => govern(author, protocol_id, { family: 'game:grammar', status: 'active', ...change });
  const every = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:-';
  const longest = 'x'.repeat(64);
  for (const name of ['capabilities', 'tags']) {
    for (const entries of [[every.slice(0, 64), every.slice(-10)], [longest], Array(64).fill('a'), []]) {
      expect((await set({ [name]: entries })).body[name], name).toEqual(entries);
    }
    for (const entry of ['', 'x'.repeat(65), 'a b', 'a/b', 'ä', 'a\n', '\u0000', 'a,b', 7, null]) {
      expect(statusAndPointer(await set({ [name]: ['fine', entry] })), `${name} ${entry}`).toEqual([400, `/${name}/1`]);
    }
    for (const entries of [Array(65).fill('a'), 'a', {}, null]) {
      expect(statusAndPointer(await set({ [name]: entries })), `${name} ${entries}`).toEqual([400, `/${name}`]);
    }
  }
  for (const family of ['', 'game dice', 'x'.repeat(65), 'game/dice', 'gäme', null, undefined]) {
    expect(statusAndPointer(await set({ family })), `${family}`).toEqual([400, '/family']);
  }
  for (const name of ['created_reason', 'deprecated_reason']) {
    expect((await set({ [name]: 'r'.repeat(500) })).status).toBe(200);
    expect(statusAndPointer(await set({ [name]: 'r'.repeat(501) }))).toEqual([400, `/${name}`]);
  }
  expect((await govern(author, await protocol(author), { family: longest, status: 'active' })).status).toBe(200);
});

test('a family has one root; every other member names a parent in the family', async () => {
  const family = 'game:line';
  const first = await protocol(author, family);
  const second = await protocol(other);
  const third = await protocol(author);
  const fourth = await protocol(author);
  const elsewhere = await protocol(author, 'game:elsewhere');
  const without = await protocol(author);
  const join = (agent: TestAgent, id: string, parent?: unknown) =>
    govern(agent, id, { family, status: 'active', ...(parent === undefined ? {} : { parent_protocol_id: parent }) });
  const invalidParents = [
    ['no parent', undefined],
    ['null', null],
    ['of another family', elsewhere],
    ['of no family', without],
    ['unknown', '0'.repeat(64)],
    ['itself', second],
    ['in upper case', first.toUpperCase()],
    ['too short', first.slice(1)],
    ['too long', `${first}0`],
    ['no hash', 'parent'],
    ['empty', ''],
    ['a number', 7],
  ] as const;
  for (const [description, parent] of invalidParents) {
    expect(statusAndPointer(await join(other, second, parent)), description).toEqual([400, '/parent_protocol_id']);
  }
  expect((await governance(second)).family).toBeNull();

  expect((await join(other, second, first)).body).toMatchObject({ family, parent_protocol_id: first });
  // An omitted parent is unchanged.
  expect((await join(other, second)).body.parent_protocol_id).toBe(first);
  expect((await join(author, third, second)).status).toBe(200);
  expect((await join(author, fourth, third)).status).toBe(200);
  // A parent may be changed within the family, but not to null, to the protocol itself or to a descendant.
  expect((await join(author, fourth, first)).body.parent_protocol_id).toBe(first);
  expect((await join(author, fourth, third)).status).toBe(200);
  for (const parent of [first, second, third, fourth]) {
    expect(statusAndPointer(await join(author, first, parent)), parent).toEqual([400, '/parent_protocol_id']);
  }
  for (const parent of [second, third, fourth, null]) {
    expect(statusAndPointer(await join(other, second, parent)), `${parent}`).toEqual([400, '/parent_protocol_id']);
  }
  // A protocol with children cannot leave the family; one without can, and becomes the root of a new one.
  for (const [agent, id] of [
    [author, first],
    [other, second],
    [author, third],
  ] as const) {
    expect(statusAndPointer(await govern(agent, id, { family: 'game:leaving', status: 'active' }))).toEqual([
      400,
      '/family',
    ]);
  }
  expect((await govern(author, fourth, { family: 'game:leaving', status: 'active' })).body).toMatchObject({
    family: 'game:leaving',
    parent_protocol_id: null,
  });
  // A protocol cannot join a family that has members without naming a parent there.
  expect(statusAndPointer(await govern(author, fourth, { family, status: 'active' }))).toEqual([
    400,
    '/parent_protocol_id',
  ]);
  expect(statusAndPointer(await govern(author, fourth, { family: 'game:elsewhere', status: 'active' }))).toEqual([
    400,
    '/parent_protocol_id',
  ]);
});

test('of concurrent attempts to found a family, exactly one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const family = `game:race${round}`;
    const racers: [TestAgent, string][] = [];
    for (let i = 0; i < 6; i += 1) {
      const agent = i % 2 === 0 ? author : other;
      racers.push([agent, await protocol(agent)]);
    }
    const outcomes = await Promise.all(racers.map(([agent, id]) => govern(agent, id, { family, status: 'active' })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    for (const lost of outcomes.filter(({ status }) => status === 400)) {
      expect(statusAndPointer(lost)).toEqual([400, '/parent_protocol_id']);
    }
    const members = (await other.call('GET /api/v1/protocols', { query: { family } })).body.results;
    expect(members.map(({ governance }: { governance: object }) => governance)).toMatchObject([
      { parent_protocol_id: null },
    ]);
  }
});

test('concurrent updates cannot make two protocols each other’s parent', async () => {
  const family = 'game:circle';
  const root = await protocol(author, family);
  for (let round = 0; round < 5; round += 1) {
    const [first, second] = [await protocol(author), await protocol(other)];
    const join = (agent: TestAgent, id: string, parent_protocol_id: string) =>
      govern(agent, id, { family, status: 'active', parent_protocol_id });
    await join(author, first, root);
    await join(other, second, root);
    const outcomes = await Promise.all([join(author, first, second), join(other, second, first)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});

test('filters the list by family and status', async () => {
  const family = 'game:filtered';
  const root = await protocol(author, family);
  const child = async (status: string) => {
    const id = await protocol(author);
    await govern(author, id, { family, status, parent_protocol_id: root });
    return id;
  };
  const [experimental, deprecated, active] = [
    await child('experimental'),
    await child('deprecated'),
    await child('active'),
  ];
  const list = async (query: object) =>
    (await other.call('GET /api/v1/protocols', { query: { family, ...query } })).body.results
      .map(({ protocol_id }: { protocol_id: string }) => protocol_id)
      .sort();
  expect(await list({})).toEqual([root, experimental, deprecated, active].sort());
  expect(await list({ status: 'experimental' })).toEqual([experimental]);
  expect(await list({ status: 'deprecated' })).toEqual([deprecated]);
  expect(await list({ status: 'active' })).toEqual([root, active].sort());
  expect(await list({ family: 'game:none' })).toEqual([]);
  for (const query of ['status=', 'status', 'status=Active', 'status=new', 'status=active,deprecated', 'family=']) {
    const outcome = await other.send({ method: 'GET', target: `/api/v1/protocols?${query}` });
    expect(statusAndPointer(outcome), query).toEqual([400, `/${query.split('=')[0]}`]);
  }
});
