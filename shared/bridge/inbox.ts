/** Sealed letters: what the community holds, what was opened here, and whom they are from. */
import { z } from 'zod';
import { call, type GroupSpec } from './define.ts';
import { hex64, nothing, problemSchema, time } from './shapes.ts';

const letterId = z.int().positive();

/** Name, notes and whether this person is kept away: their letters and tables are hidden, and they can't join ours. */
export const contactSchema = z.object({
  public_key: hex64,
  name: z.string().max(64),
  notes: z.string().max(2000),
  blocked: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

export const letterSchema = z.object({
  /** The community's own number. */
  id: letterId,
  /** Bytes of the sealed box. */
  size: z.int(),
  created_at: time,
  /** When the community forgets it; what was opened here stays. */
  expires_at: time,
  /** Whether the community still has it. */
  held: z.boolean(),
  /** `known`: a contact or the house. `played`: somebody a table was finished with. `unknown`: anybody, and nobody. */
  door: z.enum(['known', 'played', 'unknown']),
  /** Words of another: data, shown as text. Null where the box doesn't open with this key. */
  words: z.string().nullable(),
  /** Whose signature holds; null for an unsigned letter. `name` is the contact's, else what they call themselves. */
  writer: z.object({ public_key: hex64, name: z.string(), house: z.boolean() }).nullable(),
  /** By the writer's own clock, signed; null for an unsigned letter. */
  written_at: time.nullable(),
  /** `invalid`: the letter claims a writer but its signature doesn't hold. */
  signature: z.enum(['none', 'valid', 'invalid']),
  read_at: time.nullable(),
  /** A table of this community that the words link to; it may be gone. */
  table: z.uuid().nullable(),
});
export type Letter = z.infer<typeof letterSchema>;

/** A copy of what was sent: nobody else but the recipient can open the letter itself. */
export const sentLetterSchema = z.object({
  id: letterId,
  to: z.object({ public_key: hex64, name: z.string(), house: z.boolean() }),
  words: z.string(),
  signed: z.boolean(),
  sent_at: time,
  expires_at: time,
});
export type SentLetter = z.infer<typeof sentLetterSchema>;

export const inboxSchema = z.object({
  status: z.enum(['loading', 'live', 'offline']),
  problem: problemSchema.nullable(),
  /** Newest first. */
  letters: z.array(letterSchema),
  sent: z.array(sentLetterSchema),
  contacts: z.array(contactSchema),
  /** Letters of blocked people, which are not shown. They take room in the inbox until they expire. */
  hidden: z.int(),
  /** What the community holds for this key; null while unknown. */
  quota: z
    .object({
      count: z.int(),
      capacity: z.int(),
      level: z.enum(['none', 'low', 'medium', 'high']),
      oldest_expires_at: time.nullable(),
    })
    .nullable(),
});
export type Inbox = z.infer<typeof inboxSchema>;

/** `at_once`: the community was asked when it resolves; else that follows. Commands ask so, since they don't stay. */
const atOnce = { at_once: z.boolean().optional() };

export const inboxGroup = {
  calls: {
    /** As it was last seen. */
    list: call('both', nothing, inboxSchema),
    /** Asks the community now. Rejects what the community refuses. */
    refresh: call('both', nothing, inboxSchema),
    /** One letter, which counts as read from now on. */
    read: call('both', z.object({ id: letterId }), letterSchema),
    send: call('both', z.object({ to: hex64, words: z.string().max(10_000), signed: z.boolean() }), sentLetterSchema),
    /**
     * Deletes letters, or copies of sent ones, here and at the community. `hidden`: also the letters of blocked people.
     * The window asks only when the time to take it back is over.
     */
    delete: call(
      'both',
      z.object({
        ids: z.array(letterId),
        of: z.enum(['letters', 'sent']).optional(),
        hidden: z.boolean().optional(),
        ...atOnce,
      }),
      z.object({ deleted: z.int() }),
    ),
    /** Deletes every letter that has been seen, hidden ones too; one that arrives meanwhile stays. */
    clear: call('both', z.object(atOnce), z.object({ deleted: z.int() })),
    /** Writes every letter that is shown, opened, into a file of the data directory that only its owner can read. */
    export: call('both', nothing, z.object({ exported: z.int(), file: z.string() })),
    /** Adds a contact or changes it. */
    set_contact: call('both', contactSchema, nothing),
    remove_contact: call('both', z.object({ public_key: hex64 }), nothing),
  },
  events: { changed: inboxSchema },
} as const satisfies GroupSpec;
