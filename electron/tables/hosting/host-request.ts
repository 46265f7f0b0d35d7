/** Checks a host's request before anything is posted, and describes the posted invitation for windows. */
import type { HostedTable } from '../../../shared/bridge/contract.ts';
import type { Invitation } from '../../../shared/community/shapes.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type HooksMetadata, metadataSchema } from '../../../shared/tables/hooks.ts';
import { byHandRefusal, isByHand } from '../../hooks/by-hand.ts';
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
  hooks: string;
  metadata: HooksMetadata;
  options: JsonObject;
  sharedBoard: Board | null;
}

/**
 * Finds the rules, hooks and options of a request. Rejects `protocol_missing`, `judge_missing`, `hooks_missing`, `hooks_unfinished`,
 * `mode_unsupported`, `options_invalid`, `bad_arguments`, `bundle_missing`.
 */
export async function prepareHosting(
  { library, launchHooks }: { library: Library; launchHooks: LaunchHooks },
  request: HostRequest,
): Promise<HostableRequest> {
  const { protocol, hooks } = await findRules(library, request);
  const refusal = isByHand(hooks) ? byHandRefusal(protocol.spec, 'host') : null;
  if (refusal !== null) throw new ParlorError('judge_missing', refusal);
  requireDecider(hooks, request.control_mode, request.client);
  const metadata = protocol.metadata ?? (await readMetadata(launchHooks, hooks));
  const options = request.options ?? (metadata.options as JsonObject);
  requirePlayable(protocol, options);
  requireExtraArgs(protocol, request.extraArgs);
  const sharedBoard = request.shareUi ? protocol.board : null;
  if (request.shareUi && !sharedBoard) throw new ParlorError('bundle_missing', 'There is no board here to share.');
  const message = request.message ?? metadata.message;
  return { request, protocol, hooks, metadata: { ...metadata, message }, options, sharedBoard };
}

async function findRules(
  library: Library,
  { protocol_id, folder, allowSkeleton = false }: HostRequest,
): Promise<FolderProtocol> {
  if (folder) return folder;
  const protocol = library.get(protocol_id);
  if (!protocol) throw new ParlorError('protocol_missing', 'This computer does not have the rules of this protocol.');
  return { protocol, hooks: await library.hooksOf(protocol, { allowSkeleton }) };
}

async function readMetadata(launchHooks: LaunchHooks, source: string): Promise<HooksMetadata> {
  const host = await launchHooks(source, { seed: '0'.repeat(32) });
  try {
    return metadataSchema.parse(await host.call('metadata', []));
  } finally {
    await host.dispose();
  }
}

export function hostedTableOf(invitation: Invitation, { protocol, request }: HostableRequest): HostedTable {
  const { post_id, options, message, visibility, for_public_key } = invitation;
  const posted_at = Date.now();
  return {
    post_id,
    earlier_post_ids: [],
    protocol_id: protocol.protocol_id,
    protocol_name: protocolOf(protocol, null).name,
    control_mode: request.control_mode,
    options: options as JsonObject,
    message,
    visibility,
    for_public_key,
    posted_at,
    expires_at: Date.parse(invitation.expires_at),
    renewed_until: request.renewMs === undefined ? null : posted_at + request.renewMs,
    rematch_of: request.rematchOf ?? null,
    client: request.client ?? null,
  };
}
