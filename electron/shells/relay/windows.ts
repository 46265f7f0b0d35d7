/**
 * The WebSocket side: a window authenticates with its token in the first frame, then uses the bridge. One window is in control at a
 * time. A window may request to take over, which closes the previous one; otherwise it is refused while another is in control.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { z } from 'zod';
import { bridge } from '../../../shared/bridge/contract.ts';
import { type Port, serve } from '../../../shared/bridge/rpc.ts';
import { helloSchema, webClose } from '../../../shared/bridge/web.ts';
import type { ShellCore } from '../../bridge/shell-core.ts';
import type { SessionTokens } from './session-tokens.ts';

/** Milliseconds: until the first frame, between pings, and for the closing handshake. */
const times = { firstFrame: 2_000, ping: 20_000, close: 500 };
const frameMaxBytes = 1024 * 1024;
/** A window that does not read is disconnected once this much is buffered. */
const backlogMaxBytes = 16 * 1024 * 1024;

export interface Windows {
  /** `request` must have passed the guard. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** True while a window is open. */
  present(): boolean;
  close(): Promise<void>;
}

export interface WindowsOptions {
  core: ShellCore;
  tokens: SessionTokens;
  /** Called when the first window connects and when the last one disconnects. */
  onPresence: (present: boolean) => void;
  /** Called with the connection of a window whose token is valid. */
  reserve: (connection: Socket) => void;
  report: (fault: unknown, where: string) => void;
  log: (line: string) => void;
}

export function createWindows({ core, tokens, onPresence, reserve, report, log }: WindowsOptions): Windows {
  const server = new WebSocketServer({ noServer: true, maxPayload: frameMaxBytes, perMessageDeflate: false });
  const logged = new Set<string>();
  let controlling: { socket: WebSocket; client: string } | null = null;

  function takeOver(socket: WebSocket, client: string): void {
    const previous = controlling;
    controlling = { socket, client };
    previous?.socket.close(webClose.replaced);
    if (!logged.has(client)) log(`A new browser window uses Parlor (${client}).`);
    logged.add(client);
    if (!previous) onPresence(true);

    const port: Port = {
      send(text) {
        if (socket.bufferedAmount > backlogMaxBytes) socket.terminate();
        else if (socket.readyState === socket.OPEN) socket.send(text);
      },
      onMessage: (listener) =>
        socket.on('message', (data, isBinary) => {
          if (controlling?.socket === socket && !isBinary) listener(data.toString());
        }),
      onClose: (listener) => socket.once('close', listener),
    };
    serve(bridge, port, core.handlers, { surface: 'web', client }, core.onEvent, report);
    socket.once('close', () => {
      if (controlling?.socket !== socket) return;
      controlling = null;
      onPresence(false);
    });
    socket.send(JSON.stringify({ ready: true }));
  }

  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    // `close` follows, and is handled below.
    socket.on('error', () => {});
    const helloTimer = setTimeout(() => socket.close(webClose.unauthorized), times.firstFrame);
    let alive = true;
    const ping = setInterval(() => {
      if (!alive) return socket.terminate();
      alive = false;
      socket.ping();
    }, times.ping);
    socket.on('pong', () => {
      alive = true;
    });
    socket.once('close', () => {
      clearTimeout(helloTimer);
      clearInterval(ping);
    });
    socket.once('message', (data, isBinary) => {
      clearTimeout(helloTimer);
      const hello = isBinary ? null : readHello(data.toString());
      const client = hello && tokens.clientOf(hello.token);
      if (hello === null || client === null) socket.close(webClose.unauthorized);
      // A reloaded window may reconnect before its old connection has closed.
      else if (!hello.take_over && controlling !== null && controlling.client !== client)
        socket.close(webClose.replaced);
      else if (socket.readyState === socket.OPEN) {
        reserve(request.socket);
        takeOver(socket, client);
      }
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
          const closed = once(socket, 'close');
          socket.close(webClose.stopped);
          // A window that does not complete the closing handshake must not delay the exit.
          const forceTimer = setTimeout(() => socket.terminate(), times.close);
          await closed;
          clearTimeout(forceTimer);
        }),
      );
    },
  };
}

function readHello(text: string): z.infer<typeof helloSchema> | null {
  try {
    return helloSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
