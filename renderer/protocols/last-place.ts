/** Where the catalogue was left, for as long as the window is open. */
export const lastPlace: { protocol_id: string | null; scrolled: number } = { protocol_id: null, scrolled: 0 };
