/** Decodes canonical base64 with padding (RFC 4648, section 4); null for anything else. */
export function decodeBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
