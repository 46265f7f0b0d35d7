/** Rematches: joins the table that the opponent has open, or hosts one that only the opponent may join. */
import type { HostedTable, LobbyEntry } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { canRematch, changesSeats, joinableRematch, requestedRematch } from '../../shared/tables/rematch.ts';
import { shownTermsOf } from '../../shared/tables/shown-terms.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Library } from '../library/library.ts';
import { publishBundled } from '../library/publishing/publish.ts';
import { type PlayOptions, playOptionsOf } from './game-setup.ts';
import type { Tables } from './table-registry.ts';

/** How long an unanswered rematch offer stays open. */
const rematchTimeoutMs = 600_000;

/** Hides rematch offers for this table; notifies the opponent if it has made one and can be reached. */
export async function declineRematch(
  { tables, entries }: Pick<RematchContext, 'tables' | 'entries'>,
  table_id: string,
): Promise<void> {
  const offer = requestedRematch(await tables.get(table_id), entries);
  await tables.recordAfterwards(table_id, { declined: true });
  // An offer that can't be declined expires.
  if (offer) tables.decline(offer.post_id).catch(() => {});
}

interface RematchContext {
  client: CommunityClient;
  library: Library;
  tables: Tables;
  /** The lobby's open tables. */
  entries: readonly LobbyEntry[];
  /** Which boards to accept if this computer has none. */
  boards: Pick<PlayOptions, 'acceptPublishedBoard' | 'acceptHostBoard'>;
}

export interface RequestedRematch {
  table_id: string | null;
  hosted: HostedTable | null;
}

/**
 * Joins or hosts the rematch, or finds the one that is being played; exactly one of the two results is set. Requests for the rematch of one
 * table wait for each other, so that this side plays no two. Who can't host keeps the seat. Rejects `bad_arguments` if the table has no opponent or has not ended,
 * `invitation_gone` if a house player has no table open, and as `Tables.join` and `Tables.host`.
 */
export const requestRematch = (
  context: RematchContext,
  table_id: string,
  changeSeats = false,
): Promise<RequestedRematch> =>
  context.tables.rematchInTurn(table_id, () => joinOrHost(context, table_id, changeSeats));

async function joinOrHost(
  { client, library, tables, entries, boards }: RematchContext,
  table_id: string,
  changeSeats: boolean,
): Promise<RequestedRematch> {
  const previousTable = await tables.get(table_id);
  if (!canRematch(previousTable))
    throw new ParlorError('bad_arguments', 'This table has not ended with an opponent, so there is no rematch.', {
      table_id,
    });
  const { settings, peer, protocol, options } = previousTable;
  // The user requested the rematch, not the client.
  const control_mode = previousTable.client ? 'human' : previousTable.control_mode;
  const playOptions = { ...playOptionsOf({ control_mode, ...settings }), rematchOf: table_id };
  const playedTable = tables.running().find(({ rematch_of }) => rematch_of === table_id);
  if (playedTable) return { table_id: playedTable.table_id, hosted: null };
  const ownOffer = tables.listHosted().find(({ rematch_of }) => rematch_of === table_id);
  const peerOffer = joinableRematch(previousTable, entries);
  const hostsInstead =
    changeSeats &&
    peerOffer?.for_me &&
    !ownOffer &&
    previousTable.role === 'guest' &&
    !previousTable.hooks?.guest_only &&
    changesSeats(previousTable);
  if (peerOffer && !hostsInstead) {
    // Both sides offered a rematch: one table is enough, and the opponent may just have sat down at the own one.
    const takenId = ownOffer ? await tables.withdraw(ownOffer.post_id) : null;
    if (takenId !== null) return { table_id: takenId, hosted: null };
    const joinedId = await tables.join(peerOffer.post_id, {
      ...playOptions,
      ...boards,
      shown: shownTermsOf(peerOffer),
    });
    return { table_id: joinedId, hosted: null };
  }
  if (ownOffer) return { table_id: null, hosted: ownOffer };
  if (peer.house) throw new ParlorError('invitation_gone', 'The house player has not opened its next table yet.');
  const libraryProtocol = library.get(protocol.protocol_id);
  if (libraryProtocol?.source === 'bundled') await publishBundled(client, libraryProtocol);
  const { hostedTable } = await tables.host({
    ...playOptions,
    protocol_id: protocol.protocol_id,
    options: options as JsonObject,
    message: '',
    audience: { visibility: 'listed', for_public_key: peer.public_key },
    renewMs: rematchTimeoutMs - limits.invitation_ttl_seconds * 1000,
  });
  return { table_id: null, hosted: hostedTable };
}
