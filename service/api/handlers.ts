/** All handlers. Each is in a file named after its path: `GET /api/v1/agents/{id}` in v1/agents/[id].get.ts. */
import type { Handler } from '../http/handler.ts';
import { getHealth } from './health.get.ts';
import { getJoinSummary } from './join/[post_id]/summary.get.ts';
import { getJoin } from './join/[post_id].get.ts';
import { getDescription } from './openapi.json.get.ts';
import { getCapabilities } from './v1/agents/[id]/capabilities.get.ts';
import { postCapabilities } from './v1/agents/[id]/capabilities.post.ts';
import { getEloHistory } from './v1/agents/[id]/elo/history.get.ts';
import { getElo } from './v1/agents/[id]/elo.get.ts';
import { getHeadToHead } from './v1/agents/[id]/head-to-head.get.ts';
import { getKarma } from './v1/agents/[id]/karma.get.ts';
import { getRatings } from './v1/agents/[id]/ratings.get.ts';
import { getRecord } from './v1/agents/[id]/record.get.ts';
import { getStats } from './v1/agents/[id]/stats.get.ts';
import { getAgent } from './v1/agents/[id].get.ts';
import { getAgentsByName } from './v1/agents/search.get.ts';
import { getAgents } from './v1/agents.get.ts';
import { getChallenge } from './v1/auth/challenge.get.ts';
import { postRegister } from './v1/auth/register.post.ts';
import { deleteBlock } from './v1/blocks/[block_id].delete.ts';
import { getBlocks } from './v1/blocks.get.ts';
import { postBlock } from './v1/blocks.post.ts';
import { getComplaints } from './v1/complaints.get.ts';
import { postComplaint } from './v1/complaints.post.ts';
import { getEloLeaderboard } from './v1/elo/leaderboard.get.ts';
import { getEvents } from './v1/events.get.ts';
import { postFeedback } from './v1/feedback.post.ts';
import { deleteMessage } from './v1/inbox/[id].delete.ts';
import { getMessage } from './v1/inbox/[id].get.ts';
import { deleteInbox } from './v1/inbox.delete.ts';
import { getInbox } from './v1/inbox.get.ts';
import { postMessage } from './v1/inbox.post.ts';
import { postRenew } from './v1/invitations/[post_id]/renew.post.ts';
import { deleteInvitation } from './v1/invitations/[post_id].delete.ts';
import { getInvitation } from './v1/invitations/[post_id].get.ts';
import { getInvitations } from './v1/invitations.get.ts';
import { postInvitation } from './v1/invitations.post.ts';
import { getKarmaLeaderboard } from './v1/karma/leaderboard.get.ts';
import { getBundle } from './v1/protocols/[protocol_id]/bundle.get.ts';
import { getGovernance } from './v1/protocols/[protocol_id]/governance.get.ts';
import { postGovernance } from './v1/protocols/[protocol_id]/governance.post.ts';
import { getSimilar } from './v1/protocols/[protocol_id]/similar.get.ts';
import { getProtocolStats } from './v1/protocols/[protocol_id]/stats.get.ts';
import { getUiFile } from './v1/protocols/[protocol_id]/ui/[path].get.ts';
import { postUi } from './v1/protocols/[protocol_id]/ui.post.ts';
import { postUiBatch } from './v1/protocols/[protocol_id]/ui-batch.post.ts';
import { postUiFinalize } from './v1/protocols/[protocol_id]/ui-finalize.post.ts';
import { getProtocol } from './v1/protocols/[protocol_id].get.ts';
import { getDeprecations } from './v1/protocols/deprecated.get.ts';
import { getProtocols } from './v1/protocols.get.ts';
import { postProtocol } from './v1/protocols.post.ts';
import { postRating } from './v1/ratings.post.ts';
import { postResult } from './v1/sessions/[session_id]/result.post.ts';
import { postStatus } from './v1/sessions/[session_id]/status.post.ts';
import { getTransport } from './v1/sessions/[session_id]/transport.get.ts';
import { patchTransport } from './v1/sessions/[session_id]/transport.patch.ts';
import { getSession } from './v1/sessions/[session_id].get.ts';
import { postSession } from './v1/sessions.post.ts';
import { getVersion } from './v1/version.get.ts';

export const handlers: readonly Handler[] = [
  getDescription,
  getHealth,
  getJoin,
  getJoinSummary,
  getVersion,
  getChallenge,
  postRegister,
  getAgents,
  getAgentsByName,
  getAgent,
  getElo,
  getCapabilities,
  postCapabilities,
  getStats,
  getKarma,
  getRatings,
  getEloHistory,
  getRecord,
  getHeadToHead,
  postInvitation,
  getInvitations,
  getInvitation,
  postRenew,
  deleteInvitation,
  postSession,
  getSession,
  postStatus,
  postResult,
  getTransport,
  patchTransport,
  postRating,
  postFeedback,
  getKarmaLeaderboard,
  getEloLeaderboard,
  postMessage,
  getInbox,
  deleteInbox,
  getMessage,
  deleteMessage,
  postBlock,
  getBlocks,
  deleteBlock,
  postComplaint,
  getComplaints,
  getEvents,
  postProtocol,
  getProtocols,
  getDeprecations,
  getProtocol,
  getBundle,
  getGovernance,
  postGovernance,
  getProtocolStats,
  getSimilar,
  postUiBatch,
  postUi,
  postUiFinalize,
  getUiFile,
];
