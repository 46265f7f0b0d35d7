/** What an operator watches, in the text format of Prometheus. Names of routes are those of the contract, never paths. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Exchange } from './http/exchange.ts';
import type { ReplayLog } from './storage/replay.ts';
import { serviceVersion as version } from './version.ts';

export interface Metrics {
  began(): void;
  /** `status`: null where the connection went away before an answer. */
  ended(exchange: Exchange, status: number | null, seconds: number): void;
  /** Bytes came that are no request. */
  unreadable(): void;
  /** A request id was noted as used. */
  noted(): void;
  swept(outcome: 'done' | 'failed'): void;
  /** Open connections are counted only when somebody looks. */
  watchConnections(count: () => number): void;
  /** All of it as text. */
  text(): Promise<string>;
  readonly contentType: string;
}

const dataFiles = ['community.db', 'community.db-wal', 'replay.db', 'replay.db-wal'];
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const databaseCodes = ['database_unavailable', 'storage_full'];

/** `dataDir`: where the files are whose size is told; null where another program keeps the data. */
export function createMetrics(dataDir: string | null): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({ name: 'parlor_build_info', help: 'Always 1.', labelNames: ['version', 'node'], registers }).set(
    { version, node: process.versions.node },
    1,
  );
  new Gauge({
    name: 'parlor_data_file_bytes',
    help: 'Size of each file of the data directory.',
    labelNames: ['file'],
    registers,
    collect() {
      for (const file of dataDir === null ? [] : dataFiles) {
        const stat = statSync(join(dataDir!, file), { throwIfNoEntry: false });
        if (stat) this.set({ file }, stat.size);
        else this.remove({ file });
      }
    },
  });
  const requests = new Counter({
    name: 'parlor_requests_total',
    help: 'Requests by route of the contract and status; none: the client went away before its answer.',
    labelNames: ['route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'parlor_request_seconds',
    help: 'From the head of a request until its answer was handed to the system.',
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers,
  });
  const refusals = new Counter({
    name: 'parlor_refusals_total',
    help: 'Refused requests by code (docs/errors.md).',
    labelNames: ['code'],
    registers,
  });
  const bytes = new Counter({ name: 'parlor_request_body_bytes_total', help: 'Bytes of bodies read.', registers });
  const databaseErrors = new Counter({
    name: 'parlor_database_errors_total',
    help: 'Times the database failed, by who needed it.',
    labelNames: ['where'],
    registers,
  });
  const noted = new Counter({ name: 'parlor_request_ids_noted_total', help: 'Request ids noted as used.', registers });
  const sweeps = new Counter({
    name: 'parlor_sweeps_total',
    help: 'Rounds that delete what has expired.',
    labelNames: ['outcome'],
    registers,
  });
  let running = 0;
  new Gauge({
    name: 'parlor_requests_running',
    help: 'Requests without a whole answer yet.',
    registers,
    collect() {
      this.set(running);
    },
  });
  let connections = () => 0;
  new Gauge({
    name: 'parlor_connections',
    help: 'Open connections.',
    registers,
    collect() {
      this.set(connections());
    },
  });

  return {
    began() {
      running += 1;
    },
    ended({ route, bodyBytes, code }, status, time) {
      running -= 1;
      requests.inc({ route: route ?? 'unknown', status: status ?? 'none' });
      if (route) seconds.observe({ route }, time);
      if (bodyBytes > 0) bytes.inc(bodyBytes);
      if (code) refusals.inc({ code });
      if (code && databaseCodes.includes(code)) databaseErrors.inc({ where: 'request' });
      else if (route === 'GET /health' && status === 503) databaseErrors.inc({ where: 'health' });
    },
    unreadable() {
      refusals.inc({ code: 'malformed_request' });
    },
    noted: () => noted.inc(),
    swept(outcome) {
      sweeps.inc({ outcome });
      if (outcome === 'failed') databaseErrors.inc({ where: 'sweep' });
    },
    watchConnections(count) {
      connections = count;
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** Counts each id that was noted. */
export function countedReplay(replay: ReplayLog, metrics: Metrics): ReplayLog {
  return {
    isLost: (stamp, now) => replay.isLost(stamp, now),
    use: (publicKey, requestId, registered, now) =>
      replay.use(publicKey, requestId, registered, now).then((fresh) => {
        if (fresh) metrics.noted();
        return fresh;
      }),
  };
}
