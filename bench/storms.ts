/** The 99th percentile of an agent's response times while another agent's request is replayed thousands of times, and without that. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RawRequest, sendCopies } from '../service/testing/http.ts';
import { remoteCommunity, startService } from '../service/testing/process.ts';
import { quantile, type Row } from './report.ts';

const rounds = 5;
const requestsPerRound = 200;
const copyCount = 10_000;
const connectionCount = 40;
/** Requests sent at once on each connection, within the service's limit. */
const pipelineSize = 25;
/** Milliseconds between two requests of the agent that is measured. */
const intervalMs = 5;

const listRequest = { method: 'GET', target: '/api/v1/protocols' };

export async function benchStorm(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const flags = ['--host', '127.0.0.1', '--port', '0', '--data-dir', folder, '--difficulty', '0'];
  const service = await startService(flags);
  let sender: ChildProcess | null = null;
  try {
    const community = remoteCommunity(service.url);
    const ann = await community.agent('Ann');
    const bob = await community.agent('Bob');
    const measure = async (isDone: (requests: number) => boolean) => {
      const times: number[] = [];
      while (!isDone(times.length)) {
        community.now = Date.now();
        const start = performance.now();
        const { status } = await ann.send(listRequest);
        if (status !== 200) throw new Error(`A request of the measured agent was refused: ${status}`);
        times.push(performance.now() - start);
        await delay(intervalMs);
      }
      return times;
    };
    await measure((requests) => requests >= requestsPerRound);
    const results: { calmMs: number; stormMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const calmMs = quantile(await measure((requests) => requests >= requestsPerRound), 0.99);
      community.now = Date.now();
      const request = JSON.stringify({ ...listRequest, headers: bob.headers(listRequest) });
      sender = spawn(process.execPath, [fileURLToPath(import.meta.url), service.url, request], { stdio: 'inherit' });
      let hasEnded = false;
      const senderExit = once(sender, 'close').then(() => {
        hasEnded = true;
      });
      const stormMs = quantile(await measure(() => hasEnded), 0.99);
      await senderExit;
      results.push({ calmMs, stormMs });
    }
    // Both from the middle round, so that they were measured at the same time.
    const [medianRound] = results.sort((a, b) => a.stormMs / a.calmMs - b.stormMs / b.calmMs).slice(rounds >> 1);
    return [
      {
        job: `storm: others' p99 while a request is sent ${copyCount} times`,
        measured: medianRound!.stormMs,
        unit: 'ms',
        limit: { what: 'without the storm', value: medianRound!.calmMs },
        goal: { atMost: 2 },
      },
    ];
  } finally {
    sender?.kill();
    service.child.kill();
    await service.ended;
    rmSync(folder, { recursive: true });
  }
}

/** Runs in a separate process, so that sending does not delay the measured agent. */
async function replayRequest(url: string, request: RawRequest): Promise<void> {
  const sendAll = async () => {
    for (let sentCount = 0; sentCount < copyCount / connectionCount; sentCount += pipelineSize)
      await sendCopies(url, request, pipelineSize);
  };
  await Promise.all(Array.from({ length: connectionCount }, sendAll));
}

if (import.meta.main) await replayRequest(process.argv[2]!, JSON.parse(process.argv[3]!));
