/** Sealed messages: those at the community, those opened and stored on this computer, and who sent them. */
import { z } from 'zod';
import { call, type GroupSpec } from './define.ts';
import { hex64, nothing, problemSchema, time } from './shapes.ts';

const messageId = z.int().positive();

/** UTF-16 units. */
export const contactLimits = { name: 64, notes: 2000 } as const;

/**
 * A person's name, notes, and whether they are blocked. The tables of a blocked person are hidden, and they can't join ours. Their
 * new signed messages are deleted at once; earlier ones are hidden until they are deleted by `delete` with `hidden`, or at the next
 * start.
 */
export const contactSchema = z.object({
  public_key: hex64,
  name: z.string().max(contactLimits.name),
  notes: z.string().max(contactLimits.notes),
  blocked: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

export const inboxMessageSchema = z.object({
  /** Assigned by the community. */
  id: messageId,
  /** Size of the sealed box, bytes. */
  size: z.int(),
  created_at: time,
  /** When the community deletes it; an opened message stays on this computer. */
  expires_at: time,
  /** Whether the community still has it. */
  held: z.boolean(),
  /** The sender. `known`: a contact or the house. `played`: an opponent of a finished table. `unknown`: others, and unsigned messages. */
  relation: z.enum(['known', 'played', 'unknown']),
  /** Untrusted text. Null if the box can't be opened with this key. */
  text: z.string().nullable(),
  /** Who signed it, verified; null if unsigned. `name` is the contact's name, else the nickname. */
  writer: z.object({ public_key: hex64, name: z.string(), house: z.boolean() }).nullable(),
  /** The signed time, by the sender's clock; null if unsigned. */
  written_at: time.nullable(),
  /** `invalid`: it names a sender, but the signature doesn't verify. */
  signature: z.enum(['none', 'valid', 'invalid']),
  read_at: time.nullable(),
  /** A table of this community that the text links to; it may have closed. */
  table: z.uuid().nullable(),
});
export type InboxMessage = z.infer<typeof inboxMessageSchema>;

/** A copy of a sent message, since only the recipient can open the sealed one. */
export const sentInboxMessageSchema = z.object({
  id: messageId,
  to: z.object({ public_key: hex64, name: z.string(), house: z.boolean() }),
  text: z.string(),
  signed: z.boolean(),
  sent_at: time,
  expires_at: time,
});
export type SentInboxMessage = z.infer<typeof sentInboxMessageSchema>;

export const inboxSchema = z.object({
  status: z.enum(['loading', 'live', 'offline']),
  problem: problemSchema.nullable(),
  /** Newest first. */
  messages: z.array(inboxMessageSchema),
  sent: z.array(sentInboxMessageSchema),
  contacts: z.array(contactSchema),
  /** The number of messages of blocked people: hidden, and deleted by `delete` with `hidden`. */
  hidden: z.int(),
  /** What the community stores for this key; null while unknown. */
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

/** `at_once`: resolves after the deletion at the community, for commands that exit then; without it, that happens in the background. */
const atOnce = { at_once: z.boolean().optional() };

export const inboxGroup = {
  calls: {
    /** The inbox as of the last synchronization. */
    list: call('both', nothing, inboxSchema),
    /** Synchronizes with the community now. Rejects with its error. */
    refresh: call('both', nothing, inboxSchema),
    /** Returns one message and marks it as read. */
    read: call('both', z.object({ id: messageId }), inboxMessageSchema),
    send: call(
      'both',
      z.object({ to: hex64, text: z.string().max(10_000), signed: z.boolean() }),
      sentInboxMessageSchema,
    ),
    /**
     * Deletes messages, or copies of sent ones, on this computer and at the community. `hidden`: also messages of blocked people.
     * The window calls it only after the time for undo.
     */
    delete: call(
      'both',
      z.object({
        ids: z.array(messageId),
        of: z.enum(['received', 'sent']).optional(),
        hidden: z.boolean().optional(),
        ...atOnce,
      }),
      z.object({ deleted: z.int() }),
    ),
    /** Deletes every message listed so far, hidden ones too; one that arrives meanwhile stays. */
    clear: call('both', z.object(atOnce), z.object({ deleted: z.int() })),
    /** Writes every visible message, decrypted, to a file in the data directory that only its owner can read. */
    export: call('both', nothing, z.object({ exported: z.int(), file: z.string() })),
    /**
     * The open table that a message links to or, if that has closed, another one hosted by its verified sender. Null if there is
     * none.
     */
    invitation: call(
      'both',
      z.object({ post_id: z.uuid(), writer: hex64.nullable() }),
      z.object({ post_id: z.uuid().nullable() }),
    ),
    /** Adds or changes a contact. */
    set_contact: call('both', contactSchema, nothing),
    remove_contact: call('both', z.object({ public_key: hex64 }), nothing),
  },
  events: { changed: inboxSchema },
} as const satisfies GroupSpec;
