/**
 * The web relay: serves the window and the bridge over loopback HTTP and WebSocket. The page itself is public and has no data; all else
 * requires a session token, obtained once for a launch code. That browser may open further sessions while Parlor runs.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import { inBackground } from '../../../shared/background.ts';
import { webPaths } from '../../../shared/bridge/web.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { acceptedLanguages } from '../../../shared/language.ts';
import type { ShellCore } from '../../bridge/shell-core.ts';
import { readAppFiles } from '../app-files.ts';
import { appHeaders, appPolicy, createNonce } from '../headers.ts';
import { createBoardServer } from './boards.ts';
import { limitConnections } from './connection-limit.ts';
import { type CheckedRequest, checkRequest, RequestError, singleHeader } from './request-guard.ts';
import { errorResponse, jsonResponse, type RelayResponse, sendRaw, sendResponse } from './response.ts';
import { codeLifetimeMs, createSessionTokens } from './session-tokens.ts';
import { sessionRequestSchema } from './window-messages.ts';
import { createWindows } from './windows.ts';

export interface RelayOptions {
  core: ShellCore;
  /** The built renderer. */
  rendererDir: string;
  /** Reads the renderer's files again for each page load. */
  rereadFiles?: boolean;
  /** The user opens the link themselves, so its code is valid longer. */
  headless: boolean;
  timeouts?: { headersMs: number; requestMs: number };
  /** Stops listening after this long without a window, milliseconds; null: never. */
  idleMs?: number | null;
  /** Called after an idle stop. */
  onIdle?: () => void;
  /** Called when the first window connects and when the last one disconnects. */
  onPresence?: (isPresent: boolean) => void;
  /** Receives log lines for the user, without secrets. */
  log?: (line: string) => void;
  /** Receives internal errors, and where each occurred. */
  report?: (error: unknown, source: string) => void;
}

export interface Relay {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** The origin with a fresh launch code in its fragment; each read makes a new one. */
  readonly url: string;
  /** The same for the user to open: valid for ten minutes. */
  createLink(): string;
  /** A new single-use launch code, valid for one minute; ten minutes if headless. */
  createCode(): string;
  close(): Promise<void>;
}

const defaultTimeouts = { headersMs: 10_000, requestMs: 30_000 };
const limits = { sockets: 64, sessionBytes: 1024 };

