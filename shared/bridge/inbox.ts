/** Sealed messages: those at the community, those opened and stored on this computer, and who sent them. */
import { z } from 'zod';
import { call, type GroupSpec } from './define.ts';
import { cursorOf, pageLimit } from './pages.ts';
import { hex64, nothing, options, problemSchema, time } from './shapes.ts';

const messageId = z.int().positive();

/** UTF-16 units. */
export const contactLimits = { name: 64, notes: 2000 } as const;

/**
 * A person's name, notes, and whether they are blocked. The tables of a blocked person are hidden, and they can't join ours.
 * Conversations with them end, and games go on without their words. Their new signed messages are deleted at once; earlier ones are
 * hidden until they are deleted by `delete` with `hidden`, or at the next start.
 */
export const contactSchema = z.object({
  public_key: hex64,
  name: z.string().max(contactLimits.name),
  notes: z.string().max(contactLimits.notes),
  blocked: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

/** What a challenge in a message is about. */
const invitedToSchema = z.object({
  protocol_id: hex64,
  /** As the community or the rules call it; empty if unknown. */
  protocol_name: z.string(),
  options,
  /** Whether it is a game, and not a conversation. */
  game: z.boolean(),
  /** Whether the person whom it was for has declined. */
  declined: z.boolean(),
});
export type InvitedTo = z.infer<typeof invitedToSchema>;
/** Null if the message is no challenge, and if this computer never learned what it was about. */
const invitedTo = invitedToSchema.nullable().default(null);

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
  invited_to: invitedTo,
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
  invited_to: invitedTo,
});
export type SentInboxMessage = z.infer<typeof sentInboxMessageSchema>;

/** A message of a conversation; `at`: when the community received it. */
export const exchangedMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('received'), at: time, content: inboxMessageSchema }),
  z.object({ kind: z.literal('sent'), at: time, content: sentInboxMessageSchema }),
]);
export type ExchangedMessage = z.infer<typeof exchangedMessageSchema>;

const direction = z.enum(['received', 'sent']);

/** Messages by their ids, all exchanged with one person, or all received ones. */
export const messageSelectionSchema = z.object({
  /** Of `of`, by default received ones. */
  ids: z.array(messageId).max(500).optional(),
  of: direction.optional(),
  /** All messages exchanged with this person, or those of `of`. */
  with: hex64.optional(),
  /** All messages of `of`, by default received ones. */
  all: z.literal(true).optional(),
  /** Without those that the community received later, such as the ones that arrive until a deletion is performed. */
  until: time.optional(),
});
export type MessageSelection = z.infer<typeof messageSelectionSchema>;

/** What a window doesn't show because its deletion can still be undone. */
export const withoutSchema = z.object({
  messages: z.array(messageSelectionSchema).max(16),
  contacts: z.array(hex64).max(16),
});
export type Without = z.infer<typeof withoutSchema>;

const sectionCount = z.object({ count: z.int(), unread: z.int() });

/** The sections of the inbox. `people`: contacts, opponents, the house, and whoever this identity wrote to. `requests`: everyone else. */
const conversationSection = z.enum(['people', 'requests']);

/** Numbers only, so that its size does not depend on what is stored. */
export const inboxStatusSchema = z.object({
  status: z.enum(['loading', 'live', 'offline']),
  problem: problemSchema.nullable(),
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
  /** Numbers of the messages shown. */
  unread: z.int(),
  received_count: z.int(),
  sent_count: z.int(),
  /** When the community received the newest message, received or sent; null without messages. */
  newest_at: time.nullable(),
  /** Numbers of conversations, messages or people, and of unread messages. */
  sections: z.object({
    people: sectionCount,
    requests: sectionCount,
    unverified: sectionCount,
    contacts: sectionCount,
    blocked: sectionCount,
  }),
});
export type InboxStatus = z.infer<typeof inboxStatusSchema>;

/** Maximum entries of a page. */
export const inboxPageMax = 100;

const cursor = cursorOf(256);

export const inboxSchema = inboxStatusSchema.extend({
  /** Newest first. */
  messages: z.array(inboxMessageSchema).max(inboxPageMax),
  /** Newest first. */
  sent: z.array(sentInboxMessageSchema).max(inboxPageMax),
  /** By name. */
  contacts: z.array(contactSchema).max(inboxPageMax),
  /** Where each list continues; null at its end. */
  next: z.object({ messages: cursor.nullable(), sent: cursor.nullable(), contacts: cursor.nullable() }),
});
export type Inbox = z.infer<typeof inboxSchema>;

/** A contact without its notes. */
export const contactNameSchema = contactSchema.omit({ notes: true });
export type ContactName = z.infer<typeof contactNameSchema>;

/** Maximum entries of each list of a change. */
export const inboxChangeMax = { arrived: 20, others: 100 } as const;

/** The status, and what has changed since the last event. */
export const inboxChangeSchema = inboxStatusSchema.extend({
  /** The newest messages that arrived, newest first. */
  arrived: z.array(inboxMessageSchema).max(inboxChangeMax.arrived),
  arrived_count: z.int(),
  /** Ids of received messages that were read or deleted. */
  read: z.array(messageId).max(inboxChangeMax.others),
  deleted: z.array(messageId).max(inboxChangeMax.others),
  /** Contacts that were added, changed or removed. */
  contacts: z.array(contactNameSchema.extend({ removed: z.boolean() })).max(inboxChangeMax.others),
  /** More was read or deleted, or more contacts have changed, than the lists say. */
  more: z.boolean(),
});
export type InboxChange = z.infer<typeof inboxChangeSchema>;

const personName = z.object({ public_key: hex64, name: z.string(), house: z.boolean() });

