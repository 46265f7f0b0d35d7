/** The client side: connects a command to the process that owns the data directory. */
import { connect as connectSocket, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Client, Surface } from '../../shared/bridge/define.ts';
import { connect } from '../../shared/bridge/rpc-client.ts';
import { ParlorError } from '../../shared/errors.ts';
import { isOwnSocket, readEndpoint } from './address.ts';
import { proveAsClient } from './mutual-proof.ts';
import { socketPort } from './port.ts';

export type BridgeClient = Client<Bridge, Surface>;

export interface OwnerConnection {
  client: BridgeClient;
  close(): void;
  /** Resolves when the owner has exited. */
  closed: Promise<void>;
}

/**
 * Null if no owner listens, or only something that may belong to another user: nothing is sent to that, and the lock of the data
 * directory tells whether there is an owner. Rejects `data_dir_busy` for an owner that does not answer.
 */
export async function attach(dataDir: string): Promise<OwnerConnection | null> {
  const socket = await connectToOwner(dataDir);
  if (socket === null) return null;
  const port = socketPort(socket);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  return { client: connect<Bridge, 'terminal'>(port), close: () => socket.destroy(), closed };
}

const retryMs = 50;
const timeoutMs = 10_000;

/**
 * Repeats an attempt to attach to a data directory or to own it, until it resolves with a value; null after ten seconds. An exiting
 * owner closes its socket shortly before it unlocks the folder.
 */
export async function retryWhileOwnerExits<T>(attempt: () => Promise<T | null>): Promise<T | null> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += retryMs) {
    const result = await attempt();
    if (result !== null) return result;
    await setTimeout(retryMs);
  }
  return null;
}

async function connectToOwner(dataDir: string): Promise<Socket | null> {
  for (let previousSecret = ''; ; ) {
    const endpoint = await readEndpoint(dataDir);
    // Another owner may have started since the secret was read, so that a new one is tried.
    if (endpoint === null || endpoint.secret === previousSecret) return null;
    const { address, secret } = endpoint;
    const socket = (await isOwnSocket(dataDir, address)) ? await connectTo(address) : null;
    if (socket === null) return null;
    // Until the caller listens.
    socket.on('error', () => {});
    const result = await proveAsClient(socket, secret);
    if (result === 'proven') return socket;
    socket.destroy();
    if (result === 'silent') throw silentError(dataDir);
    previousSecret = secret;
  }
}

const silentError = (dataDir: string) =>
  new ParlorError('data_dir_busy', `Another Parlor is using ${dataDir}, but doesn't answer. Quit it and try again.`, {
    path: dataDir,
  });

function connectTo(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connectSocket(address);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}
