/** The events of `GET /api/v1/events`. They identify the resource that changed; its content is read through its own route. */
import { z } from 'zod';
import { hex64, postId } from '../signing/grammar.ts';
import { protocolStatus } from './protocol-shapes.ts';
import { inboxEntry, resultState, terminalStatus, time } from './shapes.ts';

const changeEvent = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), at: time, ...shape });

const invitation = { post_id: postId };
const session = { session_id: hex64 };
const protocol = { protocol_id: hex64 };

/** `at`: the time of the change. */
const communityChange = z.discriminatedUnion('type', [
  // Sent to everyone for a listed invitation, to owner and addressee for an addressed one, to the owner for an unlisted one.
  changeEvent('invitation_posted', invitation),
  changeEvent('invitation_renewed', invitation),
  changeEvent('invitation_matched', invitation),
  changeEvent('invitation_closed', { ...invitation, status: z.enum(['closed', 'cancelled']) }),
  // Sent to the two participants.
  changeEvent('session_created', { ...session, ...invitation }),
  changeEvent('session_status', { ...session, status: terminalStatus }),
  changeEvent('session_transport', session),
  changeEvent('result_reported', { ...session, state: resultState }),
  // Sent to the recipient of the message, or to the rated agent.
  changeEvent('message_received', { id: inboxEntry.shape.id }),
  changeEvent('rating_received', session),
  // Sent to everyone.
  changeEvent('protocol_registered', protocol),
  changeEvent('protocol_governed', { ...protocol, status: protocolStatus }),
  changeEvent('protocol_published', { ...protocol, manifest_hash: hex64 }),
]);
export type CommunityChange = z.infer<typeof communityChange>;

/** Every stream begins with `hello`. `reset` means that changes are missing: clients must read all their data again. */
export const communityEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('reset') }),
  ...communityChange.options,
]);
export type CommunityEvent = z.infer<typeof communityEvent>;

/** A position in the stream, used as event id and `Last-Event-ID`. Opaque to clients. */
export const eventId = z.string().regex(/^(?:0|[1-9][0-9]{0,14})-(?:0|[1-9][0-9]{0,14})$/, 'not an id of this stream');
