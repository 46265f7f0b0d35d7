/**
 * The second listener: boards, each on a host name of its own, so that the browser gives each an origin of its own. It
 * serves verified bytes from memory and nothing else; it knows no tokens and no state.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { boardPathOf } from '../board-path.ts';
import { boardHeaders } from '../headers.ts';
import type { BoardFiles } from '../shell.ts';
import { refusalAnswer, write, writeRaw } from './answer.ts';
import { checkHost, checkTarget, Refusal, single } from './guard.ts';

const hostForm = /^([0-9a-f]{32})\.localhost:([0-9]{1,5})$/;

/** What a frame and what it loads say of themselves; a page of its own says `document`, a script's fetch `empty`. */
const framed = new Set(['iframe', 'script', 'style', 'image', 'font', 'audio', 'video', 'track']);

/** `port` is asked at each request, since it is known only once the server listens. */
export function createBoardServer(boards: BoardFiles, ancestors: () => string, port: () => number): Server {
  function find(request: IncomingMessage): { bytes: Uint8Array; type: string } {
    const host = checkHost(request, (name) => hostForm.exec(name)?.[2] === String(port()));
    const target = checkTarget(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Refusal(405, 'method_not_allowed', 'Boards are only read.', 'GET, HEAD');
    }
    if (!framed.has(single(request, 'sec-fetch-dest') ?? '')) {
      throw new Refusal(403, 'forbidden', 'A board is only served to its frame in Parlor.');
    }
    const path = boardPathOf(target.slice(1));
    const file = path === null ? null : boards.get(host.slice(0, 32), path);
    if (!file) throw new Refusal(404, 'not_found', 'The board has no such file.');
    return file;
  }

  const server = createServer({ requireHostHeader: false, maxHeaderSize: 16 * 1024 }, (request, response) => {
    const headers = boardHeaders(ancestors());
    try {
      const { bytes, type } = find(request);
      write(request, response, { status: 200, headers: { ...headers, 'Content-Type': type }, body: bytes });
    } catch (error) {
      write(request, response, refusalAnswer(error, headers));
    }
  });
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => {});
    const refusal = new Refusal(403, 'forbidden', 'Boards are only read.');
    writeRaw(socket, refusalAnswer(refusal, boardHeaders(ancestors())), 'Forbidden');
  });
  return server;
}
