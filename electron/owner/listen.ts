/** The owner's side: accepts commands, daemons and windows of the same user. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { inBackground } from '../../shared/background.ts';
import { bridge } from '../../shared/bridge/contract.ts';
import { serve } from '../../shared/bridge/rpc.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { ShellCore } from '../bridge/shell-core.ts';
import { chooseAddress, removeEndpoint, writeEndpoint } from './address.ts';
import { proveAsOwner } from './mutual-proof.ts';
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
  await removeEndpoint(dataDir);
  const secret = randomBytes(32).toString('hex');
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
    socket.on('error', () => {});
    inBackground('owner', admit(socket));
  });
  async function admit(socket: Socket): Promise<void> {
    if ((await proveAsOwner(socket, secret)) !== 'proven') return void socket.destroy();
    const onClose = (listener: () => void) => void (socket.closed ? listener() : socket.once('close', listener));
    const caller = { surface: 'terminal', onClose } as const;
    serve(bridge, socketPort(socket), core.handlers, caller, core.onEvent, reportError);
  }
  let address = dataDir;
  try {
    address = await chooseAddress(dataDir);
    server.listen(address);
    await once(server, 'listening');
    // Until then the permissions of the folder protect the socket.
    if (process.platform !== 'win32') await chmod(address, 0o600);
    await writeEndpoint(dataDir, { address, secret });
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
      await removeEndpoint(dataDir).catch((error: unknown) => reportError(error, 'owner'));
    },
  };
}
