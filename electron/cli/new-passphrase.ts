/** Reads a new passphrase, for a key that is created, restored or re-encrypted. */
import { ParlorError } from '../../shared/errors.ts';
import { processSources, readPassphrase } from '../identity/read-passphrase.ts';
import { parseDescriptor } from './open-core.ts';

export interface NewPassphraseOptions {
  passphraseFd?: string;
  insecurePlainKey?: true;
}

/**
 * Null with `--insecure-plain-key`.
 * @throws ParlorError `bad_arguments` without the flag if no descriptor, file or terminal supplies one.
 */
export async function readNewPassphrase({
  passphraseFd,
  insecurePlainKey,
}: NewPassphraseOptions): Promise<string | null> {
  if (insecurePlainKey) return null;
  const passphrase = await readPassphrase(processSources(parseDescriptor(passphraseFd)), 'New passphrase: ', {
    confirm: true,
  });
  if (passphrase !== null) return passphrase;
  throw new ParlorError(
    'bad_arguments',
    'A new key needs a passphrase. Give --passphrase-fd or PARLOR_PASSPHRASE_FILE, or choose --insecure-plain-key.',
  );
}
