/** The `play` calls: one press from the lobby to a table. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

export function playHandlers(core: CoreParts): Handlers<Bridge>['play'] {
  return {
    state: () => core.maybeAccount?.play.state ?? null,
    start: (wish) => core.account().play.start(wish),
    async stop() {
      await core.account().play.stop();
      return {};
    },
  };
}
