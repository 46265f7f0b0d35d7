/** Fills the inbox of an identity that is not open, for tests and benchmarks of much use. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Contact } from '../../../shared/bridge/contract.ts';
import { type Change, openSealedMap } from '../../files/sealed-map.ts';
import type { Opener } from '../../identity/signer.ts';
import { storeFiles } from '../store.ts';
import { keyOf, type StoredEntry } from '../stored-entries.ts';

export interface LargeInbox {
  /** Folder of the identity. */
  folder: string;
  /** Id of the community: `connection.key`. */
  community: string;
  opener: Opener;
  /** Of the identity. */
  public_key: string;
  messages: number;
  contacts: number;
  /** Correspondents; by default a quarter more than there are contacts. */
  people?: number;
  /** Messages that are unread, the newest ones; 0 by default. */
  unread?: number;
  /** Time of the newest message, by default now; the others are a minute apart. */
  now?: number;
}

/** The key of the person with this number: the first `contacts` people are contacts, every tenth of them blocked. */
export const personKey = (number: number): string => bytesToHex(sha256(new TextEncoder().encode(`person ${number}`)));

/**
 * Writes messages from and to all people in turn: every fifth is one that was sent, and every twentieth has no verified sender. Blocked
 * people have written none.
 */
export async function fillInbox(config: LargeInbox): Promise<void> {
  const { messages, contacts, unread = 0, now = Date.now() } = config;
  const people = config.people ?? Math.max(1, Math.floor(contacts * 1.25));
  const files = storeFiles(config);
  const entries: Change<StoredEntry>[] = [];
  for (let number = 1; number <= messages; number += 1) {
    const at = now - (messages - number) * 60_000;
    const entry = messageOf(config, number, at, number > messages - unread ? null : at, people);
    entries.push([keyOf(entry), entry]);
  }
  for (let number = 0; number < people; number += 1) {
    const entry = {
      ...{ kind: 'nickname' as const, community: config.community, public_key: personKey(number) },
      nickname: `player ${number}`,
    };
    entries.push([keyOf(entry), entry]);
  }
  const entriesMap = await openSealedMap(files.messages);
  await entriesMap.update(() => entries);
  await entriesMap.close();
  const contactsMap = await openSealedMap(files.contacts);
  await contactsMap.update(() => Array.from({ length: contacts }, (_, number) => contactOf(number)));
  await contactsMap.close();
}

const isBlocked = (number: number) => number % 10 === 9;

const contactOf = (number: number): Change<Contact> => [
  personKey(number),
  {
    public_key: personKey(number),
    name: `contact ${number}`,
    notes: `Met at a table. ${'They play the opening quickly. '.repeat(number % 5)}`,
    blocked: isBlocked(number),
  },
];

function messageOf(
  { community }: LargeInbox,
  id: number,
  at: number,
  read_at: number | null,
  people: number,
): StoredEntry {
  const person = isBlocked(id % people) ? (id + 1) % people : id % people;
  const words = `Message ${id}. Shall we play again this evening, at the same table? ${'Bring tea. '.repeat(id % 12)}`;
  const place = { community, id, expires_at: at + 86_400_000 };
  if (id % 5 === 0)
    return { ...place, kind: 'sent', to: personKey(person), words, signed: true, sent_at: at, deleted_at: null };
  const isSigned = id % 20 !== 1;
  return {
    ...place,
    ...{ kind: 'received', size: 304, created_at: at, words, read_at, deleted_at: null },
    writer: isSigned ? personKey(person) : null,
    written_at: isSigned ? at : null,
    signature: isSigned ? 'valid' : 'none',
  };
}
