import type { Bridge, LobbyPage } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

/** The answer while there is no account. */
const emptyPage: LobbyPage = {
  ...{ seq: 0, status: 'loading', complete: false, problem: null },
  ...{ reset: true, entries: [], gone: [], more: false },
};

export function lobbyHandlers(core: CoreParts): Handlers<Bridge>['lobby'] {
  return {
    list({ after }) {
      const { maybeAccount: account, link, shell } = core;
      // The command itself doesn't need the lobby, but a process attached to this one may.
      if (shell === 'terminal' && link.state.status === 'online') {
        account?.lobby.start();
        account?.live.start();
      }
      return account?.lobby.changes(after ?? 0) ?? emptyPage;
    },
    inspect: ({ post_id }) => core.account().lobby.inspect(post_id),
  };
}
