/** Which community this Parlor talks to: the embedded one, run as a worker, or one at an address; and whether it is there. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppState } from '../../shared/bridge/contract.ts';
import { isLoopbackHost } from '../../shared/community/address.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import type { LaunchWorker, Worker } from '../workers/worker.ts';
import { createCommunityClient } from './client.ts';

export type CommunityState = AppState['community'];

export interface CommunityLink {
  /** Names the community in what is kept of it: its address, or `embedded`. */
  readonly key: string;
  readonly state: CommunityState;
  url(): string | null;
  start(): void;
  /** Ask again now. */
  retry(): void;
  dispose(): Promise<void>;
}

/** Who comes through the gate (network/gate.ts) is held to what a community beyond this computer holds everybody to. */
const strangers = [
  ...['--trust-proxy', '127.0.0.1', '--rate', 'registration=10', '--rate', 'strangers=10', '--rate', 'signed=50'],
];

const watchMs = 5_000;
const firstRetryMs = 1_000;
const longestRetryMs = 20_000;

export function createCommunityLink(config: {
  /** Null for the embedded community. */
  server: string | null;
  dataDir: string;
  launchWorker: LaunchWorker;
  /** Why nothing may be sent there now; null where it may. */
  refusal(): Problem | null;
  onChange(): void;
}): CommunityLink {
  const embedded = config.server === null;
  let url = config.server;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  let retryMs = firstRetryMs;
  let disposed = false;
  let asking = false;
  let state: CommunityState = {
    name: config.server === null ? 'This computer' : new URL(config.server).host,
    url: config.server ?? '',
    embedded,
    status: 'starting',
    agents: null,
    clock_offset_ms: null,
    problem: null,
    retry_at: null,
  };
  const client = createCommunityClient({ url: () => url, signer: null });

  function set(change: Partial<CommunityState>): void {
    const next = { ...state, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!disposed) config.onChange();
  }

  function again(ms: number): void {
    if (disposed) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void ask(), ms);
  }

  async function launch(): Promise<void> {
    const dataDir = join(config.dataDir, 'community');
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const launched = config.launchWorker(
      new URL('../../service/main.ts', import.meta.url),
      ['--host', '127.0.0.1', '--port', '0', '--data-dir', dataDir, ...strangers],
      join(config.dataDir, 'community.log'),
    );
    worker = launched;
    void launched.exited.then(() => {
      if (worker !== launched) return;
      worker = null;
      url = null;
      if (!disposed) void ask();
    });
    const line = await launched.ready;
    url = String(line.url);
    set({ url });
  }

  async function ask(): Promise<void> {
    if (asking || disposed) return;
    asking = true;
    try {
      const refusal = config.refusal();
      if (refusal) throw new ParlorError(refusal.code, refusal.message, refusal.detail);
      if (embedded && !worker) await launch();
      await client.call('GET /api/v1/version', {}, { timeoutMs: 5_000 });
      retryMs = firstRetryMs;
      set({ status: 'online', clock_offset_ms: client.clockOffsetMs, problem: null, retry_at: null });
      again(watchMs);
    } catch (error) {
      set({ status: 'offline', problem: explain(error), retry_at: Date.now() + retryMs });
      again(retryMs);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    } finally {
      asking = false;
    }
  }

  return {
    key: config.server === null ? 'embedded' : config.server.replace(/\/+$/, ''),
    get state() {
      return state;
    },
    url: () => url,
    start: () => void ask(),
    retry() {
      retryMs = firstRetryMs;
      again(0);
    },
    async dispose() {
      disposed = true;
      if (timer) clearTimeout(timer);
      const running = worker;
      worker = null;
      await running?.stop();
    },
  };
}

/** Tables of a community on this computer stay on this computer. */
export function isLoopback(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname);
}

function explain(error: unknown): Problem {
  if (error instanceof ParlorError && error.code !== 'service_failed') return error.toProblem();
  // What a disk or a port said stays in the log; its short code helps whoever is asked for help.
  const reason = error instanceof ParlorError ? error.detail?.reason : (error as NodeJS.ErrnoException).code;
  return {
    code: 'service_failed',
    message: 'The community on this computer does not start. Parlor keeps trying; your key and records are unharmed.',
    ...(typeof reason === 'string' ? { detail: { reason } } : {}),
  };
}
