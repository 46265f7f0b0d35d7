/** Responses of the relay's two listeners. Each passes its own headers; errors are sent as a Problem. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Problem, toProblem } from '../../../shared/errors.ts';
import { RequestError } from './request-guard.ts';

export interface RelayResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

export function jsonResponse(status: number, value: unknown, headers: Record<string, string>): RelayResponse {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { ...headers, 'Content-Type': 'application/json' }, body };
}

/** The response to a thrown value; `headers` are the listener's own. */
export function errorResponse(error: unknown, headers: Record<string, string>): RelayResponse {
  const requestError = error instanceof RequestError ? error : null;
  const problem: Problem = toProblem(error);
  return jsonResponse(
    requestError?.status ?? 500,
    problem,
    requestError?.allowedMethods ? { ...headers, Allow: requestError.allowedMethods } : headers,
  );
}

export function sendResponse(request: IncomingMessage, response: ServerResponse, reply: RelayResponse): void {
  // An unread body must not be parsed as the next request.
  const hasNoBody = request.method === 'GET' || request.method === 'HEAD';
  const connection = hasNoBody || reply.status === 200 ? {} : { Connection: 'close' };
  response.writeHead(reply.status, { ...reply.headers, ...connection, 'Content-Length': String(reply.body.length) });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

/** Responds to a refused upgrade on the raw socket. */
export function sendRaw(socket: Duplex, reply: RelayResponse, reason: string): void {
  const headers = Object.entries({
    ...reply.headers,
    'Content-Length': String(reply.body.length),
    Connection: 'close',
  });
  socket.end(
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 ${reply.status} ${reason}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      ),
      reply.body,
    ]),
    () => socket.destroy(),
  );
}
