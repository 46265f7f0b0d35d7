/** What the large profile contains. */
export const largeProfile = { messages: 10_000, unread: 60, contacts: 2_000, tables: 3_000, protocols: 300 };

/** Unix milliseconds; of the past, so that nothing in it still runs. */
export const profileTimes = { newestTable: Date.UTC(2026, 0, 15), newestMessage: Date.UTC(2026, 0, 15) };

/** Names in it. */
export const protocolName = (index: number): string => `House rules ${index + 1}`;
