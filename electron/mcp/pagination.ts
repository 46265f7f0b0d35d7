/** Pagination of results. A cursor never contains data that a community sent. */
import { ParlorError } from '../../shared/errors.ts';

const pageDefault = 20;

/** The items after the one whose id is `cursor`. @throws ParlorError `not_found` if it is no longer in the list */
export function pageOf<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  { limit = pageDefault, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): { items: T[]; next_cursor: string | null } {
  const from = cursor === undefined ? 0 : items.findIndex((item) => idOf(item) === cursor) + 1;
  if (cursor !== undefined && from === 0) throw new ParlorError('not_found', 'The list has changed. Start again.');
  const page = items.slice(from, from + limit);
  const last = page.at(-1);
  return { items: page, next_cursor: from + limit < items.length && last !== undefined ? idOf(last) : null };
}

/** Replaces cursors of the community, which may contain any text, with ids. Remembers the newest `capacity`. */
export function createCursors(capacity = 100) {
  const cursors = new Map<string, string>();
  let count = 0;
  return {
    shown(cursor: string): string {
      const id = `page-${++count}`;
      cursors.set(id, cursor);
      if (cursors.size > capacity) cursors.delete(cursors.keys().next().value!);
      return id;
    },
    /** @throws ParlorError `not_found` */
    original(id: string): string {
      const cursor = cursors.get(id);
      if (cursor === undefined) throw new ParlorError('not_found', 'This cursor has expired. Start again.');
      return cursor;
    },
  };
}
