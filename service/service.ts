/** The service as one object: created from a config, started, disposed. Nothing runs before `start`. */
import { readFile } from 'node:fs/promises';
import pino, { type Logger } from 'pino';
import { ParlorError } from '../shared/errors.ts';
import { handlers } from './api/handlers.ts';
import { watchClock } from './clock-watch.ts';
import type { ServiceConfig } from './config.ts';
import { createEventFeed } from './events/feed.ts';
import { createEventStore } from './events/store.ts';
import { deleteExpired } from './expiry.ts';
import type { Context } from './http/handler.ts';
import { createHttpServer, type Deadlines } from './http/server.ts';
import { redactedLog } from './log.ts';
import { countedReplay, createMetrics } from './metrics/metrics.ts';
import { metricsHost, startMetricsServer } from './metrics/server.ts';
import { openBans } from './order/bans.ts';
import { countOpenComplaints } from './order/complaints.ts';
import { healthCheck } from './storage/health-check.ts';
import { openStorage } from './storage/open.ts';
import { createFailureLog } from './storage/outage-log.ts';

/** What the service needs from the machine it runs on. */
export interface Environment {
  /** Unix milliseconds. */
  clock: () => number;
  log: Logger;
  /** Identifies the current boot of the machine; null if unknown. */
  bootId: string | null;
  /** Monotonic clock, in milliseconds. */
  elapsed: () => number;
  deadlines: Deadlines;
}

export interface ServiceAddress {
  url: string;
  port: number;
  /** Null if metrics are disabled. */
  metricsUrl: string | null;
}

