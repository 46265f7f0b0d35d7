/** The `clients` calls: permissions of MCP clients, and the games that they play with them. */
import type { Bridge, ClientsState, Table } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import { isRated, isRatedTable } from '../../shared/community/rating.ts';
import { ParlorError } from '../../shared/errors.ts';
import { shownTermsOf } from '../../shared/tables/shown-terms.ts';
import type { ClientAction } from '../clients/clients.ts';
import type { LibraryProtocol } from '../library/library.ts';
import { familyOf, presentEntry } from '../library/protocol-views.ts';
import { requireShown, resolveProtocol } from '../tables/joining/terms.ts';
import type { CoreParts } from './core-parts.ts';
import { requireLocal } from './local-protocol.ts';
import { acceptedBoards, hostProtocol } from './tables.ts';

/** Returns a function that emits the state if it has changed since the last time. */
export function createClientsEmitter(emit: CoreParts['emit']): (parts: ClientsParts) => void {
  let lastEmitted = '';
  return (parts) => {
    if (lastEmitted === '' && parts.clients.list().length === 0) return;
    const state = clientsStateOf(parts);
    const text = JSON.stringify(state);
    if (text === lastEmitted) return;
    lastEmitted = text;
    emit('clients', 'changed', state);
  };
}

type ClientsParts = Pick<CoreParts, 'clients' | 'maybeAccount'>;

/** Includes the tables of the account in use. */
function clientsStateOf({ clients, maybeAccount }: ClientsParts): ClientsState {
  const tables = maybeAccount?.tables.running() ?? [];
  return {
    clients: clients.list().map((client) => ({
      ...client,
      tables: tables.filter((table) => isPlaying(client.client_id, table)).map(({ table_id }) => table_id),
    })),
    releases: clients.releases,
  };
}

const isPlaying = (client_id: string, table: Table): boolean => table.client?.client_id === client_id;

export function clientsHandlers(core: CoreParts): Handlers<Bridge>['clients'] {
  const { clients } = core;
  const tables = () => core.account().tables;

  const playPermissionFor = (rated: boolean): ClientAction => (rated ? 'play_rated' : 'play_unrated');

  /**
   * Before a game: one that its spec or the community calls rated is, so that a community can't make a game seem unrated. At a table
   * without points this side reports nothing, whatever the community says.
   */
  const permissionToStart = (
    { spec }: LibraryProtocol,
    { family, unrated = false }: { family: string | null; unrated?: boolean | undefined },
  ): ClientAction => playPermissionFor(!unrated && (isRated(family) || isRated(familyOf(spec))));

  /** The number of the client's tables and open invitations, which `tables_at_once` limits. */
  function countGames(client_id: string): number {
    const ownTables = tables()
      .running()
      .filter((table) => isPlaying(client_id, table));
    return ownTables.length + openInvitationsOf(client_id).length;
  }

  const openInvitationsOf = (client_id: string) =>
    (core.maybeAccount?.tables.listHosted() ?? []).filter(({ client }) => client?.client_id === client_id);

  async function withdrawInvitationsOf(client_id: string): Promise<void> {
    await Promise.all(
      openInvitationsOf(client_id).map(({ post_id }) =>
        tables()
          .withdraw(post_id)
          .catch(() => {
            // It expires.
          }),
      ),
    );
  }

  /** A client acts only at its own tables, and only while it may play such games. @throws ParlorError `forbidden` */
  async function requireSeat(client_id: string, table_id: string): Promise<void> {
    const table = await tables().get(table_id);
    clients.require(client_id, playPermissionFor(isRatedTable(table)));
    if (table.client?.client_id === client_id) return;
    throw new ParlorError('forbidden', 'This client does not play at this table.', { table_id });
  }

  return {
    list: () => clientsStateOf(core),
    async allow({ client_id, permissions }) {
      await clients.allow(client_id, permissions);
      return {};
    },
    async revoke({ client_id }) {
      await clients.allow(client_id, noPermissions);
      await withdrawInvitationsOf(client_id);
      return {};
    },
    async forget({ client_id }) {
      await clients.forget(client_id);
      await withdrawInvitationsOf(client_id);
      return {};
    },
    async release({ protocol_id, public_key, released }) {
      if (protocol_id !== undefined) await clients.release('protocols', protocol_id, released);
      if (public_key !== undefined) await clients.release('people', public_key, released);
      return {};
    },
    async connect({ name, allow = null }, caller) {
      if (caller.surface !== 'terminal') throw new ParlorError('forbidden', 'Only a command can connect a client.');
      const { client_id } = await clients.connect({ name, allow }, caller.onClose ?? (() => {}));
      return clientsStateOf(core).clients.find((each) => each.client_id === client_id)!;
    },
    async join({ client_id, post_id, control_mode, shown: listed }) {
      const client = clients.require(client_id);
      const account = core.account();
      const found = shownTermsOf(await account.lobby.inspect(post_id));
      const shown = listed ?? found;
      requireShown(shown, found);
      const protocol = await resolveProtocol(account.client, core.library, shown.protocol_id);
      clients.require(client_id, permissionToStart(protocol, shown));
      const table_id = await clients.start(
        client_id,
        () => countGames(client_id),
        () => tables().join(post_id, { control_mode, client, shown, ...acceptedBoards(core) }),
      );
      return { table_id };
    },
    async host({ client_id, protocol, control_mode, options, visibility, unrated }) {
      const { library, catalogue } = core;
      const context = { library, catalogue, ownKey: core.identity.signer.publicKey };
      const localProtocol = requireLocal(library, protocol);
      const { governance } = await presentEntry(context, localProtocol);
      const { family } = governance;
      const client = clients.require(client_id, 'host', permissionToStart(localProtocol, { family, unrated }));
      return clients.start(
        client_id,
        () => countGames(client_id),
        () =>
          hostProtocol(
            core,
            {
              protocol,
              control_mode,
              ...(options === undefined ? {} : { options }),
              ...(visibility === undefined ? {} : { visibility }),
              ...(unrated === undefined ? {} : { unrated }),
            },
            client,
          ),
      );
    },
    async answer({ client_id, table_id, key, value, reason }) {
      await requireSeat(client_id, table_id);
      return { status: await tables().propose(table_id, { client_id, key, value, reason }) };
    },
    async resign({ client_id, table_id }) {
      await requireSeat(client_id, table_id);
      await tables().resign(table_id);
      return {};
    },
    async leave({ client_id, table_id }) {
      await requireSeat(client_id, table_id);
      await tables().leave(table_id);
      return {};
    },
    read_message({ client_id, id }) {
      clients.require(client_id, 'read_messages');
      return core.account().inbox.read({ id });
    },
    send_message({ client_id, to, text }) {
      clients.require(client_id, 'send_messages');
      return core.account().inbox.send({ to, text, signed: true });
    },
  };
}
