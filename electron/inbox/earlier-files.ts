/** The files of earlier versions, which were encrypted as a whole: all messages in one value, all contacts in another. */
import { z } from 'zod';
import { type Contact, contactSchema } from '../../shared/bridge/contract.ts';
import { open } from '../files/seal.ts';
import { keyOf, type StoredEntry, storedMessageSchema, storedSentMessageSchema } from './stored-entries.ts';

/** The first byte of such a file; a log starts with a digit. */
const version = 1;

const messagesSchema = z.object({
  letters: z.array(storedMessageSchema.omit({ kind: true })),
  sent: z.array(storedSentMessageSchema.omit({ kind: true })),
});

export interface FileKey {
  key: Uint8Array;
  purpose: string;
}

/** Null for a file in the present format. Throws if it can't be decrypted. */
function readWhole<T>({ key, purpose }: FileKey, schema: z.ZodType<T>, bytes: Uint8Array): T | null {
  return bytes[0] === version ? schema.parse(JSON.parse(open(key, purpose, bytes.subarray(1)))) : null;
}

export function readEarlierMessages(fileKey: FileKey, bytes: Uint8Array): [string, StoredEntry][] | null {
  const messages = readWhole(fileKey, messagesSchema, bytes);
  return (
    messages && [
      ...messages.letters.map((message) => withKey({ kind: 'received', ...message })),
      ...messages.sent.map((message) => withKey({ kind: 'sent', ...message })),
    ]
  );
}

const withKey = (entry: StoredEntry): [string, StoredEntry] => [keyOf(entry), entry];

export function readEarlierContacts(fileKey: FileKey, bytes: Uint8Array): [string, Contact][] | null {
  const contacts = readWhole(fileKey, z.array(contactSchema), bytes);
  return contacts?.map((contact) => [contact.public_key, contact]) ?? null;
}
