/** The 99th percentile of an agent's response times while others flood the service, and without that. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestAgent } from '../service/testing/community.ts';
import { type RawRequest, sendBytes, sendCopies } from '../service/testing/http.ts';
import { remoteCommunity, startService } from '../service/testing/process.ts';
import { quantile, type Row } from './report.ts';

const rounds = 5;
const requestsPerRound = 200;
/** In each storm. */
const requestCount = 10_000;
const connectionCount = 40;
/** Requests sent at once on each connection, within the service's limit. */
const pipelineSize = 25;
/** Milliseconds between two requests of the agent that is measured. */
const intervalMs = 5;

const listRequest: RawRequest = { method: 'GET', target: '/api/v1/protocols' };
const from = (address: string) => ({ 'X-Forwarded-For': address });

type Storm = { kind: 'replays'; request: RawRequest } | { kind: 'strangers'; addresses: number };

export async function benchStorms(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const flags = ['--host', '127.0.0.1', '--port', '0', '--data-dir', folder, '--difficulty', '0'];
  // With the limits of a service on a network.
  const service = await startService([...flags, '--trust-proxy', '127.0.0.1', '--rate', 'signed=off']);
  try {
    const community = remoteCommunity(service.url);
    const [ann, bob] = [await community.agent('Ann'), await community.agent('Bob')];
    const compare = async (job: string, goal: number, createStorm: () => Storm): Promise<Row> => {
      const results: { calm: number; storm: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const calm = quantile(await timesOf(ann, (requests) => requests >= requestsPerRound), 0.99);
        results.push({ calm, storm: quantile(await timesBeside(ann, createStorm()), 0.99) });
      }
      // Both from the middle round, so that they were measured at the same time.
      const middle = results.sort((a, b) => a.storm / a.calm - b.storm / b.calm)[rounds >> 1]!;
      const limit = { what: 'without the storm', value: middle.calm };
      return { job, measured: middle.storm, unit: 'ms', limit, goal: { atMost: goal } };
    };
    await timesOf(ann, (requests) => requests >= requestsPerRound);
    const rows = [
      await compare(`storm: others' p99 while a request is sent ${requestCount} times`, 2, () => {
        community.now = Date.now();
        return { kind: 'replays', request: { ...listRequest, headers: bob.headers(listRequest) } };
      }),
    ];
    for (const addresses of [1, 100, 10_000]) {
      const job = `storm: others' p99 beside ${requestCount} requests of strangers from ${addresses} addresses`;
      rows.push(await compare(job, 3, () => ({ kind: 'strangers', addresses })));
    }
    return rows;
  } finally {
    service.child.kill();
    await service.ended;
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds that each request of the agent took. */
async function timesOf(agent: TestAgent, isDone: (requests: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isDone(times.length)) {
    agent.community.now = Date.now();
    const start = performance.now();
    const { status } = await agent.send({ ...listRequest, headers: from('192.0.2.1') });
    if (status !== 200) throw new Error(`A request of the measured agent was refused: ${status}`);
    times.push(performance.now() - start);
    await delay(intervalMs);
  }
  return times;
}

async function timesBeside(agent: TestAgent, storm: Storm): Promise<number[]> {
  const args = [fileURLToPath(import.meta.url), agent.community.url, JSON.stringify(storm)];
  const sender: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(sender.stdout!, 'data');
    // Attackers have computers of their own: sending takes only what the two measured processes leave.
    setPriority(sender.pid!, constants.priority.PRIORITY_LOW);
    let hasEnded = false;
    const ended = once(sender, 'close').then(() => {
      hasEnded = true;
    });
    const times = await timesOf(agent, () => hasEnded);
    await ended;
    return times;
  } finally {
    sender.kill();
  }
}

/**
 * Sends all requests of a storm, in a process of its own so that sending does not delay the measured agent. Signs
 * everything first, then prints `ready`.
 */
async function send(url: string, storm: Storm): Promise<void> {
  const pipelines = Array.from({ length: requestCount / pipelineSize }, (_, index) => pipelineOf(url, storm, index));
  console.log('ready');
  const sendNext = async () => {
    for (let pipeline = pipelines.pop(); pipeline; pipeline = pipelines.pop()) await pipeline();
  };
  await Promise.all(Array.from({ length: connectionCount }, sendNext));
}

/** One connection's requests. */
function pipelineOf(url: string, storm: Storm, index: number): () => Promise<unknown> {
  if (storm.kind === 'replays') return () => sendCopies(url, storm.request, pipelineSize);
  const community = remoteCommunity(url);
  community.now = Date.now();
  const requests = Array.from({ length: pipelineSize }, (_, position) => {
    const number = index * pipelineSize + position;
    const headers = {
      ...new TestAgent(community).headers(listRequest),
      ...from(`10.0.${(number % storm.addresses) >> 8}.${(number % storm.addresses) & 255}`),
      // Every second signature is made up.
      ...(number % 2 === 0 && { 'X-Signature': randomBytes(64).toString('hex') }),
      ...(position === pipelineSize - 1 && { Connection: 'close' }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `GET ${listRequest.target} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`;
  });
  return () => sendBytes(url, requests.join(''));
}

if (import.meta.main) await send(process.argv[2]!, JSON.parse(process.argv[3]!));
