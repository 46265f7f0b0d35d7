/** What an identity keeps of its letters: those that were opened, copies of those sent, and its contacts; sealed by its key. */
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Contact, contactSchema } from '../../shared/bridge/contract.ts';
import type { Problem } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { openSealedFile } from '../files/sealed-file.ts';
import type { Opener } from '../identity/signer.ts';

/** Unix milliseconds. */
const time = z.int();

const keptLetterSchema = z.object({
  /** Numbers are a community's own. */
  community: z.string(),
  id: z.int(),
  size: z.int(),
  created_at: time,
  expires_at: time,
  /** Null where the box did not open. */
  words: z.string().nullable(),
  writer: hex64.nullable(),
  written_at: time.nullable(),
  signature: z.enum(['none', 'valid', 'invalid']),
  read_at: time.nullable(),
  /** Deleted by the person: not shown, and gone for good a little later. */
  deleted_at: time.nullable(),
});
export type KeptLetter = z.infer<typeof keptLetterSchema>;

const keptSentSchema = z.object({
  community: z.string(),
  id: z.int(),
  to: hex64,
  words: z.string(),
  signed: z.boolean(),
  sent_at: time,
  expires_at: time,
  deleted_at: time.nullable(),
});
export type KeptSent = z.infer<typeof keptSentSchema>;

const lettersSchema = z.object({ letters: z.array(keptLetterSchema), sent: z.array(keptSentSchema) });
export type KeptLetters = z.infer<typeof lettersSchema>;

export interface LetterStore {
  readonly letters: KeptLetters;
  readonly contacts: readonly Contact[];
  /** Set when a file did not open and was set aside. */
  readonly problem: Problem | null;
  writeLetters(next: KeptLetters): Promise<void>;
  writeContacts(next: Contact[]): Promise<void>;
  /** Forgets everything in memory; what is under way is on disk when it resolves. */
  close(): Promise<void>;
}

/** More of each than a year of a full inbox; beyond it the oldest go. */
const most = 20_000;

/** Opens `letters.sealed` and `contacts.sealed` in the folder of an identity, which this process must own. */
export async function openLetterStore(folder: string, opener: Opener, public_key: string): Promise<LetterStore> {
  const file = <T>(name: string, schema: z.ZodType<T>, empty: T) =>
    openSealedFile({
      path: join(folder, `${name}.sealed`),
      key: opener.storeKey(),
      purpose: `parlor-${name}:1 ${public_key}`,
      schema,
      empty,
    });
  const letters = await file('letters', lettersSchema, { letters: [], sent: [] });
  const contacts = await file('contacts', z.array(contactSchema), []);
  return {
    get letters() {
      return letters.value;
    },
    get contacts() {
      return contacts.value;
    },
    problem: problemOf(letters.kept ?? contacts.kept),
    writeLetters: (next) => letters.write({ letters: next.letters.slice(-most), sent: next.sent.slice(-most) }),
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
      'Letters kept on this computer could not be read. The file was kept beside a new one; what the community still holds is read again.',
    detail: { kept: basename(kept) },
  };
}
