/** What the store of an inbox contains. Times are Unix milliseconds. */
import { z } from 'zod';
import { contactSchema } from '../../shared/bridge/contract.ts';
import { jsonObject } from '../../shared/community/shapes.ts';
import { hex64 } from '../../shared/signing/grammar.ts';

const timestamp = z.int();

export const storedMessageSchema = z.object({
  kind: z.literal('received'),
  /** Ids are unique only within a community. */
  community: z.string(),
  id: z.int(),
  size: z.int(),
  created_at: timestamp,
  expires_at: timestamp,
  /** Null if decryption failed, and once the message is deleted. */
  words: z.string().nullable(),
  writer: hex64.nullable(),
  written_at: timestamp.nullable(),
  signature: z.enum(['none', 'valid', 'invalid']),
  read_at: timestamp.nullable(),
  /** When the user deleted it: it is hidden, and removed at the next synchronization. */
  deleted_at: timestamp.nullable(),
});
export type StoredMessage = z.infer<typeof storedMessageSchema>;

export const storedSentMessageSchema = z.object({
  kind: z.literal('sent'),
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

export type AnyStoredMessage = StoredMessage | StoredSentMessage;

/** The nickname of a correspondent or contact at a community, as last seen. */
const storedNicknameSchema = z.object({
  kind: z.literal('nickname'),
  community: z.string(),
  public_key: hex64,
  nickname: z.string(),
});

/** What a challenge in a message was about. */
const storedChallengeSchema = z.object({
  kind: z.literal('challenge'),
  community: z.string(),
  post_id: z.uuid(),
  /** Null in files of earlier versions. */
  host_public_key: hex64.nullable().default(null),
  protocol_id: hex64,
  protocol_name: z.string(),
  options: jsonObject,
  /** Whether its family is one of games. */
  game: z.boolean(),
  declined: z.boolean(),
});
export type StoredChallenge = z.infer<typeof storedChallengeSchema>;

/** `only_blocked`: the person is no contact; the entry ends with the block. */
export const storedContactSchema = contactSchema.extend({ only_blocked: z.literal(true).exactOptional() });
export type StoredContact = z.infer<typeof storedContactSchema>;

export const storedEntrySchema = z.discriminatedUnion('kind', [
  storedMessageSchema,
  storedSentMessageSchema,
  storedNicknameSchema,
  storedChallengeSchema,
]);
export type StoredEntry = z.infer<typeof storedEntrySchema>;

export const timeOf = (message: AnyStoredMessage): number =>
  message.kind === 'received' ? message.created_at : message.sent_at;

/** Identifies a message within its kind and community. The id alone doesn't: a community that lost its data assigns ids again. */
export const positionOf = (message: AnyStoredMessage): string => `${timeOf(message)}-${message.id}`;

export const keyOf = (entry: StoredEntry): string => `${entry.kind} ${idOf(entry)} ${entry.community}`;

function idOf(entry: StoredEntry): string {
  if (entry.kind === 'nickname') return entry.public_key;
  return entry.kind === 'challenge' ? entry.post_id : positionOf(entry);
}

export const wordsOf = ({ words }: AnyStoredMessage): string => words ?? '';

/** The person at the other end; null for a message without a verified sender. */
export const correspondentOf = (message: AnyStoredMessage): string | null =>
  message.kind === 'received' ? message.writer : message.to;

/** What remains of a deleted message until the community has deleted it too. */
export const deletedCopy = (message: StoredMessage): StoredMessage => ({
  ...message,
  ...{ words: null, writer: null, written_at: null, signature: 'none', deleted_at: Date.now() },
});
