const maxLength = 1024;

/**
 * The path of a board's file as its manifest has it, from the address without its leading slash: each segment decoded
 * once (RFC 3986 section 2.4). Null for anything that could mean another file to another reader.
 */
export function boardPathOf(raw: string): string | null {
  if (raw.length > maxLength || /[?#\\]/.test(raw)) return null;
  let segments: string[];
  try {
    segments = raw.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
  return segments.every(isPlain) ? segments.join('/') : null;
}

function isPlain(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..') return false;
  return ![...segment].some(
    (character) => character === '/' || character === '\\' || character < ' ' || character === '\x7f',
  );
}
