/** Checks a host's request before anything is posted, and describes the posted invitation for windows. */
import type { HostedTable, TableRow } from '../../../shared/bridge/contract.ts';
import { isUnrated, unratedTag } from '../../../shared/community/rating.ts';
import type { Invitation } from '../../../shared/community/shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type HooksMetadata, metadataSchema } from '../../../shared/tables/hooks.ts';
import { repeatedTable } from '../../../shared/tables/rematch.ts';
import { byHandProblem, isByHand } from '../../hooks/by-hand.ts';
import type { LaunchHooks } from '../../hooks/hook-host.ts';
import type { Board } from '../../library/board.ts';
import type { Library, LibraryProtocol } from '../../library/library.ts';
import type { FolderProtocol } from '../../library/protocol-folder.ts';
import type { PlayOptions } from '../game-setup.ts';
import { requireDecider, requireExtraArgs, requirePlayable } from '../joining/terms.ts';
import { protocolOf } from '../live-table.ts';
import type { InvitationDraft } from './posted-invitation.ts';

export interface HostRequest extends PlayOptions {
  protocol_id: string;
  /** An author's own folder, used instead of the library's copy. */
  folder?: FolderProtocol;
  /** Overrides the hooks' default options. */
  options?: JsonObject;
  message?: string;
  /** Who may see and take the invitation. */
  audience?: Pick<InvitationDraft, 'visibility' | 'for_public_key'>;
  /** How long the invitation is renewed, milliseconds; without limit by default. */
  renewMs?: number;
}

/** A request that can be hosted. */
export interface HostableRequest {
  request: HostRequest;
  protocol: LibraryProtocol;
  /** Text of the hooks file. */
  hooksText: string;
  metadata: HooksMetadata;
  options: JsonObject;
  sharedBoard: Board | null;
}

interface HostingSources {
  library: Library;
  launchHooks: LaunchHooks;
  playedTables(): Iterable<TableRow>;
}

/**
 * Finds the rules, hooks and options of a request, and the game that it repeats. Rejects `protocol_missing`, `judge_missing`, `hooks_missing`, `hooks_unfinished`,
 * `mode_unsupported`, `options_invalid`, `bad_arguments`, `bundle_missing`.
 */
export async function prepareHosting(
  { library, launchHooks, playedTables }: HostingSources,
  request: HostRequest,
): Promise<HostableRequest> {
  const { protocol, hooks: hooksText } = await findRules(library, request);
  const problemText = isByHand(hooksText) ? byHandProblem(protocol.spec, 'host') : null;
  if (problemText !== null) throw new ParlorError('judge_missing', problemText);
  requireDecider(hooksText, request.control_mode, request.client);
  const metadata = protocol.metadata ?? (await readMetadata(launchHooks, hooksText));
  const options = request.options ?? (metadata.options as JsonObject);
  requirePlayable(protocol, options);
  requireExtraArgs(protocol, request.extraArgs);
  const sharedBoard = request.shareBoard ? protocol.board : null;
  if (request.shareBoard && !sharedBoard) throw new ParlorError('bundle_missing', 'There is no board here to share.');
  const message = request.message ?? metadata.message;
  const tags = request.unrated ? [...new Set([...metadata.tags, unratedTag])] : metadata.tags;
  const unrated = isUnrated({ tags });
  const guestKey = request.audience?.for_public_key;
  const repeated = guestKey
    ? repeatedTable(playedTables(), guestKey, { protocol_id: protocol.protocol_id, options, tags })
    : null;
  return {
    request: { ...request, unrated, ...(repeated && { rematchOf: request.rematchOf ?? repeated.table_id }) },
    ...{ protocol, hooksText, options, sharedBoard },
    metadata: { ...metadata, message, tags },
  };
}

async function findRules(
  library: Library,
  { protocol_id, folder, allowSkeleton = false }: HostRequest,
): Promise<FolderProtocol> {
  if (folder) return folder;
  const protocol = library.get(protocol_id);
  if (!protocol) throw new ParlorError('protocol_missing', 'This computer does not have the rules of this protocol.');
  return { protocol, hooks: await library.requireHooks(protocol, { allowSkeleton }) };
}

async function readMetadata(launchHooks: LaunchHooks, source: string): Promise<HooksMetadata> {
  const hookHost = await launchHooks(source, { seed: '0'.repeat(32) });
  try {
    return metadataSchema.parse(await hookHost.call('metadata', []));
  } finally {
    await hookHost.dispose();
  }
}

export function hostedTableOf(invitation: Invitation, { protocol, request }: HostableRequest): HostedTable {
  const { post_id, options, message, visibility, for_public_key } = invitation;
  const postedAt = Date.now();
  return {
    post_id,
    earlier_post_ids: [],
    protocol_id: protocol.protocol_id,
    protocol_name: protocolOf(protocol, null).name,
    family: invitation.family,
    control_mode: request.control_mode,
    options: options as JsonObject,
    message,
    unrated: request.unrated ?? false,
    visibility,
    for_public_key,
    posted_at: postedAt,
    expires_at: Date.parse(invitation.expires_at),
    renewed_until: request.renewMs === undefined ? null : Date.parse(invitation.created_at) + request.renewMs,
    rematch_of: request.rematchOf ?? null,
    client: request.client ?? null,
  };
}