export const conversationSchema = z.object({
  person: personName,
  section: conversationSection,
  /** Numbers of messages. */
  received: z.int(),
  sent: z.int(),
  unread: z.int(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationRowSchema = conversationSchema.extend({
  last: exchangedMessageSchema,
  /** Whether another correspondent has the same name. */
  ambiguous: z.boolean(),
});
export type ConversationRow = z.infer<typeof conversationRowSchema>;

/** A contact, and the name to show: the contact's own, else the nickname, else the short key. */
export const contactRowSchema = z.object({ contact: contactSchema, shown_name: z.string() });
export type ContactRow = z.infer<typeof contactRowSchema>;

/** Maximum rows of a window. */
export const inboxRowsMax = 50;

/** A part of a long list: `limit` rows from the position `from`. */
const rowsWindow = z.object({
  from: z.int().min(0).default(0),
  limit: pageLimit(inboxRowsMax).default(inboxRowsMax),
  /** Only rows in which each word occurs: in names, keys, notes, or any message. */
  query: z.string().max(200).default(''),
  /** The first of these rows whose name starts with this text is `found`. */
  starts_with: z.string().max(64).optional(),
  without: withoutSchema.optional(),
});
/** Keeps the rows in their places: messages that the community received later neither add nor move a row. */
const steadyRows = rowsWindow.extend({ until: time.optional() });

const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row).max(inboxRowsMax),
    /** Rows of the whole list, before and after the search. */
    total: z.int(),
    matches: z.int(),
    /** Rows that `until` leaves out. */
    newer: z.int(),
    found: z.int().nullable(),
  });

/** `at_once`: resolves after the deletion at the community, for commands that exit then; without it, that happens in the background. */
const atOnce = { at_once: z.boolean().optional() };

export const inboxGroup = {
  calls: {
    /**
     * The inbox as of the last synchronization: the first page of each list or, with `of`, a page of one of them, with the others empty.
     */
    list: call(
      'both',
      z.object({
        of: z.enum(['messages', 'sent', 'contacts']).optional(),
        /** The `next` of the page before; requires `of`. */
        cursor: cursor.optional(),
        limit: pageLimit(inboxPageMax).optional(),
      }),
      inboxSchema,
    ),
    status: call('both', z.object({ without: withoutSchema.optional() }), inboxStatusSchema),
    /** Synchronizes with the community now. Returns what `list` then returns. Rejects with the community's error. */
    refresh: call('both', nothing, inboxSchema),
    /** Conversations with verified correspondents, the one with the newest message first. */
    conversations: call('both', steadyRows.extend({ section: conversationSection }), rowsOf(conversationRowSchema)),
    /** Messages without a verified sender, newest first. */
    unverified: call('both', steadyRows, rowsOf(inboxMessageSchema)),
    /** Contacts, or blocked people, by the name shown. */
    contacts: call('both', rowsWindow.extend({ blocked: z.boolean() }), rowsOf(contactRowSchema)),
    /** A contact; null if there is none with this key. */
    contact: call('both', z.object({ public_key: hex64 }), z.object({ contact: contactSchema.nullable() })),
    /** The messages exchanged with one person, newest first, and the conversation as a whole; null without messages. */
    conversation: call(
      'both',
      z.object({
        with: hex64,
        cursor: cursor.optional(),
        limit: pageLimit(inboxRowsMax).default(inboxRowsMax),
        without: withoutSchema.optional(),
      }),
      z.object({
        conversation: conversationSchema.nullable(),
        messages: z.array(exchangedMessageSchema).max(inboxRowsMax),
        next: cursor.nullable(),
      }),
    ),
    /**
     * Marks received messages as read: one, several, or all of a person that the community received `until` then. Returns the newest of
     * them. Rejects `not_found` if there are none.
     */
    read: call(
      'both',
      z.union([
        z.object({ id: messageId }),
        z.object({ ids: z.array(messageId).min(1).max(500) }),
        z.object({ with: hex64, until: time }),
      ]),
      inboxMessageSchema,
    ),
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
      messageSelectionSchema.extend({ hidden: z.boolean().optional(), ...atOnce }),
      z.object({ deleted: z.int() }),
    ),
    /** Deletes every message listed so far, hidden ones too; one that arrives meanwhile stays. */
    clear: call('both', z.object(atOnce), z.object({ deleted: z.int() })),
    /** Writes every visible message, decrypted, to a file in the data directory that only its owner can read. */
    export: call('both', nothing, z.object({ exported: z.int(), file: z.string() })),
    /**
     * The open table that a message links to or, if that has closed, the one that its verified sender has opened instead. Null if there is
     * none.
     */
    invitation: call(
      'both',
      z.object({ post_id: z.uuid(), writer: hex64.nullable() }),
      z.object({ post_id: z.uuid().nullable() }),
    ),
    /** Blocks whoever sent a message, at the community, without learning who it is, and deletes the message. Can't be taken back. */
    block_sender: call('both', z.object({ id: messageId }), nothing),
    /** Adds a contact, or changes the name and notes of one. Whether the person is blocked stays, unless `blocked` says it. */
    set_contact: call('both', contactSchema.partial({ blocked: true }), nothing),
    /** Blocks a person, who doesn't become a contact by that. `name`: what to list them by if they are none. */
    block: call('both', contactSchema.pick({ public_key: true, name: true }), nothing),
    unblock: call('both', contactSchema.pick({ public_key: true }), nothing),
    remove_contact: call('both', z.object({ public_key: hex64 }), nothing),
  },
  events: { changed: inboxChangeSchema },
} as const satisfies GroupSpec;
