/** The service as one value: made from a config, started, disposed. Nothing happens before `start`. */
import { readFile } from 'node:fs/promises';
import pino, { type Logger } from 'pino';
import { ParlorError } from '../shared/errors.ts';
import { methods } from './api/methods.ts';
import { foldMoves } from './boards/rank.ts';
import type { ServiceConfig } from './config.ts';
import { eventFeed } from './events/feed.ts';
import { type EventStore, eventStore } from './events/store.ts';
import { metricsHost, openMetricsDoor } from './http/metrics.ts';
import { type Deadlines, httpServer } from './http/server.ts';
import { closeExpired } from './invitations/invitation.ts';
import { carefulLog } from './log.ts';
import { countedReplay, createMetrics } from './metrics.ts';
import { dropStale } from './protocols/ui.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/storage.ts';

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

export interface Listening {
  url: string;
  port: number;
  /** Null where nobody watches. */
  metricsUrl: string | null;
}

export interface Service {
  /** Opens the database and listens. Rejects with ParlorError `data_dir_unusable` or `service_failed`. */
  start(): Promise<Listening>;
  /** Lets running requests end and closes everything. */
  dispose(): Promise<void>;
  /** Cuts the requests that `dispose` waits for. */
  cut(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

const sweepInterval = 1000;

export function createService(config: ServiceConfig, surroundings: Partial<Surroundings> = {}): Service {
  let running: Awaited<ReturnType<typeof run>> | null = null;
  let cut = () => {};
  const dispose = async (): Promise<void> => {
    const stopping = running;
    running = null;
    await stopping?.stop();
  };
  return {
    async start() {
      running ??= await run(config, surroundings);
      cut = running.cut;
      return running.listening;
    },
    dispose,
    cut: () => cut(),
    [Symbol.asyncDispose]: dispose,
  };
}

async function run(config: ServiceConfig, surroundings: Partial<Surroundings>) {
  const clock = surroundings.clock ?? Date.now;
  const elapsed = surroundings.elapsed ?? (() => performance.now());
  const log = carefulLog(surroundings.log ?? pino({ level: 'silent' }));
  const filesAt = config.databaseUrl === null ? config.dataDir : null;
  const metrics = config.metricsPort === null ? null : createMetrics(filesAt);
  const leaving = new AbortController();
  const bootId = surroundings.bootId === undefined ? await readBootId() : surroundings.bootId;
  // Closed in the opposite order, also where the start stops half-way.
  const closers: (() => unknown)[] = [];
  const stop = async () => {
    leaving.abort();
    for (const close of closers.reverse()) await close();
  };
  try {
    const onError = (error: unknown) => log.warn({ err: error }, 'A connection to the database broke.');
    const storage = await openStorage(config, { bootId, now: clock(), elapsed, onError });
    closers.push(() => storage.close());

    const events = eventStore(storage.db, storage.committed);
    const feed = eventFeed(events, log);
    closers.push(() => feed.settled());

    const context = { config, storage, log, feed, metrics, leaving: leaving.signal };
    const watched = metrics ? { ...storage, replay: countedReplay(storage.replay, metrics) } : storage;
    const server = httpServer(context, methods, watched, clock, surroundings.deadlines);
    const { port } = await server.listen().catch(listenFailure(config.host, config.port));
    closers.push(() => server.close());
    let metricsUrl: string | null = null;
    if (metrics) {
      const door = await openMetricsDoor(metrics, config.metricsPort!).catch(
        listenFailure(metricsHost, config.metricsPort!),
      );
      metricsUrl = door.url;
      closers.push(door.close);
    }

    let sweeping: Promise<void> | null = null;
    const sweep = setInterval(() => {
      sweeping ??= sweepAll(storage, events, clock())
        .then(() => metrics?.swept('done'))
        .catch((error) => {
          metrics?.swept('failed');
          log.error({ err: error }, 'What had expired could not be put away.');
        })
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
    log.info({ url, metricsUrl }, 'listening');
    return { listening: { url, port, metricsUrl }, stop, cut: server.cut };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function sweepAll({ db, transaction, sweep }: Storage, events: EventStore, now: number): Promise<void> {
  await sweep(now);
  await events.sweep(now);
  for (const table of ['challenge', 'inbox_message'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
  await transaction(foldMoves);
  await transaction((writer) => closeExpired(writer, now));
  await transaction((writer) => dropStale(writer, now));
}

const listenFailure =
  (host: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    let message = `${host} cannot be listened on: ${error.message}`;
    if (error.code === 'EADDRINUSE') message = `Port ${port} is in use by another program.`;
    if (error.code === 'EACCES') message = `Port ${port} may not be used by this user.`;
    throw new ParlorError('service_failed', message, undefined, { cause: error });
  };

/** Linux names each boot; elsewhere it stays unknown, and every unclean end counts as a loss of power. */
async function readBootId(): Promise<string | null> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}
