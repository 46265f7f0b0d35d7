/** Invitations as stored, and their forms in responses. */
import { isRated, startRating } from '../../shared/community/rating.ts';
import type { Invitation, InvitationEntry, InvitationSummary } from '../../shared/community/shapes.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json/value.ts';
import { headToHeadByFamily, pairOf, totalScore } from '../leaderboards/head-to-head.ts';
import { eloLeaderboardId } from '../leaderboards/rank.ts';
import { requestError } from '../refusals.ts';
import { capStateOf, gamesBetween, recentGames } from '../sessions/award-cap.ts';
import type { Caller } from '../storage/agent-lookup.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { statement, together } from '../storage/statement.ts';
import { iso } from '../time.ts';

export type InvitationRow = Awaited<ReturnType<typeof invitationById>>;

/** Invitations joined with their hosts, the hosts' ratings, and their protocols. */
export function selectInvitations(db: Reader) {
  return db
    .selectFrom('invitation')
    .innerJoin('agent', 'agent.agent_id', 'invitation.host_id')
    .leftJoin('standing', (join) =>
      join.onRef('standing.agent_id', '=', 'invitation.host_id').on('standing.board', '=', eloLeaderboardId),
    )
    .leftJoin('protocol', 'protocol.protocol_id', 'invitation.protocol_id')
    .selectAll('invitation')
    .select([
      'agent.public_key',
      'agent.nickname',
      'standing.rating',
      'protocol.name as protocol_name',
      'protocol.family as family',
    ]);
}

const invitationQuery = statement((db, { post_id }: { post_id: string }) =>
  selectInvitations(db).where('invitation.post_id', '=', post_id),
);

/**
 * An invitation that the caller may see. Throws ParlorError `not_found` for one that is cancelled, expired or addressed to
 * another agent.
 */
export async function invitationById(db: Reader, post_id: string, caller: Caller, now: number) {
  const row = await invitationQuery.first(db, { post_id });
  if (!row || hasEnded(row, now) || !isVisibleTo(row, caller))
    throw requestError('not_found', 'There is no such invitation, or it has ended.');
  return row;
}

function hasEnded({ status, expires_at }: { status: string; expires_at: number }, now: number): boolean {
  return status === 'cancelled' || status === 'expired' || (status === 'active' && expires_at <= now);
}

function isVisibleTo(row: { for_public_key: string | null; public_key: string }, { public_key }: Caller): boolean {
  return row.for_public_key === null || row.for_public_key === public_key || row.public_key === public_key;
}

/** An open invitation as everybody with its link may see it; null for one that has ended or is addressed to one agent. */
export async function findSummary(db: Reader, post_id: string, now: number): Promise<InvitationSummary | null> {
  const row = await invitationQuery.first(db, { post_id });
  if (row?.status !== 'active' || hasEnded(row, now) || row.for_public_key !== null) return null;
  const { protocol_id, protocol_name, public_key, nickname, rating, options, host_control_mode, expires_at } = row;
  return {
    ...{ post_id, protocol_id, protocol_name, public_key, nickname },
    rating: rating ?? startRating,
    options: JSON.parse(options),
    host_control_mode: host_control_mode as InvitationSummary['host_control_mode'],
    expires_at: iso(expires_at),
  };
}

export async function presentInvitation(
  db: Reader,
  row: InvitationRow,
  caller: Caller,
  now: number,
): Promise<Invitation> {
  const [games, scores] = await together(
    gamesBetween(db, pairOf(caller.agent_id, row.host_id), now),
    headToHeadByFamily(db, caller.agent_id, row.host_id),
  );
  return {
    ...presentEntry(row, caller, games),
    transport_info: JSON.parse(row.transport_info),
    ttl_seconds: row.ttl_seconds,
    head_to_head: totalScore(scores),
  };
}

export async function presentEntries(
  db: Reader,
  rows: readonly InvitationRow[],
  caller: Caller,
  now: number,
): Promise<InvitationEntry[]> {
  const games = await recentGames(db, caller.agent_id, now);
  return rows.map((row) => presentEntry(row, caller, games.get(row.host_id) ?? []));
}

/** `games`: times of the recent settled games between caller and host. */
function presentEntry(row: InvitationRow, caller: Caller, games: readonly number[]): InvitationEntry {
  const options: JsonObject = JSON.parse(row.options);
  const isRatedGame = isRated(row.family) && row.host_id !== caller.agent_id;
  return {
    post_id: row.post_id,
    protocol_id: row.protocol_id,
    type: row.type as InvitationEntry['type'],
    message: row.message,
    tags: JSON.parse(row.tags),
    public_key: row.public_key,
    registered: true,
    nickname: row.nickname,
    agent_id: row.host_id,
    rating: row.rating ?? startRating,
    pricing: pricingOf(options),
    options,
    host_control_mode: row.host_control_mode as InvitationEntry['host_control_mode'],
    iroh_ticket: row.iroh_ticket,
    transport: 'iroh',
    transport_binding_signature: row.transport_binding_signature,
    visibility: row.visibility as InvitationEntry['visibility'],
    for_public_key: row.for_public_key,
    status: row.status as InvitationEntry['status'],
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    expires_at: iso(row.expires_at),
    protocol_name: row.protocol_name,
    family: row.family,
    cap: isRatedGame ? capStateOf(games) : null,
  };
}

function pricingOf(options: JsonObject): Json {
  const pricing = options.pricing;
  return isJsonObject(pricing) ? pricing : null;
}

/** Marks expired invitations, so that the list of active ones does not scan them. */
export async function closeExpired(db: Writer, now: number): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ status: 'expired' })
    .where('status', '=', 'active')
    .where('expires_at', '<=', now)
    .execute();
}
