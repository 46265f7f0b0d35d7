import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import type { CommunityClient } from '../community/client.ts';
import { openReports } from './report-queue.ts';

const report = { session_id: 'ab'.repeat(32), status: 'failed', reason: 'resigned', winner: null } as const;

async function open(call: (signal: AbortSignal) => Promise<unknown>) {
  const dataDir = temporaryFolder();
  const client = { call: (_route: string, _request: unknown, { signal }: { signal: AbortSignal }) => call(signal) };
  const onDone = vi.fn(async () => {});
  const reports = await openReports({
    dataDir,
    client: client as unknown as CommunityClient,
    onResult: async () => {},
    onUnclosed: async () => {},
    onDone,
  });
  return { reports, onDone, waiting: () => readdir(join(dataDir, 'reports')) };
}

test('dispose waits for a report that is being sent', async () => {
  const response = Promise.withResolvers<void>();
  const { reports, onDone, waiting } = await open(() => response.promise);
  await reports.queue(report);
  const ended = reports.dispose();
  response.resolve();
  await ended;
  expect(onDone).toHaveBeenCalledWith(report.session_id);
  expect(await waiting()).toEqual([]);
});

test('dispose gives up on a community that does not respond; the report stays on disk', async () => {
  const { reports, onDone, waiting } = await open(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  await reports.queue(report);
  await reports.dispose();
  expect(onDone).not.toHaveBeenCalled();
  expect(await waiting()).toEqual([`${report.session_id}.json`]);
});

test('a report is kept when this computer’s date is set forward', async () => {
  const attempts = vi.fn(() => Promise.reject(new Error('offline')));
  const { reports, onDone, waiting } = await open(attempts);
  await reports.queue(report);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 48 * 3_600_000);
  reports.flush();
  await vi.waitUntil(() => attempts.mock.calls.length >= 2);
  await reports.dispose();
  vi.restoreAllMocks();
  expect(onDone).not.toHaveBeenCalled();
  expect(await waiting()).toEqual([`${report.session_id}.json`]);
});
