import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from '../core-parts.ts';

export function communityHandlers(core: CoreParts): Handlers<Bridge>['community'] {
  return {
    async ask({ route, params, query, body }) {
      // Its parts are checked by the route's own schemas, its answer too.
      const answer = await core.seat().client.call(route, { params, query, body } as never);
      return answer as { status: number; body?: never };
    },
  };
}
