import type { Bridge, Play } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { CoreParts } from '../core-parts.ts';
import { byHandRefusal } from '../hooks/by-hand.ts';
import { fetchProtocol } from '../library/fetch.ts';
import { publishBundled } from '../library/publish.ts';
import type { PlayOptions } from '../tables/sitting.ts';

export function tablesHandlers(core: CoreParts): Handlers<Bridge>['tables'] {
  const tables = () => core.seat().tables;
  return {
    list: () => ({ tables: core.maybeSeat?.tables.list() ?? [] }),
    async join({ post_id, accept_ui, accept_host_ui, ...play }) {
      const { value } = core.settings;
      const boards = { acceptUi: accept_ui ?? value.accept_ui, acceptHostUi: accept_host_ui ?? value.accept_host_ui };
      return { table_id: await tables().join(post_id, { ...playOptions(play), ...boards }) };
    },
    async host({ protocol: named, options, message, share_ui, ...play }) {
      const { client } = core.seat();
      const protocol = core.library.get(named) ?? core.library.list().find(({ folder }) => folder === named);
      if (!protocol) throw new ParlorError('protocol_missing', `There is no protocol "${named}" on this computer.`);
      if (protocol.source === 'bundled') await publishBundled(client, protocol);
      const { shown } = await tables().host({
        ...playOptions(play),
        protocol_id: protocol.protocol_id,
        shareUi: share_ui ?? false,
        ...(options === undefined ? {} : { options }),
        ...(message === undefined ? {} : { message }),
      });
      return shown;
    },
    hosting: () => ({ hosted: core.maybeSeat?.tables.hosting() ?? [] }),
    async withdraw({ post_id }) {
      await tables().withdraw(post_id);
      return {};
    },
    async stop({ table_id }) {
      await tables().stop(table_id);
      return {};
    },
    async answer({ table_id, key, answer }) {
      await tables().answer(table_id, key, answer);
      return {};
    },
    async hold({ table_id, key }) {
      await tables().hold(table_id, key);
      return {};
    },
    async resign({ table_id }) {
      await tables().resign(table_id);
      return {};
    },
    async by_hand({ protocol_id }) {
      const protocol =
        core.library.get(protocol_id) ?? (await fetchProtocol(core.seat().client, core.library, protocol_id));
      await core.library.writeByHand(protocol);
      return { no_host: byHandRefusal(protocol.spec, 'host') };
    },
    board({ table_id }) {
      const { board } = tables().get(table_id);
      if (!board)
        throw new ParlorError('bundle_missing', 'This table has no board. The plain view shows the same game.');
      return { url: core.boardUrl(board.manifest_hash) };
    },
  };
}

function playOptions({ control_mode, pace_ms, heartbeat, allow_skeleton }: Play): PlayOptions {
  return {
    control_mode,
    ...(pace_ms === undefined ? {} : { paceMs: pace_ms }),
    ...(heartbeat ? { heartbeat: { intervalMs: heartbeat.interval_ms, timeoutMs: heartbeat.timeout_ms } } : {}),
    ...(allow_skeleton === undefined ? {} : { allowSkeleton: allow_skeleton }),
  };
}
