import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CommunityClient } from '../community/client.ts';
import { openReports } from './reports.ts';

const report = { session_id: 'ab'.repeat(32), status: 'failed', reason: 'resigned', winner: null } as const;

async function open(call: (signal: AbortSignal) => Promise<unknown>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlor-reports-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const client = { call: (_route: string, _question: unknown, { signal }: { signal: AbortSignal }) => call(signal) };
  const onDone = vi.fn(async () => {});
  const reports = await openReports({
    dataDir,
    client: client as unknown as CommunityClient,
    onResult: async () => {},
    onDone,
  });
  return { reports, onDone, waiting: () => readdir(join(dataDir, 'reports')) };
}

test('the end of the process waits for a report on its way, and nothing is written after it', async () => {
  const arrived = Promise.withResolvers<void>();
  const { reports, onDone, waiting } = await open(() => arrived.promise);
  await reports.queue(report);
  const ended = reports.dispose();
  arrived.resolve();
  await ended;
  expect(onDone).toHaveBeenCalledWith(report.session_id);
  expect(await waiting()).toEqual([]);
});

test('a community that does not answer is given up, and the report stays on disk', async () => {
  const { reports, onDone, waiting } = await open(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  await reports.queue(report);
  await reports.dispose();
  expect(onDone).not.toHaveBeenCalled();
  expect(await waiting()).toEqual([`${report.session_id}.json`]);
});
