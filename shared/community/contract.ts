/**
 * The HTTP contract of the community service, every route as data. The service's router, validation and policies, all clients
 * and the API description derive from it. A route is identified by its method and path everywhere.
 */
import { z } from 'zod';
import { nickname, postId, ticket } from '../signing/grammar.ts';
import { winnerSchema } from '../tables/hooks.ts';
import { eventStream, type HttpApi, ifNoneMatch, noBody, rawBytes, route } from './define.ts';
import * as leaderboardShape from './leaderboard-shapes.ts';
import { limits } from './limits.ts';
import { orderRoutes } from './order-routes.ts';
import { protocolRoutes } from './protocol-routes.ts';
import * as shape from './shapes.ts';

const agentPath = z.object({ id: shape.agentIdText });
const postPath = z.object({ post_id: postId });
const sessionPath = z.object({ session_id: shape.sessionId });
const messagePath = z.object({ id: shape.messageIdText });
const pageQuery = z.object({
  limit: shape.limitText(limits.list_page).optional(),
  cursor: shape.cursorText.optional(),
});
const foundAgent = shape.agent.pick({ agent_id: true, public_key: true, nickname: true }).extend({ rating: z.int() });

export const communityApi = {
  'GET /openapi.json': route({
    summary: 'This description.',
    access: 'public',
    headers: { 'If-None-Match': ifNoneMatch },
    responses: { 200: rawBytes('application/json'), 304: noBody },
  }),
  'GET /health': route({
    summary: 'Health of the service. 503 while the database is unavailable.',
    access: 'public',
    responses: { 200: shape.health, 503: shape.health },
  }),
  'GET /join/{post_id}': route({
    summary:
      'The page that a shared invitation link opens in a browser. It names host and protocol of an open invitation, unless that is addressed to one agent.',
    access: 'public',
    params: postPath,
    headers: { 'Accept-Language': 'Preferred languages. The page is in English if it has none of them.' },
    responses: { 200: rawBytes('text/html') },
  }),
  'GET /join/{post_id}/summary': route({
    summary:
      'Who invites to which protocol, for clients that are not registered here and have the link. Not for invitations addressed to one agent.',
    access: 'public',
    params: postPath,
    responses: { 200: shape.invitationSummary },
  }),
  'GET /api/v1/version': route({
    summary:
      'The version of the service and all its limits. `named_after`: whose community it is, as its owner’s Parlor says. `addresses`: the only ones for which clients may sign requests (signatures.md), by the connection; null for any.',
    access: 'public',
    responses: { 200: shape.version },
  }),

  'GET /api/v1/auth/challenge': route({
    summary: 'A nonce and the difficulty of the proof of work for a registration. Valid once, for five minutes.',
    access: 'public',
    responses: { 200: shape.challenge },
  }),
  'POST /api/v1/auth/register': route({
    summary:
      'Registers a key. 201 for a new agent; 200 for a registered key: nickname and bio are replaced, agent_id stays.',
    access: 'public',
    body: shape.registration,
    responses: { 200: shape.agent, 201: shape.agent },
  }),

  'GET /api/v1/agents': route({
    summary: 'The agent of a public key.',
    access: 'public',
    query: z.object({ public_key: shape.publicKey }),
    responses: { 200: shape.agent },
  }),
  'GET /api/v1/agents/search': route({
    summary:
      'Agents whose name, or a word of it, begins with this text, regardless of case and diacritics: the exact name first, and at most `limits.agents_found`.',
    access: 'signed',
    query: z.object({ name: nickname }),
    responses: { 200: z.object({ results: z.array(foundAgent).max(limits.agents_found) }) },
  }),
  'GET /api/v1/agents/{id}': route({
    summary: 'An agent.',
    access: 'public',
    params: agentPath,
    responses: { 200: shape.agent },
  }),
  'GET /api/v1/agents/{id}/elo': route({
    summary: 'An agent’s rating.',
    access: 'public',
    params: agentPath,
    responses: { 200: shape.elo },
  }),
  'GET /api/v1/agents/{id}/capabilities': route({
    summary: 'The capabilities that an agent declares.',
    access: 'public',
    params: agentPath,
    responses: { 200: shape.capabilities },
  }),
  'POST /api/v1/agents/{id}/capabilities': route({
    summary: 'Replaces the whole declaration. Only the agent itself.',
    access: 'signed',
    params: agentPath,
    body: shape.capabilityDeclaration,
    body_bytes: limits.capabilities_body_bytes,
    responses: { 200: shape.capabilities },
  }),
  'GET /api/v1/agents/{id}/stats': route({
    summary: 'Statistics of an agent’s sessions.',
    access: 'public',
    params: agentPath,
    responses: { 200: shape.agentStats },
  }),
  'GET /api/v1/agents/{id}/karma': route({
    summary: 'An agent’s karma.',
    access: 'public',
    params: agentPath,
    responses: { 200: shape.karma },
  }),
  'GET /api/v1/agents/{id}/ratings': route({
    summary: 'The scores behind an agent’s karma, newest first.',
    access: 'public',
    params: agentPath,
    query: pageQuery,
    responses: { 200: shape.agentRatings },
  }),

  'GET /api/v1/agents/{id}/elo/history': route({
    summary: 'An agent’s rating after each settled game, including capped ones, newest first.',
    access: 'signed',
    params: agentPath,
    query: pageQuery.extend({ family: shape.label.optional() }),
    responses: { 200: leaderboardShape.eloHistory },
  }),
  'GET /api/v1/agents/{id}/record': route({
    summary: 'An agent’s settled games by family.',
    access: 'signed',
    params: agentPath,
    responses: { 200: leaderboardShape.agentRecord },
  }),
  'GET /api/v1/agents/{id}/head-to-head': route({
    summary: 'The settled games between two agents, and the state of their cap.',
    access: 'signed',
    params: agentPath,
    query: z.object({ with: shape.agentIdText }),
    responses: { 200: leaderboardShape.headToHead },
  }),

  'POST /api/v1/invitations': route({
    summary: 'Posts an invitation.',
    access: 'signed',
    body: shape.invitationDraft,
    responses: { 201: shape.invitation },
  }),
  'GET /api/v1/invitations': route({
    summary:
      'Active invitations that the caller may see, newest first. All of `tags` must match. `mine`: the caller’s own, including unlisted ones. `total` is capped.',
    access: 'signed',
    query: pageQuery.extend({
      protocol_id: shape.protocolId.optional(),
      type: shape.invitationType.optional(),
      tags: shape.labelsText.optional(),
      mine: z.literal('true').optional(),
    }),
    responses: { 200: shape.page(shape.invitationEntry).extend({ total: z.int() }) },
  }),
  'GET /api/v1/invitations/{post_id}': route({
    summary: 'An invitation that the caller may see.',
    access: 'signed',
    params: postPath,
    responses: { 200: shape.invitation },
  }),
  'POST /api/v1/invitations/{post_id}/renew': route({
    summary: 'Restarts the lifetime of an active invitation. Only its owner.',
    access: 'signed',
    params: postPath,
    body: shape.renewal,
    responses: { 200: shape.invitation },
  }),
  'DELETE /api/v1/invitations/{post_id}': route({
    summary: 'Cancels an invitation. Only its owner.',
    access: 'signed',
    params: postPath,
    responses: { 204: noBody },
  }),

  'POST /api/v1/sessions': route({
    summary:
      'Records a session that both sides signed. An invitation has one session at a time. Repeating a proof returns the same session; the host of an invitation with `host_confirms` thereby confirms its guest.',
    access: 'signed',
    body: shape.sessionProof,
    responses: { 201: shape.session },
  }),
  'GET /api/v1/sessions/{session_id}': route({
    summary: 'A session. Only its two participants get the ticket.',
    access: 'signed',
    params: sessionPath,
    responses: { 200: shape.session },
  }),
  'POST /api/v1/sessions/{session_id}/status': route({
    summary: 'Ends a session. Only a participant, and only while it is matched.',
    access: 'signed',
    params: sessionPath,
    body: z.object({
      status: shape.terminalStatus,
      reason: shape.freeText(limits.status_reason_characters).nullish(),
    }),
    responses: { 200: shape.session },
  }),
  'POST /api/v1/sessions/{session_id}/result': route({
    summary: 'The caller’s report of the winner; the second report decides the result.',
    access: 'signed',
    params: sessionPath,
    body: z.object({ winner: winnerSchema }),
    responses: { 200: shape.result },
  }),
  'GET /api/v1/sessions/{session_id}/transport': route({
    summary: 'The host’s current ticket. Only a participant.',
    access: 'signed',
    params: sessionPath,
    responses: { 200: shape.transport },
  }),
  'PATCH /api/v1/sessions/{session_id}/transport': route({
    summary: 'Updates the host’s ticket. Only the host, and only while the session is matched.',
    access: 'signed',
    params: sessionPath,
    body: z.object({ iroh_ticket: ticket, transport_binding_signature: shape.signature }),
    responses: { 200: shape.transport },
  }),

  'POST /api/v1/ratings': route({
    summary: 'A participant’s score for the other, once per closed session. Karma is computed from these.',
    access: 'signed',
    body: shape.ratingDraft,
    responses: { 201: shape.rating },
  }),
  'POST /api/v1/feedback': route({
    summary: 'A participant’s feedback on what a closed session was worth, once.',
    access: 'signed',
    body: shape.feedbackDraft,
    responses: { 201: shape.feedback },
  }),
  'GET /api/v1/karma/leaderboard': route({
    summary:
      'Every agent that has been rated, by karma and then by key, highest first. `around`: the page with this agent in the middle, 404 if it is not listed; the cursor continues below.',
    access: 'public',
    query: pageQuery.extend({ around: shape.agentIdText.optional() }),
    responses: { 200: shape.karmaLeaderboard },
  }),

  'GET /api/v1/elo/leaderboard': route({
    summary:
      'Every agent with a settled game, or with one in `family`, by rating. `around`: the page with this agent in the middle, 404 if it is not listed; the cursor continues below.',
    access: 'signed',
    query: pageQuery.extend({ family: shape.label.optional(), around: shape.agentIdText.optional() }),
    responses: { 200: leaderboardShape.eloLeaderboard },
  }),

  'POST /api/v1/inbox': route({
    summary: 'Sends a sealed message. It is stored for a day, without its sender.',
    access: 'signed',
    body: shape.messageDraft,
    responses: { 201: shape.inboxEntry },
  }),
  'GET /api/v1/inbox': route({
    summary: 'The caller’s messages, newest first.',
    access: 'signed',
    query: pageQuery,
    responses: { 200: shape.inboxPage },
  }),
  'DELETE /api/v1/inbox': route({
    summary: 'Deletes all messages of the caller.',
    access: 'signed',
    responses: { 200: shape.inboxDeletion },
  }),
  'GET /api/v1/inbox/{id}': route({
    summary: 'A message, still sealed. Only its recipient.',
    access: 'signed',
    params: messagePath,
    responses: { 200: shape.inboxMessage },
  }),
  'DELETE /api/v1/inbox/{id}': route({
    summary: 'Deletes one message. Only its recipient.',
    access: 'signed',
    params: messagePath,
    responses: { 200: shape.inboxDeletion },
  }),

  ...orderRoutes,

  'GET /api/v1/events': route({
    summary:
      'Changes as they happen (text/event-stream): `event` is the type of change, `data` its ids and states. Begins with `hello`; `reset` means that changes are missing: more than `limits.events_replayed`, or from more than `limits.events_seconds` ago, or of a key that reconnects too often. 429 beyond `limits.event_streams` per key.',
    access: 'signed',
    headers: { 'Last-Event-ID': 'The id of the last event received: the stream begins with everything after it.' },
    responses: { 200: eventStream },
  }),

  ...protocolRoutes,
} as const satisfies HttpApi;

export type CommunityApi = typeof communityApi;
export type CommunityRoute = keyof CommunityApi;
export const communityRoutes = Object.keys(communityApi) as CommunityRoute[];
