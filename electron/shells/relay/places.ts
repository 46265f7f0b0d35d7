/** Limits the connections of a server without letting those of one program keep others out. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface Places {
  /** The connection stays reserved until it closes. */
  reserve(socket: Socket): void;
}

/**
 * At most `max` connections. A further one replaces the oldest that waits for a complete head, or else the oldest that isn't
 * reserved. It is closed itself only if all are reserved.
 */
export function limitPlaces(server: Server, max: number): Places {
  const waiting = new Set<Socket>();
  const busy = new Set<Socket>();
  const reserved = new Set<Socket>();
  const free = (socket: Socket) => [waiting, busy, reserved].some((places) => places.delete(socket));

  server.on('connection', (socket) => {
    if (waiting.size + busy.size + reserved.size >= max) {
      const [oldest = socket] = [...waiting, ...busy];
      free(oldest);
      oldest.destroy();
      if (oldest === socket) return;
    }
    waiting.add(socket);
    socket.once('close', () => free(socket));
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
      if (free(socket)) reserved.add(socket);
    },
  };
}
