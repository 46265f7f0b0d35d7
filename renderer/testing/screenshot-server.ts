/** Serves a built window and boards with the headers of the web relay: a nonce per page, and an origin per board. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { readBoardFonts } from '../../electron/library/board-fonts.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

function listen(server: Server): Promise<number> {
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port)));
}

function fileIn(folder: string, url: string): { path: string; type: string } | null {
  const name = normalize(decodeURIComponent(new URL(url, 'http://x').pathname));
  const path = join(folder, name === '/' ? 'index.html' : name);
  return existsSync(path) && types[extname(path)] ? { path, type: types[extname(path)] ?? '' } : null;
}

/**
 * Resolves with the origin of the window (`app`), a function that returns the URL of the board with a label, and one that stops the
 * servers. `folderOf` returns the folder of the board with a label.
 */
export async function serveLook(dist: string, folderOf: (label: string) => string) {
  const fonts = await readBoardFonts();
  const boards = createServer((request, response) => {
    const [label = ''] = (request.headers.host ?? '').split('.');
    const file = fileIn(folderOf(label), request.url ?? '/');
    const font = fonts.get((request.url ?? '/').slice(1));
    if (!file && font) {
      response.writeHead(200, { 'content-type': font.type, 'access-control-allow-origin': '*' }).end(font.bytes);
      return;
    }
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': file.type,
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-src 'none'; worker-src 'none'; frame-ancestors ${app}; sandbox allow-scripts`,
      'connection-allowlist': '(response-origin)',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    response.end(readFileSync(file.path));
  });
  const windows = createServer((request, response) => {
    const file = fileIn(dist, request.url ?? '/');
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    response.writeHead(200, {
      'content-type': file.type,
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'none'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src http://*.localhost:${boardPort}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    const bytes = readFileSync(file.path);
    response.end(file.type.startsWith('text/html') ? bytes.toString().replace('__STYLE_NONCE__', nonce) : bytes);
  });
  const boardPort = await listen(boards);
  const app = `http://127.0.0.1:${await listen(windows)}`;
  const close = () => {
    boards.close();
    windows.close();
    boards.closeAllConnections();
    windows.closeAllConnections();
  };
  return { app, board: (label: string) => `http://${label}.localhost:${boardPort}/`, close };
}
