/** The `lobby` calls: open invitations. */
import type { Bridge, LobbyPage } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

/** The answer while there is no account. */
const emptyPage: LobbyPage = {
  seq: 0,
  status: 'loading',
  complete: false,
  problem: null,
  reset: true,
  entries: [],
  gone: [],
  more: false,
};

export function lobbyHandlers(core: CoreParts): Handlers<Bridge>['lobby'] {
  return {
    list({ after }) {
      const { maybeAccount: account, connection, shell } = core;
      // Only windows start the lobby with the account. A command has no use for it, but a process attached to it, such as
      // an MCP server, may.
      if (shell === 'terminal' && connection.state.status === 'online') {
        account?.lobby.start();
        account?.eventStream.start();
      }
      return account?.lobby.changes(after ?? 0) ?? emptyPage;
    },
    inspect: ({ post_id }) => core.account().lobby.inspect(post_id),
  };
}
