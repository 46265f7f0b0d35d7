/**
 * Reports to the community after a table: the session's status and, for rated protocols, the winner. Reports stay on disk until
 * the community has accepted them, across outages, lost responses and crashes. Repeats are safe: a final status is refused with
 * 409, and the same result is accepted again.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { inBackground } from '../../shared/background.ts';
import type { Result } from '../../shared/community/shapes.ts';
import { type ErrorCode, ParlorError, reportError } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { winnerSchema } from '../../shared/tables/hooks.ts';
import type { CommunityClient } from '../community/client.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ownFile, readForeignText } from '../files/foreign-file.ts';
import { type Backoff, createBackoff } from '../time/retry.ts';

const reportSchema = z.object({
  session_id: hex64,
  status: z.enum(['closed', 'failed', 'cancelled']),
  reason: z.string().max(200),
  winner: winnerSchema.nullable(),
  status_sent: z.boolean(),
  created_at: z.int(),
});
export type Report = z.infer<typeof reportSchema>;

export interface Reports {
  /** Replaces an earlier one of this session. Resolves once the report is on disk, or could not be written, which only this process then sends. It is sent in the background. */
  queue(report: Omit<Report, 'status_sent' | 'created_at'>): Promise<void>;
  /** Sends all pending reports now, e.g. when the community is reachable again. */
  flush(): void;
  /** Gives calls in progress a moment to complete; the rest stays on disk. */
  dispose(): Promise<void>;
}

/** The opponent's report usually follows within a second; the later it is, the less often the community is polled. */
const backoffOptions = { firstMs: 700, longestMs: 60_000, factor: 1.1 };
/** Older reports are dropped. */
const maxAgeMs = 24 * 3600_000;
/** Any other error is retried. */
const finalCodes: readonly ErrorCode[] = [
  'not_found',
  'not_participant',
  'invalid_field',
  'result_conflict',
  'session_not_closed',
];
/** How long `dispose` waits for the community. */
const disposeTimeoutMs = 2_000;

interface PendingReport {
  report: Report;
  /** Monotonic: this computer's date may change while a report waits. */
  expiresAt: number;
  backoff: Backoff;
  timer: NodeJS.Timeout | null;
  isSending: boolean;
}

export async function openReports(config: {
  dataDir: string;
  client: CommunityClient;
  /** If it rejects, the report is sent again. */
  onResult(session_id: string, result: Result): Promise<void>;
  /** Called if the other side has reported the session as failed or cancelled, so that it has no result. */
  onUnclosed(session_id: string): Promise<void>;
  /** Called when nothing is left to report for this session. If it rejects, the report is sent again at the next start. */
  onDone(session_id: string): Promise<void>;
}): Promise<Reports> {
  const directory = join(config.dataDir, 'reports');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pendingReports = new Map<string, PendingReport>();
  const deliveries = new Set<Promise<void>>();
  const controller = new AbortController();
  let disposed = false;

  const fileOf = (session_id: string) => join(directory, `${session_id}.json`);
  const save = (report: Report) => writeFileAtomic(fileOf(report.session_id), JSON.stringify(report));

  const add = (report: Report) =>
    pendingReports.set(report.session_id, {
      report,
      expiresAt: performance.now() + maxAgeMs - Math.max(0, Date.now() - report.created_at),
      backoff: createBackoff(backoffOptions),
      timer: null,
      isSending: false,
    });

  function send(session_id: string): void {
    const entry = pendingReports.get(session_id);
    if (!entry || entry.isSending || disposed) return;
    const delivery = deliver(session_id, entry);
    deliveries.add(delivery);
    inBackground(
      'report',
      delivery.finally(() => deliveries.delete(delivery)),
    );
  }

  async function deliver(session_id: string, entry: PendingReport): Promise<void> {
    if (entry.timer) clearTimeout(entry.timer);
    entry.isSending = true;
    let isDone = false;
    try {
      isDone = await sendReport(entry.report);
    } catch (error) {
      const code = error instanceof ParlorError ? error.code : null;
      isDone = code !== null && finalCodes.includes(code);
      if (code === 'session_not_closed')
        await config.onUnclosed(session_id).catch((failure: unknown) => reportError(failure, 'report'));
    }
    entry.isSending = false;
    // A person has said the winner meanwhile: that report is sent instead.
    if (pendingReports.get(session_id) !== entry) return;
    if (isDone || performance.now() > entry.expiresAt) {
      pendingReports.delete(session_id);
      await config
        .onDone(session_id)
        .then(() => rm(fileOf(session_id), { force: true }))
        .catch((error: unknown) => reportError(error, 'report'));
    } else if (!disposed) {
      entry.timer = setTimeout(() => send(session_id), entry.backoff.next());
    }
  }

  /** Resolves to true once nothing is left to report. */
  async function sendReport(report: Report): Promise<boolean> {
    const params = { session_id: report.session_id };
    const { signal } = controller;
    if (!report.status_sent) {
      try {
        const body = { status: report.status, reason: report.reason };
        await config.client.call('POST /api/v1/sessions/{session_id}/status', { params, body }, { signal });
      } catch (error) {
        // The peer has already reported a final status.
        if (!(error instanceof ParlorError && error.code === 'session_terminal')) throw error;
      }
      report.status_sent = true;
      if (pendingReports.get(report.session_id)?.report === report)
        await save(report).catch((error: unknown) => reportError(error, 'report'));
    }
    if (report.winner === null) return true;
    const { winner } = report;
    const { body } = await config.client.call(
      'POST /api/v1/sessions/{session_id}/result',
      { params, body: { winner } },
      { signal },
    );
    await config.onResult(report.session_id, body);
    return body.state !== 'pending' && body.state !== 'disputed';
  }

  for (const name of await readdir(directory)) {
    const parsed = reportSchema.safeParse(await readJson(join(directory, name)));
    if (parsed.success) add(parsed.data);
  }
  const flush = () => {
    for (const session_id of pendingReports.keys()) send(session_id);
  };
  flush();

  return {
    async queue(draft) {
      const report = { ...draft, status_sent: false, created_at: Date.now() };
      await save(report).catch((error: unknown) => reportError(error, 'report'));
      add(report);
      send(report.session_id);
    },
    flush,
    async dispose() {
      disposed = true;
      for (const { timer } of pendingReports.values()) if (timer) clearTimeout(timer);
      const abortTimer = setTimeout(() => controller.abort(), disposeTimeoutMs);
      await Promise.all(deliveries);
      clearTimeout(abortTimer);
    },
  };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readForeignText(path, ownFile.value));
  } catch {
    return null;
  }
}
