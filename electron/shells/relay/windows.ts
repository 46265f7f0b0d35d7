/**
 * The WebSocket side: a window proves itself with its token in the first frame, then speaks the bridge. One window
 * controls at a time; the newest takes over, and the one before is told so.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { bridge } from '../../../shared/bridge/contract.ts';
import { type Port, serve } from '../../../shared/bridge/rpc.ts';
import { webClose } from '../../../shared/bridge/web.ts';
import type { ShellCore } from '../shell.ts';
import type { Access } from './access.ts';

/** Milliseconds: to the first frame, between pings, to the answer when Parlor stops. */
const times = { firstFrame: 2_000, ping: 20_000, goodbye: 500 };
const frameMaxBytes = 1024 * 1024;
/** What a window that does not read may leave waiting in memory. */
const backlogMaxBytes = 16 * 1024 * 1024;

export interface Windows {
  /** Takes over a guarded upgrade. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** True while a window is open. */
  present(): boolean;
  close(): Promise<void>;
}

export interface WindowsOptions {
  core: ShellCore;
  access: Access;
  /** Called when the first window came or the last one went. */
  onPresence: (present: boolean) => void;
  report: (fault: unknown, where: string) => void;
  log: (line: string) => void;
}

export function createWindows({ core, access, onPresence, report, log }: WindowsOptions): Windows {
  const server = new WebSocketServer({ noServer: true, maxPayload: frameMaxBytes, perMessageDeflate: false });
  const seen = new Set<string>();
  let controlling: WebSocket | null = null;

  function takeOver(socket: WebSocket, client: string): void {
    const before = controlling;
    controlling = socket;
    before?.close(webClose.replaced);
    if (!seen.has(client)) log(`A new browser window uses Parlor (${client}).`);
    seen.add(client);
    if (!before) onPresence(true);

    const port: Port = {
      send(text) {
        if (socket.bufferedAmount > backlogMaxBytes) socket.terminate();
        else if (socket.readyState === socket.OPEN) socket.send(text);
      },
      onMessage: (listener) =>
        socket.on('message', (data, isBinary) => {
          if (controlling === socket && !isBinary) listener(data.toString());
        }),
      onClose: (listener) => socket.once('close', listener),
    };
    serve(bridge, port, core.handlers, { surface: 'web', client }, core.onEvent, report);
    socket.once('close', () => {
      if (controlling !== socket) return;
      controlling = null;
      onPresence(false);
    });
    socket.send(JSON.stringify({ ready: true }));
  }

  server.on('connection', (socket: WebSocket) => {
    // A broken frame or a reset: `close` follows.
    socket.on('error', () => {});
    const late = setTimeout(() => socket.close(webClose.unauthorized), times.firstFrame);
    let answered = true;
    const ping = setInterval(() => {
      if (!answered) return socket.terminate();
      answered = false;
      socket.ping();
    }, times.ping);
    socket.on('pong', () => {
      answered = true;
    });
    socket.once('close', () => {
      clearTimeout(late);
      clearInterval(ping);
    });
    socket.once('message', (data, isBinary) => {
      clearTimeout(late);
      const client = isBinary ? null : access.clientOf(tokenOf(data.toString()));
      if (client === null) socket.close(webClose.unauthorized);
      else if (socket.readyState === socket.OPEN) takeOver(socket, client);
    });
  });

  return {
    accept: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request)),
    present: () => controlling !== null,
    async close() {
      const open = [...server.clients];
      server.close();
      await Promise.all(
        open.map(async (socket) => {
          const gone = once(socket, 'close');
          socket.close(webClose.stopped);
          // A window that does not answer the closing handshake must not hold the process up.
          const force = setTimeout(() => socket.terminate(), times.goodbye);
          await gone;
          clearTimeout(force);
        }),
      );
    },
  };
}

/** The token of a first frame `{token}`, or a text that is nobody's. */
function tokenOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string') {
      return value.token;
    }
  } catch {
    // Not JSON: nobody's.
  }
  return '';
}
