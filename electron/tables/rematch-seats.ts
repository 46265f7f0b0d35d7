/** The rematches that this side sits at, or is about to: at most one of each table. */
import type { Table } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { createKeyedQueue } from '../../shared/serial-queue.ts';
import { isOver } from '../../shared/tables/rematch.ts';

/** `rematchOf` is undefined for a table that is no rematch. */
export function createRematchSeats(tables: () => Iterable<Pick<Table, 'rematch_of' | 'phase'>>) {
  const openingRematches = new Set<string>();
  const isPlayed = (rematchOf: string | undefined): boolean =>
    rematchOf !== undefined &&
    (openingRematches.has(rematchOf) ||
      [...tables()].some((table) => table.rematch_of === rematchOf && !isOver(table)));
  return {
    /** Runs a task once the earlier ones for the rematch of this table have settled. */
    inTurn: createKeyedQueue(),
    isPlayed,
    /** Rejects `bad_arguments` if this side plays the same rematch already. */
    async open<T>(rematchOf: string | undefined, openTable: () => Promise<T>): Promise<T> {
      if (rematchOf === undefined) return openTable();
      if (isPlayed(rematchOf))
        throw new ParlorError('bad_arguments', 'This rematch is being played already.', { table_id: rematchOf });
      openingRematches.add(rematchOf);
      return openTable().finally(() => openingRematches.delete(rematchOf));
    },
  };
}
