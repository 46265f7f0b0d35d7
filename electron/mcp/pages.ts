/** Pages of lists. A cursor never contains data that a community sent. */
import { ParlorError } from '../../shared/errors.ts';

const pageDefault = 20;

/** The items after the one that `cursor` names. Rejects the cursor of a removed item. */
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

/** Numbers for the cursors of a community; the oldest are forgotten. */
export function createCursors(most = 100) {
  const known = new Map<string, string>();
  let count = 0;
  return {
    shown(cursor: string): string {
      const id = `page-${++count}`;
      known.set(id, cursor);
      if (known.size > most) known.delete(known.keys().next().value!);
      return id;
    },
    /** @throws ParlorError `not_found` */
    given(id: string): string {
      const cursor = known.get(id);
      if (cursor === undefined) throw new ParlorError('not_found', 'This cursor has expired. Start again.');
      return cursor;
    },
  };
}
