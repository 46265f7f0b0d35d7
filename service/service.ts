/** The service as one value: made from a config, started, disposed. Nothing happens before `start`. */
import { readFile } from 'node:fs/promises';
import pino, { type Logger } from 'pino';
import { ParlorError } from '../shared/errors.ts';
import { methods } from './api/methods.ts';
import { foldMoves } from './boards/rank.ts';
import type { ServiceConfig } from './config.ts';
import { type Deadlines, httpServer } from './http/server.ts';
import { closeExpired } from './invitations/invitation.ts';
import { dropStale } from './protocols/ui.ts';
import { openStorage, type Storage } from './storage/storage.ts';

/** What a service takes from the machine it runs on. */
export interface Surroundings {
  /** Unix milliseconds. */
  clock: () => number;
  log: Logger;
  /** Names the time since the machine started; null where it cannot be told. */
  bootId: string | null;
  /** Milliseconds by a clock that nobody sets. */
  elapsed: () => number;
  deadlines: Deadlines;
}

export interface Service {
  /** Opens the database and listens. Rejects with ParlorError `data_dir_unusable` or `service_failed`. */
  start(): Promise<{ url: string; port: number }>;
  /** Lets running requests end and closes everything. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const sweepInterval = 1000;

export function createService(config: ServiceConfig, surroundings: Partial<Surroundings> = {}): Service {
  let running: { url: string; port: number; stop: () => Promise<void> } | null = null;
  const dispose = async (): Promise<void> => {
    const stopping = running;
    running = null;
    await stopping?.stop();
  };
  return {
    async start() {
      running ??= await run(config, surroundings);
      return { url: running.url, port: running.port };
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

async function run(config: ServiceConfig, surroundings: Partial<Surroundings>) {
  const clock = surroundings.clock ?? Date.now;
  const elapsed = surroundings.elapsed ?? (() => performance.now());
  const log = surroundings.log ?? pino({ level: 'silent' });
  const bootId = surroundings.bootId === undefined ? await readBootId() : surroundings.bootId;
  // Closed in the opposite order, also where the start stops half-way.
  const closers: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    const onError = (error: unknown) => log.warn({ err: error }, 'A connection to the database broke.');
    const storage = await openStorage(config, { bootId, now: clock(), elapsed, onError });
    closers.push(() => storage.close());

    const context = { config, storage, log };
    const server = httpServer(context, methods, storage, clock, surroundings.deadlines);
    const { port } = await server.listen().catch((error: NodeJS.ErrnoException) => {
      throw new ParlorError('service_failed', listenFailure(error, config), undefined, { cause: error });
    });
    closers.push(() => server.close());

    let sweeping: Promise<void> | null = null;
    const sweep = setInterval(() => {
      sweeping ??= sweepStorage(storage, clock())
        .catch((error) => log.error({ err: error }, 'What had expired could not be put away.'))
        .finally(() => {
          sweeping = null;
        });
    }, sweepInterval);
    sweep.unref();
    closers.push(() => {
      clearInterval(sweep);
      return sweeping;
    });

    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    log.info({ url }, 'listening');
    return { url, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function sweepStorage({ db, transaction, sweep }: Storage, now: number): Promise<void> {
  await sweep(now);
  for (const table of ['challenge', 'inbox_message'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
  await transaction(foldMoves);
  await transaction((writer) => closeExpired(writer, now));
  await transaction((writer) => dropStale(writer, now));
}

function listenFailure(error: NodeJS.ErrnoException, { host, port }: ServiceConfig): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use by another program.`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user.`;
  return `${host} cannot be listened on: ${error.message}`;
}

/** Linux names each boot; elsewhere it stays unknown, and every unclean end counts as a loss of power. */
async function readBootId(): Promise<string | null> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}
