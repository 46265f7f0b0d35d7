/** The owner's side: commands, daemons and windows of the same user attach to the process that holds the data directory. */
import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { bridge } from '../../shared/bridge/contract.ts';
import { serve } from '../../shared/bridge/rpc.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { ShellCore } from '../shells/shell.ts';
import { ownerAddress } from './address.ts';
import { socketPort } from './port.ts';

export interface OwnerSocket {
  /** Resolves when nobody is attached. */
  idle(): Promise<void>;
  /** Lets nobody else attach; whoever is stays. */
  refuse(): void;
  close(): Promise<void>;
}

/** Call it with the data directory locked: a socket that lies there belongs to an owner that is gone. */
export async function listenForOthers(
  dataDir: string,
  core: Pick<ShellCore, 'handlers' | 'onEvent'>,
  report: (fault: unknown, where: string) => void,
): Promise<OwnerSocket> {
  const address = ownerAddress(dataDir);
  const attached = new Set<Socket>();
  let onIdle: () => void = () => {};
  const server = createServer((socket) => {
    attached.add(socket);
    socket.once('close', () => {
      attached.delete(socket);
      if (attached.size === 0) onIdle();
    });
    serve(bridge, socketPort(socket), core.handlers, { surface: 'terminal' }, core.onEvent, report);
  });
  if (process.platform !== 'win32') {
    await mkdir(dirname(address), { recursive: true, mode: 0o700 });
    await rm(address, { force: true });
  }
  try {
    server.listen(address);
    await once(server, 'listening');
    // Nobody gets through the closed folder before this.
    if (process.platform !== 'win32') await chmod(address, 0o600);
  } catch (error) {
    server.close();
    throw new ParlorError(
      'data_dir_unusable',
      `${address} cannot be listened on.`,
      { path: address },
      { cause: error },
    );
  }
  let closing: Promise<unknown> | undefined;
  const refused = () => {
    closing ??= once(server, 'close');
    if (server.listening) server.close();
    return closing;
  };
  return {
    idle: () => (attached.size === 0 ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve))),
    refuse: () => void refused(),
    async close() {
      const closed = refused();
      for (const socket of attached) socket.destroy();
      await closed;
    },
  };
}
