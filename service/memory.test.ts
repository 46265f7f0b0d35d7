/** Whether the memory of a service stays where it is. PARLOR_LONG=1 makes the rounds long. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Load } from './testing/load.ts';
import { argsFor, memoryOf, startedService, visitor } from './testing/process.ts';

const long = process.env.PARLOR_LONG === '1';
vi.setConfig({ testTimeout: long ? 3_600_000 : 120_000 });

const megabyte = 1024 * 1024;
const [rounds, callsPerRound] = long ? [10, 10_000] : [4, 300];

/** Bytes gained from the end of the second of equal rounds to the end of the last. */
async function growth(node: readonly string[]): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'parlor-memory-'));
  // With a small heap garbage is collected early, and little of it stands in the figures.
  const service = await startedService(argsFor(dir), { node: ['--max-old-space-size=64', ...node] });
  const load = new Load([], 9);
  const sizes: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const community = visitor(service.url, dir);
    load.communities = [community];
    await load.run(8, () => load.calls >= round * callsPerRound);
    sizes.push(memoryOf(service));
  }
  expect(load.wrong).toEqual([]);
  service.child.kill();
  expect(await service.ended).toBe(0);
  rmSync(dir, { recursive: true });
  if (long) console.info(`memory in MB: ${sizes.map((size) => Math.round(size / megabyte)).join(' ')}`);
  return sizes.at(-1)! - sizes[1]!;
}

const bound = 24 * megabyte;

test.skipIf(process.platform !== 'linux')('under load the memory of the service stays flat', async () => {
  expect(await growth([])).toBeLessThan(bound);
});

test.skipIf(process.platform !== 'linux')('a leak would be seen', async () => {
  const leak = `import { Server } from 'node:http';
    const kept = [];
    const { emit } = Server.prototype;
    Server.prototype.emit = function (name, ...rest) {
      if (name === 'request') kept.push(new Uint8Array(${Math.ceil((2 * bound) / ((rounds - 2) * callsPerRound))}).fill(1));
      return emit.call(this, name, ...rest);
    };`;
  expect(await growth(['--import', `data:text/javascript,${encodeURIComponent(leak)}`])).toBeGreaterThan(bound);
});
