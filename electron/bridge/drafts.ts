/** The `drafts` calls: what the user has typed at a table and not sent yet. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

export function draftsHandlers(core: CoreParts): Handlers<Bridge>['drafts'] {
  return {
    get: ({ table_id }) => ({ text: core.account().drafts.get(table_id) }),
    async set({ table_id, text }) {
      await core.account().drafts.set(table_id, text);
      return {};
    },
  };
}
