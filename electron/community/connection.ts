/** The connection to one community, embedded (run as a worker) or at an address: its URL and whether it is reachable. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inBackground } from '../../shared/background.ts';
import type { AppState } from '../../shared/bridge/contract.ts';
import { trimSlashes } from '../../shared/community/address.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { nickname } from '../../shared/signing/grammar.ts';
import { namedAfterMessage, publicUrlsMessage } from '../../shared/worker-messages.ts';
import { entryUrl } from '../installation.ts';
import { clockReading } from '../time/awake-clock.ts';
import { createBackoff } from '../time/retry.ts';
import type { LaunchWorker, Worker } from '../workers/worker.ts';
import { unlistedError } from './audience.ts';
import { choosePort } from './choose-port.ts';
import { createCommunityClient } from './client.ts';
import { communityFolder, type EmbeddedSettings } from './home.ts';

export type CommunityState = AppState['community'];

export interface CommunityConnection {
  /** Identifies the community in stored data: its address, or `embedded`. */
  readonly key: string;
  readonly state: CommunityState;
  /** The embedded community had to change its port: links with the previous one no longer work. */
  readonly notice: Problem | null;
  url(): string | null;
  /** Unix milliseconds by the community's clock. */
  communityNow(): number;
  acceptedClockOffset(): number | null;
  start(): void;
  /** Checks again now. Resolves once that check, or the one already in progress, has ended. */
  retry(): Promise<void>;
  /** The further URLs under which others reach the embedded community. */
  announceUrls(urls: readonly string[]): void;
  /** The embedded community is named after its owner, also once the owner has another name. */
  renameAgent(before: string, name: string): Promise<void>;
  dispose(): Promise<void>;
}

const longestRetryMs = 20_000;
/** Clients behind the LAN proxy (local-network/lan-proxy.ts) get the limits of a public community. */
const untrustedLimits = ['--trust-proxy', '127.0.0.1'];

/** Time between checks while the community is online. */
const checkIntervalMs = 5_000;
/** A worker that leaves this many consecutive probes unanswered is considered hung and is replaced. */
const maxUnanswered = 3;

/** A name that agents can have, in one line: the grammar allows the line separators of Unicode, which no keyboard types. */
const ownerName = nickname.regex(/^[^\u2028\u2029]*$/);

/** The owner's name by a community's own account; null if it could not be an agent's. */
const claimedOwner = (name: unknown): string | null => ownerName.safeParse(name).data ?? null;

