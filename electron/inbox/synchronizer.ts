/**
 * Keeps the store of an inbox in step with the community, one synchronization at a time. The network is never waited for by anything that
 * only reads or changes what is stored.
 */
import type { Inbox } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { createBackoff } from '../time/retry.ts';
import type { Mailbox, MailboxEntry } from './mailbox.ts';
import type { InboxStore } from './store.ts';
import type { StoredMessage } from './stored-entries.ts';

export interface Synchronizer {
  readonly state: Pick<Inbox, 'status' | 'problem' | 'quota'>;
  /** Whether the community still held a message at the last synchronization. */
  isHeld(message: StoredMessage): boolean;
  /** Calls share a synchronization that has not started yet. Rejects with the community's error; the stored state does not change. */
  run(): Promise<void>;
  /** Runs soon, and again after a failure. */
  runInBackground(): void;
  /** Shows a problem of this computer until the next synchronization. */
  reportProblem(error: unknown): void;
  dispose(): void;
}

export interface SynchronizerConfig {
  store: InboxStore;
  mailbox: Mailbox;
  community: string;
  isBlocked(public_key: string): boolean;
  /** Whether a message needs no slot at the community any more. */
  isServed(message: StoredMessage): Promise<boolean>;
  /** Brings the community's blocks in step. */
  synchronizeBlocks(): Promise<void>;
  /** A message of a blocked person has arrived. */
  onBlockedArrival(public_key: string): Promise<void>;
  /** New messages are stored. `isFirst`: they came while Parlor was closed. */
  onArrival(messages: readonly StoredMessage[], isFirst: boolean): void;
  /** The state may have changed. */
  onChange(): void;
}

/** Milliseconds between two runs in the background, so that a storm of messages causes few. */
const intervalMs = 250;
const requestsAtOnce = 4;

export function createSynchronizer(config: SynchronizerConfig): Synchronizer {
  const { store, mailbox, community, isBlocked, isServed, synchronizeBlocks, onArrival, onChange } = config;
  /** The received messages that the community still holds, by `idOf`. */
  let heldIds = new Set<string>();
  let quota: Inbox['quota'] = null;
  let status: Inbox['status'] = 'loading';
  let problem: Problem | null = store.problem;
  let pendingRun: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let lastEndedAt = Number.NEGATIVE_INFINITY;
  let isDisposed = false;
  const serialize = createSerialQueue();
  const backoff = createBackoff({ firstMs: 2_000, longestMs: 60_000, jitter: true });

  async function synchronize(): Promise<void> {
    try {
      // First, so that what it deletes is not downloaded.
      await synchronizeBlocks();
      const [listed, capacity] = await Promise.all([mailbox.list(), mailbox.capacity()]);
      const entries = await releaseServed(await storeNew(await deleteMarked(listed)));
      heldIds = new Set(entries.map(idOf));
      quota = {
        ...capacity,
        count: entries.length,
        oldest_expires_at: entries.reduce<number | null>(
          (oldest, { expires_at }) => (oldest === null || expires_at < oldest ? expires_at : oldest),
          null,
        ),
      };
      [status, problem] = ['live', store.problem];
      backoff.reset();
    } catch (error) {
      // Anything else failed on this computer, not at the community.
      if (error instanceof ParlorError) status = 'offline';
      problem = toProblem(error);
      throw error;
    } finally {
      lastEndedAt = performance.now();
      if (!isDisposed) onChange();
    }
  }

  /** Returns the entries that remain at the community. */
  async function deleteMarked(entries: MailboxEntry[]): Promise<MailboxEntry[]> {
    const marked = store.received.filter(({ deleted_at }) => deleted_at !== null);
    const markedIds = new Set(marked.map(idOf));
    for (const entry of entries) if (markedIds.has(idOf(entry))) await mailbox.remove(entry.id);
    const markedCopies = store.sent.filter(({ deleted_at }) => deleted_at !== null);
    if (marked.length + markedCopies.length > 0) await store.update(() => ({ remove: [...marked, ...markedCopies] }));
    return entries.filter((entry) => !markedIds.has(idOf(entry)));
  }

  /** Returns the entries that remain at the community. Messages of blocked writers are deleted without notice. */
  async function storeNew(entries: MailboxEntry[]): Promise<MailboxEntry[]> {
    const storedIds = new Set(store.received.map(idOf));
    const newEntries = entries.filter((entry) => !storedIds.has(idOf(entry)));
    const arrived: StoredMessage[] = [];
    const removed = new Set<MailboxEntry>();
    const download = async (entry: MailboxEntry) => {
      const message = await mailbox.open(entry);
      if (message?.writer && isBlocked(message.writer)) {
        await mailbox.remove(entry.id);
        await config.onBlockedArrival(message.writer);
      } else if (message) arrived.push({ kind: 'received', ...message, community, read_at: null, deleted_at: null });
      if (!message || (message.writer && isBlocked(message.writer))) removed.add(entry);
    };
    try {
      await forEachBounded(newEntries, requestsAtOnce, download);
    } finally {
      // Keep what was downloaded before the failure.
      if (arrived.length > 0) {
        await store.update(() => ({ put: arrived }));
        arrived.sort((a, b) => a.created_at - b.created_at || a.id - b.id);
        onArrival(arrived, status === 'loading');
      }
    }
    return entries.filter((entry) => !removed.has(entry));
  }

  /** Frees the slots of messages that have served; they stay in the store. Returns the entries that remain at the community. */
  async function releaseServed(entries: MailboxEntry[]): Promise<MailboxEntry[]> {
    const listedIds = new Set(entries.map(idOf));
    const releasedIds = new Set<string>();
    const held = store.received.filter((message) => listedIds.has(idOf(message)));
    await forEachBounded(held, requestsAtOnce, async (message) => {
      if (!(await isServed(message))) return;
      await mailbox.remove(message.id);
      releasedIds.add(idOf(message));
    });
    return entries.filter((entry) => !releasedIds.has(idOf(entry)));
  }

  function run(): Promise<void> {
    pendingRun ??= serialize(() => {
      pendingRun = null;
      return synchronize();
    });
    return pendingRun;
  }

  function runIn(delayMs: number): void {
    if (isDisposed) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      runNow();
    }, delayMs);
    timer.unref();
  }

  const runNow = () => void run().catch(() => runIn(backoff.next()));

  return {
    get state() {
      return { status, problem, quota };
    },
    isHeld: (message) => heldIds.has(idOf(message)),
    run,
    runInBackground() {
      const delayMs = lastEndedAt + intervalMs - performance.now();
      if (delayMs > 0) runIn(delayMs);
      else if (!isDisposed) runNow();
    },
    reportProblem(error) {
      problem = toProblem(error);
    },
    dispose() {
      isDisposed = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/** The id alone is not unique over time: a community whose data was reset assigns the same ids again. */
const idOf = ({ id, created_at }: { id: number; created_at: number }) => `${id}-${created_at}`;

/** Runs `work` for each item, at most `atOnce` at a time. Rejects with the first error once all that have started are done. */
async function forEachBounded<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const remaining = [...items];
  let failure: { error: unknown } | null = null;
  const worker = async () => {
    while (failure === null) {
      const item = remaining.shift();
      if (item === undefined) return;
      await work(item).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failure !== null) throw (failure as { error: unknown }).error;
}
