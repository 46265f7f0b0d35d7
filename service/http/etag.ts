/** Whether what stands under this strong ETag is among those of If-None-Match, which compares weakly (RFC 9110, section 13.1.2). */
export function isHeld(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
  );
}
