/**
 * The specification's table of limits, row by row: `/api/v1/version` reports each limit, and a test covers both sides of its
 * boundary, either here or in the file of the feature that it limits.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommunityRoute, communityApi, communityRoutes } from '../../shared/community/contract.ts';
import { type Route, splitKey } from '../../shared/community/define.ts';
import { limits } from '../../shared/community/limits.ts';
import { validateMessage } from '../../shared/protocol/message.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { requestText } from '../../shared/signing/texts.ts';
import { type TestAgent, TestCommunity } from '../testing/community.ts';
import { sendRequest } from '../testing/http.ts';
import { registerProtocol } from '../testing/specs.ts';

let community: TestCommunity;
let ann: TestAgent;
let reported: { [name: string]: number | null };
let protocol_id: string;
beforeAll(async () => {
  community = await TestCommunity.start();
  ann = await community.agent('Ann');
  reported = (await community.get('GET /api/v1/version')).body.limits;
  protocol_id = await registerProtocol(ann, 'limited', 'game:limited');
});
afterAll(() => community.dispose());

const v1 = 'service/api/v1';
const thisFile = 'service/api/limits.test.ts';
const KiB = 1024;

/** A row of the table, its limits in `/api/v1/version`, and the tests of its boundary: file and beginning of the title. */
const rows: [row: string, names: { [name: string]: number }, boundaryTests: [file: string, title: string][]][] = [
  [
    'Nonce lifetime: 5 minutes, single use',
    { challenge_seconds: 300 },
    [
      [`${v1}/auth/register.post.test.ts`, 'a challenge expires after exactly five minutes'],
      [`${v1}/auth/register.post.test.ts`, 'a nonce works once, even if its registration fails'],
    ],
  ],
  [
    'Request id: 16-64 hex chars, one use per public key',
    { request_id_characters_min: 16, request_id_characters_max: 64 },
    [
      [thisFile, 'rejects request ids outside the length limits'],
      ['service/http/signature.test.ts', 'a request id works once per key, even after a restart'],
    ],
  ],
  [
    'Timestamp window',
    { timestamp_window_seconds: 300 },
    [['service/http/signature.test.ts', 'the timestamp window is 300 seconds in both directions']],
  ],
  [
    'Inbox plaintext message: at most 256 characters',
    { inbox_plaintext_characters: 256 },
    [['shared/inbox/sealed-box.test.ts', 'accepts 256 four-byte characters and rejects 257 one-byte characters']],
  ],
  [
    'Inbox ciphertext: at most 2048 bytes',
    { inbox_ciphertext_bytes: 2048 },
    [[`${v1}/inbox.post.test.ts`, 'accepts a ciphertext of 2048 bytes and rejects 2049']],
  ],
  [
    'Inbox message count per recipient: 5, 20 or 50',
    { inbox_messages_none: 5, inbox_messages_low: 5, inbox_messages_medium: 20, inbox_messages_high: 50 },
    [[`${v1}/inbox.post.test.ts`, 'inbox capacity grows with its owner’s karma']],
  ],
  [
    'Capabilities: at most 64 entries of 1-64 chars; payload at most 64 KB',
    { capabilities: 64, capability_characters: 64, capabilities_body_bytes: 64 * KiB },
    [
      [`${v1}/agents/[id]/capabilities.post.test.ts`, 'accepts at most 64 entries of at most 64 characters'],
      [`${v1}/agents/[id]/capabilities.post.test.ts`, 'accepts a body of 64 KiB and rejects one byte more'],
    ],
  ],
  [
    'Capabilities write rate: 10 requests per second by default',
    { capabilities_per_second: 10 },
    [
      [
        `${v1}/agents/[id]/capabilities.post.test.ts`,
        'allows ten writes per second per key, even with all other limits off',
      ],
    ],
  ],
  [
    'Protocol governance capabilities and tags: each entry at most 64 chars',
    { capabilities: 64, capability_characters: 64 },
    [[`${v1}/protocols/[protocol_id]/governance.post.test.ts`, 'validates family, capabilities and tags']],
  ],
  [
    'Similar protocols: default 10, maximum 50',
    { similar_page_default: 10, similar_page: 50 },
    [
      [`${v1}/protocols/[protocol_id]/similar.get.test.ts`, 'returns ten results by default and at most fifty'],
      [thisFile, 'the page size is between 1 and the limit'],
    ],
  ],
  [
    'UI bundle: at most 512 KB per file, 5 MB total, 100 files',
    { ui_file_bytes: 512 * KiB, ui_total_bytes: 5 * KiB * KiB, ui_files: 100 },
    [
      [
        `${v1}/protocols/[protocol_id]/ui-batch.post.test.ts`,
        'enforces the limits on file size, total size, number of files and path length',
      ],
    ],
  ],
  [
    'ELO same-opponent cap: two or more settled games within 24 hours award no points',
    { elo_same_opponent_awards: 2, elo_same_opponent_seconds: 86_400 },
    [
      [
        `${v1}/sessions/[session_id]/result.post.test.ts`,
        'a game awards no points if the two agents have settled two others within a day, regardless of who hosted',
      ],
    ],
  ],
  [
    'Confirmation of a guest by its host',
    { invitation_claim_seconds: 120 },
    [
      [
        'service/sessions/seat.test.ts',
        'a claim that has ended cannot be confirmed, and one that nobody confirms ends',
      ],
    ],
  ],
  [
    'Search of agents by name',
    { agents_found: 20 },
    [[`${v1}/agents/search.get.test.ts`, 'finds at most the limit of agents, each once']],
  ],
  [
    'Deprecations asked for at once',
    { deprecations_page: 50 },
    [[`${v1}/protocols/deprecated.get.test.ts`, 'answers about as many protocols as the limit, and no more']],
  ],
  ['Protocol list page', { list_page: 100 }, [[thisFile, 'the page size is between 1 and the limit']]],
  [
    'Message field limits',
    {
      field_id_characters: 128,
      field_ticket_characters: 2048,
      field_text_bytes: 2000,
      field_ciphertext_characters: 512,
      field_ot_blob_bytes: 16_384,
      field_array_bytes: 256 * KiB,
    },
    [[thisFile, 'message fields accept their maximum length and reject one more']],
  ],
];

