/** The head of a request: what node:http lets pass, and nobody else may read in another way. */
import type { IncomingMessage } from 'node:http';
import type { ParlorError } from '../../shared/errors.ts';
import { refuse } from './problem.ts';

/** Visible ASCII in origin form; a fragment never travels (RFC 9112, section 3.2.1). */
const originForm = /^\/[!"$-~]*$/;

/** Why it cannot be taken (ParlorError `malformed_request`), or null. The connection is of no use afterwards. */
export function headProblem(request: IncomingMessage): ParlorError | null {
  if (request.httpVersionMajor !== 1) return refuse('malformed_request', 'Only HTTP/1.0 and HTTP/1.1 are spoken here.');
  const hosts = countHosts(request.rawHeaders);
  if (hosts > 1 || (hosts === 0 && request.httpVersionMinor > 0)) {
    return refuse('malformed_request', 'A request names one Host (RFC 9112, section 3.2).');
  }
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return refuse('malformed_request', 'The only transfer coding is chunked.');
  }
  if (!originForm.test(request.url ?? '')) {
    return refuse('malformed_request', 'The request target is a path in visible ASCII, without a fragment.');
  }
  return null;
}

/** `headers`: names and values by turns. */
function countHosts(headers: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
