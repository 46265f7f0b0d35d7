/** Sends requests unchanged: client libraries would normalize targets, headers or bodies. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

export interface RawResponse {
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

export function sendRequest(url: string, { method, target, headers = {}, body }: RawRequest): Promise<RawResponse> {
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

/** Sends raw bytes and resolves with everything received until the connection closes. */
export function sendBytes(url: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A service that refuses before reading everything may reset the connection.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    );
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** Sends the same request many times over one connection, without waiting for responses. Resolves with all their statuses. */
export async function sendCopies(url: string, request: RawRequest, copies: number): Promise<number[]> {
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${request.method} ${request.target} HTTP/1.1\r\nHost: x\r\n${headers.join('')}`;
  const bytes = `${`${head}\r\n`.repeat(copies - 1)}${head}Connection: close\r\n\r\n`;
  return parseResponses(await sendBytes(url, bytes)).map(({ status }) => status);
}

/** Splits received bytes into responses by Content-Length, without interim (1xx) ones. */
export function parseResponses(text: string): { status: number; head: string; body: string }[] {
  const bytes = Buffer.from(text);
  const responses = [];
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', offset);
    const head = bytes.subarray(offset, end).toString();
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (end < 0 || Number.isNaN(status))
      throw new Error(`This is not a response: ${bytes.subarray(offset, offset + 100)}`);
    const length = Number(/\r\nContent-Length: (\d+)/i.exec(head)?.[1] ?? 0);
    offset = end + 4 + length;
    if (status >= 200) responses.push({ status, head, body: bytes.subarray(end + 4, offset).toString() });
  }
  return responses;
}