describe.each(rows)('%s', (_, names, boundaryTests) => {
  test('is reported by the version endpoint', () => expect(reported).toMatchObject(names));

  test.each(boundaryTests)('has a boundary test in %s: %s', (file, title) => {
    expect(readFileSync(file, 'utf8').includes(`('${title}`)).toBe(true);
  });
});

test('the version endpoint lists every limit with a number', () => {
  expect(reported).toMatchObject({ ...limits, active_invitations: expect.any(Number) });
  for (const [name, value] of Object.entries(reported)) {
    expect(value === null ? name.endsWith('_per_second') : value >= 0, name).toBe(true);
  }
});

test('rejects request ids outside the length limits', async () => {
  const { request_id_characters_min: min, request_id_characters_max: max } = limits;
  const statuses = [];
  for (const length of [0, min - 1, min, max, max + 1]) {
    const request_id = 'a'.repeat(length);
    const list = { method: 'GET', target: '/api/v1/protocols' };
    const timestamp = String(Math.floor(community.now / 1000));
    const isValid = length >= min && length <= max;
    // The client also validates ids: it does not sign invalid ones.
    const text = `${timestamp}\nGET\n${list.target}\n${request_id}\n`;
    const sign = () => requestText({ timestamp, ...list, request_id, body: new Uint8Array(0) });
    if (isValid) expect(Buffer.from(sign()).toString()).toBe(text);
    else expect(sign).toThrow('request_id');
    const headers = {
      'X-Public-Key': ann.public_key,
      'X-Signature': ann.sign(text),
      'X-Timestamp': timestamp,
      'X-Request-Id': request_id,
    };
    statuses.push((await sendRequest(community.url, { ...list, headers })).status);
  }
  expect(statuses).toEqual([401, 401, 200, 200, 401]);
});

const lists = communityRoutes.filter((key) => 'limit' in (communityApi[key] as Route).query.shape);
// Guards against an empty test.each below.
test('the contract has at least six paged lists', () => expect(lists.length).toBeGreaterThanOrEqual(6));

test.each(lists)('the page size is between 1 and the limit: %s', async (key) => {
  const path = splitKey(key as CommunityRoute)
    .path.replace('{protocol_id}', protocol_id)
    .replace('{id}', '1');
  expect(path).not.toContain('{');
  const max = path.endsWith('/similar') ? 50 : 100;
  const statusOf = async (limit: string) => {
    const { status, body } = await ann.send({ method: 'GET', target: `${path}?limit=${limit}` });
    return [status, ...(status === 400 ? [body.errors[0].pointer] : [])];
  };
  for (const limit of [1, max]) expect(await statusOf(`${limit}`), `${limit}`).toEqual([200]);
  for (const limit of ['0', `${max + 1}`, '-1', '1.5', '1e1', '01', '+1', '%201', 'x', '', '1000000000000000000000']) {
    expect(await statusOf(limit), limit).toEqual([400, '/limit']);
  }
});

test('message fields accept their maximum length and reject one more', () => {
  const max = limits;
  const fields: [definition: object, value: (size: number) => unknown, size: number][] = [
    [{ type: 'id' }, (n) => 'i'.repeat(n), max.field_id_characters],
    [{ type: 'ticket' }, (n) => 't'.repeat(n), max.field_ticket_characters],
    [{ type: 'text' }, (n) => 'é'.repeat(n / 2) + 'x'.repeat(n % 2), max.field_text_bytes],
    [{ type: 'ot_blob' }, (n) => 'é'.repeat(n / 2) + 'x'.repeat(n % 2), max.field_ot_blob_bytes],
    [
      { type: 'array', items: { type: 'ot_blob', max_length: max.field_array_bytes + 1 } },
      (n) => ['a'.repeat(n - 1), 'b'],
      max.field_array_bytes,
    ],
  ];
  const problems = (f: object, value: unknown) => {
    const action = { type: 'enum', required: true, values: ['go'] };
    const spec = { type: 'chat', messages: [{ name: 'go', direction: 'both', fields: { action, f } }] };
    return validateMessage(spec as unknown as Spec, { action: 'go', f: value } as never, 'guest_to_host');
  };
  for (const [definition, value, size] of fields) {
    expect(problems(definition, value(size)), JSON.stringify(definition)).toEqual([]);
    expect(problems(definition, value(size + 1)), JSON.stringify(definition)).toHaveLength(1);
  }
  // A ciphertext is hexadecimal and has an even number of digits, so the next possible length is two more.
  const digits = limits.field_ciphertext_characters;
  expect(problems({ type: 'ciphertext' }, 'a'.repeat(digits))).toEqual([]);
  expect(problems({ type: 'ciphertext' }, 'a'.repeat(digits + 2))).toHaveLength(1);
  expect(problems({ type: 'ciphertext' }, 'a'.repeat(digits - 1))).toHaveLength(1);
});
