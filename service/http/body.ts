/** The raw bytes of a request's body, never more of them than its route takes. */
import type { IncomingMessage } from 'node:http';
import { refuse } from './problem.ts';

const nothing = new Uint8Array(0);

/** Whether the request announces a body (RFC 9112, section 6.3). */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * The body, or null where the request has none to wait for. Rejects with ParlorError `payload_too_large`, or
 * `malformed_request` where the client goes away.
 */
export function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> | null {
  if (!announcesBody(request)) return null;
  return Number(request.headers['content-length'] ?? 0) > maxBytes
    ? Promise.reject(tooLarge(maxBytes))
    : collect(request, maxBytes);
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        request.off('data', onData);
        request.pause();
        reject(tooLarge(maxBytes));
        return;
      }
      chunks.push(chunk);
    };
    request.on('data', onData);
    request.once('end', () =>
      resolve(chunks.length === 1 ? chunks[0]! : length === 0 ? nothing : Buffer.concat(chunks)),
    );
    request.once('error', () => reject(refuse('malformed_request', 'The body did not arrive whole.')));
  });
}

function tooLarge(maxBytes: number) {
  return maxBytes === 0
    ? refuse('unexpected_body', 'A request of this method has no body.')
    : refuse('payload_too_large', `The body is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes });
}
