/** Workers as utility processes, which exit only on their own or when killed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import type { Worker, WorkerTimeouts } from '../../workers/worker.ts';
import { createFakeElectron, type FakeElectron } from './testing/fake-electron.ts';
import { utilityWorkers } from './workers.ts';

const home = temporaryFolder();
const log = join(home, 'worker.log');
const entry = JSON.stringify(new URL('../../workers/entry.ts', import.meta.url).href);

let electron: FakeElectron;
afterEach(() => electron.utility.killAll());

/** Starts a worker with this module text, in which `runWorker` is imported. */
async function launch(
  text: string,
  { platform = 'linux', ...timeouts }: Partial<WorkerTimeouts> & { platform?: NodeJS.Platform } = {},
): Promise<Worker> {
  electron = createFakeElectron({ platform });
  await electron.load(() => {});
  const script = join(temporaryFolder(), 'worker.mjs');
  writeFileSync(script, `import { runWorker } from ${entry};\n${text}`);
  return utilityWorkers(electron.module.utilityProcess, timeouts)(pathToFileURL(script), ['--port', '0'], log);
}
const ended = () => electron.utility.all[0]?.ended;

const body = `runWorker(async () => {
  console.error('a line of its log');
  console.log(JSON.stringify({ event: 'up', args: process.argv.slice(2) }));
  return {
    receive: (message) => console.log(JSON.stringify({ received: message })),
    stop: async () => console.error('stopped'),
  };
}, { exitWithParent: false });`;

describe.each(['linux', 'win32'] as const)('on %s', (platform) => {
  it('is ready with its first line, receives messages, logs, and exits on request', async () => {
    const worker = await launch(body, { platform });
    const lines: unknown[] = [];
    worker.onLine((line) => lines.push(line));
    expect(await worker.ready).toEqual({ event: 'up', args: ['--port', '0'] });
    worker.send({ seat: 'sharp' });
    await expect.poll(() => lines).toEqual([{ received: { seat: 'sharp' } }]);
    await worker.stop();
    expect(ended()).toBe(0);
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('a line of its log\nstopped\n');
  });
});

it('can be stopped before it is ready', async () => {
  const worker = await launch(`
    const ready = Promise.withResolvers();
    process.parentPort.on('message', () => ready.resolve());
    runWorker(async () => {
      await ready.promise;
      return { stop: async () => {} };
    }, { exitWithParent: false });`);
  await worker.stop();
  expect(ended()).toBe(0);
});

it.each([
  ['fails at start', "runWorker(async () => { throw new Error('port is taken'); }, {});", 'port is taken'],
  ['throws', "runWorker(async () => { setImmediate(() => { throw new Error('thrown'); }); return {}; }, {});", ''],
])('a worker that %s is reported at once, with its reason', async (_what, text, reason) => {
  const worker = await launch(text);
  await expect(worker.ready).rejects.toMatchObject({
    code: 'service_failed',
    message: expect.stringContaining(reason),
  });
  await worker.exited;
  expect(ended()).toBe(1);
});

it('goes on after a rejected promise that nobody handles, and logs it', async () => {
  const worker = await launch(`runWorker(async () => {
    Promise.reject(new RangeError('forgotten'));
    setTimeout(() => console.log(JSON.stringify({ event: 'up' })), 50);
    return { receive: () => { throw new Error('not understood'); }, stop: async () => {} };
  }, { exitWithParent: false });`);
  expect(await worker.ready).toEqual({ event: 'up' });
  worker.send({ any: 'message' });
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('message of the parent: Error: not understood');
  expect(readFileSync(log, 'utf8')).toContain('unhandled rejection: RangeError: forgotten');
  await worker.stop();
  expect(ended()).toBe(0);
});

it.each(['hello', '[]', '5'])('a worker whose first line is %s is killed', async (line) => {
  const worker = await launch(`console.log('${line}');`);
  await expect(worker.ready).rejects.toMatchObject({ code: 'service_failed' });
  await worker.exited;
  expect(ended()).toBe('SIGKILL');
});

it('a worker that is not ready in time is killed', async () => {
  const worker = await launch('await new Promise(() => {});', { startMs: 300 });
  await expect(worker.ready).rejects.toMatchObject({ code: 'service_failed', detail: { limit: 300 } });
  await worker.exited;
  expect(ended()).toBe('SIGKILL');
});

it('a worker that does not stop is killed', async () => {
  const worker = await launch(
    `runWorker(async () => { console.log('{}'); return { stop: () => new Promise(() => {}) }; }, {});`,
    { stopMs: 300 },
  );
  await worker.ready;
  await worker.stop();
  expect(ended()).toBe('SIGKILL');
});
