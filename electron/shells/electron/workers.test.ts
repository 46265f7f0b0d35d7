import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { type Forks, utilityWorkers } from './workers.ts';

const home = mkdtempSync(join(tmpdir(), 'parlor-workers-'));
afterAll(() => rmSync(home, { recursive: true }));

function fake() {
  const told: unknown[] = [];
  const child = Object.assign(new EventEmitter(), {
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    pid: undefined,
    kill: () => child.emit('exit', 0),
    postMessage: (message: unknown) => void told.push(message),
  });
  const forks: unknown[][] = [];
  const utilityProcess = {
    fork: (...args: unknown[]) => {
      forks.push(args);
      return child;
    },
  } as unknown as Forks;
  const log = join(home, 'worker.log');
  const worker = utilityWorkers(utilityProcess)(new URL('file:///repository/service/main.ts'), ['--port', '0'], log);
  return { child, forks, log, told, worker };
}

it('is up with its first line, logs what it says, and ends when asked', async () => {
  const { child, forks, log, told, worker } = fake();
  expect(forks).toEqual([
    [
      '/repository/service/main.ts',
      ['--port', '0'],
      { serviceName: 'Parlor helper', stdio: ['ignore', 'pipe', 'pipe'] },
    ],
  ]);
  child.stderr.write('a line of its log\n');
  child.stdout.write('{"event":"listening","url":"http://127.0.0.1:1"}\n');
  expect(await worker.ready).toEqual({ event: 'listening', url: 'http://127.0.0.1:1' });
  const lines: unknown[] = [];
  worker.onLine((line) => lines.push(line));
  child.stdout.write('nonsense\n{"visitors":1}\n');
  await expect.poll(() => lines).toEqual([{ visitors: 1 }]);
  worker.say({ seat: 'sharp' });
  expect(told).toEqual(['{"seat":"sharp"}']);
  await worker.stop();
  await worker.exited;
  await expect.poll(() => readFileSync(log, 'utf8')).toBe('a line of its log\n');
});

it('one that ends early or speaks nonsense is a failure with its last words', async () => {
  const early = fake();
  early.child.stderr.write('starting\nport is taken\n');
  await new Promise((resolve) => setImmediate(resolve));
  early.child.emit('exit', 1);
  await expect(early.worker.ready).rejects.toMatchObject({
    code: 'service_failed',
    message: expect.stringContaining('port is taken'),
  });
  for (const line of ['hello', '[]', '5']) {
    const strange = fake();
    strange.child.stdout.write(`${line}\n`);
    await expect(strange.worker.ready).rejects.toMatchObject({ code: 'service_failed' });
    strange.child.emit('exit', 0);
  }
});
