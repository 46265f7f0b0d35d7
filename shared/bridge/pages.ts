/** Answers in pages, so that none grows with what a person has done. */
import { z } from 'zod';
import { ParlorError } from '../errors.ts';

/** A page ends with the entry that reaches this many UTF-16 units, far below the limit of an answer (rpc.ts). */
export const pageMaxCharacters = 1024 * 1024;

/** Maximum entries of a page. */
export const pageMaxEntries = 500;

export const pageLimit = (max: number) => z.int().min(1).max(max);
/** Where the previous page ended; only main interprets it. */
export const cursorOf = (maxCharacters: number) => z.string().min(1).max(maxCharacters);

/** The first entries that fit a page, at least one. `more`: whether others follow. */
export function takePage<T>(entries: Iterable<T>, limit: number): { page: T[]; more: boolean } {
  const page: T[] = [];
  let characters = 0;
  for (const entry of entries) {
    if (page.length >= limit || characters >= pageMaxCharacters) return { page, more: true };
    characters += JSON.stringify(entry).length;
    page.push(entry);
  }
  return { page, more: false };
}

/** Arguments of a call that answers in pages. */
export const pageArgs = z.object({ cursor: cursorOf(256).optional(), limit: pageLimit(pageMaxEntries).optional() });
export type PageArgs = z.infer<typeof pageArgs>;
/** The cursor of the next page; absent at the end of the list. */
export const next = z.string().optional();
/** One page of a list whose entries keep their order; the cursor is the id of the last one. Rejects `not_found` if that is gone. */
export async function pageOf<E, T>(
  entries: readonly E[],
  idOf: (entry: E) => string,
  { cursor, limit = pageMaxEntries }: PageArgs,
  present: (entry: E) => T | Promise<T>,
): Promise<{ page: T[]; next: string | undefined }> {
  const start = cursor === undefined ? 0 : entries.findIndex((entry) => idOf(entry) === cursor) + 1;
  if (cursor !== undefined && start === 0) throw new ParlorError('not_found', 'The list has changed. Start again.');
  const { page } = takePage(await Promise.all(entries.slice(start, start + limit).map(present)), limit);
  const end = start + page.length;
  return { page, next: end < entries.length ? idOf(entries[end - 1]!) : undefined };
}
