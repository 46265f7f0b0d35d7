import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { holdKey } from '../identity/signer.ts';
import { createChallenges } from './challenges.ts';
import { type Contacts, openContacts } from './contacts.ts';
import { type InboxStore, openInboxStore } from './store.ts';
import type { StoredMessage, StoredSentMessage } from './stored-entries.ts';
import { createViews, type Views } from './views.ts';

const key = (digit: string) => digit.repeat(64);
const received = (id: number, writer: string | null, more: Partial<StoredMessage> = {}): StoredMessage => ({
  ...{ kind: 'received', community: 'here', id, size: 100, created_at: id * 1000, expires_at: 9e12 },
  ...{ words: `received ${id}`, writer: writer && key(writer), written_at: null },
  ...{ signature: writer === null ? 'none' : 'valid', read_at: 1, deleted_at: null, ...more },
});
const sent = (id: number, to: string, sent_at: number): StoredSentMessage => ({
  ...{ kind: 'sent', community: 'here', id, to: key(to), words: `sent ${id}`, signed: true },
  ...{ sent_at, expires_at: 9e12, deleted_at: null },
});

let store: InboxStore;
let views: Views;
let opponents: Set<string>;
let contacts: Contacts;
beforeEach(async () => {
  const { signer, opener } = holdKey(new Uint8Array(32).fill(7));
  store = await openInboxStore({ folder: temporaryFolder(), community: 'here', opener, public_key: signer.publicKey });
  opponents = new Set();
  contacts = openContacts(store, { setBlocked() {} }, () => {});
  views = createViews({
    ...{ public_key: signer.publicKey, store, contacts, pastOpponents: () => opponents, isHeld: () => true },
    names: { find: (public_key) => `name ${public_key[0]}`, request() {}, async load() {}, dispose() {} },
    people: { isHouse: () => false },
    challenges: createChallenges(store, 'here'),
  });
});

const put = (...messages: (StoredMessage | StoredSentMessage)[]) => store.update(() => ({ put: messages }));
const window = { from: 0, limit: 50, query: '' };
const rowsIn = (section: 'people' | 'requests', more = {}) => views.conversations({ ...window, section, ...more });
const namesIn = (...args: Parameters<typeof rowsIn>) => rowsIn(...args).rows.map(({ person }) => person.name);
const exchange = () => [received(9, 'b', { read_at: null }), received(5, 'a'), received(3, null), received(2, 'a')];

describe('conversations', () => {
  it('contain one person’s messages in both directions, and are sorted by their newest message', async () => {
    await put(...exchange(), sent(5, 'a', 5000), sent(1, 'a', 1000), sent(8, 'b', 500));
    expect(
      rowsIn('people').rows.map(({ person, unread, received, sent }) => [person.name, unread, received, sent]),
    ).toEqual([
      ['name b', 1, 1, 1],
      ['name a', 0, 2, 2],
    ]);
    const textsOf = (cursor: string | undefined, limit: number) => {
      const { messages, next } = views.conversation(key('a'), cursor, limit);
      return { texts: messages.map(({ content }) => content.text), next };
    };
    const first = textsOf(undefined, 3);
    expect(first.texts).toEqual(['sent 5', 'received 5', 'received 2']);
    expect(textsOf(first.next!, 3)).toEqual({ texts: ['sent 1'], next: null });
  });

  it('exclude messages without a verified sender', async () => {
    await put(...exchange(), received(4, null, { signature: 'invalid', words: 'I am name a.' }));
    expect(rowsIn('requests', { query: 'a.' }).matches).toBe(0);
    expect(views.unverified(window).rows.map(({ id }) => id)).toEqual([4, 3]);
  });

  it('with strangers are requests until the user replies, plays with them or adds them', async () => {
    await put(received(1, 'a'), received(2, 'b'), received(3, 'c'), received(4, 'd'));
    expect(namesIn('requests')).toEqual(['name d', 'name c', 'name b', 'name a']);
    opponents.add(key('a'));
    await put(sent(7, 'b', 500));
    await contacts.set({ public_key: key('c'), name: 'Cora', notes: '' });
    expect(namesIn('people')).toEqual(['Cora', 'name b', 'name a']);
    expect(views.numbers().sections).toMatchObject({ people: { count: 3 }, requests: { count: 1 } });
  });

  it('with blocked people are hidden, including sent messages', async () => {
    await put(...exchange(), sent(6, 'a', 9500));
    await contacts.block({ public_key: key('a'), name: '' });
    expect([namesIn('people'), namesIn('requests'), views.numbers().hidden]).toEqual([[], ['name b'], 2]);
  });

  it('are found by names, keys and any of their messages, ignoring case and accents', async () => {
    await put(
      received(1, 'a', { words: 'Meet me at the Café.' }),
      received(2, 'a'),
      received(3, 'b', { words: 'at eight' }),
    );
    expect(namesIn('requests', { query: 'CAFE meet' })).toEqual(['name a']);
    expect(namesIn('requests', { query: 'name at' })).toEqual(['name b', 'name a']);
    expect(namesIn('requests', { query: key('b').slice(0, 20) })).toEqual(['name b']);
    expect(rowsIn('requests', { query: 'eight nine' })).toMatchObject({ rows: [], total: 2, matches: 0 });
    expect(rowsIn('requests', { starts_with: 'name a' }).found).toBe(1);
  });

  it('are marked if another correspondent has the same name', async () => {
    await contacts.set({ public_key: key('c'), name: 'Name A', notes: '' });
    await put(received(1, 'a'), received(2, 'b'), received(3, 'c'));
    expect(rowsIn('requests').rows.map(({ ambiguous }) => ambiguous)).toEqual([false, true]);
  });

  it('stay in place while messages arrive, if they are requested as of a time', async () => {
    await put(received(1, 'a'), received(2, 'b'));
    await put(received(8, 'a'), received(9, 'c'));
    const steady = rowsIn('requests', { until: 2000 });
    expect(steady.rows.map(({ person, last }) => [person.name, last.content.text])).toEqual([
      ['name b', 'received 2'],
      ['name a', 'received 8'],
    ]);
    expect(steady.newer).toBe(1);
    expect(namesIn('requests')).toEqual(['name c', 'name a', 'name b']);
    await put(received(7, null), received(10, null));
    expect(views.unverified({ ...window, until: 8000 })).toMatchObject({ rows: [{ id: 7 }], newer: 1 });
  });

  it('leave out what is being deleted, in rows and numbers', async () => {
    await put(...exchange(), received(10, 'a', { read_at: null }), sent(5, 'b', 5000));
    const withoutMessages = (...messages: object[]) => ({ without: { messages, contacts: [] } }) as never;
    expect(namesIn('requests', withoutMessages({ with: key('a'), until: 9000 }))).toEqual(['name a']);
    expect(namesIn('requests', withoutMessages({ with: key('a'), until: 10_000 }))).toEqual([]);
    expect(rowsIn('people', withoutMessages({ ids: [9] })).rows).toMatchObject([{ received: 0, sent: 1, unread: 0 }]);
    const numbers = views.numbers({ messages: [{ all: true, until: 9000 }], contacts: [] });
    expect([numbers.received_count, numbers.sent_count, numbers.unread]).toEqual([1, 1, 1]);
    expect(views.numbers().received_count).toBe(5);
  });
});
