import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HostedTable, InboxMessage, LobbyEntry, Notices, Person, Table } from '../../shared/bridge/contract.ts';
import { challengeText } from '../../shared/inbox/challenge.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { newTableSnapshot } from '../tables/live-table.ts';
import type { Tables } from '../tables/tables.ts';
import { type NoticesService, openNotices } from './notices.ts';

const folder = temporaryFolder();
let caseCount = 0;
let dir = '';
let tables: Table[];
let entries: LobbyEntry[];
let messages: InboxMessage[];
let changes: Notices[];
let notices: NoticesService;
/** The community's clock minus this computer's. */
let communityAheadMs: number;

const tidewright: Person = {
  public_key: 'b'.repeat(64),
  nickname: 'tidewright',
  agent_id: 2,
  rating: 1300,
  house: false,
};
const post = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

function tableOf(table_id: string, more: Partial<Table> = {}): Table {
  const me = { ...tidewright, public_key: 'a'.repeat(64) };
  const fields = {
    table_id,
    post_id: post(9),
    role: 'guest',
    control_mode: 'human',
    me,
    settings: {},
    rematch_of: null,
    order: 1,
  };
  const snapshot = newTableSnapshot(fields as Parameters<typeof newTableSnapshot>[0]);
  return { ...snapshot, session_id: 'c'.repeat(64), peer: tidewright, ...more };
}
const finished = (table_id: string, ended_at: number) =>
  tableOf(table_id, { phase: 'finished', ended_at, order: ended_at });
const entryOf = (digit: number, more: Partial<LobbyEntry> = {}) =>
  ({
    ...{ post_id: post(digit), host: tidewright, for_me: true, own: false, refusal: null, options: {} },
    ...{ tags: [], protocol_id: '0'.repeat(64), created_at: digit, expires_at: Date.now() + 60_000 },
    ...more,
  }) as LobbyEntry;
const messageOf = (id: number, writer: string | null, more: Partial<InboxMessage> = {}) =>
  ({
    ...{ id, created_at: Date.now(), read_at: null, table: null },
    writer: writer === null ? null : { public_key: writer.repeat(64), name: writer, house: false },
    ...more,
  }) as InboxMessage;

async function open(seesEnds = false): Promise<void> {
  notices = await openNotices({
    folder: dir,
    tables: {
      lists: { every: () => tables } as unknown as Tables['lists'],
      async recordAfterwards(table_id, change) {
        tables = tables.map((table) =>
          table.table_id === table_id ? { ...table, afterwards: { ...table.afterwards, ...change } } : table,
        );
        notices.onTable(tables.find((table) => table.table_id === table_id)!);
      },
    },
    people: { person: async (public_key) => ({ ...tidewright, public_key }) },
    entries: () => entries,
    messages: () => messages,
    communityNow: () => Date.now() + communityAheadMs,
    seesEnds,
    onChange: (value) => changes.push(value),
  });
}

beforeEach(async () => {
  caseCount += 1;
  dir = join(folder, String(caseCount));
  [tables, entries, messages, changes] = [[], [], [], []];
  communityAheadMs = 0;
});
afterEach(() => {
  notices.dispose();
  vi.useRealTimers();
});

const endIds = (of: Notices | undefined) => of?.ended.map(({ newest, count }) => `${newest.table_id} ${count}`);

it('keeps ended games, also of earlier runs, until the user has seen them', async () => {
  tables = [finished('old', 5), { ...finished('seen', 6), afterwards: { ...tableOf('x').afterwards, seen: true } }];
  await open();
  expect(endIds(notices.notices)).toEqual(['old 1']);
  // The date was set back meanwhile.
  tables.push({ ...finished('new', 9), ended_at: 1 });
  notices.onTable(tables[2]!);
  expect(endIds(changes.at(-1))).toEqual(['new 2']);
  await notices.seeEnds('new', false);
  await notices.seeEnds('unknown', true);
  expect(endIds(notices.notices)).toEqual(['old 1']);
});

it('counts the ends of a person and those of the agent, and sees them together', async () => {
  const peer = { ...tidewright, public_key: 'c'.repeat(64) };
  tables = [
    ...Array.from({ length: 60 }, (_, at) => finished(`t${at}`, at)),
    ...Array.from({ length: 60 }, (_, at) => ({ ...finished(`a${at}`, at), control_mode: 'autonomous' as const })),
    { ...finished('c', 99), peer },
  ];
  await open();
  expect(endIds(notices.notices)).toEqual(['c 1', 'a59 60', 't59 60']);
  const after = finished('t60', 100);
  tables.push(after);
  notices.onTable(after);
  // What ended later is not seen.
  await notices.seeEnds('t59', true);
  expect(endIds(notices.notices)).toEqual(['t60 1', 'c 1', 'a59 60']);
});

