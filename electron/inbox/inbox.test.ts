/** The inbox of an identity with a real community: verified writers, blocking, encrypted storage and deletion. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestAgent, TestCommunity } from '../../service/testing/community.ts';
import type { Inbox, InboxChange } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { challengeText } from '../../shared/inbox/challenge.ts';
import { open, seal } from '../../shared/inbox/sealed-box.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createCommunityClient } from '../community/client.ts';
import { openEventStream } from '../community/event-stream.ts';
import { createPeople } from '../community/people.ts';
import { holdKey } from '../identity/signer.ts';
import { type InboxConfig, type InboxService, openInbox } from './inbox.ts';

const closers: (() => unknown)[] = [];
let community: TestCommunity;
let folder: string;
let ann: TestAgent;
let bob: TestAgent;

beforeEach(async () => {
  community = await TestCommunity.start();
  community.now = Date.now();
  folder = temporaryFolder();
  [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await community.dispose();
});

interface TestInbox extends InboxService {
  changes: InboxChange[];
  startLive(): void;
  people: ReturnType<typeof createPeople>;
}

/** A client that takes the community for one without blocks. */
function clientWithoutBlocks(agent: TestAgent) {
  const { signer } = holdKey(new Uint8Array(agent.seed));
  const client = createCommunityClient({ url: () => community.url, signer });
  const call = (async (...args: Parameters<typeof client.call>) => {
    const response = (await client.call(...args)) as { body: { limits: object } };
    if (args[0] === 'GET /api/v1/version') response.body.limits = {};
    return response;
  }) as typeof client.call;
  return { ...client, call };
}

/** A client with the names of the operations it has called. */
function recordedClient(agent: TestAgent) {
  const { signer } = holdKey(new Uint8Array(agent.seed));
  const client = createCommunityClient({ url: () => community.url, signer });
  const operations: string[] = [];
  const call = ((...args: Parameters<typeof client.call>) => {
    operations.push(args[0]);
    return client.call(...args);
  }) as typeof client.call;
  return { client: { ...client, call }, operations };
}

async function inboxOf(agent: TestAgent, change: Partial<InboxConfig> = {}): Promise<TestInbox> {
  const { signer, opener } = holdKey(new Uint8Array(agent.seed));
  const client = createCommunityClient({ url: () => community.url, signer });
  const live = openEventStream(client);
  const people = createPeople(client);
  const changes: InboxChange[] = [];
  const inbox = await openInbox({
    ...{
      folder,
      community: 'here',
      client,
      eventStream: live,
      signer,
      opener,
      people,
      pastOpponents: () => new Set<string>(),
      hasDeclined: () => false,
    },
    onChange: (change) => changes.push(change),
    ...change,
  });
  closers.push(async () => {
    live.dispose();
    await inbox.dispose();
  });
  return Object.assign(Object.create(inbox, { changes: { value: changes }, people: { value: people } }), {
    startLive: () => live.start(),
  }) as TestInbox;
}

const bytes = (text: string) => Buffer.from(text, 'base64');
/** Sends an unsigned message from Ann, as the existing client does. */
const sendRaw = (to: TestAgent, text: string) =>
  ann.call('POST /api/v1/inbox', {
    body: {
      recipient_public_key: to.public_key,
      ciphertext: Buffer.from(seal(text, Buffer.from(to.public_key, 'hex'))).toString('base64'),
    },
  });
const countAtCommunity = async (agent: TestAgent) => (await agent.call('GET /api/v1/inbox')).body.entries.length;

