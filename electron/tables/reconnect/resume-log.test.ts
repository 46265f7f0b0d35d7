import { stat, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { budgets } from '../../../shared/tables/budgets.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createResumeLog, openResumeLog, type ResumeLogLocation, readResumeEnds } from './resume-log.ts';

const { logBytes } = budgets.files;

afterEach(() => {
  vi.useRealTimers();
});

const location = (): ResumeLogLocation => ({
  path: join(temporaryFolder(), 'resume.sealed'),
  key: new Uint8Array(32).fill(7),
  table_id: 'table',
});

test('its first and last lines are read, and a torn last line is left out', async () => {
  const log = location();
  const { append, close } = await createResumeLog(log, { head: true });
  for (let event = 1; event <= 3; event += 1) await append({ event, text: 'x'.repeat(100_000) });
  await close();
  expect(await readResumeEnds(log)).toMatchObject({ head: { head: true }, last: { event: 3 } });
  await truncate(log.path, (await stat(log.path)).size - 1);
  expect(await readResumeEnds(log)).toMatchObject({ head: { head: true }, last: { event: 2 } });
  const reopened = (await openResumeLog(log))!;
  expect(reopened.lines).toHaveLength(3);
  await reopened.log.append({ event: 4 });
  await reopened.log.close();
  expect(await readResumeEnds(log)).toMatchObject({ last: { event: 4 } });
});

test('a log that becomes too long is given up, and nothing more is written', async () => {
  const log = location();
  const { append, sync, close } = await createResumeLog(log, { head: true });
  const event = { text: 'x'.repeat(4 * 1024 * 1024) };
  let size = 0;
  while (size + 4 * 1024 * 1024 * 1.4 < logBytes) {
    await append(event);
    ({ size } = await stat(log.path));
  }
  await append(event);
  await append({ small: true });
  await sync();
  await close();
  expect(await stat(log.path).catch(({ code }) => code)).toBe('ENOENT');
  expect(await openResumeLog(log)).toBeNull();
});

test('a log beyond its budget is not read', async () => {
  const log = location();
  const { close } = await createResumeLog(log, { head: true });
  await close();
  expect(await readResumeEnds(log)).not.toBeNull();
  await truncate(log.path, logBytes + 1);
  expect(await readResumeEnds(log)).toBeNull();
  expect(await openResumeLog(log)).toBeNull();
});

test('its time says when a process last had it open, although nothing happened', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const log = location();
  const { close } = await createResumeLog(log, { head: true });
  const longAgo = new Date(Date.now() - 3_600_000);
  const age = async () => Date.now() - (await readResumeEnds(log))!.aliveAt;
  await utimes(log.path, longAgo, longAgo);
  expect(await age()).toBeGreaterThan(3_000_000);
  vi.advanceTimersByTime(20_000);
  await expect.poll(age).toBeLessThan(3_000_000);
  await utimes(log.path, longAgo, longAgo);
  await close();
  expect(await age()).toBeLessThan(3_000_000);
  await utimes(log.path, longAgo, longAgo);
  vi.advanceTimersByTime(60_000);
  expect(await age()).toBeGreaterThan(3_000_000);
});
