/** Scroll position of the catalogue, kept for the session. */
export const lastScroll: { protocol_id: string | null; scrolled: number } = { protocol_id: null, scrolled: 0 };