export function createConnection(config: {
  /** Null for the embedded community. */
  server: string | null;
  dataDir: string;
  embeddedSettings: EmbeddedSettings;
  launchWorker: LaunchWorker;
  /** Why nothing may be sent to this address; null if sending is allowed. */
  addressProblem(): Problem | null;
  /** The difference of clocks that the person accepted, milliseconds; null if none. */
  acceptedClockOffset(): number | null;
  onChange(): void;
  /** Time limit of one check, and the wait after the first that failed, milliseconds. */
  timing?: { probeMs: number; firstRetryMs: number };
}): CommunityConnection {
  const { probeMs, firstRetryMs } = config.timing ?? { probeMs: 5_000, firstRetryMs: 1_000 };
  const embedded = config.server === null;
  let url = config.server;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  const backoff = createBackoff({ firstMs: firstRetryMs, longestMs: longestRetryMs });
  let isDisposed = false;
  let probing: Promise<void> | null = null;
  /** Consecutive probes that the running worker left unanswered. */
  let unansweredProbes = 0;
  let notice: Problem | null = null;
  let announcedUrls: readonly string[] = [];
  let state: Omit<CommunityState, 'owner'> = {
    name: config.server === null ? '' : new URL(config.server).host,
    url: config.server ?? '',
    embedded,
    status: 'starting',
    agents: null,
    claimed_owner: null,
    clock_offset_ms: null,
    problem: null,
    retry_at: null,
    offers: { complaints: false, blocks: false },
  };
  const { acceptedClockOffset } = config;
  const client = createCommunityClient({ url: () => url, signer: null, acceptedClockOffset });

  function setState(change: Partial<CommunityState>): void {
    const next = { ...state, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!isDisposed) config.onChange();
  }

  function schedule(delayMs: number): void {
    if (isDisposed) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(probeNow, delayMs);
  }

  function probeNow(): void {
    inBackground('connection', probe());
  }

  /** Concurrent calls share one probe. Never rejects. */
  function probe(): Promise<void> {
    probing ??= probeOnce().finally(() => {
      probing = null;
    });
    return probing;
  }

  /** The service tells guests whose community it is. */
  function tellName(): void {
    const { owner } = config.embeddedSettings.value;
    if (worker && owner !== null) worker.send(namedAfterMessage(owner));
  }

  async function launch(): Promise<void> {
    const dataDir = communityFolder(config.dataDir);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const previousPort = config.embeddedSettings.value.port;
    const port = await choosePort(previousPort);
    if (isDisposed) return;
    const newWorker = config.launchWorker(
      entryUrl('service'),
      ['--host', '127.0.0.1', '--port', String(port), '--data-dir', dataDir, ...untrustedLimits],
      join(config.dataDir, 'community.log'),
    );
    worker = newWorker;
    unansweredProbes = 0;
    const startedAt = performance.now();
    const whenExited = newWorker.exited.then(() => {
      if (worker !== newWorker) return;
      worker = null;
      url = null;
      // A service that exits soon after its start is not restarted without a pause.
      schedule(performance.now() - startedAt < longestRetryMs ? backoff.next() : 0);
    });
    inBackground('community', whenExited);
    const readyMessage = await newWorker.ready;
    url = String(readyMessage.url);
    newWorker.send(publicUrlsMessage(announcedUrls));
    if (previousPort !== null && port !== previousPort) {
      const message = `Another program uses port ${previousPort}, so the community on this computer now listens on port ${port}.`;
      notice = new ParlorError('port_taken', message, { before: previousPort, port }).toProblem();
    }
    inBackground('settings of the community', config.embeddedSettings.change({ port }));
    setState({ url });
  }

  async function probeOnce(): Promise<void> {
    if (isDisposed) return;
    try {
      const problem = config.addressProblem();
      if (problem) throw new ParlorError(problem.code, problem.message, problem.detail);
      if (embedded && !worker) await launch();
      tellName();
      const { body } = await client.call('GET /api/v1/version', {}, { timeoutMs: probeMs });
      unansweredProbes = 0;
      const unlisted = embedded ? null : unlistedError(url!, body.addresses);
      if (unlisted) throw unlisted;
      backoff.reset();
      const { complaints_per_day, inbox_blocks } = body.limits;
      setState({
        status: 'online',
        claimed_owner: embedded ? null : claimedOwner(body.named_after),
        clock_offset_ms: client.clockOffsetMs,
        problem: null,
        retry_at: null,
        offers: { complaints: complaints_per_day !== undefined, blocks: inbox_blocks !== undefined },
      });
      schedule(checkIntervalMs);
    } catch (error) {
      unansweredProbes += 1;
      if (embedded && unansweredProbes >= maxUnanswered && worker) inBackground('community', worker.stop());
      const delayMs = backoff.next();
      setState({ status: 'offline', problem: problemOf(error), retry_at: clockReading() + delayMs });
      schedule(delayMs);
    }
  }

  return {
    key: config.server === null ? 'embedded' : trimSlashes(config.server),
    get state() {
      const { owner } = config.embeddedSettings.value;
      return { ...state, owner, name: embedded ? embeddedName(owner) : state.name };
    },
    get notice() {
      return notice;
    },
    url: () => url,
    communityNow: client.communityNow,
    acceptedClockOffset,
    start: probeNow,
    retry() {
      backoff.reset();
      return probe();
    },
    announceUrls(urls) {
      announcedUrls = urls;
      worker?.send(publicUrlsMessage(urls));
    },
    async renameAgent(before, name) {
      if (embedded && config.embeddedSettings.value.owner === before)
        await config.embeddedSettings.change({ owner: name });
      tellName();
    },
    async dispose() {
      isDisposed = true;
      if (timer) clearTimeout(timer);
      const runningWorker = worker;
      worker = null;
      await runningWorker?.stop();
    },
  };
}

const embeddedName = (owner: string | null): string => (owner === null ? 'Your community' : `${owner}’s community`);

function problemOf(error: unknown): Problem {
  if (error instanceof ParlorError && error.code !== 'service_failed') return error.toProblem();
  // The system's message is only logged; its error code helps support.
  const reason = error instanceof ParlorError ? error.detail?.reason : (error as NodeJS.ErrnoException).code;
  return {
    code: 'service_failed',
    message: 'The community on this computer does not start. Parlor keeps trying; your key and records are unharmed.',
    ...(typeof reason === 'string' ? { detail: { reason } } : {}),
  };
}
