/** Reports of a person to the operators of the community. Called complaints, since a report is also one side's report of a winner. */
import { z } from 'zod';
import { limits } from '../community/limits.ts';
import { complaintReason, ownComplaint } from '../community/order-shapes.ts';
import { call, type GroupSpec } from './define.ts';
import { hex64, nothing } from './shapes.ts';

/** What a complaint is about: a person, one of their messages, a table with them, or their table in the lobby. */
export const complaintSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile') }),
  z.object({ kind: z.literal('message'), id: z.int().positive() }),
  z.object({ kind: z.literal('table'), table_id: z.string().max(64) }),
  z.object({ kind: z.literal('offer'), post_id: z.uuid() }),
]);
export type ComplaintSubject = z.infer<typeof complaintSubjectSchema>;

/** What can go along with a complaint, as it is shown before it is sent. */
export const attachableSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile') }),
  z.object({
    kind: z.literal('message'),
    /** Untrusted text. */
    words: z.string(),
    /** Whether the author's signature goes along with the words: then the operators can check them. */
    signed: z.boolean(),
    /** The size of the sealed message; null once the community has deleted it. */
    sealed_bytes: z.int().nullable(),
  }),
  z.object({ kind: z.literal('table'), record_id: hex64.nullable(), session_id: hex64.nullable(), link: z.string() }),
]);
export type Attachable = z.infer<typeof attachableSchema>;

const about = { about: complaintSubjectSchema };

export const complaintsGroup = {
  calls: {
    /** Asks the community whether it still has the message. Rejects `not_found` for an unknown message or table. */
    attachable: call('both', z.object(about), attachableSchema),
    /** `repeated`: the community has the same complaint already. `attach`: the parts of a message that go along. */
    send: call(
      'both',
      z.object({
        ...about,
        public_key: hex64,
        reason: complaintReason,
        words: z.string().max(limits.complaint_characters),
        attach: z.object({ words: z.boolean(), sealed: z.boolean() }),
      }),
      z.object({ repeated: z.boolean() }),
    ),
    /** The newest complaints of this identity, and what became of them. Names and words in it are untrusted text. */
    list: call('both', nothing, z.object({ complaints: z.array(ownComplaint) })),
  },
  events: {},
} as const satisfies GroupSpec;