export interface Service {
  /** Opens the database and listens. Rejects with ParlorError `data_dir_unusable` or `service_failed`. */
  start(): Promise<ServiceAddress>;
  /** Fails health checks and closes each connection after its next response, so that clients move to another service. */
  retire(): void;
  /** Waits for running requests, then closes everything. */
  dispose(): Promise<void>;
  /** Closes the connections that `dispose` is waiting for. */
  closeAllConnections(): void;
  /** Replaces the URLs besides those of the configuration under which clients reach the service. */
  announceUrls(urls: readonly string[]): void;
  /** The person after whom the community is named. */
  nameAfter(name: string): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Milliseconds. */
const sweepInterval = 1000;

export function createService(config: ServiceConfig, environment: Partial<Environment> = {}): Service {
  let running: Awaited<ReturnType<typeof startService>> | null = null;
  let closeAllConnections = () => {};
  let announcedUrls: readonly string[] = [];
  let namedAfter: string | null = null;
  const retire = () => running?.retire();
  const dispose = async (): Promise<void> => {
    const runningService = running;
    running = null;
    await runningService?.stop();
  };
  return {
    async start() {
      running ??= await startService(config, environment, {
        announcedUrls: () => announcedUrls,
        namedAfter: () => namedAfter,
      });
      closeAllConnections = running.closeAllConnections;
      return running.listening;
    },
    retire,
    dispose,
    closeAllConnections: () => closeAllConnections(),
    announceUrls(urls) {
      announcedUrls = urls;
    },
    nameAfter(name) {
      namedAfter = name;
    },
    [Symbol.asyncDispose]: dispose,
  };
}

async function startService(
  config: ServiceConfig,
  environment: Partial<Environment>,
  told: Pick<Context, 'announcedUrls' | 'namedAfter'>,
) {
  const clock = environment.clock ?? Date.now;
  const elapsed = environment.elapsed ?? (() => performance.now());
  const log = redactedLog(environment.log ?? pino({ level: 'silent' }));
  const metricsDir = config.databaseUrl === null ? config.dataDir : null;
  const metrics = config.metricsPort === null ? null : createMetrics(metricsDir);
  const shutdown = new AbortController();
  const bootId = environment.bootId === undefined ? await readBootId() : environment.bootId;
  // Called in reverse order, also if startup fails halfway.
  const closeSteps: (() => unknown)[] = [];
  const stop = async () => {
    shutdown.abort();
    for (const close of closeSteps.reverse()) await close();
  };
  try {
    const onError = (error: unknown) => log.warn({ err: error }, 'A database connection was lost.');
    const onConflict = () => metrics?.transactionRepeated();
    const onSetAside = (path: string) =>
      log.warn({ path }, 'A database file was replaced since it was last open. Its old write-ahead log is set aside.');
    const storage = await openStorage(config, { bootId, now: clock(), elapsed, onError, onSetAside, onConflict });
    closeSteps.push(() => storage.close());

    const events = createEventStore(storage.db, storage.committed);
    const checkHealth = healthCheck(storage.transaction);
    const failures = createFailureLog(log, checkHealth);
    closeSteps.push(() => failures.close());
    const feed = createEventFeed(events, failures, {
      pollInterval: storage.signals.lookInterval.events,
      maxStreams: config.eventStreams,
      clock,
      onDropped: () => metrics?.streamDropped(),
    });
    if (storage.connections) metrics?.setConnectionStates(storage.connections);
    metrics?.setReportCounter(() => countOpenComplaints(storage.db));
    metrics?.setStreamCounter(feed.streamCount, config.eventStreams);
    storage.signals.on('events', feed.poll);
    closeSteps.push(() => feed.whenIdle());

    const { isBanned, isBannedAddress, follow } = await openBans(storage);
    const bans = { isBanned, isBannedAddress };
    const context = {
      config,
      storage,
      log,
      failures,
      feed,
      ...bans,
      checkHealth,
      metrics,
      shutdown: shutdown.signal,
      ...told,
    };
    const countingStorage = metrics ? { ...storage, replay: countedReplay(storage.replay, metrics) } : storage;
    const server = createHttpServer(context, handlers, countingStorage, clock, environment.deadlines);
    const { port } = await server.listen().catch(throwListenError(config.host, config.port));
    closeSteps.push(() => server.close());
    const disconnectBanned = (agents: ReadonlySet<number>) => {
      feed.disconnect(agents);
      server.disconnectBanned();
    };
    closeSteps.push(follow(disconnectBanned, failures));
    let metricsUrl: string | null = null;
    if (metrics) {
      const metricsServer = await startMetricsServer(metrics, config.metricsPort!).catch(
        throwListenError(metricsHost, config.metricsPort!),
      );
      metricsUrl = metricsServer.url;
      closeSteps.push(metricsServer.close);
    }

    const clockWatch = watchClock(storage, { log, metrics });
    await clockWatch.look();
    const sweep = async () => {
      await clockWatch.look();
      if (!(await storage.isSweeper())) return;
      // Of several processes, one with a wrong clock must not delete what the others still use.
      await deleteExpired(storage, events, clock() - clockWatch.offset());
      metrics?.sweepEnded('done');
    };
    let sweepRun: Promise<void> | null = null;
    const sweepTimer = setInterval(() => {
      sweepRun ??= sweep()
        .catch((error) => {
          metrics?.sweepEnded('failed');
          failures.failed(error, 'Expired data could not be deleted.');
        })
        .finally(() => {
          sweepRun = null;
        });
    }, sweepInterval);
    sweepTimer.unref();
    closeSteps.push(() => {
      clearInterval(sweepTimer);
      return sweepRun;
    });

    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    log.info({ url, metricsUrl }, 'listening');
    const { closeAllConnections } = server;
    return { listening: { url, port, metricsUrl }, retire: () => shutdown.abort(), stop, closeAllConnections };
  } catch (error) {
    await stop();
    throw error;
  }
}

const throwListenError =
  (host: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    let message = `Cannot listen on ${host}: ${error.message}`;
    if (error.code === 'EADDRINUSE') message = `Port ${port} is in use by another program.`;
    if (error.code === 'EACCES') message = `Port ${port} may not be used by this user.`;
    throw new ParlorError('service_failed', message, undefined, { cause: error });
  };

/** Linux has a boot id; elsewhere it is unknown, and every unclean exit counts as a power loss. */
async function readBootId(): Promise<string | null> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}