describe('messages', () => {
  it('are exchanged in both directions, signed and unsigned, and are compatible with the existing client', async () => {
    const [from, to] = [await inboxOf(ann, { folder: temporaryFolder() }), await inboxOf(bob)];
    const signed = await from.send({ to: bob.public_key, text: 'Signed.', signed: true });
    await from.send({ to: bob.public_key, text: 'Not signed.', signed: false });
    await sendRaw(bob, 'From the existing client.');
    const { messages, quota, status } = await to.refresh();
    expect(messages.map(({ text, writer, signature }) => [text, writer?.name ?? null, signature])).toEqual([
      ['From the existing client.', null, 'none'],
      ['Not signed.', null, 'none'],
      ['Signed.', 'Ann', 'valid'],
    ]);
    expect([status, quota]).toEqual([
      'live',
      { level: 'none', capacity: 5, count: 3, oldest_expires_at: signed.expires_at },
    ]);
    expect(from.list({}).sent.map(({ text, to }) => [text, to.name])).toEqual([
      ['Not signed.', 'Bob'],
      ['Signed.', 'Bob'],
    ]);
    // The community holds a sealed box as other clients expect it.
    const { ciphertext } = (await bob.call('GET /api/v1/inbox/{id}', { params: { id: signed.id } })).body;
    expect(open(bytes(ciphertext), new Uint8Array(bob.seed))).toMatch(/^Signed\.[\u{e0000}-\u{e0fff}]{68}$/u);
  });

  it('are not sent if they are too long', async () => {
    const from = await inboxOf(ann);
    for (const signed of [true, false]) {
      await expect(from.send({ to: bob.public_key, text: 'x'.repeat(257), signed })).rejects.toMatchObject({
        code: 'invalid_field',
      });
    }
    expect(await countAtCommunity(bob)).toBe(0);
    await from.send({ to: bob.public_key, text: '😀'.repeat(188), signed: true });
    expect(await countAtCommunity(bob)).toBe(1);
  });

  it('are listed without text if they cannot be decrypted', async () => {
    await ann.call('POST /api/v1/inbox', { body: { recipient_public_key: bob.public_key, ciphertext: 'QUJD' } });
    const { messages } = await (await inboxOf(bob)).refresh();
    expect(messages).toMatchObject([{ text: null, writer: null, relation: 'unknown', size: 3 }]);
  });

  it('are loaded once when the stream opens', async () => {
    const { client, operations } = recordedClient(bob);
    const to = await inboxOf(bob, { client });
    to.startLive();
    await expect.poll(() => to.changes.at(-1)?.status).toBe('live');
    await to.refresh();
    // One for the opened stream, one for this refresh.
    expect(operations.filter((operation) => operation === 'GET /api/v1/inbox')).toHaveLength(2);
  });

  it('appear as soon as they arrive', async () => {
    const to = await inboxOf(bob);
    to.startLive();
    await expect.poll(() => to.changes.at(-1)?.status).toBe('live');
    await sendRaw(bob, 'Now.');
    await expect.poll(() => to.list({}).messages.map(({ text }) => text)).toEqual(['Now.']);
  });
});

describe('the verified writer', () => {
  it('determines the section: contacts, opponents, others', async () => {
    const from = await inboxOf(ann, { folder: temporaryFolder() });
    await from.send({ to: bob.public_key, text: 'Hello.', signed: true });
    const played = new Set<string>();
    let changes = 0;
    const to = await inboxOf(bob, { pastOpponents: () => played, onContactsChange: () => (changes += 1) });
    const seen = async () => (await to.refresh()).messages.map(({ relation, writer }) => `${relation} ${writer?.name}`);
    expect(await seen()).toEqual(['unknown Ann']);
    played.add(ann.public_key);
    expect(await seen()).toEqual(['played Ann']);
    const contact = { public_key: ann.public_key, name: 'Annie', notes: 'from the club' };
    await to.setContact(contact);
    expect(await seen()).toEqual(['known Annie']);
    expect((await inboxOf(bob)).list({}).contacts).toEqual([{ ...contact, blocked: false }]);
    await to.removeContact(ann.public_key);
    expect([await seen(), changes]).toEqual([['played Ann'], 2]);
  });
});

