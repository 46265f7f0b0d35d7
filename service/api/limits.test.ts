/**
 * The Limits table of the specification, row by row: each limit is named by `/api/v1/version`, and a test holds both sides
 * of its edge, here or in the file of what it limits.
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
import { registeredProtocol } from '../testing/specs.ts';

let community: TestCommunity;
let ann: TestAgent;
let named: { [name: string]: number | null };
let protocol_id: string;
beforeAll(async () => {
  community = await TestCommunity.start();
  ann = await community.agent('Ann');
  named = (await community.get('GET /api/v1/version')).body.limits;
  protocol_id = await registeredProtocol(ann, 'limited', 'game:limited');
});
afterAll(() => community.dispose());

const v1 = 'service/api/v1';
const here = 'service/api/limits.test.ts';
const KiB = 1024;

/** Row of the table; what `/api/v1/version` calls it; file and title of the tests of its edges. */
const rows: [row: string, names: { [name: string]: number }, held: [file: string, title: string][]][] = [
  [
    'Nonce lifetime: 5 minutes, single use',
    { challenge_seconds: 300 },
    [
      [`${v1}/auth/register.post.test.ts`, 'a challenge lives five minutes to the millisecond'],
      [`${v1}/auth/register.post.test.ts`, 'a nonce is used up by its first use, also a failed one'],
    ],
  ],
  [
    'Request id: 16-64 hex chars, one use per public key',
    { request_id_characters_min: 16, request_id_characters_max: 64 },
    [
      [here, 'request ids have as many digits as they may, and no more or less'],
      ['service/http/signature.test.ts', 'a request id works once for each key, also after a restart'],
    ],
  ],
  [
    'Timestamp window',
    { timestamp_window_seconds: 300 },
    [['service/http/signature.test.ts', 'the window is 300 seconds to both sides']],
  ],
  [
    'Inbox plaintext message: at most 256 characters',
    { inbox_plaintext_characters: 256 },
    [['shared/inbox/sealed-box.test.ts', '256 characters of four bytes fit, 257 of one do not']],
  ],
  [
    'Inbox ciphertext: at most 2048 bytes',
    { inbox_ciphertext_bytes: 2048 },
    [[`${v1}/inbox.post.test.ts`, '2048 bytes are taken, one more is not']],
  ],
  [
    'Inbox message count per recipient: 5, 20 or 50',
    { inbox_messages_none: 5, inbox_messages_low: 5, inbox_messages_medium: 20, inbox_messages_high: 50 },
    [[`${v1}/inbox.post.test.ts`, 'an inbox grows with the karma of its owner']],
  ],
  [
    'Capabilities: at most 64 entries of 1-64 chars; payload at most 64 KB',
    { capabilities: 64, capability_characters: 64, capabilities_body_bytes: 64 * KiB },
    [
      [`${v1}/agents/[id]/capabilities.post.test.ts`, '64 entries of 64 characters are taken, and nothing beyond'],
      [`${v1}/agents/[id]/capabilities.post.test.ts`, '64 KiB of body are taken, one byte more is not'],
    ],
  ],
  [
    'Capabilities write rate: 10 requests per second by default',
    { capabilities_per_second: 10 },
    [
      [
        `${v1}/agents/[id]/capabilities.post.test.ts`,
        'ten writes a second for each key, also where nothing else is limited',
      ],
    ],
  ],
  [
    'Protocol governance capabilities and tags: each entry at most 64 chars',
    { capabilities: 64, capability_characters: 64 },
    [[`${v1}/protocols/[protocol_id]/governance.post.test.ts`, 'family, capabilities and tags keep their grammar']],
  ],
  [
    'Similar protocols: default 10, maximum 50',
    { similar_page_default: 10, similar_page: 50 },
    [
      [`${v1}/protocols/[protocol_id]/similar.get.test.ts`, 'ten are shown, at most fifty'],
      [here, 'a page has at least one and at most so many entries as its list may have'],
    ],
  ],
  [
    'UI bundle: at most 512 KB per file, 5 MB total, 100 files',
    { ui_file_bytes: 512 * KiB, ui_total_bytes: 5 * KiB * KiB, ui_files: 100 },
    [
      [
        `${v1}/protocols/[protocol_id]/ui-batch.post.test.ts`,
        '512 KiB a file, 5 MiB and 100 files together, 255 characters a path, and no more',
      ],
    ],
  ],
  [
    'ELO same-opponent cap: two or more settled games within 24 hours award no points',
    { elo_same_opponent_awards: 2, elo_same_opponent_seconds: 86_400 },
    [
      [
        `${v1}/sessions/[session_id]/result.post.test.ts`,
        'two results a day between the same two award points, whoever hosts; the third only counts',
      ],
    ],
  ],
  [
    'Protocol list page',
    { list_page: 100 },
    [[here, 'a page has at least one and at most so many entries as its list may have']],
  ],
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
    [[here, 'a message field holds as much as it may, and not one more']],
  ],
];

describe.each(rows)('%s', (_, names, held) => {
  test('is named', () => expect(named).toMatchObject(names));

  test.each(held)('has its edges held in %s: %s', (file, title) => {
    expect(readFileSync(file, 'utf8').includes(`('${title}`)).toBe(true);
  });
});

test('all limits are named, and every name has a number', () => {
  expect(named).toMatchObject({ ...limits, active_invitations: expect.any(Number) });
  for (const [name, value] of Object.entries(named)) {
    expect(value === null ? name.endsWith('_per_second') : value >= 0, name).toBe(true);
  }
});

test('request ids have as many digits as they may, and no more or less', async () => {
  const { request_id_characters_min: min, request_id_characters_max: max } = limits;
  const statuses = [];
  for (const length of [0, min - 1, min, max, max + 1]) {
    const request_id = 'a'.repeat(length);
    const list = { method: 'GET', target: '/api/v1/protocols' };
    const timestamp = String(Math.floor(community.now / 1000));
    const fits = length >= min && length <= max;
    // The grammar also keeps the client from signing what does not fit.
    const text = `${timestamp}\nGET\n${list.target}\n${request_id}\n`;
    const sign = () => requestText({ timestamp, ...list, request_id, body: new Uint8Array(0) });
    if (fits) expect(Buffer.from(sign()).toString()).toBe(text);
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
test('there are lists', () => expect(lists.length).toBeGreaterThanOrEqual(6));

test.each(lists)('a page has at least one and at most so many entries as its list may have: %s', async (key) => {
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

test('a message field holds as much as it may, and not one more', () => {
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
  // A ciphertext has an even number of digits: the next one that could be is two longer.
  const digits = limits.field_ciphertext_characters;
  expect(problems({ type: 'ciphertext' }, 'a'.repeat(digits))).toEqual([]);
  expect(problems({ type: 'ciphertext' }, 'a'.repeat(digits + 2))).toHaveLength(1);
  expect(problems({ type: 'ciphertext' }, 'a'.repeat(digits - 1))).toHaveLength(1);
});
