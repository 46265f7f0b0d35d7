/** The encrypted store of an identity's messages: received and sent ones, and contacts. */
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Contact, contactSchema } from '../../shared/bridge/contract.ts';
import type { Problem } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { openSealedFile } from '../files/sealed-file.ts';
import type { Opener } from '../identity/signer.ts';

/** Unix milliseconds. */
const timestamp = z.int();

const storedMessageSchema = z.object({
  /** Ids are unique only within a community. */
  community: z.string(),
  id: z.int(),
  size: z.int(),
  created_at: timestamp,
  expires_at: timestamp,
  /** Null if decryption failed. */
  words: z.string().nullable(),
  writer: hex64.nullable(),
  written_at: timestamp.nullable(),
  signature: z.enum(['none', 'valid', 'invalid']),
  read_at: timestamp.nullable(),
  /** When the user deleted it: it is hidden, and removed at the next sync. */
  deleted_at: timestamp.nullable(),
});
export type StoredMessage = z.infer<typeof storedMessageSchema>;

const storedSentMessageSchema = z.object({
  community: z.string(),
  id: z.int(),
  to: hex64,
  words: z.string(),
  signed: z.boolean(),
  sent_at: timestamp,
  expires_at: timestamp,
  deleted_at: timestamp.nullable(),
});
export type StoredSentMessage = z.infer<typeof storedSentMessageSchema>;

const storedMessagesSchema = z.object({
  letters: z.array(storedMessageSchema),
  sent: z.array(storedSentMessageSchema),
});
export type StoredMessages = z.infer<typeof storedMessagesSchema>;

export interface MessageStore {
  readonly messages: StoredMessages;
  readonly contacts: readonly Contact[];
  /** Set if a file could not be read and was renamed. */
  readonly problem: Problem | null;
  writeMessages(next: StoredMessages): Promise<void>;
  writeContacts(next: Contact[]): Promise<void>;
  /** Clears memory; resolves once pending writes are durable. */
  close(): Promise<void>;
}

/** More than a year of a full inbox; beyond that, the oldest messages are dropped. */
const maxEntries = 20_000;

/** Opens `letters.sealed` and `contacts.sealed` in the folder of an identity. This process must own the folder. */
export async function openMessageStore(folder: string, opener: Opener, public_key: string): Promise<MessageStore> {
  const openFile = <T>(name: string, schema: z.ZodType<T>, empty: T) =>
    openSealedFile({
      path: join(folder, `${name}.sealed`),
      key: opener.messagesKey(),
      purpose: `parlor-${name}:1 ${public_key}`,
      schema,
      empty,
    });
  const messagesFile = await openFile('letters', storedMessagesSchema, { letters: [], sent: [] });
  const contactsFile = await openFile('contacts', z.array(contactSchema), []);
  return {
    get messages() {
      return messagesFile.value;
    },
    get contacts() {
      return contactsFile.value;
    },
    problem: problemOf(messagesFile.renamedTo ?? contactsFile.renamedTo),
    writeMessages: (next) =>
      messagesFile.write({ letters: next.letters.slice(-maxEntries), sent: next.sent.slice(-maxEntries) }),
    writeContacts: (next) => contactsFile.write(next),
    async close() {
      await Promise.all([messagesFile.close(), contactsFile.close()]);
    },
  };
}

function problemOf(renamedPath: string | null): Problem | null {
  if (renamedPath === null) return null;
  return {
    code: 'letters_unreadable',
    message:
      'The messages stored on this computer could not be read. The file was renamed and kept; messages that the community still holds are downloaded again.',
    detail: { kept: basename(renamedPath) },
  };
}
