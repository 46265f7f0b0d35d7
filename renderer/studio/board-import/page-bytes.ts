/** A file as it is, whatever its encoding. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Arguments of one call are limited.
  const part = 8192;
  let text = '';
  for (let from = 0; from < bytes.length; from += part)
    text += String.fromCharCode(...bytes.subarray(from, from + part));
  return btoa(text);
}
