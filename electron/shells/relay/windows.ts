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
import type { Port } from '../../../shared/bridge/port.ts';
import { serve } from '../../../shared/bridge/rpc.ts';
import { webCloseCodes } from '../../../shared/bridge/web.ts';
import type { ShellCore } from '../../bridge/shell-core.ts';
import type { SessionTokens } from './session-tokens.ts';
import { helloSchema } from './window-messages.ts';

/** Milliseconds: until the first frame, between pings, and for the closing handshake. */
const timeouts = { firstFrame: 2_000, ping: 20_000, close: 500 };
const frameMaxBytes = 1024 * 1024;
/** A window that does not read is disconnected once this much is buffered. */
const backlogMaxBytes = 16 * 1024 * 1024;

export interface Windows {
  /** `request` must have passed the guard. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** True while a window is open. */
  isOpen(): boolean;
  close(): Promise<void>;
}

export interface WindowsOptions {
  core: ShellCore;
  tokens: SessionTokens;
  /** Called when the first window connects and when the last one disconnects. */
  onPresence: (isOpen: boolean) => void;
  /** Called with the connection of a window whose token is valid. */
  reserve: (connection: Socket) => void;
  report: (error: unknown, source: string) => void;
  log: (line: string) => void;
}

export function createWindows({ core, tokens, onPresence, reserve, report, log }: WindowsOptions): Windows {
  const server = new WebSocketServer({ noServer: true, maxPayload: frameMaxBytes, perMessageDeflate: false });
  const loggedClients = new Set<string>();
  let activeWindow: { socket: WebSocket; client: string } | null = null;

  function takeOver(socket: WebSocket, client: string): void {
    const previous = activeWindow;
    activeWindow = { socket, client };
    previous?.socket.close(webCloseCodes.replaced);
    if (!loggedClients.has(client)) log(`A new browser window uses Parlor (${client}).`);
    loggedClients.add(client);
    if (!previous) onPresence(true);

    const port: Port = {
      send(text) {
        if (socket.bufferedAmount > backlogMaxBytes) socket.terminate();
        else if (socket.readyState === socket.OPEN) socket.send(text);
      },
      onMessage: (listener) =>
        socket.on('message', (data, isBinary) => {
          if (activeWindow?.socket === socket && !isBinary) listener(data.toString());
        }),
      onClose: (listener) => socket.once('close', listener),
    };
    serve(bridge, port, core.handlers, { surface: 'web', client }, core.onEvent, report);
    socket.once('close', () => {
      if (activeWindow?.socket !== socket) return;
      activeWindow = null;
      onPresence(false);
    });
    socket.send(JSON.stringify({ ready: true }));
  }

  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    // `close` follows, and is handled below.
    socket.on('error', () => {});
    const helloTimeout = setTimeout(() => socket.close(webCloseCodes.unauthorized), timeouts.firstFrame);
    let isAlive = true;
    const pingTimer = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, timeouts.ping);
    socket.on('pong', () => {
      isAlive = true;
    });
    socket.once('close', () => {
      clearTimeout(helloTimeout);
      clearInterval(pingTimer);
    });
    socket.once('message', (data, isBinary) => {
      clearTimeout(helloTimeout);
      const hello = isBinary ? null : readHello(data.toString());
      const client = hello && tokens.clientOf(hello.token);
      if (hello === null || client === null) socket.close(webCloseCodes.unauthorized);
      // A reloaded window may reconnect before its old connection has closed.
      else if (!hello.take_over && activeWindow !== null && activeWindow.client !== client)
        socket.close(webCloseCodes.replaced);
      else if (socket.readyState === socket.OPEN) {
        reserve(request.socket);
        takeOver(socket, client);
      }
    });
  });

  return {
    accept: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (openedSocket) => server.emit('connection', openedSocket, request)),
    isOpen: () => activeWindow !== null,
    async close() {
      const openSockets = [...server.clients];
      server.close();
      await Promise.all(
        openSockets.map(async (socket) => {
          const closePromise = once(socket, 'close');
          socket.close(webCloseCodes.stopped);
          // A window that does not complete the closing handshake must not delay the exit.
          const forceTimer = setTimeout(() => socket.terminate(), timeouts.close);
          await closePromise;
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
