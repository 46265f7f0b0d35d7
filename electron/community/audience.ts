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

/** Addresses of a community that a message names. */
const maxNamed = 5;

/**
 * The error `wrong_audience`, naming both, if a community's list of its addresses lacks the one in use: it refuses what is signed for
 * that. Null if not, and for a community that lists none, which may check none.
 */
export function unlistedError(address: string, listed: readonly string[] | null | undefined): ParlorError | null {
  const own = originOf(address);
  if (!listed || listed.includes(own)) return null;
  const addresses = listed.filter((text) => URL.parse(text)?.origin === text).slice(0, maxNamed);
  const named = addresses.length === 0 ? 'knows no address of its own' : `is at ${addresses.join(', ')}`;
  return new ParlorError(
    'wrong_audience',
    `You use ${own}, but the community there says that it ${named}. It would refuse what you sign: use its address, or ask its operator to list yours (--public-url).`,
    { url: own, addresses },
  );
}

/**
 * Checks a text that the community at this address wants signed. One without a mark may be of a service that knows none.
 * @throws ParlorError `wrong_audience`
 */
export function requireAudience(text: string, address: string): void {
  if (!isAudienceMark(text) || namesAudience(text, originOf(address))) return;
  throw new ParlorError(
    'wrong_audience',
    `The community asks for a signature that is meant for another address than ${originOf(address)}. Nothing was signed.`,
    { url: address },
  );
}
