import type { Caller } from '../../shared/bridge/define.ts';
import type { CoreParts } from './core-parts.ts';

/**
 * Anyone at an open browser tab could act as the person, so there the passphrase is required again, if the key has one.
 * @throws ParlorError `wrong_passphrase`
 */
export async function confirmPerson(
  { identity }: Pick<CoreParts, 'identity'>,
  { surface }: Caller,
  passphrase: string | null,
): Promise<void> {
  if (surface === 'web') await identity.verifyPassphrase(passphrase);
}
