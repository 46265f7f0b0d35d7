/** Marks of this client (shared/signing/audience.ts): what it signs is for one community. */
import { randomBytes } from 'node:crypto';
import { ParlorError } from '../../shared/errors.ts';
import {
  audienceMark,
  audienceRandomBytes,
  isAudienceMark,
  namesAudience,
  originOf,
} from '../../shared/signing/audience.ts';

/** A new request id or session nonce for the community at this address. */
export const markFor = (address: string): string =>
  audienceMark(originOf(address), randomBytes(audienceRandomBytes).toString('hex'));

/**
 * Checks a text that the community at this address wants signed. One without a mark may be of a service that knows none.
 * @throws ParlorError `wrong_audience`
 */
export function requireAudience(text: string, address: string): void {
  if (!isAudienceMark(text) || namesAudience(text, originOf(address))) return;
  throw new ParlorError(
    'wrong_audience',
    'The community asks for a signature that is meant for another address. Nothing was signed.',
    { url: address },
  );
}
