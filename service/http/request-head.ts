/** Refuses request heads that node:http accepts but a proxy could interpret differently. */
import type { IncomingMessage } from 'node:http';
import type { ParlorError } from '../../shared/errors.ts';
import { requestError } from '../refusals.ts';

/** Visible ASCII in origin form, which has no fragment (RFC 9112, section 3.2.1). */
const originForm = /^\/[!"$-~]*$/;

/** The reason to refuse the head (ParlorError `malformed_request`), or null. The connection must be closed after a refusal. */
export function headError(request: IncomingMessage): ParlorError | null {
  if (request.httpVersionMajor !== 1)
    return requestError('malformed_request', 'Only HTTP/1.0 and HTTP/1.1 are supported.');
  const hostCount = countHosts(request.rawHeaders);
  if (hostCount > 1 || (hostCount === 0 && request.httpVersionMinor > 0)) {
    return requestError('malformed_request', 'A request must have exactly one Host header (RFC 9112, section 3.2).');
  }
  const transferCoding = request.headers['transfer-encoding'];
  if (transferCoding !== undefined && transferCoding.toLowerCase() !== 'chunked') {
    return requestError('malformed_request', 'Only the transfer coding chunked is supported.');
  }
  if (!originForm.test(request.url ?? '')) {
    return requestError('malformed_request', 'The request target must be a path in visible ASCII without a fragment.');
  }
  return null;
}

/** `headers`: alternating names and values, as in `rawHeaders`. */
function countHosts(headers: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
