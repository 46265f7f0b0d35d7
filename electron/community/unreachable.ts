/** Why no request reaches a community. */
import { ParlorError } from '../../shared/errors.ts';

/** By Node's codes of certificates (https://nodejs.org/api/tls.html#x509-certificate-error-codes), and its own for other names. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'has been revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'CERT_UNTRUSTED',
      'INVALID_CA',
    ].map((code) => [code, 'is not from an authority that this computer trusts']),
  ),
};

/** `error`: of `fetch`, whose cause is that of the connection. */
export function unreachableError(url: string, error: unknown): ParlorError {
  const reason = ((error as Error | null)?.cause as NodeJS.ErrnoException | undefined)?.code;
  const fault = reason === undefined ? undefined : certificateFaults[reason];
  if (reason === undefined || fault === undefined) {
    const message = 'The community cannot be reached. Check the address and the connection.';
    return new ParlorError('community_unreachable', message, { url }, { cause: error });
  }
  return new ParlorError(
    'certificate_invalid',
    `The certificate of ${url} ${fault} (${reason}). Nothing was sent.`,
    { url, reason },
    { cause: error },
  );
}
