/** Reads raw request bodies, within the size limit of their route. */
import type { IncomingMessage } from 'node:http';
import { limits } from '../../shared/community/limits.ts';
import { requestError } from '../refusals.ts';

const emptyBody = new Uint8Array(0);

/**
 * Memory for all incoming bodies above `request_body_bytes` together. Their signatures can be verified only once they are
 * complete, so anyone can send them.
 */
const largeBodiesMaxBytes = 8 * limits.ui_batch_body_bytes;

/** Whether the request announces a body (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Throws ParlorError `payload_too_large`, `unexpected_body` or `unsupported_encoding` if the headers rule the body out. */
export function checkBodyHeaders(request: IncomingMessage, maxBytes: number): void {
  if (!hasBody(request)) return;
  const { 'content-length': length = '0', 'content-encoding': encoding = 'identity' } = request.headers;
  if (Number(length) > maxBytes) throw tooLargeError(maxBytes);
  if (encoding.toLowerCase() !== 'identity') {
    throw requestError('unsupported_encoding', 'Content-Encoding is not supported.');
  }
}

export class BodyReader {
  /** Bytes of large bodies in memory. */
  #buffered = 0;

  /**
   * The body, or null if the request has none. Rejects with ParlorError `payload_too_large` or `unexpected_body`,
   * `rate_limited` if too many large bodies arrive at once, or `malformed_request` if the client disconnects.
   */
  read(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> | null {
    if (!hasBody(request)) return null;
    const chunks: Buffer[] = [];
    /** This body's share of `#buffered`. */
    let countedBytes = 0;
    const onChunk = (chunk: Buffer, length: number) => {
      if (length > limits.request_body_bytes) {
        this.#buffered += length - countedBytes;
        countedBytes = length;
        if (this.#buffered > largeBodiesMaxBytes) {
          chunks.length = 0;
          throw requestError('rate_limited', 'Too many large bodies arrive at once. Try again in 1 s.', {
            retry_after: 1,
          });
        }
      }
      chunks.push(chunk);
    };
    return receive(request, maxBytes, onChunk)
      .then((length) => (chunks.length === 1 ? chunks[0]! : length === 0 ? emptyBody : Buffer.concat(chunks)))
      .finally(() => {
        this.#buffered -= countedBytes;
      });
  }
}

/** Reads and discards the body, so that a client that is still sending gets the error response. Rejects as BodyReader does. */
export async function discardBody(request: IncomingMessage, maxBytes: number): Promise<void> {
  if (hasBody(request)) await receive(request, maxBytes, () => {});
}

/** Calls `onChunk` with each chunk and the total length so far; if it throws, the body is refused with that error. */
function receive(
  request: IncomingMessage,
  maxBytes: number,
  onChunk: (chunk: Buffer, length: number) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      try {
        if (length > maxBytes) throw tooLargeError(maxBytes);
        onChunk(chunk, length);
      } catch (error) {
        request.off('data', onData);
        request.pause();
        reject(error);
      }
    };
    request.on('data', onData);
    request.once('end', () => resolve(length));
    request.once('error', () => reject(requestError('malformed_request', 'The body is incomplete.')));
  });
}

function tooLargeError(maxBytes: number) {
  return maxBytes === 0
    ? requestError('unexpected_body', 'A request of this method has no body.')
    : requestError('payload_too_large', `The body is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes });
}
