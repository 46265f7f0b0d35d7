/** Maps the request targets of a board's frame to paths in its manifest. */

const maxLength = 1024;

/** Boards of the existing network read the origin of their parent window from their own address. */
const parentPattern = /^(index\.html)\?parent=[\w%.-]{1,200}$/;

/**
 * The manifest path of a request target without its leading slash; each segment is decoded once (RFC 3986 section 2.4). Null for
 * ambiguous paths.
 */
export function boardPathOf(target: string): string | null {
  const encodedPath = parentPattern.exec(target)?.[1] ?? target;
  if (encodedPath.length > maxLength || /[?#\\]/.test(encodedPath)) return null;
  let segments: string[];
  try {
    segments = encodedPath.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
  return segments.every(isPlainSegment) ? segments.join('/') : null;
}

function isPlainSegment(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..') return false;
  return ![...segment].some(
    (character) => character === '/' || character === '\\' || character < ' ' || character === '\x7f',
  );
}
