/** Where the catalogue was scrolled to, in CSS pixels, when the protocol was opened. Restored on return; lost when the window reloads. */
export const lastScroll: { protocol_id: string | null; scrollTop: number } = { protocol_id: null, scrollTop: 0 };
