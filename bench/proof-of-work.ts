/**
 * Attempts at a registration's proof of work per second of CPU time, compared with SHA-256 compressions of OpenSSL: an attempt is one
 * compression, part of which many attempts share. Then two threads compared with one, in wall-clock time.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { entryUrl } from '../electron/installation.ts';
import { createSearch } from '../electron/proof-of-work/search.ts';
import type { SearchReport, SearchTask } from '../electron/proof-of-work/worker.ts';
import { median, progress, type Row } from './report.ts';

const rounds = 5;
const triesPerRound = 10_000_000;
const threadMs = 3_000;
const blockBytes = 64;
const searchTask = { nonce: '7'.repeat(32), public_key: '0f'.repeat(32), difficulty: 4 };

export async function benchWork(): Promise<Row[]> {
  return [...(await benchCore()), await benchThreads()];
}

async function benchCore(): Promise<Row[]> {
  const search = createSearch(searchTask.nonce, searchTask.public_key, searchTask.difficulty);
  const tries: number[] = [];
  const compressions: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const startCounter = 10_000_000 * (round + 1);
    const cpuBefore = process.cpuUsage();
    search(startCounter, startCounter + triesPerRound);
    const { user, system } = process.cpuUsage(cpuBefore);
    const opensslSpeed = await opensslCompressions();
    if (opensslSpeed === null) {
      progress('work: there is no `openssl` to compare with');
      return [];
    }
    // In the first round the search is compiled.
    if (round === 0) continue;
    tries.push(triesPerRound / (user + system));
    compressions.push(opensslSpeed);
  }
  const limit = { what: 'compressions of OpenSSL', value: median(compressions) };
  const job = 'proof of work, tries on one core';
  return [{ job, measured: median(tries), unit: 'M/s', limit, goal: { atLeast: 0.42 } }];
}

/** Millions per second of CPU time; null if the program is not installed. */
async function opensslCompressions(): Promise<number | null> {
  try {
    const options = ['speed', '-seconds', '1', '-bytes', '16384', '-mr', 'sha256'];
    const { stdout } = await promisify(execFile)('openssl', options);
    return Number(/^\+F:\d+:sha256:([\d.]+)/m.exec(stdout)?.[1]) / blockBytes / 1e6;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function benchThreads(): Promise<Row> {
  const speeds = { one: [] as number[], two: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    speeds.one.push(await triesPerSecond(1));
    speeds.two.push(await triesPerSecond(2));
  }
  return {
    job: 'proof of work, two threads',
    measured: median(speeds.two) / 1e6,
    unit: 'M/s',
    limit: { what: 'one thread', value: median(speeds.one) / 1e6 },
    goal: { atLeast: 1.9 },
  };
}

async function triesPerSecond(threadCount: number): Promise<number> {
  const workers = Array.from({ length: threadCount }, (_, index) => {
    const workerData: SearchTask = { ...searchTask, index, step: threadCount };
    return new Worker(entryUrl('proof-of-work-worker'), { workerData });
  });
  let tries = 0;
  // From the first report of each, so that starting and compiling doesn't count.
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('message', resolve))));
  for (const worker of workers) worker.on('message', (report: SearchReport) => (tries += report.tries));
  const start = performance.now();
  await new Promise((resolve) => setTimeout(resolve, threadMs));
  const speed = (1000 * tries) / (performance.now() - start);
  await Promise.all(workers.map((worker) => worker.terminate()));
  return speed;
}
