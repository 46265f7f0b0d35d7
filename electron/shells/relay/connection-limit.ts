/** Limits a server's connections so that those of one program cannot lock others out. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimit {
  /** The connection stays reserved until it closes. */
  reserve(socket: Socket): void;
}

/**
 * Allows `max` connections. Another one replaces the oldest that waits for a complete request head, or else the oldest that isn't
 * reserved. It is closed itself only if all are reserved.
 */
export function limitConnections(server: Server, max: number): ConnectionLimit {
  const waiting = new Set<Socket>();
  const busy = new Set<Socket>();
  const reserved = new Set<Socket>();
  const forget = (socket: Socket) => [waiting, busy, reserved].some((sockets) => sockets.delete(socket));

  server.on('connection', (socket) => {
    if (waiting.size + busy.size + reserved.size >= max) {
      const [oldest = socket] = [...waiting, ...busy];
      forget(oldest);
      oldest.destroy();
      if (oldest === socket) return;
    }
    waiting.add(socket);
    socket.once('close', () => forget(socket));
  });
  server.on('request', ({ socket }, response) => {
    if (waiting.delete(socket)) busy.add(socket);
    response.once('close', () => {
      if (busy.delete(socket)) waiting.add(socket);
    });
  });
  server.on('upgrade', ({ socket }) => {
    if (waiting.delete(socket)) busy.add(socket);
  });
  return {
    reserve(socket) {
      if (forget(socket)) reserved.add(socket);
    },
  };
}
