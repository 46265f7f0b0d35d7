/**
 * The web relay: the same window and the same bridge over loopback HTTP and WebSocket. Its page is public and empty;
 * everything else needs a token, which a launch code is exchanged for once.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeSchema, webPaths } from '../../../shared/bridge/web.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { readAppFiles } from '../app-files.ts';
import { appHeaders, appPolicy, freshNonce } from '../headers.ts';
import type { ShellCore } from '../shell.ts';
import { codeLifeMs, createAccess } from './access.ts';
import { type Answer, json, refusalAnswer, write, writeRaw } from './answer.ts';
import { createBoardServer } from './boards.ts';
import { checkRequest, type Passed, Refusal, single } from './guard.ts';
import { createWindows } from './windows.ts';

export interface RelayOptions {
  core: ShellCore;
  /** The built renderer. */
  rendererDir: string;
  /** Reads the renderer's files anew for each page. */
  rereads?: boolean;
  /** Nobody opens the link at once: its code lives longer. */
  headless: boolean;
  timeouts?: { headersMs: number; requestMs: number };
  /** Stops listening after this long without a window, milliseconds; null: never. */
  idleMs?: number | null;
  /** Told after an idle stop. */
  onIdle?: () => void;
  /** Told when a window came while there was none, and when the last one went. */
  onPresence?: (present: boolean) => void;
  /** A line for a person: that the relay is on, that a new window came. Never a secret. */
  log?: (line: string) => void;
  /** Faults inside, with the call they belong to. */
  report?: (fault: unknown, where: string) => void;
}

export interface Relay {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** The origin with a fresh launch code in its fragment; each read makes a new one. */
  readonly url: string;
  /** A fresh launch code: single use, one minute, ten where a person has to carry it to a browser. */
  newCode(headless?: boolean): string;
  close(): Promise<void>;
}

/** Milliseconds to the end of a request's header, and to the end of the request. */
const slowest = { headersMs: 10_000, requestMs: 30_000 };
const limits = { sockets: 64, codeBytes: 1024 };

export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { core, headless, idleMs = null, onIdle = () => {}, log = () => {}, report = () => {} } = options;
  const timeouts = options.timeouts ?? slowest;
  let files = await readAppFiles(options.rendererDir);
  const access = createAccess(() => performance.now());
  const newCode = (alone = headless) => access.newCode(alone ? codeLifeMs.headless : codeLifeMs.window);
  let idle: NodeJS.Timeout | undefined;
  const windows = createWindows({ core, access, onPresence: noticePresence, report, log });

  const app = createServer({ requireHostHeader: false, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 1_000 });
  const boards = createBoardServer(
    core.boards,
    () => `http://127.0.0.1:${portOf(app)} http://localhost:${portOf(app)}`,
    () => portOf(boards),
  );
  for (const server of [app, boards]) {
    server.headersTimeout = timeouts.headersMs;
    server.requestTimeout = timeouts.requestMs;
    server.maxConnections = limits.sockets;
    server.maxRequestsPerSocket = 1_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const origin = `http://127.0.0.1:${portOf(app)}`;
  core.setBoardUrl((label) => `http://${label}.localhost:${portOf(boards)}/index.html`);

  app.on('request', async (request, response) => {
    try {
      write(request, response, await answer(request, checkRequest(request, portOf(app), 'request')));
    } catch (error) {
      if (!(error instanceof ParlorError)) report(error, 'relay');
      write(request, response, refusalAnswer(error, appHeaders));
    }
  });

  app.on('upgrade', (request, socket, head) => {
    // A reset while the refusal is written.
    socket.on('error', () => {});
    try {
      const { path } = checkRequest(request, portOf(app), 'upgrade');
      if (path !== webPaths.socket || request.method !== 'GET') throw notFound();
      windows.accept(request, socket, head);
    } catch (error) {
      const refused = refusalAnswer(error, appHeaders);
      writeRaw(socket, refused, STATUS_CODES[refused.status] ?? '');
    }
  });

  async function answer(request: IncomingMessage, { host, path }: Passed): Promise<Answer> {
    if (request.method === 'POST') {
      if (path !== webPaths.session) throw notFound();
      const token = access.redeem(await readCode(request));
      if (token === null) throw new Refusal(401, 'unauthorized', 'This link was used before or is too old.');
      return json(200, { token }, appHeaders);
    }
    if (path !== '/') {
      const file = files.get(path);
      if (!file) throw notFound();
      return { status: 200, headers: { ...appHeaders, 'Content-Type': file.type }, body: file.bytes };
    }
    if (options.rereads) files = await readAppFiles(options.rendererDir);
    const nonce = freshNonce();
    const page = files.page(nonce);
    const policy = appPolicy({
      nonce,
      connect: [`ws://${host}`],
      frames: `http://*.localhost:${portOf(boards)}`,
    });
    const headers = { ...appHeaders, 'Content-Type': page.type, 'Content-Security-Policy': policy };
    return { status: 200, headers, body: page.bytes };
  }

  function noticePresence(present: boolean): void {
    options.onPresence?.(present);
    watchIdle(present);
  }

  function watchIdle(present: boolean): void {
    clearTimeout(idle);
    if (present || idleMs === null) return;
    idle = setTimeout(() => {
      log('No browser window has used Parlor for a while: the web relay is off.');
      close().then(onIdle, (fault) => report(fault, 'relay'));
    }, idleMs);
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const closed = [app, boards].filter((server) => server.listening).map((server) => once(server, 'close'));
    app.close();
    boards.close();
    await windows.close();
    app.closeAllConnections();
    boards.closeAllConnections();
    await Promise.all(closed);
  }

  watchIdle(false);
  return {
    origin,
    get url() {
      return `${origin}/#code=${newCode()}`;
    },
    newCode,
    close,
  };
}

const notFound = () => new Refusal(404, 'not_found', 'There is nothing at this address.');

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** The launch code of `{code}`. A form or a text cannot carry it: only JSON, which other origins may not send. */
async function readCode(request: IncomingMessage): Promise<string> {
  if (single(request, 'content-type') !== 'application/json') {
    throw new Refusal(415, 'malformed_request', 'Only application/json is taken.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Left open when cut short, so that the refusal can still be written.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limits.codeBytes) throw new Refusal(413, 'payload_too_large', 'That is no launch code.');
    chunks.push(chunk);
  }
  try {
    return codeSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8'))).code;
  } catch {
    throw new Refusal(400, 'malformed_json', 'That is no launch code.');
  }
}