it('sees thousands of ends with one change and without a write for each, also after a restart', async () => {
  tables = Array.from({ length: 3_000 }, (_, at) => ({
    ...finished(`a${at}`, at),
    control_mode: 'autonomous' as const,
  }));
  await open();
  const written = vi.spyOn(notices, 'onTable');
  await notices.seeEnds('a2999', true);
  expect(changes.map(endIds)).toEqual([[]]);
  expect(written).not.toHaveBeenCalled();
  // Reported late: no news.
  notices.onTable(tables[7]!);
  notices.dispose();
  await open();
  expect(endIds(notices.notices)).toEqual([]);
  tables.push({ ...finished('later', 3_000), control_mode: 'autonomous' });
  notices.onTable(tables.at(-1)!);
  expect(endIds(notices.notices)).toEqual(['later 1']);
});

it('merges the challenges of each person with true counts, and counts those that are not listed', async () => {
  const from = (host: Person, count: number, first: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...entryOf(0),
      ...{ host, post_id: `${host.nickname} ${at}`, created_at: first + at },
    }));
  const persons = Array.from({ length: 30 }, (_, at) => ({
    ...tidewright,
    ...{ public_key: String(at).padStart(64, '0'), nickname: `p${at}` },
  }));
  entries = from(tidewright, 50, 1_000);
  await open();
  const offers = () => notices.notices.offers.map(({ entry, count }) => [entry.post_id, count]);
  expect(offers()).toEqual([['tidewright 49', 50]]);
  // Declining one, and closing the notice.
  await notices.dismiss('offer tidewright 49', '');
  expect(offers()).toEqual([['tidewright 48', 49]]);
  await notices.dismiss(`challenges ${tidewright.public_key}`, '1048');
  expect(offers()).toEqual([]);
  entries = [...entries, ...persons.flatMap((host) => from(host, 2, 2_000)), ...from(tidewright, 1, 3_000)];
  notices.refresh();
  expect(offers()).toHaveLength(20);
  expect(offers()[0]).toEqual(['tidewright 0', 1]);
  expect(notices.notices.unlisted).toBe(11);
});

it('stays bounded, however many people have played and written', async () => {
  const persons = Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  tables = persons.map((name, at) => ({
    ...finished(`t${at}`, at),
    peer: { ...tidewright, public_key: name.repeat(64) },
  }));
  messages = persons.map((name, at) => messageOf(200 - at, name));
  await open();
  expect(notices.notices.ended[0]?.newest.table_id).toBe('t99');
  expect([notices.notices.ended.length, notices.notices.messages.length]).toEqual([20, 20]);
  expect(notices.notices.unlisted).toBe(160);
  await notices.dismiss(`messages ${persons[0]?.repeat(64)}`, '200');
  expect(notices.notices.unlisted).toBe(159);
  for (let at = 0; at < 300; at += 1) await notices.dismiss(`offer ${at}`, '');
  expect(notices.notices.dismissed.length).toBe(200);
});

it('counts a loss on time, a chat and a game that broke off apart from games that were played to their end', async () => {
  const conceded = { by: 'guest', code: 'decision_timeout' };
  const lateOf = (table_id: string, at: number) => ({
    ...finished(table_id, at),
    result: { outcome: 'lost', conceded } as Table['result'],
  });
  const chat = finished('chat', 5);
  tables = [
    finished('a', 1),
    finished('b', 2),
    lateOf('late', 3),
    { ...finished('broken', 4), phase: 'failed' },
    { ...chat, protocol: { ...chat.protocol, mode: 'free' } },
  ];
  await open();
  expect(endIds(notices.notices)).toEqual(['chat 1', 'broken 1', 'late 1', 'b 2']);
});

it('has no ended games for a command, which prints the end itself', async () => {
  tables = [finished('t', 5)];
  await open(true);
  notices.onTable(finished('u', 6));
  expect(notices.notices.ended).toEqual([]);
});

it('remembers what was closed', async () => {
  await open();
  await notices.dismiss('turn t1', 'turn:1');
  await notices.dismiss('turn t1', 'turn:3');
  notices.dispose();
  await open();
  expect(notices.notices.dismissed).toEqual([{ subject: 'turn t1', mark: 'turn:3' }]);
});

