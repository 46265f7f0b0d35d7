import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { seal } from '../files/seal.ts';
import { holdKey } from '../identity/signer.ts';
import { openInboxStore } from './store.ts';
import type { StoredMessage } from './stored-entries.ts';

const { signer, opener } = holdKey(new Uint8Array(32).fill(7));
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const open = (community = 'here') => openInboxStore({ folder, community, opener, public_key: signer.publicKey });
const message = (id: number, more: Partial<StoredMessage> = {}): StoredMessage => ({
  ...{ kind: 'received', community: 'here', id, size: 100, created_at: id * 1000, expires_at: 9e12 },
  ...{ words: `message ${id}`, writer: null, written_at: null, signature: 'none', read_at: null, deleted_at: null },
  ...more,
});
const contact = { public_key: 'ab'.repeat(32), name: 'Ada', notes: 'from the club', blocked: true };

/** Writes a file as version 0.1.0 did: the whole content in one box after a version byte. */
async function writeEarlier(name: 'letters' | 'contacts', value: unknown): Promise<void> {
  const box = seal(opener.messagesKey(), `parlor-${name}:1 ${signer.publicKey}`, JSON.stringify(value));
  await writeFile(join(folder, `${name}.sealed`), Buffer.concat([Uint8Array.of(1), box]));
}
const withoutKind = ({ kind: _, ...entry }: StoredMessage) => entry;

it('takes over the files of version 0.1.0 with everything in them', async () => {
  const letters = [message(1, { read_at: 5 }), message(2, { community: 'elsewhere' }), message(3, { deleted_at: 6 })];
  const sent = {
    ...{ community: 'here', id: 4, to: contact.public_key, words: 'Hello.', signed: true },
    ...{ sent_at: 4000, expires_at: 9e12, deleted_at: null },
  };
  await writeEarlier('letters', { letters: letters.map(withoutKind), sent: [sent] });
  await writeEarlier('contacts', [contact]);
  for (let start = 0; start < 2; start += 1) {
    const store = await open();
    expect([store.problem, store.received, store.sent]).toEqual([
      null,
      [letters[0], letters[2]],
      [{ kind: 'sent', ...sent }],
    ]);
    expect([...store.contacts.values()]).toEqual([contact]);
    await store.close();
    const elsewhere = await open('elsewhere');
    expect(elsewhere.received).toEqual([letters[1]]);
    await elsewhere.close();
  }
});

it('keeps a damaged file of version 0.1.0, and reports it', async () => {
  await writeEarlier('letters', { letters: [withoutKind(message(1))], sent: [] });
  const path = join(folder, 'letters.sealed');
  const damaged = (await readFile(path)).map((byte, index) => (index === 40 ? byte ^ 1 : byte));
  await writeFile(path, damaged);
  const store = await open();
  expect(store).toMatchObject({
    received: [],
    problem: { code: 'letters_unreadable', detail: { kept: 'letters.sealed.unreadable-1' } },
  });
  expect(await readFile(`${path}.unreadable-1`)).toEqual(Buffer.from(damaged));
});

it('lists messages in the order in which the community received them, however they came', async () => {
  const store = await open();
  await store.update(() => ({ put: [message(5), message(2)] }));
  await store.update(() => ({ put: [message(3), message(9, { created_at: 3000 }), message(2, { read_at: 1 })] }));
  await store.update(() => ({ remove: [message(5)] }));
  expect(store.received.map(({ id, read_at }) => [id, read_at])).toEqual([
    [2, 1],
    [3, null],
    [9, null],
  ]);
  await store.close();
  expect((await open()).received.map(({ id }) => id)).toEqual([2, 3, 9]);
});

it('decides each change after the earlier ones are applied', async () => {
  const store = await open();
  await store.update(() => ({ put: [message(1)] }));
  const mark = () =>
    store.update(() => ({ put: store.received.map((each) => ({ ...each, read_at: (each.read_at ?? 0) + 1 })) }));
  await Promise.all([mark(), mark(), mark()]);
  expect(store.received[0]!.read_at).toBe(3);
});
