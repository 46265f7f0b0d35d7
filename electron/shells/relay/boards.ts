/**
 * The second listener: serves boards, each on its own host name and thus its own origin. It serves verified bytes from memory and has
 * no tokens or state.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { BoardFiles } from '../../library/board.ts';
import { boardPathOf } from '../board-path.ts';
import { boardHeaders } from '../headers.ts';
import { checkHost, checkTarget, RequestError, singleHeader } from './request-guard.ts';
import { errorResponse, sendRaw, sendResponse } from './response.ts';

const boardHost = /^([0-9a-f]{32})\.localhost:([0-9]{1,5})$/;

/** Sec-Fetch-Dest of a frame and its resources; a top-level page has `document`, a fetch `empty`. */
const frameDestinations = new Set(['iframe', 'script', 'style', 'image', 'font', 'audio', 'video', 'track']);

/** `port` is a function because it is known only once the server listens. */
export function createBoardServer(boards: BoardFiles, ancestors: () => string, port: () => number): Server {
  function findFile(request: IncomingMessage): { bytes: Uint8Array; type: string } {
    const host = checkHost(request, (name) => boardHost.exec(name)?.[2] === String(port()));
    const target = checkTarget(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new RequestError(405, 'method_not_allowed', 'Boards are read-only.', 'GET, HEAD');
    }
    if (!frameDestinations.has(singleHeader(request, 'sec-fetch-dest') ?? '')) {
      throw new RequestError(403, 'forbidden', 'Only its frame in Parlor can load a board.');
    }
    const path = boardPathOf(target.slice(1));
    const file = path === null ? null : boards.get(host.slice(0, 32), path);
    if (!file) throw new RequestError(404, 'not_found', 'The board has no such file.');
    return file;
  }

  const server = createServer({ requireHostHeader: false, maxHeaderSize: 16 * 1024 }, (request, response) => {
    const headers = boardHeaders(ancestors());
    try {
      const { bytes, type } = findFile(request);
      sendResponse(request, response, { status: 200, headers: { ...headers, 'Content-Type': type }, body: bytes });
    } catch (error) {
      sendResponse(request, response, errorResponse(error, headers));
    }
  });
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => {});
    const requestError = new RequestError(403, 'forbidden', 'Boards are read-only.');
    sendRaw(socket, errorResponse(requestError, boardHeaders(ancestors())), 'Forbidden');
  });
  return server;
}
