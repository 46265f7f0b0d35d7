/** A passphrase that is chosen now, for a key that is made, moved or locked anew. */
import { ParlorError } from '../../shared/errors.ts';
import { processSources, readPassphrase } from '../identity/passphrase.ts';
import { descriptor } from './session.ts';

export interface NewPassphraseOptions {
  passphraseFd?: string;
  insecurePlainKey?: true;
}

/** Null where the key is wished for without one. @throws ParlorError `bad_arguments` where nothing says which. */
export async function newPassphrase({ passphraseFd, insecurePlainKey }: NewPassphraseOptions): Promise<string | null> {
  if (insecurePlainKey) return null;
  const passphrase = await readPassphrase(processSources(descriptor(passphraseFd)), 'New passphrase: ', {
    twice: true,
  });
  if (passphrase !== null) return passphrase;
  throw new ParlorError(
    'bad_arguments',
    'A key wants a passphrase: give --passphrase-fd or PARLOR_PASSPHRASE_FILE, or say --insecure-plain-key.',
  );
}