it('distinguishes rematches from challenges', async () => {
  tables = [finished('t', 5)];
  entries = [entryOf(1), entryOf(2, { protocol_id: '1'.repeat(64) }), entryOf(3, { for_me: false })];
  await open();
  expect(notices.notices.offers.map(({ entry, rematch_of }) => [entry.post_id, rematch_of])).toEqual([
    [post(2), null],
    [post(1), 't'],
  ]);
  entries = [entryOf(1, { created_at: 5 + 601_000 })];
  notices.refresh();
  expect(notices.notices.offers.map(({ rematch_of }) => rematch_of)).toEqual([null]);
  entries = [entryOf(1), entryOf(2, { protocol_id: '1'.repeat(64) })];
  // A later game, although the date was set back since, is the one that the offer repeats.
  tables.push({ ...finished('later', 4), started_at: 1, order: 6 });
  notices.onTable(tables[1]!);
  expect(notices.notices.offers.map(({ rematch_of }) => rematch_of)).toEqual([null, 'later']);
  tables = [{ ...tables[1]!, afterwards: { ...tables[1]!.afterwards, declined: true } }];
  notices.onTable(tables[0]!);
  expect(changes.at(-1)?.offers.map(({ entry }) => entry.post_id)).toEqual([post(2)]);
});

const dayMs = 24 * 3600_000;
const senders = () => notices.notices.messages.map(({ writer, count }) => `${writer?.name ?? ''} ${count}`);
const challengeTo = (digit: number) => ({ table: post(digit), text: challengeText('', post(digit)) });

it('counts unread messages by sender; those of a challenge are its notice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  messages = [
    messageOf(9, 'b', challengeTo(1)),
    messageOf(8, 'd', challengeTo(2)),
    messageOf(7, 'c'),
    messageOf(6, 'c'),
    messageOf(5, null),
    messageOf(4, 'e', { read_at: 1 }),
    messageOf(3, 'e', { created_at: Date.now() - dayMs - 1 }),
  ];
  entries = [entryOf(1)];
  await open();
  expect(senders()).toEqual(['c 2', ' 1']);
  expect(notices.notices.waiting).toEqual([{ writer: 'd'.repeat(64), newest_id: 8 }]);
  // The table of the second one is not for this key, so its message is a message.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(senders()).toEqual(['d 1', 'c 2', ' 1']);
  expect(notices.notices.waiting).toEqual([]);
});

it('never announces the message of a challenge as well, whatever becomes of the offer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  entries = [entryOf(1), entryOf(2), entryOf(3), entryOf(4)];
  await open();
  // One is withdrawn, accepted or expired before its message arrives, one after it, one is declined.
  entries = [entryOf(2), entryOf(3)];
  messages = [1, 2, 3].map((digit) => messageOf(10 - digit, 'b', challengeTo(digit)));
  notices.refresh();
  await notices.dismiss(`offer ${post(3)}`, '');
  entries = [];
  notices.refresh();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(senders()).toEqual([]);
  // Nor in the next run.
  await vi.waitFor(async () => expect(await readFile(join(dir, 'notices.json'), 'utf8')).toContain(post(4)));
  notices.dispose();
  // What else people write about it is a message.
  messages = [
    messageOf(12, 'c', challengeTo(4)),
    messageOf(11, 'b', { ...challengeTo(4), text: 'Hello' }),
    ...messages,
  ];
  await open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(senders()).toEqual(['c 1', 'b 1']);
});

it('counts a new message whatever this computer’s date', async () => {
  for (const hours of [25, -25, 26 * 24]) {
    communityAheadMs = -hours * 3600_000;
    messages = [messageOf(hours + 100, 'b', { created_at: Date.now() + communityAheadMs })];
    await open();
    expect(notices.notices.messages).toMatchObject([{ count: 1 }]);
    notices.dispose();
  }
});

it('says who declined', async () => {
  await open();
  const hosted = {
    post_id: post(1),
    for_public_key: 'b'.repeat(64),
    protocol_id: '0'.repeat(64),
    protocol_name: 'Reversi',
  };
  notices.onDeclined({ ...hosted, rematch_of: null } as HostedTable);
  await expect.poll(() => notices.notices.declined).toMatchObject([{ peer: { name: 'tidewright' }, rematch_of: null }]);
});
