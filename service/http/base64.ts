/** The bytes of a padded base64 text (RFC 4648, section 4), null where another text would give the same bytes or none. */
export function base64Bytes(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
