import { cursorText } from '../../shared/community/shapes.ts';

/** The pages of a list from the first to the last, each read with the cursor of the previous one. */
// biome-ignore lint/suspicious/noExplicitAny: tests read pages of every list
export async function* pagesOf<Page extends { next_cursor: string | null } = any>(
  get: (query: { limit: number; cursor?: string }) => Promise<Page>,
  query: { limit: number },
): AsyncGenerator<Page, void> {
  let cursor: string | null = null;
  do {
    const page: Page = await get(cursor === null ? query : { ...query, cursor });
    yield page;
    cursor = cursorText.nullable().parse(page.next_cursor);
  } while (cursor !== null);
}