describe('a blocked person', () => {
  const contact = () => ({ public_key: ann.public_key, name: 'Annie', notes: '' });
  const texts = (inbox: Inbox) => inbox.messages.map(({ text }) => text);

  it('has messages hidden at once, and restored if unblocked before the deletion', async () => {
    const from = await inboxOf(ann, { folder: temporaryFolder() });
    await from.send({ to: bob.public_key, text: 'Before.', signed: true });
    await sendRaw(bob, 'Unsigned.');
    const to = await inboxOf(bob);
    await to.refresh();
    await to.block(contact());
    // A refresh while they are only hidden deletes nothing.
    const hidden = await to.refresh();
    expect([texts(hidden), hidden.hidden, await countAtCommunity(bob)]).toEqual([['Unsigned.'], 1, 2]);
    const id = from.list({}).sent[0]!.id;
    await expect(to.read({ id })).rejects.toMatchObject({ code: 'not_found' });
    await to.unblock(ann.public_key);
    expect([texts(to.list({})), await countAtCommunity(bob)]).toEqual([['Unsigned.', 'Before.'], 2]);
  });

  it('has stored messages deleted at the community, and later ones without notice', async () => {
    const from = await inboxOf(ann, { folder: temporaryFolder() });
    await from.send({ to: bob.public_key, text: 'Before.', signed: true });
    const to = await inboxOf(bob, { client: clientWithoutBlocks(bob) });
    await to.refresh();
    await to.block(contact());
    expect(await to.delete({ ids: [], of: 'received', hidden: true }, true)).toBe(1);
    expect([to.list({}).hidden, to.list({}).quota?.count, await countAtCommunity(bob)]).toEqual([0, 0, 0]);

    await from.send({ to: bob.public_key, text: 'After.', signed: true });
    await from.send({ to: bob.public_key, text: 'Unsigned, so not blocked.', signed: false });
    expect(texts(await to.refresh())).toEqual(['Unsigned, so not blocked.']);
    expect(to.changes.flatMap(({ arrived }) => arrived).map(({ text }) => text)).not.toContain('After.');
    expect([to.list({}).quota?.count, await countAtCommunity(bob)]).toEqual([1, 1]);

    await to.removeContact(ann.public_key);
    expect(texts(await to.refresh())).toEqual(['Unsigned, so not blocked.']);
    await from.send({ to: bob.public_key, text: 'Unblocked.', signed: true });
    expect(texts(await to.refresh())).toContain('Unblocked.');
  });

  it('is a contact afterwards only if they were one before, or a note about them was kept', async () => {
    const to = await inboxOf(bob);
    const { public_key } = ann;
    await to.block(contact());
    expect(to.findContact(public_key)).toMatchObject({ ...contact(), blocked: true });
    await to.dispose();
    const again = await inboxOf(bob);
    await again.unblock(public_key);
    expect([again.findContact(public_key), again.people.isBlocked(public_key)]).toEqual([null, false]);

    await again.setContact({ public_key, name: 'Friend', notes: '' });
    await again.block(contact());
    await again.unblock(public_key);
    expect(again.findContact(public_key)).toEqual({ public_key, name: 'Friend', notes: '', blocked: false });
    await again.removeContact(public_key);

    await again.block(contact());
    await again.setContact({ public_key, name: '', notes: 'the one from Monday' });
    expect(again.findContact(public_key)?.blocked).toBe(true);
    await again.unblock(public_key);
    expect(again.findContact(public_key)).toMatchObject({ notes: 'the one from Monday', blocked: false });
  });

  it('has messages deleted at the next start if Parlor exited before the deletion', async () => {
    const from = await inboxOf(ann, { folder: temporaryFolder() });
    await from.send({ to: bob.public_key, text: 'Before.', signed: true });
    const to = await inboxOf(bob);
    await to.refresh();
    await to.block(contact());
    await to.dispose();
    const again = await inboxOf(bob);
    expect(again.list({}).hidden).toBe(0);
    await again.refresh();
    expect([await countAtCommunity(bob), again.people.isBlocked(ann.public_key)]).toEqual([0, true]);
  });
});

