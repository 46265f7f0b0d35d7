import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from '../core-parts.ts';

export function lobbyHandlers(core: CoreParts): Handlers<Bridge>['lobby'] {
  return {
    list: () => core.maybeSeat?.lobby.lobby ?? { entries: [], status: 'loading', problem: null },
    inspect: ({ post_id }) => core.seat().lobby.inspect(post_id),
  };
}
