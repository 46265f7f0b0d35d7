/** Lists of a running game, which have no natural end, cut to what a snapshot may send. */

/** Maximum UTF-16 units of each such list: together with the rest of a table, far below the limit of an event (rpc.ts). */
export const gameListMaxCharacters = 512 * 1024;

/** Entries never change, and each is part of many snapshots. */
const sizes = new WeakMap<object, number>();

function sizeOf(entry: object): number {
  const known = sizes.get(entry);
  if (known !== undefined) return known;
  const size = JSON.stringify(entry).length + 1;
  sizes.set(entry, size);
  return size;
}

/** The newest entries that fit, oldest first; `entries` itself if all of them do. The record has them all. */
export function newestWithin<T extends object>(entries: T[], maxCharacters = gameListMaxCharacters): T[] {
  let characters = 0;
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    characters += sizeOf(entries[index]!);
    if (characters > maxCharacters) return entries.slice(index + 1);
  }
  return entries;
}

/** A game's part of a snapshot with only as much of each list as may be sent. */
export function withinLimits<
  G extends { moves: object[]; sealed_rounds?: object[]; board_record: { messages: object[] } | null },
>(game: G): G {
  const { moves, sealed_rounds, board_record } = game;
  return {
    ...game,
    moves: newestWithin(moves),
    ...(sealed_rounds === undefined ? {} : { sealed_rounds: newestWithin(sealed_rounds) }),
    board_record: board_record && { ...board_record, messages: newestWithin(board_record.messages) },
  };
}
