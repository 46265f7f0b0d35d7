/** How both listeners of the relay answer: always with their own headers, errors as a Problem. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Problem, toProblem } from '../../../shared/errors.ts';
import { Refusal } from './guard.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

export function json(status: number, value: unknown, headers: Record<string, string>): Answer {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { ...headers, 'Content-Type': 'application/json' }, body };
}

/** What a thrown value is answered with; `headers` are the listener's own. */
export function refusalAnswer(error: unknown, headers: Record<string, string>): Answer {
  const refusal = error instanceof Refusal ? error : null;
  const problem: Problem = toProblem(error);
  return json(refusal?.status ?? 500, problem, refusal?.allow ? { ...headers, Allow: refusal.allow } : headers);
}

export function write(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  // A body that may be unread is not waited for, and must not become the next request.
  const bodiless = request.method === 'GET' || request.method === 'HEAD';
  const ending = bodiless || answer.status === 200 ? {} : { Connection: 'close' };
  response.writeHead(answer.status, { ...answer.headers, ...ending, 'Content-Length': String(answer.body.length) });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}

/** An answer on the bare socket of an upgrade that is refused. */
export function writeRaw(socket: Duplex, answer: Answer, reason: string): void {
  const head = Object.entries({ ...answer.headers, 'Content-Length': String(answer.body.length), Connection: 'close' });
  socket.end(
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 ${answer.status} ${reason}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      ),
      answer.body,
    ]),
    () => socket.destroy(),
  );
}
