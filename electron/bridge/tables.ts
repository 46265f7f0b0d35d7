import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { CoreParts } from '../core-parts.ts';

export function tablesHandlers(core: CoreParts): Handlers<Bridge>['tables'] {
  const tables = () => core.seat().tables;
  return {
    list: () => ({ tables: core.maybeSeat?.tables.list() ?? [] }),
    join: async ({ post_id, control_mode }) => ({ table_id: await tables().join(post_id, { control_mode }) }),
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
    board({ table_id }) {
      const { board } = tables().get(table_id);
      if (!board)
        throw new ParlorError('bundle_missing', 'This table has no board. The plain view shows the same game.');
      return { url: core.boardUrl(board.manifest_hash) };
    },
  };
}
