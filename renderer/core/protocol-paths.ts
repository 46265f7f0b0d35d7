/** Routes of a protocol and of the comparison of two. */
export const protocolPath = (id: string, tab?: string): string => `/protocols/${id}${tab ? `?tab=${tab}` : ''}`;
export const comparePath = (before: string, after: string | null): string =>
  `/protocols/${before}/diff${after === null ? '' : `/${after}`}`;
