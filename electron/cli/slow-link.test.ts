/** Games over links that are slow and lose packets, between two computers. Only in `npm run test:long`. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { firstRecordDifference } from '../../shared/tables/record-difference.ts';
import { verifyRecord } from '../../shared/tables/verify-record.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { residentMemory } from '../../shared/testing/processes.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Computers, openComputers } from './testing/computers.ts';
import { canBuildNetworks } from './testing/namespaces.ts';
import { isEvent } from './testing/programs.ts';

const dir = temporaryFolder();
const linkPath = join(dir, 'slow-link');

/** Why this machine does not support such a link; null if it does. */
async function whyUnsupported(): Promise<string | null> {
  if (!(await canBuildNetworks())) return 'network namespaces need root and iproute2';
  try {
    execFileSync('cc', ['-O2', '-Wall', '-Werror', '-o', linkPath, join(import.meta.dirname, 'testing/slow-link.c')]);
    return null;
  } catch {
    return 'there is no C compiler';
  }
}
const skipReason = isLongRun ? await whyUnsupported() : '';
if (skipReason) console.info(`Slow links: skipped, since ${skipReason}.`);
const supported = skipReason === null;

let computers: Computers;
beforeAll(async () => {
  if (!supported) return;
  computers = await openComputers(dir);
  // From here on the computers reach each other only over the slow link.
  await computers.network.disconnectComputers();
});
afterAll(() => computers?.dispose());

interface Link {
  /** Round-trip time and limitation. */
  name: string;
  game: string;
  /** Milliseconds in each direction. */
  delayMs: number;
  lossPercent: number;
  /** 0: no limit. */
  bytesPerSecond: number;
  /** Whether the game has to be completed. */
  completes: boolean;
}

const links: Link[] = [
  { name: '0.5 s, 10% loss', game: 'connect-four', delayMs: 250, lossPercent: 10, bytesPerSecond: 0, completes: true },
  { name: '1 s, 5 kB/s', game: 'connect-four', delayMs: 500, lossPercent: 0, bytesPerSecond: 5_000, completes: true },
  {
    name: '3 s, 10% loss',
    game: 'rock-paper-scissors',
    delayMs: 1_500,
    lossPercent: 10,
    bytesPerSecond: 0,
    completes: false,
  },
  {
    name: '1 s, 30% loss',
    game: 'rock-paper-scissors',
    delayMs: 500,
    lossPercent: 30,
    bytesPerSecond: 0,
    completes: false,
  },
  {
    name: '0.5 s, 300 B/s',
    game: 'rock-paper-scissors',
    delayMs: 250,
    lossPercent: 0,
    bytesPerSecond: 300,
    completes: false,
  },
];

function recordOf(computer: string, post_id: unknown): string | null {
  for (const path of globSync('tables/*/record.jsonl', { cwd: join(dir, computer) })) {
    const text = readFileSync(join(dir, computer, path), 'utf8');
    if (verifyRecord(text).session?.post_id === post_id) return text;
  }
  return null;
}

test.runIf(supported).each(links)(
  'over a round trip of $name, both sides get the same result, or both fail',
  {
    timeout: 900_000,
  },
  async ({ name, game, delayMs, lossPercent, bytesPerSecond, completes }) => {
    const { network, server, runOn, start } = computers;
    const numbers = [delayMs, lossPercent, bytesPerSecond, 7].map(String);
    const link = start(linkPath, [network.namespaceOf('a'), network.namespaceOf('b'), ...numbers]);
    onTestFinished(async () => {
      process.kill(link.pid, 'SIGTERM');
      await link.ended;
    });
    await link.waitFor(isEvent('linked'));
    await network.addAddress('a', 'far', '10.78.0.1/24');
    await network.addAddress('b', 'far', '10.78.0.2/24');
    const startedAt = performance.now();
    const at = (computer: string) => [
      ...['--control-mode', 'autonomous', '--pace', '0', '--json', '--server', server],
      ...['--data-dir', join(dir, computer)],
    ];
    const host = runOn('a', 'cli', 'host', '--protocol', game, ...at('a'));
    const { post_id } = await host.waitFor(isEvent('invite_created'));
    const guest = runOn('b', 'cli', 'join', String(post_id), ...at('b'));
    const sizes: number[] = [];
    const measure = setInterval(() => {
      const bytes = residentMemory(guest.pid);
      if (bytes !== null && guest.events.some(isEvent('move'))) sizes.push(bytes / 1024 ** 2);
    }, 500);
    const guestCode = await guest.ended;
    clearInterval(measure);
    // A guest that never joined leaves the host waiting for another one.
    const withdrawn = host.events.at(-1)?.event === 'invite_created';
    if (withdrawn) process.kill(host.pid, 'SIGINT');
    const hostCode = await host.ended;
    const results = [host, guest].map(({ events }) => events.find(isEvent('result')));
    console.info(
      `${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s, exit codes ${hostCode} and ${guestCode}, memory of the guest ` +
        `${Math.min(...sizes).toFixed(0)} to ${Math.max(...sizes).toFixed(0)} MB, ${results.map((result) => result?.state ?? 'no result').join(' and ')}` +
        `, last events ${JSON.stringify([host, guest].map(({ events }) => events.at(-1)))}`,
    );
    const states = results.map((result) => result?.state);
    if (completes) expect(states).toEqual(['settled', 'settled']);
    if (states.includes('settled') || states.includes('capped')) {
      expect(states[0]).toBe(states[1]);
      const records = ['a', 'b'].map((computer) => recordOf(computer, post_id));
      for (const record of records) {
        expect(record).not.toBeNull();
        expect(verifyRecord(record!).end).toMatchObject({ completed: true });
      }
      expect(firstRecordDifference(records[0]!, records[1]!)).toBeNull();
      expect(verifyRecord(records[0]!).end?.winner).toBe(verifyRecord(records[1]!).end?.winner);
    } else {
      expect(guestCode).not.toBe(0);
      if (!withdrawn) expect(hostCode).not.toBe(0);
    }
    if (sizes.length > 0) expect(Math.max(...sizes) - sizes[0]!).toBeLessThan(100);
  },
);
