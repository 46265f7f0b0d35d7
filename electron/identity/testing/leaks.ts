/** Finds secrets in files and memory. */

/** The encodings in which bytes are likely to appear. */
export function encodingsOf(secret: Uint8Array): Buffer[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const forms = [bytes, Buffer.from(hex), Buffer.from(hex.toUpperCase()), Buffer.from([...bytes].join(','))];
  // Base64 depends on alignment: three variants, without the digits that also encode neighbouring bytes.
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const complete = text.slice(before === 0 ? 0 : before + 1, -4);
    forms.push(Buffer.from(complete), Buffer.from(complete.replaceAll('+', '-').replaceAll('/', '_')));
  }
  return forms;
}

/** The kinds of secrets found in `bytes`; three recovery words in a row count as a leak. */
export function leaks(bytes: Buffer, secrets: { seed: Uint8Array; words: string[]; passphrase: string }): string[] {
  const found: string[] = [];
  if (encodingsOf(secrets.seed).some((form) => bytes.includes(form))) found.push('seed');
  if (encodingsOf(Buffer.from(secrets.passphrase)).some((form) => bytes.includes(form))) found.push('passphrase');
  const text = bytes.toString('latin1').toLowerCase();
  for (let i = 0; i + 3 <= secrets.words.length; i += 1) {
    const [one, two, three] = secrets.words.slice(i, i + 3);
    if (new RegExp(`\\b${one}\\b[^a-z]{1,9}\\b${two}\\b[^a-z]{1,9}\\b${three}\\b`).test(text)) found.push('words');
  }
  return found;
}
