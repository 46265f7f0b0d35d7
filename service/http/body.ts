/** The raw bytes of a request's body, never more of them than its route takes. */
import type { IncomingMessage } from 'node:http';
import { limits } from '../../shared/community/limits.ts';
import { refuse } from './problem.ts';

const nothing = new Uint8Array(0);

/** Bytes that bodies beyond the common limit may hold together while they arrive: nobody has signed them yet. */
const roomBytes = 8 * limits.ui_batch_body_bytes;

/** Whether the request announces a body (RFC 9112, section 6.3). */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * What the headers already say against the body. Throws ParlorError `payload_too_large`, `unexpected_body` or
 * `unsupported_encoding`.
 */
export function checkAnnounced(request: IncomingMessage, maxBytes: number): void {
  if (!announcesBody(request)) return;
  const { 'content-length': length = '0', 'content-encoding': encoding = 'identity' } = request.headers;
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
  if (encoding.toLowerCase() !== 'identity') {
    throw refuse('unsupported_encoding', 'A body is taken as it is, without Content-Encoding.');
  }
}

/** Collects the bodies of one server. */
export class Bodies {
  #taken = 0;

  /**
   * The body, or null where the request has none to wait for. Rejects with ParlorError `payload_too_large` or
   * `unexpected_body`, `rate_limited` where too many large bodies arrive at once, or `malformed_request` where the client
   * goes away.
   */
  of(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> | null {
    if (!announcesBody(request)) return null;
    const chunks: Buffer[] = [];
    /** What this body takes of the room that all share. */
    let own = 0;
    const take = (chunk: Buffer, length: number) => {
      if (length > limits.request_body_bytes) {
        this.#taken += length - own;
        own = length;
        if (this.#taken > roomBytes) {
          chunks.length = 0;
          throw refuse('rate_limited', 'Too many large bodies arrive at once. Try again in 1 s.', { retry_after: 1 });
        }
      }
      chunks.push(chunk);
    };
    return receive(request, maxBytes, take)
      .then((length) => (chunks.length === 1 ? chunks[0]! : length === 0 ? nothing : Buffer.concat(chunks)))
      .finally(() => {
        this.#taken -= own;
      });
  }
}

/** Takes the body and keeps none of it, so that a refusal reaches a client that is still sending. Rejects as Bodies do. */
export async function skipBody(request: IncomingMessage, maxBytes: number): Promise<void> {
  if (announcesBody(request)) await receive(request, maxBytes, () => {});
}

/** `take` gets each chunk and how much came with it in all; what it throws refuses the body. */
function receive(
  request: IncomingMessage,
  maxBytes: number,
  take: (chunk: Buffer, length: number) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      try {
        if (length > maxBytes) throw tooLarge(maxBytes);
        take(chunk, length);
      } catch (error) {
        request.off('data', onData);
        request.pause();
        reject(error);
      }
    };
    request.on('data', onData);
    request.once('end', () => resolve(length));
    request.once('error', () => reject(refuse('malformed_request', 'The body did not arrive whole.')));
  });
}

function tooLarge(maxBytes: number) {
  return maxBytes === 0
    ? refuse('unexpected_body', 'A request of this method has no body.')
    : refuse('payload_too_large', `The body is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes });
}
