/** Requests exactly as given: no client library that tidies up targets, headers or bodies. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
}

export interface RawRequest {
  method: string;
  target: string;
  headers?: { [name: string]: string };
  body?: string | Uint8Array;
}

export function sendRequest(url: string, { method, target, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body as string);
    const length = bytes ? { 'Content-Length': String(bytes.length) } : {};
    const request = httpRequest({
      hostname,
      port,
      method,
      path: target,
      agent: false,
      headers: { ...length, ...headers },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode!, headers: response.headers, text: bytes.toString(), bytes });
      });
    });
    request.end(bytes);
  });
}

/** Sends bytes as they are and resolves with everything that comes back until the other side closes. */
export function sendBytes(url: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A service that refuses before it has read everything may reset the rest.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    );
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
