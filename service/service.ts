/** The service as one value: made from a config, started, disposed. Nothing happens before `start`. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { ParlorError } from '../shared/errors.ts';
import { knownAgents } from './agents/known.ts';
import { methods } from './api/methods.ts';
import type { ServiceConfig } from './config.ts';
import { httpServer } from './http/server.ts';
import { dropStale } from './protocols/ui.ts';
import { openReplayLog } from './storage/replay.ts';
import { openSqlite } from './storage/sqlite.ts';

/** What a service takes from the machine it runs on. */
export interface Surroundings {
  /** Unix milliseconds. */
  clock: () => number;
  log: Logger;
  /** Names the time since the machine started; null where it cannot be told. */
  bootId: string | null;
  /** Milliseconds by a clock that nobody sets. */
  elapsed: () => number;
}

export interface Service {
  /** Opens the databases and listens. Throws ParlorError `data_dir_unusable` or `service_failed`. */
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
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 }).catch(dataDirUnusable(config));
    const { db, reader, close } = await openSqlite(join(config.dataDir, 'community.db')).catch(dataDirUnusable(config));
    closers.push(close);
    const replay = attempt(
      () => openReplayLog(join(config.dataDir, 'replay.db'), { bootId, now: clock(), elapsed }),
      dataDirUnusable(config),
    );
    closers.push(() => replay.close());
    const agents = knownAgents(reader);

    const context = { config, db, log };
    const server = httpServer(context, methods, { agents, replay }, clock);
    const { port } = await server.listen().catch((error: NodeJS.ErrnoException) => {
      throw new ParlorError('service_failed', listenFailure(error, config), undefined, { cause: error });
    });
    closers.push(() => server.close());

    let dropping = false;
    const sweep = setInterval(() => {
      try {
        replay.sweep(clock());
      } catch (error) {
        log.error({ err: error }, 'Old request ids could not be forgotten.');
      }
      for (const table of ['challenge', 'inbox_message'] as const) {
        db.deleteFrom(table)
          .where('expires_at', '<=', clock())
          .execute()
          .catch((error) => log.error({ err: error, table }, 'What had expired could not be deleted.'));
      }
      if (dropping) return;
      dropping = true;
      db.transaction()
        .execute((writer) => dropStale(writer, clock()))
        .catch((error) => log.error({ err: error }, 'Old staged bundles could not be deleted.'))
        .finally(() => {
          dropping = false;
        });
    }, sweepInterval);
    sweep.unref();
    closers.push(() => clearInterval(sweep));

    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    log.info({ url }, 'listening');
    return { url, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function attempt<T>(open: () => T, onError: (error: unknown) => never): T {
  try {
    return open();
  } catch (error) {
    return onError(error);
  }
}

const dataDirUnusable =
  (config: ServiceConfig) =>
  (error: unknown): never => {
    if (error instanceof ParlorError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ParlorError(
      'data_dir_unusable',
      `The data directory ${config.dataDir} cannot be used: ${why}`,
      undefined,
      { cause: error },
    );
  };

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
