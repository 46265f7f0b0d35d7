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
  ['letters that are composed and the same decomposed', 'é e\u0301 ﬁ Å \u212b'],
  ['characters without a meaning', '\ufffe \uffff \u{10ffff}'],
  ['many marks on a letter', `a${'\u0301'.repeat(100)}`],
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

test.each(['\ud800', 'a\udfff', '\udc00\ud800'])('half a character (%j) is refused', async (text) => {
  const bodies = { message: text, options: { [text]: 0 }, iroh_ticket: text };
  for (const [field, value] of Object.entries(bodies)) {
    const body = JSON.stringify({ ...host.invitation(protocol_id), [field]: value });
    const { status, code } = await host.send({ method: 'POST', target: '/api/v1/invitations', body });
    expect({ field, status, code }).toEqual({ field, status: 400, code: 'malformed_json' });
  }
});

/** Posts an invitation whose options are written as this JSON. */
const postOptions = (json: string | Buffer) => {
  const [before, after] = JSON.stringify({ ...host.invitation(protocol_id), options: 0 }).split('"options":0');
  const body = Buffer.concat([Buffer.from(`${before}"options":`), Buffer.from(json), Buffer.from(after!)]);
  return host.send({ method: 'POST', target: '/api/v1/invitations', body });
};

test('bytes that are not UTF-8 are refused', async () => {
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
    const json = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect((await postOptions(json)).status).toBe(400);
  }
});

test.each([
  '1e400',
  '-1e400',
  '9'.repeat(400),
  '123456789012345678901234567890',
  `0.${'1'.repeat(5_000)}`,
  '-0',
  '1e-400',
])('a number such as %.30s is refused, or given back as it was read', async (number) => {
  const { status, body } = await postOptions(`{"n":${number}}`);
  expect([201, 400]).toContain(status);
  if (status === 201) expect(body.options).toEqual(JSON.parse(JSON.stringify({ n: Number(number) })));
});

test('a cursor with an id that no row has is refused, or leads to a page', async () => {
  for (let index = 0; index < 2; index += 1)
    await host.call('POST /api/v1/invitations', { body: host.invitation(protocol_id) });
  const page = (cursor?: string) =>
    guest.call('GET /api/v1/invitations', { query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) } });
  const { next_cursor } = (await page()).body;
  const [list, sortKey, id] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString());
  const forged = (...position: unknown[]) => page(Buffer.from(JSON.stringify(position)).toString('base64url'));
  expect((await forged(list, sortKey, id)).status).toBe(200);
  for (const otherId of ['\u0000', 'a\u0000', '', 'é', "'", '\u{1f0a1}', 'x'.repeat(150), null, 7])
    expect([otherId, (await forged(list, sortKey, otherId)).status]).toEqual([otherId, 400]);
  for (const key of [-1, 0, 2 ** 53 - 1, -(2 ** 53 - 1), 1.5, '1'])
    expect([200, 400], String(key)).toContain((await forged(list, key, id)).status);
});
