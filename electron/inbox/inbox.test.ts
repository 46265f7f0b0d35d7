/** The inbox of one identity at a real community: doors, the cache at rest, and what was deleted. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestAgent, TestCommunity } from '../../service/testing/community.ts';
import type { Inbox } from '../../shared/bridge/contract.ts';
import { open, seal } from '../../shared/inbox/sealed-box.ts';
import { createCommunityClient } from '../community/client.ts';
import { createLive } from '../community/live.ts';
import { createPeople } from '../community/people.ts';
import { holdKey } from '../identity/signer.ts';
import { type InboxConfig, type InboxRoom, openInbox } from './inbox.ts';

const closers: (() => unknown)[] = [];
let community: TestCommunity;
let folder: string;
let ann: TestAgent;
let bob: TestAgent;

beforeEach(async () => {
  community = await TestCommunity.start();
  community.now = Date.now();
  folder = await mkdtemp(join(tmpdir(), 'parlor-inbox-'));
  [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await community.dispose();
  await rm(folder, { recursive: true });
});

interface Opened extends InboxRoom {
  told: Inbox[];
  startLive(): void;
  people: ReturnType<typeof createPeople>;
}

async function inboxOf(agent: TestAgent, change: Partial<InboxConfig> = {}): Promise<Opened> {
  const { signer, opener } = holdKey(new Uint8Array(agent.seed));
  const client = createCommunityClient({ url: () => community.url, signer });
  const live = createLive(client);
  const people = createPeople(client);
  const told: Inbox[] = [];
  const room = await openInbox({
    ...{ folder, community: 'here', client, live, signer, opener, people, playedWith: () => new Set<string>() },
    onChange: (inbox) => told.push(inbox),
    ...change,
  });
  closers.push(async () => {
    live.dispose();
    await room.dispose();
  });
  return Object.assign(Object.create(room, { told: { value: told }, people: { value: people } }), {
    startLive: () => live.start(),
  }) as Opened;
}

async function own(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parlor-inbox-'));
  closers.push(() => rm(path, { recursive: true }));
  return path;
}
const bytes = (text: string) => Buffer.from(text, 'base64');
const raw = (to: TestAgent, text: string) =>
  ann.call('POST /api/v1/inbox', {
    body: {
      recipient_public_key: to.public_key,
      ciphertext: Buffer.from(seal(text, Buffer.from(to.public_key, 'hex'))).toString('base64'),
    },
  });
const atCommunity = async (agent: TestAgent) => (await agent.call('GET /api/v1/inbox')).body.entries.length;

describe('letters', () => {
  it('go both ways, signed and anonymous, and open for the existing client byte by byte', async () => {
    const [from, to] = [await inboxOf(ann, { folder: await own() }), await inboxOf(bob)];
    const signed = await from.send({ to: bob.public_key, words: 'Signed.', signed: true });
    await from.send({ to: bob.public_key, words: 'Not signed.', signed: false });
    await raw(bob, 'From the existing client.');
    const { letters, quota, status } = await to.refresh();
    expect(letters.map(({ words, writer, signature }) => [words, writer?.name ?? null, signature])).toEqual([
      ['From the existing client.', null, 'none'],
      ['Not signed.', null, 'none'],
      ['Signed.', 'Ann', 'valid'],
    ]);
    expect([status, quota]).toEqual([
      'live',
      { level: 'none', capacity: 5, count: 3, oldest_expires_at: signed.expires_at },
    ]);
    expect(from.inbox.sent.map(({ words, to }) => [words, to.name])).toEqual([
      ['Not signed.', 'Bob'],
      ['Signed.', 'Bob'],
    ]);
    // The other way round: the bytes at the community are a box of the network's layout.
    const { ciphertext } = (await bob.call('GET /api/v1/inbox/{id}', { params: { id: signed.id } })).body;
    expect(open(bytes(ciphertext), new Uint8Array(bob.seed))).toMatch(/^Signed\.\n\nparlor-letter:1 /);
  });

  it('too long ones never leave', async () => {
    const from = await inboxOf(ann);
    for (const signed of [true, false]) {
      await expect(from.send({ to: bob.public_key, words: 'x'.repeat(257), signed })).rejects.toMatchObject({
        code: 'invalid_field',
      });
    }
    expect(await atCommunity(bob)).toBe(0);
    await from.send({ to: bob.public_key, words: '😀'.repeat(256), signed: true });
    expect(await atCommunity(bob)).toBe(1);
  });

  it('that do not open are shown as such', async () => {
    await ann.call('POST /api/v1/inbox', { body: { recipient_public_key: bob.public_key, ciphertext: 'QUJD' } });
    const { letters } = await (await inboxOf(bob)).refresh();
    expect(letters).toMatchObject([{ words: null, writer: null, door: 'unknown', size: 3 }]);
  });

  it('come in as they arrive', { timeout: 20_000 }, async () => {
    const to = await inboxOf(bob);
    to.startLive();
    await expect.poll(() => to.told.at(-1)?.status, { timeout: 10_000 }).toBe('live');
    await raw(bob, 'Now.');
    await expect.poll(() => to.inbox.letters.map(({ words }) => words), { timeout: 10_000 }).toEqual(['Now.']);
  });
});

describe('doors', () => {
  it('tell contacts, people one played with, and all others apart; blocked ones are hidden', async () => {
    const from = await inboxOf(ann, { folder: await own() });
    await from.send({ to: bob.public_key, words: 'Hello.', signed: true });
    const played = new Set<string>();
    let blockings = 0;
    const to = await inboxOf(bob, { playedWith: () => played, onBlocked: () => (blockings += 1) });
    const seen = async () => (await to.refresh()).letters.map(({ door, writer }) => `${door} ${writer?.name}`);
    expect(await seen()).toEqual(['unknown Ann']);
    played.add(ann.public_key);
    expect(await seen()).toEqual(['played Ann']);
    const contact = { public_key: ann.public_key, name: 'Annie', notes: 'from the club', blocked: false };
    await to.setContact(contact);
    expect(await seen()).toEqual(['known Annie']);
    await to.setContact({ ...contact, blocked: true });
    expect([await seen(), to.inbox.hidden, to.people.isBlocked(ann.public_key)]).toEqual([[], 1, true]);
    const [{ id } = { id: 0 }] = from.inbox.sent;
    await expect(to.read(id)).rejects.toMatchObject({ code: 'not_found' });
    // Another start knows them all.
    const again = await inboxOf(bob, { playedWith: () => played });
    expect([again.inbox.contacts, again.people.isBlocked(ann.public_key)]).toEqual([
      [{ ...contact, blocked: true }],
      true,
    ]);
    await to.removeContact(ann.public_key);
    expect([await seen(), blockings]).toEqual([['played Ann'], 3]);
  });
});

describe('what is kept', () => {
  it('can be read when the community has forgotten it, and only with the key', async () => {
    await raw(bob, 'A secret for a long time.');
    const first = await inboxOf(bob);
    const [letter] = (await first.refresh()).letters;
    expect((await first.read(letter!.id)).read_at).not.toBeNull();
    await community.sql`DELETE FROM inbox_message`;
    const later = await inboxOf(bob);
    const { letters, quota } = await later.refresh();
    expect(letters).toMatchObject([{ words: 'A secret for a long time.', held: false }]);
    expect(letters[0]!.read_at).not.toBeNull();
    expect(quota).toMatchObject({ count: 0, oldest_expires_at: null });

    const path = join(folder, 'letters.sealed');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path)).includes('secret')).toBe(false);
    // Another key finds nothing it can read, and loses nothing.
    const stranger = await inboxOf(ann);
    expect(stranger.inbox).toMatchObject({ letters: [], problem: { code: 'letters_unreadable' } });
    expect((await readdir(folder)).sort()).toEqual(['letters.sealed.unreadable-1']);
  });

  it('begins anew from the community where the file is damaged', async () => {
    await raw(bob, 'Twice.');
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
      expect(again.inbox).toMatchObject({ letters: [], problem: { code: 'letters_unreadable' } });
      expect((await again.refresh()).letters).toMatchObject([{ words: 'Twice.' }]);
    }
    expect((await readdir(folder)).filter((name) => name.includes('unreadable'))).toHaveLength(3);
  });

  it('can be written into a file that only its owner reads', async () => {
    await raw(bob, 'For the archive.');
    const to = await inboxOf(bob);
    await to.refresh();
    expect(await to.export()).toEqual({ exported: 1, file: 'inbox-export.json' });
    const path = join(folder, 'inbox-export.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject([
      { plaintext: 'For the archive.', writer_public_key: null, signature: 'none' },
    ]);
  });

  it('belongs to one community', async () => {
    await raw(bob, 'Here.');
    await (await inboxOf(bob)).refresh();
    expect((await inboxOf(bob, { community: 'elsewhere' })).inbox.letters).toEqual([]);
    expect((await inboxOf(bob)).inbox.letters).toHaveLength(1);
  });
});

describe('what is deleted', () => {
  it('is gone here at once and there as soon as it answers, also over a restart; what came meanwhile stays', async () => {
    for (const words of ['one', 'two', 'old']) await raw(bob, words);
    const to = await inboxOf(bob);
    const ids = (await to.refresh()).letters.map(({ id }) => id);
    expect(await to.delete({ ids: [ids[2]!], of: 'letters', hidden: false }, false)).toBe(1);
    expect(to.inbox.letters.map(({ words }) => words)).toEqual(['old', 'two']);
    await expect.poll(() => atCommunity(bob)).toBe(2);
    expect(await to.clear(false)).toBe(2);
    expect(to.inbox.letters).toEqual([]);
    await raw(bob, 'new');
    await to.dispose();
    await expect(to.refresh()).rejects.toMatchObject({ code: 'cancelled' });
    const again = await inboxOf(bob);
    expect((await again.refresh()).letters.map(({ words }) => words)).toEqual(['new']);
    expect(await atCommunity(bob)).toBe(1);
  });

  it('takes letters of blocked people along where that is asked for', async () => {
    const from = await inboxOf(ann, { folder: await own() });
    await from.send({ to: bob.public_key, words: 'Hidden.', signed: true });
    await raw(bob, 'Shown.');
    const to = await inboxOf(bob);
    await to.refresh();
    await to.setContact({ public_key: ann.public_key, name: '', notes: '', blocked: true });
    expect(await to.delete({ ids: [], of: 'letters', hidden: true }, true)).toBe(1);
    expect([to.inbox.hidden, to.inbox.letters.length, await atCommunity(bob)]).toEqual([0, 1, 1]);
  });

  it('goes at once where nobody stays to take it back, and a full inbox has room again', async () => {
    for (let i = 0; i < 5; i += 1) await raw(bob, `${i}`);
    expect(await raw(bob, 'too many')).toMatchObject({ code: 'inbox_full' });
    const to = await inboxOf(bob);
    await to.refresh();
    expect(await to.clear(true)).toBe(5);
    expect([await atCommunity(bob), to.inbox.letters]).toEqual([0, []]);
    const from = await inboxOf(ann, { folder: await own() });
    const { id } = await from.send({ to: bob.public_key, words: 'room', signed: false });
    expect(await from.delete({ ids: [id], of: 'sent', hidden: false }, true)).toBe(1);
    expect(from.inbox.sent).toEqual([]);
    expect(await atCommunity(bob)).toBe(1);
  });
});
