/** The owner's side: accepts commands, daemons and windows of the same user. */

import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { inBackground } from '../../shared/background.ts';
import { bridge } from '../../shared/bridge/contract.ts';
import { serve } from '../../shared/bridge/rpc.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { ShellCore } from '../bridge/shell-core.ts';
import { ownerAddress } from './address.ts';
import { socketPort } from './port.ts';

export interface OwnerSocket {
  /** Resolves when no client is attached. */
  whenIdle(): Promise<void>;
  /** Rejects new connections and keeps existing ones. */
  stopAccepting(): void;
  close(): Promise<void>;
}

/** The caller must hold the lock of the data directory, so that an existing socket file is stale. */
export async function listenForClients(
  dataDir: string,
  core: Pick<ShellCore, 'handlers' | 'onEvent'>,
  reportError: (error: unknown, context: string) => void,
): Promise<OwnerSocket> {
  const address = ownerAddress(dataDir);
  const sockets = new Set<Socket>();
  let idleState = Promise.withResolvers<void>();
  idleState.resolve();
  const server = createServer((socket) => {
    if (sockets.size === 0) idleState = Promise.withResolvers();
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) idleState.resolve();
    });
    const onClose = (listener: () => void) => void (socket.closed ? listener() : socket.once('close', listener));
    const caller = { surface: 'terminal', onClose } as const;
    serve(bridge, socketPort(socket), core.handlers, caller, core.onEvent, reportError);
  });
  if (process.platform !== 'win32') {
    await mkdir(dirname(address), { recursive: true, mode: 0o700 });
    await rm(address, { force: true });
  }
  try {
    server.listen(address);
    await once(server, 'listening');
    // Until then the permissions of the folder protect the socket.
    if (process.platform !== 'win32') await chmod(address, 0o600);
  } catch (error) {
    server.close();
    throw new ParlorError(
      'data_dir_unusable',
      `Parlor cannot listen on ${address}.`,
      { path: address },
      { cause: error },
    );
  }
  let closing: Promise<unknown> | undefined;
  const stopListening = () => {
    closing ??= once(server, 'close');
    if (server.listening) server.close();
    return closing;
  };
  return {
    whenIdle: () => idleState.promise,
    stopAccepting: () => inBackground('owner', stopListening()),
    async close() {
      const socketClosed = stopListening();
      for (const socket of sockets) socket.destroy();
      await socketClosed;
    },
  };
}
