/** Serves the page for pictures and one board on loopback, with the restrictions of a table. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { picturePage } from '../../../shared/boards/pictured-board.ts';
import type { BoardFiles } from '../../library/board.ts';
import { readAppFiles } from '../app-files.ts';
import { appHeaders, appPolicy, createNonce } from '../headers.ts';
import { createBoardServer } from '../relay/boards.ts';
import { checkRequest, RequestError } from '../relay/request-guard.ts';
import { errorResponse, sendResponse } from '../relay/response.ts';

export interface PictureServer {
  /** Of the page. */
  url: string;
  /** Of a board's page. */
  boardUrl(label: string): string;
  close(): Promise<void>;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

export async function servePictures(rendererDir: string, boards: BoardFiles): Promise<PictureServer> {
  const files = await readAppFiles(rendererDir);
  const pageServer = createServer((request, response) => {
    try {
      const { path } = checkRequest(request, portOf(pageServer), 'request');
      const file = files.get(path);
      if (!file) throw new RequestError(404, 'not_found', 'There is nothing at this address.');
      const frameSources = `http://*.localhost:${portOf(boardServer)}`;
      const policy = appPolicy({ nonce: createNonce(), connectSources: [], frameSources });
      const headers = { ...appHeaders, 'Content-Type': file.type, 'Content-Security-Policy': policy };
      sendResponse(request, response, { status: 200, headers, body: file.bytes });
    } catch (error) {
      sendResponse(request, response, errorResponse(error, appHeaders));
    }
  });
  const boardServer = createBoardServer(
    boards,
    () => `http://127.0.0.1:${portOf(pageServer)}`,
    () => portOf(boardServer),
  );
  const servers = [pageServer, boardServer];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  return {
    url: `http://127.0.0.1:${portOf(pageServer)}${picturePage}`,
    boardUrl: (label) => `http://${label}.localhost:${portOf(boardServer)}/index.html`,
    async close() {
      for (const server of servers) {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      }
    },
  };
}