describe('a slow or failing community', () => {
  /** A client whose requests of an operation wait until they are released. */
  function heldClient(agent: TestAgent, held: RegExp) {
    const { signer } = holdKey(new Uint8Array(agent.seed));
    const client = createCommunityClient({ url: () => community.url, signer });
    const waiting: (() => void)[] = [];
    let isOpen = false;
    const call = (async (...args: Parameters<typeof client.call>) => {
      if (!isOpen && held.test(args[0])) await new Promise<void>((resolve) => waiting.push(resolve));
      return client.call(...args);
    }) as typeof client.call;
    const release = () => {
      isOpen = true;
      for (const resolve of waiting.splice(0)) resolve();
    };
    return { client: { ...client, call }, waiting, release };
  }

  it('delays neither reading nor deleting what is stored', async () => {
    for (const text of ['one', 'two']) await sendRaw(bob, text);
    await (await inboxOf(bob)).refresh();
    const { client, waiting, release } = heldClient(bob, /./);
    const to = await inboxOf(bob, { client, people: createPeople(client) });
    const refreshing = to.refresh();
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    const [two, one] = to.list({}).messages;
    expect((await to.read({ id: two!.id })).read_at).not.toBeNull();
    expect(await to.delete({ ids: [one!.id] }, false)).toBe(1);
    expect(to.status()).toMatchObject({ status: 'loading', received_count: 1, unread: 0 });
    release();
    await refreshing;
    expect(to.status()).toMatchObject({ status: 'live', received_count: 1 });
  });

  it('is reported as unreachable only while it is, and is retried until it answers', async () => {
    await sendRaw(bob, 'Kept.');
    const to = await inboxOf(bob);
    await to.refresh();
    const url = community.url;
    Object.defineProperty(community, 'url', { value: 'http://127.0.0.1:1', configurable: true });
    await expect(to.refresh()).rejects.toMatchObject({ code: 'community_unreachable' });
    expect(to.list({})).toMatchObject({ status: 'offline', problem: { code: 'community_unreachable' } });
    expect(to.list({}).messages).toHaveLength(1);
    expect((await to.read({ id: to.list({}).messages[0]!.id })).text).toBe('Kept.');
    Object.defineProperty(community, 'url', { value: url, configurable: true });
    await to.refresh();
    expect(to.status()).toMatchObject({ status: 'live', problem: null });
  });
});

describe('a storm of messages', () => {
  it('causes few requests and events, and is announced once with the writers’ names', async () => {
    const { client, operations } = recordedClient(bob);
    const to = await inboxOf(bob, { client });
    to.startLive();
    await expect.poll(() => to.changes.at(-1)?.status).toBe('live');
    const from = await inboxOf(ann, { folder: temporaryFolder() });
    for (let count = 0; count < 5; count += 1) await from.send({ to: bob.public_key, text: `${count}`, signed: true });
    const announced = () => to.changes.flatMap(({ arrived }) => arrived);
    await expect.poll(() => announced().length).toBe(5);
    expect(
      announced()
        .map(({ text, writer }) => `${text} ${writer?.name}`)
        .sort(),
    ).toEqual([0, 1, 2, 3, 4].map((count) => `${count} Ann`));
    // Each message is downloaded once; the list is read at most once for each event.
    expect(operations.filter((operation) => operation === 'GET /api/v1/inbox/{id}')).toHaveLength(5);
    expect(to.changes.every(({ arrived_count }) => arrived_count <= 5)).toBe(true);
  });
});

