/**
 * What Parlor costs while idle, without its window: memory of its processes while the house players wait for guests, the CPU time of
 * these players, and the memory of a service with ten thousand agents. Shared pages are divided among their users (PSS).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../e2e/app-fixture.ts';
import { createCommunityClient } from '../electron/community/client.ts';
import { openEmbeddedSettings } from '../electron/community/home.ts';
import { housePlayers } from '../electron/community/house-players.ts';
import { entryPath } from '../electron/installation.ts';
import {
  commandLineOf,
  type ProcessInfo,
  proportionalMemory,
  runningProcesses,
  withDescendants,
} from '../shared/testing/processes.ts';
import { fillCommunity } from './fill-community.ts';
import { budget, progress, type Row } from './report.ts';

const settleMs = 20_000;
const measurementMs = 60_000;
const pageCount = 200;
const size = { agents: 10_000, protocols: 1_000, invitations: 1_000, games: 1_000 };

interface Usage extends ProcessInfo {
  command: string;
}

export async function benchMemory(): Promise<Row[]> {
  if (process.platform !== 'linux') {
    progress('memory: skipped, because it needs /proc of Linux');
    return [];
  }
  return [...(await benchApp()), await benchService()];
}

const memoryRow = (job: string, measured: number, budgetMb: number): Row => ({
  job,
  measured,
  unit: 'MB',
  limit: budget(budgetMb),
  goal: { atMost: 1 },
});

const sumOf = (values: number[]) => values.reduce((total, value) => total + value, 0);

async function benchApp(): Promise<Row[]> {
  const app = await createApp();
  try {
    await app.start();
    await untilAllRegistered(app.dataDir);
    await delay(settleMs);
    const usageBefore = processesOf(app.dataDir);
    await delay(measurementMs);
    const usageAfter = processesOf(app.dataDir);
    const memory = usageAfter.map(({ pid }) => memoryOf(pid));
    const sumMemory = (matches: (usage: Usage) => boolean) =>
      sumOf(memory.filter((_, index) => matches(usageAfter[index]!)));
    const mainProcess = usageAfter[0]!;
    const houseProcesses = withDescendants(
      usageAfter,
      usageAfter.filter(({ command }) => command.includes(entryPath('house'))),
    );
    const cpuMs = sumOf(
      houseProcesses.map(({ pid, cpuMs }) => cpuMs - (usageBefore.find((usage) => usage.pid === pid)?.cpuMs ?? 0)),
    );
    return [
      memoryRow(
        `memory at rest, ${usageAfter.length} processes`,
        sumMemory(() => true),
        300,
      ),
      memoryRow(
        'memory at rest, main',
        sumMemory((usage) => usage === mainProcess),
        120,
      ),
      memoryRow(
        `memory at rest, ${housePlayers.length} house players`,
        sumMemory((usage) => houseProcesses.includes(usage)),
        150,
      ),
      {
        job: 'processor time of the house players at rest',
        measured: (100 * cpuMs) / measurementMs,
        unit: '% of a core',
        limit: budget(5),
        goal: { atMost: 1 },
      },
    ];
  } finally {
    await app.dispose();
  }
}

/** Measured after some requests: a freshly started service has loaded little. */
async function benchService(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  await fillCommunity(folder, size);
  const args = [entryPath('service'), '--host', '127.0.0.1', '--port', '0', '--data-dir', folder];
  const service = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PARLOR_LOG: 'error' },
  });
  try {
    const [line] = (await once(service.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    for (let pageIndex = 0; pageIndex < pageCount; pageIndex += 1) {
      const agent = 1 + ((pageIndex * 97) % size.agents);
      for (const path of [`elo/leaderboard?around=${agent}`, 'invitations', `agents/${agent}`]) {
        await (await fetch(`${url}/api/v1/${path}`)).arrayBuffer();
      }
    }
    await delay(settleMs);
    return memoryRow(`memory of a service with ${size.agents} agents`, memoryOf(service.pid!), 150);
  } finally {
    service.kill();
    await once(service, 'exit');
    rmSync(folder, { recursive: true });
  }
}

/** Uses a new data directory, so that every player has to register. */
async function untilAllRegistered(dataDir: string): Promise<void> {
  for (let agents = 0; agents < housePlayers.length; await delay(500)) {
    const { port } = (await openEmbeddedSettings(dataDir)).value;
    if (port === null) continue;
    const client = createCommunityClient({ url: () => `http://127.0.0.1:${port}`, signer: null });
    agents = (await client.call('GET /api/v1/version', {})).body.agents;
  }
}

/** Returns the process with this data directory first, then its descendants. */
export function processesOf(dataDir: string): Usage[] {
  const processes = runningProcesses().map((info) => ({ ...info, command: commandLineOf(info.pid) ?? '' }));
  const isMain = ({ command }: Usage) => command.includes(`\0--data-dir\0${dataDir}\0`);
  return withDescendants(processes, processes.filter(isMain).slice(0, 1));
}

/** In MB. */
function memoryOf(pid: number): number {
  const bytes = proportionalMemory(pid);
  if (bytes === null) throw new Error(`Process ${pid} has ended.`);
  return bytes / 1024 ** 2;
}
