/**
 * What this side owes the community after a table: the session's status, then, where the protocol is rated, who won. Reports
 * wait on disk until the community took them, so that a community that is away, a lost reply or a crash costs nothing.
 * Repeats are safe: a status that is final answers 409, and the same result again answers the same.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Result } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { winnerSchema } from '../../shared/tables/hooks.ts';
import type { CommunityClient } from '../community/client.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';

const reportSchema = z.object({
  session_id: z.string().regex(/^[0-9a-f]{64}$/),
  status: z.enum(['closed', 'failed', 'cancelled']),
  reason: z.string().max(200),
  winner: winnerSchema.nullable(),
  status_sent: z.boolean(),
  created_at: z.int(),
});
export type Report = z.infer<typeof reportSchema>;

export interface Reports {
  /** Resolves once the report is on disk; sending goes on behind it. */
  queue(report: Omit<Report, 'status_sent' | 'created_at'>): Promise<void>;
  /** Try everything that waits now, e.g. when the community is back. */
  poke(): void;
  /** Resolves once nothing is written any more. What is on its way may still arrive, for a moment; the rest waits on disk. */
  dispose(): Promise<void>;
}

/** The other side's report usually follows within a second; after a minute of asking there is no hurry. */
const eagerMs = 700;
const eagerTries = 80;
const patientMs = 60_000;
const keepMs = 24 * 3600_000;
/** At the end of the process a community that doesn't answer is not waited for longer. */
const farewellMs = 2_000;

interface Waiting {
  report: Report;
  tries: number;
  timer: NodeJS.Timeout | null;
  busy: boolean;
}

export async function openReports(config: {
  dataDir: string;
  client: CommunityClient;
  /** Where it rejects, the report is sent once more. */
  onResult(session_id: string, result: Result): Promise<void>;
  /** Nothing more is owed for this session; where it rejects, the next start asks again. */
  onDone(session_id: string): Promise<void>;
}): Promise<Reports> {
  const dir = join(config.dataDir, 'reports');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const waiting = new Map<string, Waiting>();
  const sending = new Set<Promise<void>>();
  const stopped = new AbortController();
  let disposed = false;

  const fileOf = (session_id: string) => join(dir, `${session_id}.json`);
  const save = (report: Report) =>
    writeFileAtomic(fileOf(report.session_id), new TextEncoder().encode(JSON.stringify(report)), { mode: 0o600 });

  function send(session_id: string): void {
    const entry = waiting.get(session_id);
    if (!entry || entry.busy || disposed) return;
    const sent = carry(session_id, entry);
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  }

  async function carry(session_id: string, entry: Waiting): Promise<void> {
    if (entry.timer) clearTimeout(entry.timer);
    entry.busy = true;
    entry.tries += 1;
    let done = false;
    try {
      done = await attempt(entry.report);
    } catch (error) {
      // A refusal that no repeat can change is the end of it; anything else is tried again.
      done =
        error instanceof ParlorError &&
        ['not_found', 'not_participant', 'invalid_field', 'result_conflict'].includes(error.code);
    }
    entry.busy = false;
    if (done || Date.now() - entry.report.created_at > keepMs) {
      waiting.delete(session_id);
      await config
        .onDone(session_id)
        .then(() => rm(fileOf(session_id), { force: true }))
        .catch(() => {});
    } else if (!disposed) {
      entry.timer = setTimeout(() => send(session_id), entry.tries < eagerTries ? eagerMs : patientMs);
    }
  }

  /** True once nothing more is owed. */
  async function attempt(report: Report): Promise<boolean> {
    const params = { session_id: report.session_id };
    const { signal } = stopped;
    if (!report.status_sent) {
      try {
        const body = { status: report.status, reason: report.reason };
        await config.client.call('POST /api/v1/sessions/{session_id}/status', { params, body }, { signal });
      } catch (error) {
        // The peer was first: final is final, whoever said it.
        if (!(error instanceof ParlorError && error.code === 'session_terminal')) throw error;
      }
      report.status_sent = true;
      await save(report);
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

  for (const name of await readdir(dir)) {
    const parsed = reportSchema.safeParse(await readJson(join(dir, name)));
    if (parsed.success)
      waiting.set(parsed.data.session_id, { report: parsed.data, tries: 0, timer: null, busy: false });
  }
  const poke = () => {
    for (const session_id of waiting.keys()) send(session_id);
  };
  poke();

  return {
    async queue(wish) {
      const report = { ...wish, status_sent: false, created_at: Date.now() };
      await save(report);
      waiting.set(report.session_id, { report, tries: 0, timer: null, busy: false });
      send(report.session_id);
    },
    poke,
    async dispose() {
      disposed = true;
      for (const { timer } of waiting.values()) if (timer) clearTimeout(timer);
      const giveUp = setTimeout(() => stopped.abort(), farewellMs);
      await Promise.all(sending);
      clearTimeout(giveUp);
    },
  };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
}
