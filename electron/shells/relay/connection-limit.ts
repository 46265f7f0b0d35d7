/** Limits a server's connections so that those of one program cannot lock others out. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimit {
  /** The connection stays reserved until it closes. */
  reserve(socket: Socket): void;
}

/**
 * Allows `maxConnections` at a time. Another one replaces the oldest that waits for a complete request head, or else the oldest that
 * isn't reserved. It is closed itself only if all are reserved.
 */
export function limitConnections(server: Server, maxConnections: number): ConnectionLimit {
  const idleSockets = new Set<Socket>();
  const busySockets = new Set<Socket>();
  const reservedSockets = new Set<Socket>();
  const forget = (socket: Socket) =>
    [idleSockets, busySockets, reservedSockets].some((sockets) => sockets.delete(socket));

  server.on('connection', (socket) => {
    if (idleSockets.size + busySockets.size + reservedSockets.size >= maxConnections) {
      const [oldest = socket] = [...idleSockets, ...busySockets];
      forget(oldest);
      oldest.destroy();
      if (oldest === socket) return;
    }
    idleSockets.add(socket);
    socket.once('close', () => forget(socket));
  });
  server.on('request', ({ socket }, response) => {
    if (idleSockets.delete(socket)) busySockets.add(socket);
    response.once('close', () => {
      if (busySockets.delete(socket)) idleSockets.add(socket);
    });
  });
  server.on('upgrade', ({ socket }) => {
    if (idleSockets.delete(socket)) busySockets.add(socket);
  });
  return {
    reserve(socket) {
      if (forget(socket)) reservedSockets.add(socket);
    },
  };
}
