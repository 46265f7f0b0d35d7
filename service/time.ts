/** Times are Unix milliseconds in the service, and ISO 8601 in UTC on the wire. */
export const iso = (time: number): string => new Date(time).toISOString();
export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));
