/** Answers in pages, so that none grows with what a person has done. */
import { z } from 'zod';

/** A page ends with the entry that reaches this many UTF-16 units, far below the limit of an answer (rpc.ts). */
export const pageMaxCharacters = 1024 * 1024;

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

/** Reads a list page by page to its end. */
export async function readPages<T>(
  readPage: (cursor: string | undefined) => Promise<{ entries: readonly T[]; next: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const { entries, next } = await readPage(cursor);
    all.push(...entries);
    if (next === null) return all;
    cursor = next;
  }
}