export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { core, headless, idleMs = null, onIdle = () => {}, log = () => {}, report = () => {} } = options;
  const timeouts = options.timeouts ?? defaultTimeouts;
  let files = await readAppFiles(options.rendererDir);
  const tokens = createSessionTokens(() => performance.now());
  const createCode = () => tokens.createCode(headless ? codeLifetimeMs.headless : codeLifetimeMs.window);
  let idleTimer: NodeJS.Timeout | undefined;

  const appServer = createServer({
    requireHostHeader: false,
    maxHeaderSize: 16 * 1024,
    connectionsCheckingInterval: 1_000,
  });
  const boardServer = createBoardServer(
    core.boards,
    () => `http://127.0.0.1:${portOf(appServer)} http://localhost:${portOf(appServer)}`,
    () => portOf(boardServer),
  );
  const appLimit = limitConnections(appServer, limits.sockets);
  limitConnections(boardServer, limits.sockets);
  const windows = createWindows({ core, tokens, onPresence: handlePresence, report, log, reserve: appLimit.reserve });
  for (const server of [appServer, boardServer]) {
    server.headersTimeout = timeouts.headersMs;
    server.requestTimeout = timeouts.requestMs;
    server.maxRequestsPerSocket = 1_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const origin = `http://127.0.0.1:${portOf(appServer)}`;
  core.setBoardUrl((label) => `http://${label}.localhost:${portOf(boardServer)}/index.html`);

  appServer.on('request', (request, response) => inBackground('relay', answer(request, response)));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      sendResponse(request, response, await respond(request, checkRequest(request, portOf(appServer), 'request')));
    } catch (error) {
      if (!(error instanceof ParlorError)) report(error, 'relay');
      sendResponse(request, response, errorResponse(error, appHeaders));
    }
  }

  appServer.on('upgrade', (request, socket, head) => {
    // The socket may be reset while the response is written.
    socket.on('error', () => {});
    try {
      const { path } = checkRequest(request, portOf(appServer), 'upgrade');
      if (path !== webPaths.socket || request.method !== 'GET') throw notFound();
      windows.accept(request, socket, head);
    } catch (error) {
      const errorReply = errorResponse(error, appHeaders);
      sendRaw(socket, errorReply, STATUS_CODES[errorReply.status] ?? '');
    }
  });

  async function respond(request: IncomingMessage, { host, path }: CheckedRequest): Promise<RelayResponse> {
    if (request.method === 'POST') {
      if (path !== webPaths.session) throw notFound();
      const body = await readSessionRequest(request);
      const session = 'code' in body ? tokens.redeem(body.code) : tokens.readmit(body.browser);
      if (session === null) throw new RequestError(401, 'unauthorized', 'This link was used before or has expired.');
      core.setSystemLanguages(acceptedLanguages(singleHeader(request, 'accept-language') ?? ''));
      return jsonResponse(200, session, appHeaders);
    }
    if (path !== '/') {
      const file = files.get(path);
      if (!file) throw notFound();
      return { status: 200, headers: { ...appHeaders, 'Content-Type': file.type }, body: file.bytes };
    }
    if (options.rereadFiles) files = await readAppFiles(options.rendererDir);
    const nonce = createNonce();
    const fetchSite = singleHeader(request, 'sec-fetch-site');
    const page = files.renderPage(nonce, { openedBySite: fetchSite !== 'none' && fetchSite !== 'same-origin' });
    const policy = appPolicy({
      nonce,
      connectSources: [`ws://${host}`],
      frameSources: `http://*.localhost:${portOf(boardServer)}`,
    });
    const headers = { ...appHeaders, 'Content-Type': page.type, 'Content-Security-Policy': policy };
    return { status: 200, headers, body: page.bytes };
  }

  function handlePresence(isPresent: boolean): void {
    options.onPresence?.(isPresent);
    restartIdleTimer(isPresent);
  }

  function restartIdleTimer(isPresent: boolean): void {
    clearTimeout(idleTimer);
    if (isPresent || idleMs === null) return;
    idleTimer = setTimeout(() => {
      log('No browser window has used Parlor for a while, so the web relay has stopped.');
      close()
        .then(onIdle)
        .catch((error) => report(error, 'relay'));
    }, idleMs);
  }

  async function close(): Promise<void> {
    clearTimeout(idleTimer);
    const closePromises = [appServer, boardServer]
      .filter((server) => server.listening)
      .map((server) => once(server, 'close'));
    appServer.close();
    boardServer.close();
    await windows.close();
    appServer.closeAllConnections();
    boardServer.closeAllConnections();
    await Promise.all(closePromises);
  }

  restartIdleTimer(false);
  return {
    origin,
    get url() {
      return `${origin}/#code=${createCode()}`;
    },
    createLink: () => `${origin}/#code=${tokens.createCode(codeLifetimeMs.headless)}`,
    createCode,
    close,
  };
}

const notFound = () => new RequestError(404, 'not_found', 'There is nothing at this address.');

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Accepts JSON only, which other origins cannot send without a preflight. */
async function readSessionRequest(request: IncomingMessage): Promise<z.infer<typeof sessionRequestSchema>> {
  if (singleHeader(request, 'content-type') !== 'application/json') {
    throw new RequestError(415, 'malformed_request', 'Only application/json is accepted.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Keeps the socket open on early return, so that the error response can be written.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limits.sessionBytes) throw new RequestError(413, 'payload_too_large', 'This is not a session request.');
    chunks.push(chunk);
  }
  try {
    return sessionRequestSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    throw new RequestError(400, 'malformed_json', 'This is not a session request.');
  }
}
