/** Times of the service are Unix milliseconds; on the wire they are ISO 8601 in UTC. */
export const iso = (time: number): string => new Date(time).toISOString();
export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));
