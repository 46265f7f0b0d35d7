/** Schemas of blocks and complaints, which services have beyond the specification. */
import { z } from 'zod';
import { hex64, postId } from '../signing/grammar.ts';
import { complaintReasons } from './complaint-reasons.ts';
import { limits } from './limits.ts';
import {
  agentId,
  agentIdText,
  canonicalBase64,
  freeText,
  messageId,
  oneLine,
  protocolId,
  publicKey,
  sessionId,
  signature,
  time,
} from './shapes.ts';

/** Whom to block: an agent, or whoever sent a message in the caller's inbox, which tells neither side who the other is. */
export const blockDraft = z.union([z.object({ public_key: publicKey }), z.object({ message_id: messageId })]);

export const block = z.object({ block_id: agentId, created_at: time });
export const blockIdText = agentIdText;

export const complaintReason = z.enum(complaintReasons);

/** A message as its recipient reports it. The service keeps sealed messages only, so everything in it is the reporter's choice. */
export const messageEvidence = z.object({
  kind: z.literal('message'),
  /** At this service. */
  message_id: messageId,
  /** The opened text, with the author's signature if it was still at hand; null if the reporter keeps the text. */
  opened: z
    .object({
      words: freeText(limits.inbox_ciphertext_bytes),
      written_at: time.nullable(),
      signature: signature.nullable(),
    })
    .nullable(),
  /** The sealed message, null if the reporter keeps it or no longer has it. */
  ciphertext: canonicalBase64.max(4 * Math.ceil(limits.inbox_ciphertext_bytes / 3)).nullable(),
});
export type MessageEvidence = z.infer<typeof messageEvidence>;

/** A table of reporter and accused, by the ids under which both can find it. */
export const tableEvidence = z.object({
  kind: z.literal('table'),
  post_id: postId,
  session_id: sessionId.nullable(),
  protocol_id: protocolId,
  /** The hash of the last line of the reporter's record. */
  record_id: hex64.nullable(),
  /** The link to the table, as its host shared it. */
  link: oneLine.max(512),
});
export type TableEvidence = z.infer<typeof tableEvidence>;

export const complaintEvidence = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile') }),
  messageEvidence,
  tableEvidence,
]);
export type ComplaintEvidence = z.infer<typeof complaintEvidence>;

export const complaintDraft = z.object({
  /** Of whom the caller complains. */
  public_key: publicKey,
  reason: complaintReason,
  words: freeText(limits.complaint_characters).default(''),
  evidence: complaintEvidence,
});

export const complaint = z.object({ complaint_id: agentId, created_at: time });

/** What operators did about a complaint. */
export const complaintOutcome = z.enum(['acted', 'dismissed']);

/** A complaint as who made it sees it. */
export const ownComplaint = complaint.extend({
  /** Of whom, with the name that they have now. */
  public_key: publicKey,
  nickname: z.string(),
  about: z.enum(['profile', 'message', 'table']),
  reason: complaintReason,
  words: z.string(),
  state: z.enum(['open', 'resolved']),
  resolved_at: time.nullable(),
  /** Null while it is open, and if the operators don't say. */
  outcome: complaintOutcome.nullable(),
  /** The operators' words to who complained. */
  answer: z.string().nullable(),
});
export type OwnComplaint = z.infer<typeof ownComplaint>;
