/** Another game after one that is over: at the table the other side has open for it, else at one of our own for its key alone. */
import type { HostedTable, LobbyEntry } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { canRematch, offeredRematch, openRematch } from '../../shared/tables/rematch.ts';
import type { CommunityClient } from '../community/client.ts';
import type { Library } from '../library/library.ts';
import { publishBundled } from '../library/publish.ts';
import { type PlayOptions, playOptions } from './sitting.ts';
import type { Tables } from './tables.ts';

/** Who asked and got no answer does not stand there for ever. */
const waitMs = 600_000;

/** Nothing more is heard of a rematch of this table; who asks for one is told, where it can be reached. */
export async function declineRematch(
  { tables, entries }: Pick<Asking, 'tables' | 'entries'>,
  table_id: string,
): Promise<void> {
  const offer = offeredRematch(tables.get(table_id), entries);
  await tables.noteAfterwards(table_id, { declined: true });
  if (offer) tables.decline(offer.post_id).catch(() => {});
}

interface Asking {
  client: CommunityClient;
  library: Library;
  tables: Tables;
  /** The open tables of the community. */
  entries: readonly LobbyEntry[];
  /** Whose boards may be taken, where there is none here. */
  boards: Pick<PlayOptions, 'acceptUi' | 'acceptHostUi'>;
}

export async function askRematch(
  { client, library, tables, entries, boards }: Asking,
  table_id: string,
): Promise<{ table_id: string | null; hosted: HostedTable | null }> {
  const before = tables.get(table_id);
  if (!canRematch(before)) throw new ParlorError('bad_arguments', 'There is nothing to play again yet.', { table_id });
  const { control_mode, settings, peer, protocol, options } = before;
  const play = { ...playOptions({ control_mode, ...settings }), rematchOf: table_id };
  const asked = tables.hosting().find(({ rematch_of }) => rematch_of === table_id);
  const open = openRematch(before, entries);
  if (open) {
    const joined = await tables.join(open.post_id, { ...play, ...boards });
    // Both asked: one of the two tables is enough.
    if (asked) await tables.withdraw(asked.post_id).catch(() => {});
    return { table_id: joined, hosted: null };
  }
  if (asked) return { table_id: null, hosted: asked };
  if (peer.house) throw new ParlorError('invitation_gone', 'The house has not set this table up again yet.');
  const known = library.get(protocol.protocol_id);
  if (known?.source === 'bundled') await publishBundled(client, known);
  const { shown } = await tables.host({
    ...play,
    protocol_id: protocol.protocol_id,
    options: options as JsonObject,
    message: '',
    audience: { visibility: 'listed', for_public_key: peer.public_key },
    renewMs: waitMs - limits.invitation_ttl_seconds * 1000,
  });
  return { table_id: null, hosted: shown };
}
