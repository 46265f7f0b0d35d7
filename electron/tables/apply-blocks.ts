/** What a block means at the tables of this identity. */
import { inBackground } from '../../shared/background.ts';
import { isGame } from '../../shared/tables/is-game.ts';
import { isOver } from '../../shared/tables/rematch.ts';
import { resignReason } from './game.ts';
import type { HostedTables } from './hosting/hosted-tables.ts';
import type { LiveTable } from './live-table.ts';

interface BlockedTables {
  liveTables: Iterable<LiveTable>;
  hostedTables: Pick<HostedTables, 'list' | 'cancel'>;
  isBlocked(public_key: string): boolean;
}

/**
 * Leaves conversations with blocked people, who learn no more than that this side has left, and withdraws what waits for them alone. Games go
 * on, since a block must be no way out of losing; nothing that is said beside them is heard here.
 */
export function applyBlocks({ liveTables, hostedTables, isBlocked }: BlockedTables): void {
  for (const table of liveTables) {
    const { snapshot, runningTable, remarks, abort } = table;
    remarks?.updateTexts();
    if (isOver(snapshot) || isGame(snapshot) || !isBlocked(snapshot.peer.public_key)) continue;
    table.agreesToEnd = true;
    if (runningTable) runningTable.resign();
    else abort.abort(resignReason);
  }
  for (const { post_id, for_public_key } of hostedTables.list()) {
    const cancelling = for_public_key !== null && isBlocked(for_public_key) ? hostedTables.cancel(post_id) : null;
    if (cancelling) inBackground('table that waits for a blocked person', cancelling);
  }
}
