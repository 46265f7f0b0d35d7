/** Whether If-None-Match, which compares weakly, contains this strong ETag (RFC 9110, section 13.1.2). */
export function etagMatches(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
  );
}
