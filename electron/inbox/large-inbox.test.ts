/** An inbox with 10,000 messages and 2,000 contacts costs what a new one costs: counted in bytes, writes and requests, not in time. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestAgent, TestCommunity } from '../../service/testing/community.ts';
import { bridge, type InboxChange } from '../../shared/bridge/contract.ts';
import { pageMaxCharacters } from '../../shared/bridge/pages.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createCommunityClient } from '../community/client.ts';
import { openEventStream } from '../community/event-stream.ts';
import { createPeople } from '../community/people.ts';
import { holdKey } from '../identity/signer.ts';
import { type InboxService, openInbox } from './inbox.ts';
import { fillInbox, personKey } from './testing/large-inbox.ts';

const [messages, contacts, unread] = [10_000, 2_000, 3_000];

let community: TestCommunity;
let bob: TestAgent;
let folder: string;
let inbox: InboxService;
let requests: string[];
let changes: InboxChange[];
/** One inbox for all tests, which are in this order: the first finds it as it was opened, the last clears it. */
beforeAll(async () => {
  community = await TestCommunity.start();
  community.now = Date.now();
  folder = temporaryFolder();
  bob = await community.agent('Bob');
  const { signer, opener } = holdKey(new Uint8Array(bob.seed));
  await fillInbox({ folder, community: 'here', opener, public_key: bob.public_key, messages, contacts, unread });
  requests = [];
  changes = [];
  const client = createCommunityClient({ url: () => community.url, signer });
  const call = ((...args: Parameters<typeof client.call>) => {
    requests.push(args[0]);
    return client.call(...args);
  }) as typeof client.call;
  const countingClient = { ...client, call };
  inbox = await openInbox({
    ...{ folder, community: 'here', client: countingClient, eventStream: openEventStream(client), signer, opener },
    people: createPeople(countingClient),
    pastOpponents: () => new Set<string>(),
    hasDeclined: () => false,
    onChange: (change) => changes.push(change),
  });
});
afterAll(async () => {
  await inbox.dispose();
  await community.dispose();
});

const storedSize = async () => (await stat(join(folder, 'letters.sealed'))).size;
const sizeOf = (value: unknown) => JSON.stringify(value).length;
function all<T>(readPage: (cursor: string | undefined) => { entries: readonly T[]; next: string | null }): T[] {
  const entries: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = readPage(cursor);
    entries.push(...page.entries);
    cursor = page.next;
  }
  return entries;
}

it('asks the community for no more than a new inbox', async () => {
  await inbox.refresh();
  const names = requests.filter((operation) => operation === 'GET /api/v1/agents');
  // The names on the first page, and this identity's own.
  expect(names.length).toBeLessThanOrEqual(2 * 100 + 1);
  // The blocked contacts, once.
  const blocks = requests.filter((operation) => operation.endsWith('/blocks'));
  expect(blocks.length).toBeLessThanOrEqual(200 + 1);
  // With the question whether there are blocks.
  expect(requests.length - names.length - blocks.length).toBeLessThanOrEqual(4);
});

it('is listed in pages of bounded size, which together are complete', () => {
  const pageSizes: number[] = [];
  const list = (of: 'messages' | 'sent' | 'contacts') => (cursor: string | undefined) => {
    const page = inbox.list({ of, cursor });
    pageSizes.push(sizeOf(page));
    return { entries: page[of] as { id?: number; public_key?: string }[], next: page.next[of] };
  };
  const received = all(list('messages'));
  const sent = all(list('sent'));
  expect([received.length, sent.length]).toEqual([8_000, 2_000]);
  expect(new Set(received.map(({ id }) => id)).size).toBe(8_000);
  expect(received.map(({ id }) => id)).toEqual(received.map(({ id }) => id).toSorted((a, b) => b! - a!));
  expect(new Set(all(list('contacts')).map(({ public_key }) => public_key)).size).toBe(contacts);
  pageSizes.push(sizeOf(inbox.list({})));
  expect(Math.max(...pageSizes)).toBeLessThan(pageMaxCharacters / 4);

  const window = { limit: 50, query: '' };
  const keys: string[] = [];
  for (const section of ['people', 'requests'] as const) {
    for (let from = 0; ; from += 50) {
      const answer = bridge.inbox.calls.conversations.result.parse(inbox.conversations({ ...window, section, from }));
      expect(sizeOf(answer)).toBeLessThan(64 * 1024);
      keys.push(...answer.rows.map(({ person }) => person.public_key));
      if (from + 50 >= answer.matches) break;
    }
  }
  const { sections, received_count, unread: unreadCount } = inbox.status();
  expect([keys.length, new Set(keys).size]).toEqual([
    sections.people.count + sections.requests.count,
    sections.people.count + sections.requests.count,
  ]);
  expect([received_count, sections.contacts.count, sections.blocked.count]).toEqual([8_000, 1_800, 200]);
  expect(unreadCount).toBe(2_400);
  expect(inbox.unverified({ ...window, from: 0 })).toMatchObject({ total: 500, matches: 500 });
});

it('is searched as a whole', () => {
  const window = { from: 0, limit: 50, section: 'people' } as const;
  const { rows, matches } = inbox.conversations({ ...window, query: 'MESSAGE 10000. evening' });
  expect([matches, rows.map(({ person }) => person.public_key)]).toEqual([1, [personKey(0)]]);
  expect(inbox.contacts({ ...window, query: personKey(1234), blocked: false }).matches).toBe(1);
  expect(inbox.conversations({ ...window, query: 'nowhere to be found' })).toMatchObject({ rows: [], matches: 0 });
  const { found } = inbox.contacts({ ...window, query: '', starts_with: 'contact 42', blocked: false });
  expect(inbox.contacts({ ...window, from: found!, query: '', blocked: false }).rows[0]!.shown_name).toBe('contact 42');
});

it('is read, written to and deleted from at a cost that does not depend on its size', async () => {
  const before = await storedSize();
  const { id } = inbox.list({ limit: 1 }).messages[0]!;
  await inbox.read({ id });
  const oneRead = (await storedSize()) - before;
  expect(oneRead).toBeLessThan(2_000);
  await inbox.delete({ ids: [id] }, false);
  await inbox.setContact({ public_key: personKey(1), name: 'renamed', notes: '' });
  expect((await storedSize()) - before).toBeLessThan(4_000);

  // A conversation is read by one call, in one write.
  const { rows } = inbox.conversations({ from: 0, limit: 1, section: 'people', query: '' });
  const { person, last, unread } = rows[0]!;
  expect(unread).toBeGreaterThan(0);
  const lines = async () => (await readFile(join(folder, 'letters.sealed'), 'latin1')).split('\n').length;
  const linesBefore = await lines();
  await inbox.read({ with: person.public_key, until: last.at });
  expect((await lines()) - linesBefore).toBe(1);
  expect(inbox.conversation(person.public_key, undefined, 1).conversation?.unread).toBe(0);
  // Reading it again writes nothing.
  await inbox.read({ with: person.public_key, until: last.at });
  expect((await lines()) - linesBefore).toBe(1);
});

it('is cleared with events of bounded size', async () => {
  await inbox.clear(false);
  await expect.poll(() => changes.at(-1)?.received_count).toBe(0);
  expect(Math.max(...changes.map(sizeOf))).toBeLessThan(16 * 1024);
  expect(changes.some(({ more }) => more)).toBe(true);
});