describe('a challenge that is over', () => {
  /** A table of Ann for Bob, and the message that leads to it. */
  async function challenge(words = ''): Promise<string> {
    const body = { ...ann.invitation('a'.repeat(64)), for_public_key: bob.public_key };
    const { post_id } = (await ann.call('POST /api/v1/invitations', { body })).body;
    const from = await inboxOf(ann, { folder: temporaryFolder() });
    await from.send({ to: bob.public_key, text: challengeText(words, post_id), signed: true });
    return post_id;
  }
  const withdraw = (post_id: string) => ann.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });

  it('frees its slot at once, and stays readable', async () => {
    const to = await inboxOf(bob);
    to.startLive();
    const post_id = await challenge('A quick one?');
    await expect.poll(() => to.list({}).messages).toMatchObject([{ table: post_id, held: true }]);
    await withdraw(post_id);
    await expect.poll(() => to.list({})).toMatchObject({ messages: [{ held: false }], quota: { count: 0 } });
    expect(to.list({}).messages).toMatchObject([{ text: `A quick one?\n\nparlor://join/${post_id}` }]);
    expect(await countAtCommunity(bob)).toBe(0);
  });

  it('frees its slot when it ended while Parlor was closed', async () => {
    for (let count = 0; count < 5; count += 1) await withdraw(await challenge());
    const refused = sendRaw(bob, 'No room.');
    expect((await refused).code).toBe('inbox_full');
    const { messages, quota } = await (await inboxOf(bob)).refresh();
    expect([messages.length, quota?.count]).toEqual([5, 0]);
    expect((await sendRaw(bob, 'Room.')).status).toBe(201);
  });

  it('frees its slot once it is declined, although its host does not know yet', async () => {
    const declined = new Set<string>();
    const to = await inboxOf(bob, { hasDeclined: (post_id) => declined.has(post_id) });
    const post_id = await challenge();
    expect((await to.refresh()).quota?.count).toBe(1);
    declined.add(post_id);
    to.noteDeclined(post_id);
    await expect.poll(() => to.list({}).quota?.count).toBe(0);
    expect(to.list({}).messages[0]?.invited_to).toMatchObject({ declined: true });
  });

  it('is one of its host only: the same link from somebody else tells nothing of its terms', async () => {
    const post_id = await challenge();
    const to = await inboxOf(bob);
    await to.refresh();
    await sendRaw(bob, challengeText('Mine!', post_id));
    const { messages } = await to.refresh();
    expect(messages.map(({ invited_to }) => invited_to === null)).toEqual([true, false]);
  });

  it('leaves the slots of open tables, and of messages that say more than where a table is', async () => {
    const post_id = await challenge();
    await sendRaw(bob, `See parlor://join/${post_id} for the rules.`);
    const to = await inboxOf(bob);
    expect((await to.refresh()).quota?.count).toBe(2);
    await withdraw(post_id);
    expect((await (await inboxOf(bob)).refresh()).quota?.count).toBe(1);
  });

  it('does not keep other messages from arriving when the community can’t answer', async () => {
    await challenge();
    await sendRaw(bob, 'Something else.');
    const { client } = recordedClient(bob);
    const call = ((...args: Parameters<typeof client.call>) =>
      args[0] === 'GET /api/v1/invitations/{post_id}'
        ? Promise.reject(new ParlorError('rate_limited', 'Later.'))
        : client.call(...args)) as typeof client.call;
    const { status, messages } = await (await inboxOf(bob, { client: { ...client, call } })).refresh();
    expect([status, messages.length]).toEqual(['live', 2]);
  });
});

