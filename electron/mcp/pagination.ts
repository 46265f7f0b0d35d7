/** Pagination of results. A cursor never contains data that a community sent. */
import { ParlorError } from '../../shared/errors.ts';

export const defaultPageLimit = 20;

/** The items after the one whose id is `cursor`. @throws ParlorError `not_found` if it is no longer in the list */
export function paginate<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  { limit = defaultPageLimit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): { items: T[]; next_cursor: string | null } {
  const start = cursor === undefined ? 0 : items.findIndex((item) => idOf(item) === cursor) + 1;
  if (cursor !== undefined && start === 0) throw new ParlorError('not_found', 'The list has changed. Start again.');
  const page = items.slice(start, start + limit);
  const lastItem = page.at(-1);
  return { items: page, next_cursor: start + limit < items.length && lastItem !== undefined ? idOf(lastItem) : null };
}

/** Replaces cursors of the community, which may contain any text, with ids. Remembers the newest `capacity`. */
export function createCursorAliases(capacity = 100) {
  const cursors = new Map<string, string>();
  let lastNumber = 0;
  return {
    aliasOf(cursor: string): string {
      const id = `page-${++lastNumber}`;
      cursors.set(id, cursor);
      if (cursors.size > capacity) cursors.delete(cursors.keys().next().value!);
      return id;
    },
    /** @throws ParlorError `not_found` */
    resolve(id: string): string {
      const cursor = cursors.get(id);
      if (cursor === undefined) throw new ParlorError('not_found', 'This cursor has expired. Start again.');
      return cursor;
    },
  };
}
