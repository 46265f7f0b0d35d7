/** The service's metrics in the Prometheus text format. Routes are labelled by their contract name, never by path. */
import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CommunityRoute } from '../../shared/community/contract.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { ReplayLog } from '../storage/replay-log.ts';
import type { Storage } from '../storage/storage.ts';
import { serviceVersion } from '../version.ts';

/** What the log and the metrics record of a request: never its path, query, headers or body. */
export interface Exchange {
  /** 12 hex digits, assigned by the service; the caller's X-Request-Id is not logged. */
  readonly id: string;
  route: CommunityRoute | null;
  bodyBytes: number;
  /** The error code if it was refused. */
  code: ErrorCode | null;
}

export interface Metrics {
  requestStarted(): void;
  /** `status`: null if the connection closed before a response. */
  requestEnded(exchange: Exchange, status: number | null, seconds: number): void;
  /** The bytes received were not an HTTP request. */
  requestUnparsable(): void;
  requestIdStored(): void;
  sweepEnded(outcome: 'done' | 'failed'): void;
  /** A transaction is repeated because of a concurrent one. */
  transactionRepeated(): void;
  /** Seconds by which this computer's clock is ahead of PostgreSQL's. */
  setClockOffset(seconds: number): void;
  /** Open reports of members; called on each scrape. */
  setReportCounter(count: () => Promise<number>): void;
  /** A client's event stream has been closed because it read too slowly. */
  streamDropped(): void;
  /** `count` is called on each scrape; `max`: how many the process keeps open. */
  setStreamCounter(count: () => number, max: number): void;
  /** Connections to PostgreSQL by state; called on each scrape. */
  setConnectionStates(count: NonNullable<Storage['connections']>): void;
  /** Called on each scrape. */
  setConnectionCounter(count: () => number): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const dataFiles = ['community.db', 'community.db-wal', 'replay.db', 'replay.db-wal'];
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const databaseCodes = ['database_unavailable', 'storage_full'];

/** `dataDir`: the directory whose file sizes are reported; null with PostgreSQL. */
export function createMetrics(dataDir: string | null): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({ name: 'parlor_build_info', help: 'Always 1.', labelNames: ['version', 'node'], registers }).set(
    { version: serviceVersion, node: process.versions.node },
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
    help: 'Requests by route and status; status none: the connection closed before the response.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'parlor_request_seconds',
    help: 'Seconds from the head of a request until its response was sent.',
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers,
  });
  const errors = new Counter({
    name: 'parlor_refusals_total',
    help: 'Refused requests by code (docs/errors.md).',
    labelNames: ['code'],
    registers,
  });
  const bodyBytesTotal = new Counter({
    name: 'parlor_request_body_bytes_total',
    help: 'Bytes of request bodies.',
    registers,
  });
  const databaseErrors = new Counter({
    name: 'parlor_database_errors_total',
    help: 'Database failures by operation.',
    labelNames: ['where'],
    registers,
  });
  const storedRequestIds = new Counter({
    name: 'parlor_request_ids_noted_total',
    help: 'Request ids stored as used.',
    registers,
  });
  const sweeps = new Counter({
    name: 'parlor_sweeps_total',
    help: 'Runs that delete expired data.',
    labelNames: ['outcome'],
    registers,
  });
  const repeatedTransactions = new Counter({
    name: 'parlor_transactions_repeated_total',
    help: 'Transactions repeated because of a concurrent one.',
    registers,
  });
  let runningRequests = 0;
  new Gauge({
    name: 'parlor_requests_running',
    help: 'Requests without a complete response.',
    registers,
    collect() {
      this.set(runningRequests);
    },
  });
  let countConnections = () => 0;
  new Gauge({
    name: 'parlor_connections',
    help: 'Open connections.',
    registers,
    collect() {
      this.set(countConnections());
    },
  });

  new Gauge({
    name: 'parlor_disk_free_bytes',
    help: 'Free bytes on the disk of the data directory.',
    registers,
    collect() {
      if (dataDir === null) return;
      const { bavail, bsize } = statfsSync(dataDir);
      this.set(bavail * bsize);
    },
  });
  let connectionStates: NonNullable<Storage['connections']> | null = null;
  new Gauge({
    name: 'parlor_database_connections',
    help: 'Connections to PostgreSQL, busy or idle, and calls that are waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connectionStates?.() ?? {})) this.set({ state }, count);
    },
  });
  let countStreams = () => 0;
  let maxStreams = 0;
  new Gauge({
    name: 'parlor_event_streams',
    help: 'Open event streams.',
    registers,
    collect() {
      this.set(countStreams());
    },
  });
  new Gauge({
    name: 'parlor_event_streams_max',
    help: 'How many event streams the process keeps open.',
    registers,
    collect() {
      this.set(maxStreams);
    },
  });
  const droppedStreams = new Counter({
    name: 'parlor_event_streams_dropped_total',
    help: 'Event streams closed because their clients read too slowly.',
    registers,
  });

  const clockOffset = new Gauge({
    name: 'parlor_clock_offset_seconds',
    help: "Seconds by which this computer's clock is ahead of PostgreSQL's; 0 with SQLite.",
    registers,
  });
  let countReports = async () => 0;
  new Gauge({
    name: 'parlor_open_reports',
    help: 'Reports of members that no operator has resolved.',
    registers,
    async collect() {
      // An unavailable database must not hide the other metrics.
      this.set(await countReports().catch(() => Number.NaN));
    },
  });

  return {
    requestStarted() {
      runningRequests += 1;
    },
    requestEnded({ route, bodyBytes, code }, status, seconds) {
      runningRequests -= 1;
      requests.inc({ route: route ?? 'unknown', status: status ?? 'none' });
      if (route) durations.observe({ route }, seconds);
      if (bodyBytes > 0) bodyBytesTotal.inc(bodyBytes);
      if (code) errors.inc({ code });
      if (code && databaseCodes.includes(code)) databaseErrors.inc({ where: 'request' });
      else if (route === 'GET /health' && status === 503) databaseErrors.inc({ where: 'health' });
    },
    requestUnparsable() {
      errors.inc({ code: 'malformed_request' });
    },
    requestIdStored: () => storedRequestIds.inc(),
    sweepEnded(outcome) {
      sweeps.inc({ outcome });
      if (outcome === 'failed') databaseErrors.inc({ where: 'sweep' });
    },
    transactionRepeated: () => repeatedTransactions.inc(),
    streamDropped: () => droppedStreams.inc(),
    setClockOffset: (seconds) => clockOffset.set(seconds),
    setReportCounter(count) {
      countReports = count;
    },
    setStreamCounter(count, max) {
      [countStreams, maxStreams] = [count, max];
    },
    setConnectionStates(count) {
      connectionStates = count;
    },
    setConnectionCounter(count) {
      countConnections = count;
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** The same replay log, which counts the stored request ids. */
export function countedReplay(replay: ReplayLog, metrics: Metrics): ReplayLog {
  return {
    isLost: (signedAt, now) => replay.isLost(signedAt, now),
    use: (publicKey, requestId, registered) =>
      replay.use(publicKey, requestId, registered).then((isNew) => {
        if (isNew) metrics.requestIdStored();
        return isNew;
      }),
  };
}
