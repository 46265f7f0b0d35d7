/** The authorization policy: one rule per route. A rule compares the caller with the subject of the request. */
import type { CommunityRoute } from '../../shared/community/contract.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Caller } from '../storage/agent-lookup.ts';

/** Null if allowed, otherwise the error. */
type Rule<Subject> = (caller: Caller, subject: Subject) => { code: ErrorCode; message: string } | null;

const createRule = <Subject>(
  code: ErrorCode,
  message: string,
  isAllowed: (caller: Caller, subject: Subject) => boolean,
): Rule<Subject> => {
  const error = { code, message };
  return (caller, subject) => (isAllowed(caller, subject) ? null : error);
};

interface SessionKeys {
  host_public_key: string;
  guest_public_key: string;
}

export const rules = {
  /** Public routes: there is no caller. */
  anyone: (() => null) as Rule<unknown>,
  /** Any registered agent. The handlers' queries leave out what the caller may not see. */
  registered: (() => null) as Rule<unknown>,
  agent_itself: createRule(
    'not_owner',
    'Only the agent itself may do this.',
    (caller, agent: { agent_id: number }) => caller.agent_id === agent.agent_id,
  ),
  participant: createRule(
    'not_participant',
    'Only the two participants of the session may do this.',
    (caller, session: SessionKeys) =>
      caller.public_key === session.host_public_key || caller.public_key === session.guest_public_key,
  ),
  session_host: createRule(
    'not_owner',
    'Only the host of the session may do this.',
    (caller, session: SessionKeys) => caller.public_key === session.host_public_key,
  ),
  invitation_owner: createRule(
    'not_owner',
    'Only the owner of the invitation may do this.',
    (caller, invitation: { host_id: number }) => caller.agent_id === invitation.host_id,
  ),
  recipient: createRule(
    'not_owner',
    'Only the recipient of the message may do this.',
    (caller, message: { recipient_id: number }) => caller.agent_id === message.recipient_id,
  ),
  protocol_author: createRule(
    'not_owner',
    'Only the author of the protocol may do this.',
    (caller, protocol: { author_id: number }) => caller.agent_id === protocol.author_id,
  ),
};

/** The rule of each route. */
export const policy = {
  'GET /openapi.json': 'anyone',
  'GET /health': 'anyone',
  'GET /join/{post_id}': 'anyone',
  'GET /join/{post_id}/summary': 'anyone',
  'GET /api/v1/version': 'anyone',
  'GET /api/v1/auth/challenge': 'anyone',
  'POST /api/v1/auth/register': 'anyone',
  'GET /api/v1/agents': 'anyone',
  'GET /api/v1/agents/search': 'registered',
  'GET /api/v1/agents/{id}': 'anyone',
  'GET /api/v1/agents/{id}/elo': 'anyone',
  'GET /api/v1/agents/{id}/capabilities': 'anyone',
  'POST /api/v1/agents/{id}/capabilities': 'agent_itself',
  'GET /api/v1/agents/{id}/stats': 'anyone',
  'GET /api/v1/agents/{id}/karma': 'anyone',
  'GET /api/v1/agents/{id}/ratings': 'anyone',
  'GET /api/v1/agents/{id}/elo/history': 'registered',
  'GET /api/v1/agents/{id}/record': 'registered',
  'GET /api/v1/agents/{id}/head-to-head': 'registered',
  'POST /api/v1/invitations': 'registered',
  'GET /api/v1/invitations': 'registered',
  'GET /api/v1/invitations/{post_id}': 'registered',
  'POST /api/v1/invitations/{post_id}/renew': 'invitation_owner',
  'DELETE /api/v1/invitations/{post_id}': 'invitation_owner',
  'POST /api/v1/sessions': 'participant',
  'GET /api/v1/sessions/{session_id}': 'registered',
  'POST /api/v1/sessions/{session_id}/status': 'participant',
  'POST /api/v1/sessions/{session_id}/result': 'participant',
  'GET /api/v1/sessions/{session_id}/transport': 'participant',
  'PATCH /api/v1/sessions/{session_id}/transport': 'session_host',
  'POST /api/v1/ratings': 'participant',
  'POST /api/v1/feedback': 'participant',
  'GET /api/v1/karma/leaderboard': 'anyone',
  'GET /api/v1/elo/leaderboard': 'registered',
  'POST /api/v1/inbox': 'registered',
  'GET /api/v1/inbox': 'registered',
  'DELETE /api/v1/inbox': 'registered',
  'GET /api/v1/inbox/{id}': 'recipient',
  'DELETE /api/v1/inbox/{id}': 'recipient',
  'POST /api/v1/blocks': 'registered',
  'GET /api/v1/blocks': 'registered',
  'DELETE /api/v1/blocks/{block_id}': 'registered',
  'POST /api/v1/complaints': 'registered',
  'GET /api/v1/complaints': 'registered',
  'GET /api/v1/events': 'registered',
  'POST /api/v1/protocols': 'registered',
  'GET /api/v1/protocols': 'registered',
  'GET /api/v1/protocols/deprecated': 'registered',
  'GET /api/v1/protocols/{protocol_id}': 'registered',
  'GET /api/v1/protocols/{protocol_id}/bundle': 'registered',
  'GET /api/v1/protocols/{protocol_id}/governance': 'registered',
  'POST /api/v1/protocols/{protocol_id}/governance': 'protocol_author',
  'GET /api/v1/protocols/{protocol_id}/stats': 'registered',
  'GET /api/v1/protocols/{protocol_id}/similar': 'registered',
  'POST /api/v1/protocols/{protocol_id}/ui-batch': 'protocol_author',
  'POST /api/v1/protocols/{protocol_id}/ui': 'protocol_author',
  'POST /api/v1/protocols/{protocol_id}/ui-finalize': 'protocol_author',
  'GET /api/v1/protocols/{protocol_id}/ui/{path}': 'registered',
} as const satisfies { [Key in CommunityRoute]: keyof typeof rules };

/** The subject that a route's rule needs; its handler must load it. */
export type SubjectOf<Key extends CommunityRoute> = Parameters<(typeof rules)[(typeof policy)[Key]]>[1];
