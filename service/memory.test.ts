/** The service's memory under load. Only in long runs on Linux. */
import { expect, test, vi } from 'vitest';
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { memoryOf, remoteCommunity, serviceArgs, startService } from './testing/process.ts';
import { RandomLoad } from './testing/random-load.ts';

vi.setConfig({ testTimeout: 3_600_000 });

const megabyte = 1024 * 1024;
const rounds = 10;
const callsPerRound = 10_000;

/** Growth of memory in bytes from the second round to the last; all rounds have the same number of calls. */
async function growth(node: readonly string[]): Promise<number> {
  const dir = temporaryFolder();
  // A small heap is collected often, so the measurements contain little garbage.
  const service = await startService(serviceArgs(dir), { node: ['--max-old-space-size=64', ...node] });
  const load = new RandomLoad([], 9);
  const sizes: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const community = remoteCommunity(service.url, dir);
    load.communities = [community];
    await load.run(8, () => load.calls >= round * callsPerRound);
    sizes.push(memoryOf(service));
  }
  expect(load.violations).toEqual([]);
  service.child.kill();
  expect(await service.ended).toBe(0);
  console.info(`memory in MB: ${sizes.map((size) => Math.round(size / megabyte)).join(' ')}`);
  return sizes.at(-1)! - sizes[1]!;
}

const maxGrowth = 24 * megabyte;

test.runIf(isLongRun && process.platform === 'linux')('memory use stays flat under load', async () => {
  expect(await growth([])).toBeLessThan(maxGrowth);
});

// Verifies the measurement itself.
test.runIf(isLongRun && process.platform === 'linux')('the measurement detects a leak', async () => {
  const leak = `import { Server } from 'node:http';
    const kept = [];
    const { emit } = Server.prototype;
    Server.prototype.emit = function (name, ...rest) {
      if (name === 'request') kept.push(new Uint8Array(${Math.ceil((2 * maxGrowth) / ((rounds - 2) * callsPerRound))}).fill(1));
      return emit.call(this, name, ...rest);
    };`;
  expect(await growth(['--import', `data:text/javascript,${encodeURIComponent(leak)}`])).toBeGreaterThan(maxGrowth);
});
