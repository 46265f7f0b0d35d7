/** What a host wishes for, how its file introduces the table, and how the invitation is shown while it waits. */
import type { HostedTable } from '../../shared/bridge/contract.ts';
import type { Invitation } from '../../shared/community/shapes.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { type HooksMetadata, metadataSchema } from '../../shared/tables/hooks.ts';
import type { LaunchHooks } from '../hooks/host.ts';
import type { FolderProtocol } from '../library/folder.ts';
import type { LibraryProtocol } from '../library/library.ts';
import type { Hosting } from './hosting.ts';
import { protocolOf } from './live-table.ts';
import type { PlayOptions } from './sitting.ts';

export interface HostWish extends PlayOptions {
  protocol_id: string;
  /** An author's own, played as it is instead of the library's. */
  folder?: FolderProtocol;
  /** Overrides the hooks' default options. */
  options?: JsonObject;
  message?: string;
  audience?: Hosting['audience'];
  /** How long the invitation is renewed, milliseconds; for ever unless told. */
  renewMs?: number;
}

export function shownOf(invitation: Invitation, protocol: LibraryProtocol, wish: HostWish): HostedTable {
  const { post_id, options, message, visibility, for_public_key } = invitation;
  const posted_at = Date.now();
  return {
    post_id,
    earlier_post_ids: [],
    protocol_id: protocol.protocol_id,
    protocol_name: protocolOf(protocol, null).name,
    control_mode: wish.control_mode,
    options: options as JsonObject,
    message,
    visibility,
    for_public_key,
    posted_at,
    expires_at: Date.parse(invitation.expires_at),
    renewed_until: wish.renewMs === undefined ? null : posted_at + wish.renewMs,
    rematch_of: wish.rematchOf ?? null,
  };
}

export async function readMetadata(launchHooks: LaunchHooks, source: string): Promise<HooksMetadata> {
  const host = await launchHooks(source, { seed: '0'.repeat(32) });
  try {
    return metadataSchema.parse(await host.call('metadata', []));
  } finally {
    await host.dispose();
  }
}
