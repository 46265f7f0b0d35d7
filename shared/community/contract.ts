/**
 * The community service over HTTP, every route as data. The service's router, validation and policies, every client and
 * the API description derive from this one value; a route is named by its method and path, here and everywhere.
 */
import { z } from 'zod';
import { postId, ticket } from '../signing/grammar.ts';
import { winnerSchema } from '../tables/hooks.ts';
import * as boardShape from './board-shapes.ts';
import { type HttpApi, noBody, rawBytes, route } from './define.ts';
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

export const communityApi = {
  /** 503 while the database does not answer. */
  'GET /health': route({ access: 'public', answers: { 200: shape.health, 503: shape.health } }),
  'GET /api/v1/version': route({ access: 'public', answers: { 200: shape.version } }),

  'GET /api/v1/auth/challenge': route({ access: 'public', answers: { 200: shape.challenge } }),
  /** 201 for a new agent; 200 where the key was known: nickname and bio are replaced, agent_id stays. */
  'POST /api/v1/auth/register': route({
    access: 'public',
    body: shape.registration,
    answers: { 200: shape.agent, 201: shape.agent },
  }),

  'GET /api/v1/agents': route({
    access: 'public',
    query: z.object({ public_key: shape.publicKey }),
    answers: { 200: shape.agent },
  }),
  'GET /api/v1/agents/{id}': route({ access: 'public', params: agentPath, answers: { 200: shape.agent } }),
  'GET /api/v1/agents/{id}/elo': route({ access: 'public', params: agentPath, answers: { 200: shape.elo } }),
  'GET /api/v1/agents/{id}/capabilities': route({
    access: 'public',
    params: agentPath,
    answers: { 200: shape.capabilities },
  }),
  'POST /api/v1/agents/{id}/capabilities': route({
    access: 'signed',
    params: agentPath,
    body: shape.capabilityDeclaration,
    body_bytes: limits.capabilities_body_bytes,
    answers: { 200: shape.capabilities },
  }),
  'GET /api/v1/agents/{id}/stats': route({ access: 'public', params: agentPath, answers: { 200: shape.agentStats } }),
  'GET /api/v1/agents/{id}/karma': route({ access: 'public', params: agentPath, answers: { 200: shape.karma } }),
  /** The scores behind an agent's karma, newest first. */
  'GET /api/v1/agents/{id}/ratings': route({
    access: 'public',
    params: agentPath,
    query: pageQuery,
    answers: { 200: shape.agentRatings },
  }),

  /** One point for each settled game, capped ones included, newest first. */
  'GET /api/v1/agents/{id}/elo/history': route({
    access: 'signed',
    params: agentPath,
    query: pageQuery.extend({ family: shape.label.optional() }),
    answers: { 200: boardShape.eloHistory },
  }),
  'GET /api/v1/agents/{id}/record': route({
    access: 'signed',
    params: agentPath,
    answers: { 200: boardShape.agentRecord },
  }),
  'GET /api/v1/agents/{id}/head-to-head': route({
    access: 'signed',
    params: agentPath,
    query: z.object({ with: shape.agentIdText }),
    answers: { 200: boardShape.headToHead },
  }),

  'POST /api/v1/invitations': route({
    access: 'signed',
    body: shape.invitationDraft,
    answers: { 201: shape.invitation },
  }),
  /**
   * Active invitations the caller may see, newest first. `tags`: comma list, all of them must be there. `total` stops at a
   * limit.
   */
  'GET /api/v1/invitations': route({
    access: 'signed',
    query: pageQuery.extend({
      protocol_id: shape.protocolId.optional(),
      type: shape.invitationType.optional(),
      tags: shape.labelsText.optional(),
    }),
    answers: { 200: shape.page(shape.invitationEntry).extend({ total: z.int() }) },
  }),
  'GET /api/v1/invitations/{post_id}': route({
    access: 'signed',
    params: postPath,
    answers: { 200: shape.invitation },
  }),
  /** Its owner, while it is active; the life starts anew. */
  'POST /api/v1/invitations/{post_id}/renew': route({
    access: 'signed',
    params: postPath,
    body: shape.renewal,
    answers: { 200: shape.invitation },
  }),
  'DELETE /api/v1/invitations/{post_id}': route({ access: 'signed', params: postPath, answers: { 204: noBody } }),

  /** The same proof again is the same session. */
  'POST /api/v1/sessions': route({ access: 'signed', body: shape.sessionProof, answers: { 201: shape.session } }),
  'GET /api/v1/sessions/{session_id}': route({
    access: 'signed',
    params: sessionPath,
    answers: { 200: shape.session },
  }),
  'POST /api/v1/sessions/{session_id}/status': route({
    access: 'signed',
    params: sessionPath,
    body: z.object({
      status: shape.terminalStatus,
      reason: z.string().max(limits.status_reason_characters).nullish(),
    }),
    answers: { 200: shape.session },
  }),
  /** The caller's own view of who won; the second matching report settles. */
  'POST /api/v1/sessions/{session_id}/result': route({
    access: 'signed',
    params: sessionPath,
    body: z.object({ winner: winnerSchema }),
    answers: { 200: shape.result },
  }),
  'GET /api/v1/sessions/{session_id}/transport': route({
    access: 'signed',
    params: sessionPath,
    answers: { 200: shape.transport },
  }),
  'PATCH /api/v1/sessions/{session_id}/transport': route({
    access: 'signed',
    params: sessionPath,
    body: z.object({ iroh_ticket: ticket, transport_binding_signature: shape.signature }),
    answers: { 200: shape.transport },
  }),

  /** A participant's score for the other one, once, when the session is closed. It makes the other's karma. */
  'POST /api/v1/ratings': route({ access: 'signed', body: shape.ratingDraft, answers: { 201: shape.rating } }),
  /** A participant's note on what a closed session was worth, once. */
  'POST /api/v1/feedback': route({ access: 'signed', body: shape.feedbackDraft, answers: { 201: shape.feedback } }),
  /** Every agent that was rated, by karma and then by key, highest first. */
  'GET /api/v1/karma/leaderboard': route({
    access: 'public',
    query: pageQuery,
    answers: { 200: shape.karmaLeaderboard },
  }),

  /**
   * Every agent with a settled game, or with one in `family`. `around`: the page with this agent in its middle, 404 where it
   * is not on the board; the cursor goes on below.
   */
  'GET /api/v1/elo/leaderboard': route({
    access: 'signed',
    query: pageQuery.extend({ family: shape.label.optional(), around: shape.agentIdText.optional() }),
    answers: { 200: boardShape.eloLeaderboard },
  }),

  /** What is sent is kept as bytes for a day; nothing in it says who sent it. */
  'POST /api/v1/inbox': route({ access: 'signed', body: shape.letterDraft, answers: { 201: shape.inboxEntry } }),
  /** The caller's letters, newest first. */
  'GET /api/v1/inbox': route({ access: 'signed', query: pageQuery, answers: { 200: shape.inboxPage } }),
  'DELETE /api/v1/inbox': route({ access: 'signed', answers: { 200: shape.inboxDeletion } }),
  'GET /api/v1/inbox/{id}': route({ access: 'signed', params: messagePath, answers: { 200: shape.inboxMessage } }),
  'DELETE /api/v1/inbox/{id}': route({ access: 'signed', params: messagePath, answers: { 200: shape.inboxDeletion } }),

  /** 201 the first time, afterwards 409 `already_exists` with the summary in `protocol`. */
  'POST /api/v1/protocols': route({
    access: 'signed',
    body: protocolShape.protocolRegistration,
    body_bytes: limits.protocol_body_bytes,
    answers: { 201: protocolShape.protocolSummary },
  }),
  'GET /api/v1/protocols': route({
    access: 'signed',
    query: pageQuery.extend({
      family: shape.label.optional(),
      status: protocolShape.protocolStatus.optional(),
      offset: shape.zeroText.optional(),
    }),
    answers: { 200: shape.page(protocolShape.protocolSummary) },
  }),
  'GET /api/v1/protocols/{protocol_id}': route({
    access: 'signed',
    params: protocolPath,
    answers: { 200: protocolShape.protocolDetail },
  }),
  'GET /api/v1/protocols/{protocol_id}/bundle': route({
    access: 'signed',
    params: protocolPath,
    answers: { 200: protocolShape.protocolBundle },
  }),
  'GET /api/v1/protocols/{protocol_id}/governance': route({
    access: 'signed',
    params: protocolPath,
    answers: { 200: protocolShape.governance },
  }),
  'POST /api/v1/protocols/{protocol_id}/governance': route({
    access: 'signed',
    params: protocolPath,
    body: protocolShape.governanceUpdate,
    answers: { 200: protocolShape.governance },
  }),
  'GET /api/v1/protocols/{protocol_id}/stats': route({
    access: 'signed',
    params: protocolPath,
    answers: { 200: protocolShape.protocolStats },
  }),
  /** Protocols of the same structure, those with the same types of parameters first. */
  'GET /api/v1/protocols/{protocol_id}/similar': route({
    access: 'signed',
    params: protocolPath,
    query: z.object({ limit: shape.limitText(limits.similar_page).optional() }),
    answers: { 200: protocolShape.similarProtocols },
  }),
  /** Stages a bundle. 409 `manifest_closed` where the manifest is or was published. */
  'POST /api/v1/protocols/{protocol_id}/ui-batch': route({
    access: 'signed',
    params: protocolPath,
    body: protocolShape.uiBatch,
    body_bytes: limits.ui_batch_body_bytes,
    answers: { 200: protocolShape.uiStaging },
  }),
  /** One file of a manifest that is staging. */
  'POST /api/v1/protocols/{protocol_id}/ui': route({
    access: 'signed',
    params: protocolPath,
    body: protocolShape.uiUpload,
    body_bytes: limits.ui_body_bytes,
    answers: { 200: protocolShape.uiStaging },
  }),
  /** 409 `manifest_incomplete` while files are missing. The protocol's manifest published before is deprecated. */
  'POST /api/v1/protocols/{protocol_id}/ui-finalize': route({
    access: 'signed',
    params: protocolPath,
    body: protocolShape.uiFinalize,
    answers: { 200: protocolShape.uiPublished },
  }),
  /** The bytes of one published file; with `manifest` only while it is the published one. */
  'GET /api/v1/protocols/{protocol_id}/ui/{path}': route({
    access: 'signed',
    params: protocolPath.extend({ path: protocolShape.uiPath }),
    query: z.object({ manifest: shape.manifestHash.optional() }),
    answers: { 200: rawBytes, 304: noBody },
  }),
} as const satisfies HttpApi;

export type CommunityApi = typeof communityApi;
export type CommunityRoute = keyof CommunityApi;
export const communityRoutes = Object.keys(communityApi) as CommunityRoute[];
