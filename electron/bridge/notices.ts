/** The `notices` calls: what the user has not seen yet. */
import { type Bridge, emptyNotices } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

export function noticesHandlers(core: CoreParts): Handlers<Bridge>['notices'] {
  return {
    list: () => core.maybeAccount?.notices.notices ?? emptyNotices,
    async see_ends({ table_id, earlier }) {
      await core.account().notices.seeEnds(table_id, earlier);
      return {};
    },
    async dismiss({ subject, mark }) {
      await core.account().notices.dismiss(subject, mark);
      return {};
    },
  };
}
