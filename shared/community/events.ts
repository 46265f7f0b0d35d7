/** What `GET /api/v1/events` tells: which thing changed, never what it says now. That is read through the thing's own route. */
import { z } from 'zod';
import { hex64, postId } from '../signing/grammar.ts';
import { protocolStatus } from './protocol-shapes.ts';
import { inboxEntry, resultState, terminalStatus, time } from './shapes.ts';

const change = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), at: time, ...shape });

const invitation = { post_id: postId };
const session = { session_id: hex64 };
const protocol = { protocol_id: hex64 };

/** Something changed at `at`. */
export const communityChange = z.discriminatedUnion('type', [
  // Listed ones to everybody, addressed ones to owner and addressee, unlisted ones to the owner.
  change('invitation_posted', invitation),
  change('invitation_renewed', invitation),
  change('invitation_matched', invitation),
  change('invitation_closed', { ...invitation, status: z.enum(['closed', 'cancelled']) }),
  // To the two participants.
  change('session_created', { ...session, ...invitation }),
  change('session_status', { ...session, status: terminalStatus }),
  change('session_transport', session),
  change('result_reported', { ...session, state: resultState }),
  // To the recipient, and to the rated agent.
  change('message_received', { id: inboxEntry.shape.id }),
  change('rating_received', session),
  // To everybody.
  change('protocol_registered', protocol),
  change('protocol_governed', { ...protocol, status: protocolStatus }),
  change('protocol_published', { ...protocol, manifest_hash: hex64 }),
]);
export type CommunityChange = z.infer<typeof communityChange>;

/** `hello` begins every stream. `reset` says that changes are missing: what is shown must be read anew. */
export const communityEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('reset') }),
  ...communityChange.options,
]);
export type CommunityEvent = z.infer<typeof communityEvent>;

/** Where a stream stands, as its events and `Last-Event-ID` name it. It means nothing to a client. */
export const eventId = z.string().regex(/^(?:0|[1-9][0-9]{0,14})-(?:0|[1-9][0-9]{0,14})$/, 'not an id of this stream');
