/**
 * The pages of one of the community's lists, at most `maxPages`: a community may return pages that never end. Each page is requested when
 * the caller asks for it.
 */
export async function* readPages<Page extends { next_cursor: string | null }>(
  maxPages: number,
  fetchPage: (query: { cursor?: string }) => Promise<{ body: Page }>,
): AsyncGenerator<Page, void> {
  let query: { cursor?: string } = {};
  for (let count = 0; count < maxPages; count += 1) {
    const { body } = await fetchPage(query);
    yield body;
    if (body.next_cursor === null) return;
    query = { cursor: body.next_cursor };
  }
}
