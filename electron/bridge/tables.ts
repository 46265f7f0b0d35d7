import type { Bridge, Invite } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { CoreParts } from '../core-parts.ts';
import { byHandRefusal } from '../hooks/by-hand.ts';
import { fetchProtocol } from '../library/fetch.ts';
import { readProtocolFolder } from '../library/folder.ts';
import { hostableOf } from '../library/hostable.ts';
import { publishBundled } from '../library/publish.ts';
import { ticketEndpointId } from '../p2p/iroh.ts';
import { askRematch, declineRematch } from '../tables/rematch.ts';
import { playOptions } from '../tables/sitting.ts';
import type { HostWish } from '../tables/wish.ts';

export function tablesHandlers(core: CoreParts): Handlers<Bridge>['tables'] {
  const tables = () => core.seat().tables;
  return {
    list: () => ({ tables: core.maybeSeat?.tables.list() ?? [] }),
    async join({ post_id, accept_ui, accept_host_ui, ...play }) {
      const { value } = core.settings;
      const boards = { acceptUi: accept_ui ?? value.accept_ui, acceptHostUi: accept_host_ui ?? value.accept_host_ui };
      return { table_id: await tables().join(post_id, { ...playOptions(play), ...boards }) };
    },
    hostable: async () => ({ protocols: await hostableOf(core.library) }),
    async host({ protocol: named, ...invite }) {
      const { client } = core.seat();
      const protocol = core.library.get(named) ?? core.library.list().find(({ folder }) => folder === named);
      if (!protocol) throw new ParlorError('protocol_missing', `There is no protocol "${named}" on this computer.`);
      if (protocol.source === 'bundled') await publishBundled(client, protocol);
      const { shown } = await tables().host({ ...inviteOptions(invite), protocol_id: protocol.protocol_id });
      return shown;
    },
    async host_folder({ folder: path, ...invite }) {
      const folder = await readProtocolFolder(path, { allowSkeleton: invite.allow_skeleton ?? false });
      const { protocol_id, specText, board } = folder.protocol;
      await core.library.keep(protocol_id, specText);
      const takeBack = board ? await core.library.lend(protocol_id, board) : () => {};
      try {
        const { shown, ended } = await tables().host({ ...inviteOptions(invite), protocol_id, folder });
        void ended.finally(takeBack);
        return shown;
      } catch (error) {
        takeBack();
        throw error;
      }
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
    async rematch({ table_id }) {
      const { client, lobby } = core.seat();
      const { value } = core.settings;
      const boards = { acceptUi: value.accept_ui, acceptHostUi: value.accept_host_ui };
      return askRematch(
        { client, library: core.library, tables: tables(), entries: lobby.lobby.entries, boards },
        table_id,
      );
    },
    async decline_rematch({ table_id }) {
      await declineRematch({ tables: tables(), entries: core.seat().lobby.lobby.entries }, table_id);
      return {};
    },
    async interrupt({ table_id }) {
      await tables().interrupt(table_id);
      return {};
    },
    async move_session({ session_id, iroh_ticket }) {
      const { client } = core.seat();
      ticketEndpointId(iroh_ticket);
      const params = { session_id };
      const { protocol_id } = (await client.call('GET /api/v1/sessions/{session_id}', { params })).body;
      const transport_binding_signature = core.identity.signer.signBinding({ iroh_ticket, protocol_id });
      const body = { iroh_ticket, transport_binding_signature };
      await client.call('PATCH /api/v1/sessions/{session_id}/transport', { params, body });
      return {};
    },
    async record({ table_id, from }) {
      const { protocol } = tables().get(table_id);
      const spec = core.library.get(protocol.protocol_id)?.specText ?? null;
      return { ...(await tables().record(table_id, from)), spec };
    },
    views: ({ table_id, from }) => tables().views(table_id, from),
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

function inviteOptions(invite: Invite): Omit<HostWish, 'protocol_id'> {
  const { options, message, share_ui, visibility, for_public_key, renew_ms, ...play } = invite;
  return {
    ...playOptions(play),
    shareUi: share_ui ?? false,
    audience: { ...(visibility ? { visibility } : {}), ...(for_public_key ? { for_public_key } : {}) },
    ...(options === undefined ? {} : { options }),
    ...(message === undefined ? {} : { message }),
    ...(renew_ms === undefined ? {} : { renewMs: renew_ms }),
  };
}
