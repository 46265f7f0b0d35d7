/**
 * The encrypted store of an identity's messages and contacts. Everything is in memory, in the order in which it is shown; each change
 * appends one line to a file (files/sealed-map.ts).
 */
import { basename, join } from 'node:path';
import type { Problem } from '../../shared/errors.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { type Change, openSealedMap } from '../files/sealed-map.ts';
import type { Opener } from '../identity/signer.ts';
import { readEarlierContacts, readEarlierMessages } from './earlier-files.ts';
import {
  keyOf,
  type StoredChallenge,
  type StoredContact,
  type StoredEntry,
  type StoredMessage,
  type StoredSentMessage,
  storedContactSchema,
  storedEntrySchema,
} from './stored-entries.ts';
import { Timeline } from './timeline.ts';

export interface EntryChanges {
  /** Added, or in place of those with the same key. */
  put?: readonly StoredEntry[];
  remove?: readonly StoredEntry[];
}

export interface InboxStore {
  /** Of the community in use, oldest first; with those marked as deleted. */
  readonly received: readonly StoredMessage[];
  readonly sent: readonly StoredSentMessage[];
  /** By public key, at the community in use. */
  readonly nicknames: ReadonlyMap<string, string>;
  /** By post id, at the community in use. */
  readonly challenges: ReadonlyMap<string, StoredChallenge>;
  /** By public key. */
  readonly contacts: ReadonlyMap<string, StoredContact>;
  /** Grows with each change. */
  readonly revision: number;
  /** Set if a file was damaged. */
  readonly problem: Problem | null;
  /** Applies all changes, decided once earlier ones have been applied, or none. Durable once resolved. */
  update(decide: () => EntryChanges): Promise<void>;
  /** Adds or replaces a contact, or removes it with null. Durable once resolved. */
  setContact(public_key: string, contact: StoredContact | null): Promise<void>;
  /** Clears memory; resolves once pending changes are durable. */
  close(): Promise<void>;
}

interface StoreConfig {
  /** Folder of the identity. */
  folder: string;
  /** Id of the community whose messages are listed. */
  community: string;
  opener: Opener;
  /** Of the identity. */
  public_key: string;
}

/** The files of a store, with a key of their own each. */
export function storeFiles({ folder, opener, public_key }: Omit<StoreConfig, 'community'>) {
  const fileOf = (name: string) => ({
    path: join(folder, `${name}.sealed`),
    key: opener.messagesKey(),
    purpose: `parlor-${name}:1 ${public_key}`,
  });
  const [messages, contacts] = [fileOf('letters'), fileOf('contacts')];
  return {
    messages: {
      ...messages,
      schema: storedEntrySchema,
      readEarlierFormat: (bytes: Uint8Array) => readEarlierMessages(messages, bytes),
    },
    contacts: {
      ...contacts,
      schema: storedContactSchema,
      readEarlierFormat: (bytes: Uint8Array) => readEarlierContacts(contacts, bytes),
    },
  };
}

/** Opens `letters.sealed` and `contacts.sealed` in the folder of an identity. This process must own the folder. */
export async function openInboxStore(config: StoreConfig): Promise<InboxStore> {
  const { community } = config;
  const files = storeFiles(config);
  const entriesMap = await openSealedMap(files.messages);
  const contactsMap = await openSealedMap(files.contacts);
  const here = [...entriesMap.entries.values()].filter((entry) => entry.community === community);
  const received = new Timeline(here.filter((entry) => entry.kind === 'received'));
  const sent = new Timeline(here.filter((entry) => entry.kind === 'sent'));
  const nicknames = new Map(
    here.flatMap((entry) => (entry.kind === 'nickname' ? [[entry.public_key, entry.nickname] as const] : [])),
  );
  const challenges = new Map(
    here.flatMap((entry) => (entry.kind === 'challenge' ? [[entry.post_id, entry] as const] : [])),
  );
  let revision = 0;
  const serialize = createSerialQueue();

  function applyEntry(entry: StoredEntry, isRemoved: boolean): void {
    if (entry.community !== community) return;
    if (entry.kind === 'received') isRemoved ? received.remove(entry) : received.put(entry);
    else if (entry.kind === 'sent') isRemoved ? sent.remove(entry) : sent.put(entry);
    else if (entry.kind === 'challenge')
      isRemoved ? challenges.delete(entry.post_id) : challenges.set(entry.post_id, entry);
    else if (isRemoved) nicknames.delete(entry.public_key);
    else nicknames.set(entry.public_key, entry.nickname);
  }

  return {
    received: received.messages,
    sent: sent.messages,
    nicknames,
    challenges,
    contacts: contactsMap.entries,
    get revision() {
      return revision;
    },
    problem: problemOf(entriesMap.keptAs ?? contactsMap.keptAs),
    update: (decide) =>
      serialize(async () => {
        const { put = [], remove = [] } = decide();
        await entriesMap.update(() => [
          ...put.map((entry): Change<StoredEntry> => [keyOf(entry), entry]),
          ...remove.map((entry): Change<StoredEntry> => [keyOf(entry), null]),
        ]);
        for (const entry of put) applyEntry(entry, false);
        for (const entry of remove) applyEntry(entry, true);
        revision += 1;
      }),
    async setContact(key, contact) {
      await contactsMap.update(() => [[key, contact]]);
      revision += 1;
    },
    async close() {
      await serialize(() => {});
      await Promise.all([entriesMap.close(), contactsMap.close()]);
      for (const list of [received.messages, sent.messages]) list.length = 0;
      nicknames.clear();
      challenges.clear();
    },
  };
}

function problemOf(keptAs: string | null): Problem | null {
  if (keptAs === null) return null;
  return {
    code: 'letters_unreadable',
    message:
      'Some of the messages or contacts stored on this computer could not be read. The damaged file was kept; messages that the community still holds are downloaded again.',
    detail: { kept: basename(keptAs) },
  };
}
