/** The encrypted store of an identity's messages: received and sent ones, and contacts. */
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Contact, contactSchema } from '../../shared/bridge/contract.ts';
import type { Problem } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { openSealedFile } from '../files/sealed-file.ts';
import type { Opener } from '../identity/signer.ts';

/** Unix milliseconds. */
const time = z.int();

const storedMessageSchema = z.object({
  /** Ids are unique only within a community. */
  community: z.string(),
  id: z.int(),
  size: z.int(),
  created_at: time,
  expires_at: time,
  /** Null if decryption failed. */
  words: z.string().nullable(),
  writer: hex64.nullable(),
  written_at: time.nullable(),
  signature: z.enum(['none', 'valid', 'invalid']),
  read_at: time.nullable(),
  /** When the user deleted it: it is hidden, and removed at the next sync. */
  deleted_at: time.nullable(),
});
export type StoredMessage = z.infer<typeof storedMessageSchema>;

const storedSentMessageSchema = z.object({
  community: z.string(),
  id: z.int(),
  to: hex64,
  words: z.string(),
  signed: z.boolean(),
  sent_at: time,
  expires_at: time,
  deleted_at: time.nullable(),
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
  const file = <T>(name: string, schema: z.ZodType<T>, empty: T) =>
    openSealedFile({
      path: join(folder, `${name}.sealed`),
      key: opener.storeKey(),
      purpose: `parlor-${name}:1 ${public_key}`,
      schema,
      empty,
    });
  const letters = await file('letters', storedMessagesSchema, { letters: [], sent: [] });
  const contacts = await file('contacts', z.array(contactSchema), []);
  return {
    get messages() {
      return letters.value;
    },
    get contacts() {
      return contacts.value;
    },
    problem: problemOf(letters.kept ?? contacts.kept),
    writeMessages: (next) =>
      letters.write({ letters: next.letters.slice(-maxEntries), sent: next.sent.slice(-maxEntries) }),
    writeContacts: (next) => contacts.write(next),
    async close() {
      await Promise.all([letters.close(), contacts.close()]);
    },
  };
}

function problemOf(kept: string | null): Problem | null {
  if (kept === null) return null;
  return {
    code: 'letters_unreadable',
    message:
      'The messages stored on this computer could not be read. The file was renamed and kept; messages that the community still holds are downloaded again.',
    detail: { kept: basename(kept) },
  };
}