describe('stored messages', () => {
  it('remain readable after the community has deleted them, and only with the key', async () => {
    await sendRaw(bob, 'A secret for a long time.');
    const first = await inboxOf(bob);
    const [message] = (await first.refresh()).messages;
    expect((await first.read({ id: message!.id })).read_at).not.toBeNull();
    await community.sql`DELETE FROM inbox_message`;
    const later = await inboxOf(bob);
    const { messages, quota } = await later.refresh();
    expect(messages).toMatchObject([{ text: 'A secret for a long time.', held: false }]);
    expect(messages[0]!.read_at).not.toBeNull();
    expect(quota).toMatchObject({ count: 0, oldest_expires_at: null });

    const path = join(folder, 'letters.sealed');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path)).includes('secret')).toBe(false);
    // Another key cannot read the file, which is renamed and kept.
    const stranger = await inboxOf(ann);
    expect(stranger.list({})).toMatchObject({ messages: [], problem: { code: 'letters_unreadable' } });
    expect((await readdir(folder)).sort()).toEqual(['letters.sealed.unreadable-1']);
  });

  it('are downloaded again if the file is damaged', async () => {
    await sendRaw(bob, 'Twice.');
    const first = await inboxOf(bob);
    await first.refresh();
    const path = join(folder, 'letters.sealed');
    const good = await readFile(path);
    for (const damaged of [
      good.subarray(0, 10),
      Buffer.alloc(0),
      good.map((byte, i) => (i === 60 ? byte ^ 1 : byte)),
    ]) {
      await writeFile(path, damaged);
      const again = await inboxOf(bob);
      expect(again.list({})).toMatchObject({ messages: [], problem: { code: 'letters_unreadable' } });
      expect((await again.refresh()).messages).toMatchObject([{ text: 'Twice.' }]);
    }
    expect((await readdir(folder)).filter((name) => name.includes('unreadable'))).toHaveLength(3);
  });

  it('can be exported to a file that only its owner can read', async () => {
    await sendRaw(bob, 'For the archive.');
    const to = await inboxOf(bob);
    await to.refresh();
    expect(await to.export()).toEqual({ exported: 1, file: 'inbox-export.json' });
    const path = join(folder, 'inbox-export.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject([
      { plaintext: 'For the archive.', writer_public_key: null, signature: 'none' },
    ]);
  });

  it('are separate for each community', async () => {
    await sendRaw(bob, 'Here.');
    await (await inboxOf(bob)).refresh();
    expect((await inboxOf(bob, { community: 'elsewhere' })).list({}).messages).toEqual([]);
    expect((await inboxOf(bob)).list({}).messages).toHaveLength(1);
  });
});

describe('deleted messages', () => {
  it('disappear here at once and later at the community, even across a restart; new messages stay', async () => {
    for (const text of ['one', 'two', 'old']) await sendRaw(bob, text);
    const to = await inboxOf(bob);
    const ids = (await to.refresh()).messages.map(({ id }) => id);
    expect(await to.delete({ ids: [ids[2]!], of: 'received', hidden: false }, false)).toBe(1);
    expect(to.list({}).messages.map(({ text }) => text)).toEqual(['old', 'two']);
    await expect.poll(() => countAtCommunity(bob)).toBe(2);
    expect(await to.clear(false)).toBe(2);
    expect(to.list({}).messages).toEqual([]);
    await sendRaw(bob, 'new');
    await to.dispose();
    await expect(to.refresh()).rejects.toMatchObject({ code: 'cancelled' });
    const again = await inboxOf(bob);
    expect((await again.refresh()).messages.map(({ text }) => text)).toEqual(['new']);
    expect(await countAtCommunity(bob)).toBe(1);
  });

  it('are deleted at the community at once on request, which frees room in a full inbox', async () => {
    for (let i = 0; i < 5; i += 1) await sendRaw(bob, `${i}`);
    expect(await sendRaw(bob, 'too many')).toMatchObject({ code: 'inbox_full' });
    const to = await inboxOf(bob);
    await to.refresh();
    expect(await to.clear(true)).toBe(5);
    expect([await countAtCommunity(bob), to.list({}).messages]).toEqual([0, []]);
    const from = await inboxOf(ann, { folder: temporaryFolder() });
    const { id } = await from.send({ to: bob.public_key, text: 'room', signed: false });
    expect(await from.delete({ ids: [id], of: 'sent', hidden: false }, true)).toBe(1);
    expect(from.list({}).sent).toEqual([]);
    expect(await countAtCommunity(bob)).toBe(1);
  });
});
