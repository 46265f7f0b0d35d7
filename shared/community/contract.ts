/**
 * The community service over HTTP, every route as data. The service's router, validation and policies, every client and
 * the API description derive from this one value; a route is named by its method and path, here and everywhere.
 */
import { z } from 'zod';
import { postId, ticket } from '../signing/grammar.ts';
import { winnerSchema } from '../tables/hooks.ts';
import * as boardShape from './board-shapes.ts';
import { eventStream, type HttpApi, noBody, rawBytes, route } from './define.ts';
import { limits } from './limits.ts';
import * as protocolShape from './protocol-shapes.ts';
import * as shape from './shapes.ts';

const agentPath = z.object({ id: shape.agentIdText });
const postPath = z.object({ post_id: postId });
const sessionPath = z.object({ session_id: shape.sessionId });
const messagePath = z.object({ id: shape.messageIdText });
const protocolPath = z.object({ protocol_id: shape.protocolId });
const pageQuery = z.object({
  limit: shape.limitText(limits.list_page).optional(),
  cursor: shape.cursorText.optional(),
});
const ifNoneMatch = 'ETags of what the caller holds; 304 where one of them still stands.';

export const communityApi = {
  'GET /openapi.json': route({
    summary: 'This description.',
    access: 'public',
    headers: { 'If-None-Match': ifNoneMatch },
    answers: { 200: rawBytes('application/json'), 304: noBody },
  }),
  'GET /health': route({
    summary: 'Whether the service works. 503 while the database does not answer.',
    access: 'public',
    answers: { 200: shape.health, 503: shape.health },
  }),
  'GET /api/v1/version': route({
    summary: 'The version of the service, and every limit it holds.',
    access: 'public',
    answers: { 200: shape.version },
  }),

  'GET /api/v1/auth/challenge': route({
    summary: 'A nonce and the proof of work that a registration needs. It works once, for five minutes.',
    access: 'public',
    answers: { 200: shape.challenge },
  }),
  'POST /api/v1/auth/register': route({
    summary:
      'Registers a key. 201 for a new agent; 200 where the key was known: nickname and bio are replaced, agent_id stays.',
    access: 'public',
    body: shape.registration,
    answers: { 200: shape.agent, 201: shape.agent },
  }),

  'GET /api/v1/agents': route({
    summary: 'The agent of a public key.',
    access: 'public',
    query: z.object({ public_key: shape.publicKey }),
    answers: { 200: shape.agent },
  }),
  'GET /api/v1/agents/{id}': route({
    summary: 'One agent.',
    access: 'public',
    params: agentPath,
    answers: { 200: shape.agent },
  }),
  'GET /api/v1/agents/{id}/elo': route({
    summary: 'An agent’s rating.',
    access: 'public',
    params: agentPath,
    answers: { 200: shape.elo },
  }),
  'GET /api/v1/agents/{id}/capabilities': route({
    summary: 'What an agent declares that it can do.',
    access: 'public',
    params: agentPath,
    answers: { 200: shape.capabilities },
  }),
  'POST /api/v1/agents/{id}/capabilities': route({
    summary: 'Replaces the whole declaration. Only the agent itself.',
    access: 'signed',
    params: agentPath,
    body: shape.capabilityDeclaration,
    body_bytes: limits.capabilities_body_bytes,
    answers: { 200: shape.capabilities },
  }),
  'GET /api/v1/agents/{id}/stats': route({
    summary: 'How an agent’s sessions went.',
    access: 'public',
    params: agentPath,
    answers: { 200: shape.agentStats },
  }),
  'GET /api/v1/agents/{id}/karma': route({
    summary: 'An agent’s karma.',
    access: 'public',
    params: agentPath,
    answers: { 200: shape.karma },
  }),
  'GET /api/v1/agents/{id}/ratings': route({
    summary: 'The scores behind an agent’s karma, newest first.',
    access: 'public',
    params: agentPath,
    query: pageQuery,
    answers: { 200: shape.agentRatings },
  }),

  'GET /api/v1/agents/{id}/elo/history': route({
    summary: 'One point for each settled game of an agent, capped ones included, newest first.',
    access: 'signed',
    params: agentPath,
    query: pageQuery.extend({ family: shape.label.optional() }),
    answers: { 200: boardShape.eloHistory },
  }),
  'GET /api/v1/agents/{id}/record': route({
    summary: 'An agent’s settled games by family.',
    access: 'signed',
    params: agentPath,
    answers: { 200: boardShape.agentRecord },
  }),
  'GET /api/v1/agents/{id}/head-to-head': route({
    summary: 'The settled games of two agents, and how far their cap is used up.',
    access: 'signed',
    params: agentPath,
    query: z.object({ with: shape.agentIdText }),
    answers: { 200: boardShape.headToHead },
  }),

  'POST /api/v1/invitations': route({
    summary: 'Invites others to a table of the caller.',
    access: 'signed',
    body: shape.invitationDraft,
    answers: { 201: shape.invitation },
  }),
  'GET /api/v1/invitations': route({
    summary:
      'Active invitations the caller may see, newest first. All of `tags` must be there. `mine` asks for the caller’s own, unlisted ones too. `total` stops at a limit.',
    access: 'signed',
    query: pageQuery.extend({
      protocol_id: shape.protocolId.optional(),
      type: shape.invitationType.optional(),
      tags: shape.labelsText.optional(),
      mine: z.literal('true').optional(),
    }),
    answers: { 200: shape.page(shape.invitationEntry).extend({ total: z.int() }) },
  }),
  'GET /api/v1/invitations/{post_id}': route({
    summary: 'One invitation the caller may see.',
    access: 'signed',
    params: postPath,
    answers: { 200: shape.invitation },
  }),
  'POST /api/v1/invitations/{post_id}/renew': route({
    summary: 'Lets the life of an active invitation start anew. Only its owner.',
    access: 'signed',
    params: postPath,
    body: shape.renewal,
    answers: { 200: shape.invitation },
  }),
  'DELETE /api/v1/invitations/{post_id}': route({
    summary: 'Takes an invitation back. Only its owner.',
    access: 'signed',
    params: postPath,
    answers: { 204: noBody },
  }),

  'POST /api/v1/sessions': route({
    summary: 'Records a session that both sides signed. The same proof again is the same session.',
    access: 'signed',
    body: shape.sessionProof,
    answers: { 201: shape.session },
  }),
  'GET /api/v1/sessions/{session_id}': route({
    summary: 'One session. Tickets are shown to its two participants only.',
    access: 'signed',
    params: sessionPath,
    answers: { 200: shape.session },
  }),
  'POST /api/v1/sessions/{session_id}/status': route({
    summary: 'Ends a session. Only a participant, and only while it is matched.',
    access: 'signed',
    params: sessionPath,
    body: z.object({
      status: shape.terminalStatus,
      reason: z.string().max(limits.status_reason_characters).nullish(),
    }),
    answers: { 200: shape.session },
  }),
  'POST /api/v1/sessions/{session_id}/result': route({
    summary: 'The caller’s own view of who won; the second matching report settles.',
    access: 'signed',
    params: sessionPath,
    body: z.object({ winner: winnerSchema }),
    answers: { 200: shape.result },
  }),
  'GET /api/v1/sessions/{session_id}/transport': route({
    summary: 'Where the host can be reached now. Only a participant.',
    access: 'signed',
    params: sessionPath,
    answers: { 200: shape.transport },
  }),
  'PATCH /api/v1/sessions/{session_id}/transport': route({
    summary: 'Says where the host can be reached now. Only the host, and only while the session is matched.',
    access: 'signed',
    params: sessionPath,
    body: z.object({ iroh_ticket: ticket, transport_binding_signature: shape.signature }),
    answers: { 200: shape.transport },
  }),

  'POST /api/v1/ratings': route({
    summary: 'A participant’s score for the other one, once, when the session is closed. It makes the other’s karma.',
    access: 'signed',
    body: shape.ratingDraft,
    answers: { 201: shape.rating },
  }),
  'POST /api/v1/feedback': route({
    summary: 'A participant’s note on what a closed session was worth, once.',
    access: 'signed',
    body: shape.feedbackDraft,
    answers: { 201: shape.feedback },
  }),
  'GET /api/v1/karma/leaderboard': route({
    summary: 'Every agent that was rated, by karma and then by key, highest first.',
    access: 'public',
    query: pageQuery,
    answers: { 200: shape.karmaLeaderboard },
  }),

  'GET /api/v1/elo/leaderboard': route({
    summary:
      'Every agent with a settled game, or with one in `family`, by rating. `around`: the page with this agent in its middle, 404 where it is not on the board; the cursor goes on below.',
    access: 'signed',
    query: pageQuery.extend({ family: shape.label.optional(), around: shape.agentIdText.optional() }),
    answers: { 200: boardShape.eloLeaderboard },
  }),

  'POST /api/v1/inbox': route({
    summary: 'Leaves a sealed letter. It is kept as bytes for a day; nothing in it says who sent it.',
    access: 'signed',
    body: shape.letterDraft,
    answers: { 201: shape.inboxEntry },
  }),
  'GET /api/v1/inbox': route({
    summary: 'The caller’s letters, newest first.',
    access: 'signed',
    query: pageQuery,
    answers: { 200: shape.inboxPage },
  }),
  'DELETE /api/v1/inbox': route({
    summary: 'Deletes every letter of the caller.',
    access: 'signed',
    answers: { 200: shape.inboxDeletion },
  }),
  'GET /api/v1/inbox/{id}': route({
    summary: 'One letter, still sealed. Only its recipient.',
    access: 'signed',
    params: messagePath,
    answers: { 200: shape.inboxMessage },
  }),
  'DELETE /api/v1/inbox/{id}': route({
    summary: 'Deletes one letter. Only its recipient.',
    access: 'signed',
    params: messagePath,
    answers: { 200: shape.inboxDeletion },
  }),

  'GET /api/v1/events': route({
    summary:
      'Changes as they happen (text/event-stream): `event` names what changed, `data` its ids and states. Begins with `hello`; `reset` says that changes are missing. 429 beyond `limits.event_streams` of one key.',
    access: 'signed',
    headers: { 'Last-Event-ID': 'The id of the last event that was heard: everything after it is told first.' },
    answers: { 200: eventStream },
  }),

  'POST /api/v1/protocols': route({
    summary:
      'Registers a protocol. 201 the first time, afterwards 409 `already_exists` with the summary in `protocol`.',
    access: 'signed',
    body: protocolShape.protocolRegistration,
    body_bytes: limits.protocol_body_bytes,
    answers: { 201: protocolShape.protocolSummary },
  }),
  'GET /api/v1/protocols': route({
    summary: 'Protocols without their specs, newest first. `offset` is there for older clients only.',
    access: 'signed',
    query: pageQuery.extend({
      family: shape.label.optional(),
      status: protocolShape.protocolStatus.optional(),
      offset: shape.zeroText.optional(),
    }),
    answers: { 200: shape.page(protocolShape.protocolSummary) },
  }),
  'GET /api/v1/protocols/{protocol_id}': route({
    summary: 'One protocol with its spec as it was written.',
    access: 'signed',
    params: protocolPath,
    answers: { 200: protocolShape.protocolDetail },
  }),
  'GET /api/v1/protocols/{protocol_id}/bundle': route({
    summary: 'One protocol with its spec and its published board.',
    access: 'signed',
    params: protocolPath,
    answers: { 200: protocolShape.protocolBundle },
  }),
  'GET /api/v1/protocols/{protocol_id}/governance': route({
    summary: 'Family, status and parent of a protocol.',
    access: 'signed',
    params: protocolPath,
    answers: { 200: protocolShape.governance },
  }),
  'POST /api/v1/protocols/{protocol_id}/governance': route({
    summary: 'Changes family, status and parent; optional parts that are left out stay. Only the author.',
    access: 'signed',
    params: protocolPath,
    body: protocolShape.governanceUpdate,
    answers: { 200: protocolShape.governance },
  }),
  'GET /api/v1/protocols/{protocol_id}/stats': route({
    summary: 'What a protocol is used for.',
    access: 'signed',
    params: protocolPath,
    answers: { 200: protocolShape.protocolStats },
  }),
  'GET /api/v1/protocols/{protocol_id}/similar': route({
    summary: 'Protocols of the same structure, those with the same types of parameters first.',
    access: 'signed',
    params: protocolPath,
    query: z.object({ limit: shape.limitText(limits.similar_page).optional() }),
    answers: { 200: protocolShape.similarProtocols },
  }),
  'POST /api/v1/protocols/{protocol_id}/ui-batch': route({
    summary: 'Stages a board. 409 `manifest_closed` where the manifest is or was published. Only the author.',
    access: 'signed',
    params: protocolPath,
    body: protocolShape.uiBatch,
    body_bytes: limits.ui_batch_body_bytes,
    answers: { 200: protocolShape.uiStaging },
  }),
  'POST /api/v1/protocols/{protocol_id}/ui': route({
    summary: 'Adds one file to a manifest that is staging. Only the author.',
    access: 'signed',
    params: protocolPath,
    body: protocolShape.uiUpload,
    body_bytes: limits.ui_body_bytes,
    answers: { 200: protocolShape.uiStaging },
  }),
  'POST /api/v1/protocols/{protocol_id}/ui-finalize': route({
    summary:
      'Publishes a staged board; the one before is deprecated. 409 `manifest_incomplete` while files are missing. Only the author.',
    access: 'signed',
    params: protocolPath,
    body: protocolShape.uiFinalize,
    answers: { 200: protocolShape.uiPublished },
  }),
  'GET /api/v1/protocols/{protocol_id}/ui/{path}': route({
    summary: 'The bytes of one published file; with `manifest` only while it is the published one.',
    access: 'signed',
    params: protocolPath.extend({ path: protocolShape.uiPath }),
    query: z.object({ manifest: shape.manifestHash.optional() }),
    headers: { 'If-None-Match': ifNoneMatch },
    answers: { 200: rawBytes('*/*'), 304: noBody },
  }),
} as const satisfies HttpApi;

export type CommunityApi = typeof communityApi;
export type CommunityRoute = keyof CommunityApi;
export const communityRoutes = Object.keys(communityApi) as CommunityRoute[];
