/** The `history` calls: what the tables of this identity add up to. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { pageOf } from '../../shared/bridge/pages.ts';
import { ParlorError } from '../../shared/errors.ts';
import { gameHistory, playedGames } from '../../shared/tables/history.ts';
import type { CoreParts } from './core-parts.ts';

const defaultDepth = 2;

export function historyHandlers(core: CoreParts): Handlers<Bridge>['history'] {
  const rows = () => core.maybeAccount?.tables.lists.every() ?? [];
  return {
    async games(args) {
      const { page, next } = await pageOf(
        playedGames(rows()),
        ({ protocol_id }) => protocol_id,
        args,
        (game) => game,
      );
      return { games: page, next };
    },
    game({ protocol_id, depth = defaultDepth }) {
      const history = gameHistory(rows(), protocol_id, depth);
      if (history === null) throw new ParlorError('not_found', 'No table of this game has ended yet.');
      return history;
    },
  };
}
