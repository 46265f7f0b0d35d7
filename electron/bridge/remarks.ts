/** The `remarks` calls: what is said beside a game. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

export function remarksHandlers(core: Pick<CoreParts, 'account'>): Handlers<Bridge>['remarks'] {
  const remarks = () => core.account().tables.remarks;
  return {
    get: ({ table_id }) => remarks().get(table_id),
    say({ table_id, saying }) {
      remarks().say(table_id, saying);
      return {};
    },
    mute({ table_id, muted }) {
      remarks().mute(table_id, muted);
      return {};
    },
    allow_texts({ table_id }) {
      remarks().allowTexts(table_id);
      return {};
    },
  };
}
