/** Runs a soak: games, seeded faults, a phase without faults for measurements, and the check of the invariants. */
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Postgres, TestDatabase } from '../../service/testing/postgres.ts';
import { seededRandom } from '../../service/testing/random-load.ts';
import { isAlive } from './child.ts';
import { SoakCommunity } from './community.ts';
import { type Counts, Games } from './games.ts';
import { checkEmptiedLog, checkLogs, checkSettledRecords, checkStoredTables, type Invariant } from './invariants.ts';
import { growthOf, type Sample, slopeOf } from './memory-growth.ts';
import { createSchedule, type Fault, type ScheduledFault } from './schedule.ts';
import { WriteLoad } from './write-load.ts';

export interface SoakOptions {
  dir: string;
  minutes: number;
  seed: number;
  agents: number;
  tables: number;
  /** On PostgreSQL instead of SQLite. */
  postgres: boolean;
  /** Mean seconds between two faults. */
  faultSeconds: number;
  report(text: string): void;
}

export interface SoakSummary {
  seed: number;
  minutes: number;
  agents: number;
  tables: number;
  database: 'sqlite' | 'postgres';
  games: Counts;
  problems: { [codes: string]: number };
  /** Requests sent alongside the games, and the facts that the service acknowledged. */
  writes: { calls: number; facts: number };
  faults: { [kind: string]: number };
  restarts: number;
  memory: { [process: string]: { first: number; last: number; growth: number; perMinute: number } };
  descriptors: { [process: string]: { first: number; last: number } };
  invariants: Invariant[];
}

/** Shares of the time: games alone, then games with faults; the rest is games without faults. */
const phaseShares = { warmUp: 0.1, faults: 0.55 };
const sampleMs = 1_000;
/** MB that a process may grow by without faults: a share of its size plus normal heap fluctuation. */
const maxGrowthOf = (first: number) => 40 + 0.1 * first;
/** How many more descriptors an idle process may have open than before its first game. */
const maxNewDescriptors = 16;
/** Longer than HTTP clients and servers keep idle connections open. */
const idleMs = 6_000;
/** The longest wait until idle connections and endpoints have closed, by their own timers. */
const maxRestMs = 90_000;

export async function runSoak(options: SoakOptions): Promise<SoakSummary> {
  const { dir, minutes, seed, agents, tables, report } = options;
  mkdirSync(dir, { recursive: true });
  const server = options.postgres ? await Postgres.create() : null;
  const database = server && (await TestDatabase.create(server.url));
  const crashes: string[] = [];
  const community = new SoakCommunity({
    dir,
    agents,
    databaseUrl: database?.url ?? null,
    onMessage: (process, line) => games.onMessage(process, line),
    onCrash: (description) => crashes.push(description),
  });
  const games: Games = new Games(community, agents, seededRandom(seed + 1));
  try {
    await community.start();
    const writes = new WriteLoad({ url: community.url, dataDir: community.serviceDir, database, seed: seed + 2 });
    report(`${agents} agents in ${community.players.length} processes are registered at ${community.url}`);
    const idleDescriptors = await readIdleDescriptors(community);

    const startedAt = performance.now();
    const untilShare = (share: number) => delay(Math.max(0, startedAt + share * minutes * 60_000 - performance.now()));
    const gamesRun = games.play(tables);
    const writesRun = writes.run();
    await untilShare(phaseShares.warmUp);
    const faultCounts = await injectFaults(options, community, games, writes);
    report('the faults are over; measuring');
    // Gives processes restarted by the last faults time to warm up before the comparison.
    await untilShare(phaseShares.warmUp + phaseShares.faults + 0.05);
    const memorySamples = await sampleMemory(community, () => performance.now() >= startedAt + minutes * 60_000);
    report('no new games');
    games.finish();
    await gamesRun;
    await writes.stop();
    await writesRun;

    const descriptors = await waitForIdleDescriptors(community, idleDescriptors);
    const storedCommunity = writes.community;
    const invariants: Invariant[] = [
      await writes.checkAcknowledged(),
      await writes.checkConsistency(),
      await checkStoredTables(storedCommunity, [...games.tables.values()]),
      {
        name: 'every game ends',
        checked: `${games.counts.started + games.counts.notStarted} games`,
        violations: games.hungGames,
      },
      checkMemory(memorySamples),
      checkDescriptors(idleDescriptors, descriptors),
    ];
    const startCount = community.children.reduce((sum, child) => sum + child.startCount, 0);
    const killedNames = await community.stop();
    invariants.push(
      await checkSettledRecords(storedCommunity, dir),
      { name: 'no process exits unexpectedly', checked: `${startCount} starts`, violations: crashes },
      { name: 'every process exits when asked', checked: `${community.children.length}`, violations: killedNames },
      ...(database ? [] : [checkEmptiedLog(community.serviceDir)]),
      await checkOrphans(community),
      checkLogs(dir),
    );
    return {
      seed,
      minutes,
      agents,
      tables,
      database: database ? 'postgres' : 'sqlite',
      games: games.counts,
      problems: Object.fromEntries(games.problems),
      writes: writes.counts,
      faults: faultCounts,
      restarts: startCount - community.children.length,
      memory: Object.fromEntries(
        [...memorySamples].map(([name, samples]) => [
          name,
          {
            first: samples[0]?.memory ?? 0,
            last: samples.at(-1)?.memory ?? 0,
            growth: growthOf(samples),
            perMinute: slopeOf(samples),
          },
        ]),
      ),
      descriptors: Object.fromEntries(
        [...descriptors].map(([name, last]) => [name, { first: sumOf(idleDescriptors.get(name)), last: sumOf(last) }]),
      ),
      invariants,
    };
  } finally {
    await community.killAll();
    await database?.drop();
    await server?.dispose();
  }
}

/** Causes the scheduled faults. Resolves with the number of each kind, once the last one is over. */
async function injectFaults(
  { seed, minutes, faultSeconds, report }: SoakOptions,
  community: SoakCommunity,
  games: Games,
  writes: WriteLoad,
): Promise<{ [kind: string]: number }> {
  const schedule = createSchedule({
    seed,
    durationMs: phaseShares.faults * minutes * 60_000,
    meanGapMs: faultSeconds * 1_000,
    processes: community.players.length,
  });
  const counts: { [kind: string]: number } = {};
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (const scheduledFault of schedule) {
    await delay(Math.max(0, scheduledFault.atMs - (performance.now() - startedAt)));
    counts[scheduledFault.kind] = (counts[scheduledFault.kind] ?? 0) + 1;
    report(`${(scheduledFault.atMs / 1000).toFixed(1)} s: ${describeFault(scheduledFault)}`);
    running.push(causeFault(scheduledFault, community, games, writes));
  }
  await causeFault({ kind: 'clock', offsetMs: 0 }, community, games, writes);
  await Promise.all(running);
  return counts;
}

const describeFault = ({ atMs: _, kind, ...parameters }: ScheduledFault) =>
  [kind, ...Object.entries(parameters).map(([name, value]) => `${name} ${Math.round(value)}`)].join(', ');

/** Milliseconds before a killed process is restarted: sometimes none, always within the grace period of a table. */
const downTimesMs = [0, 300, 2_000, 8_000];

async function causeFault(fault: Fault, community: SoakCommunity, games: Games, writes: WriteLoad): Promise<void> {
  const { service, house, players } = community;
  const downMs = downTimesMs[writes.random(downTimesMs.length)]!;
  switch (fault.kind) {
    case 'kill service':
      await community.kill(service, Math.min(downMs, 2_000));
      // A new process starts with the correct time.
      writes.offsetMs = 0;
      return;
    case 'kill house':
      return community.kill(house, downMs);
    case 'kill players': {
      const restarted = community.kill(players[fault.process]!, downMs);
      games.onKilled(fault.process);
      return restarted;
    }
    case 'clock':
      service.send({ clock: fault.offsetMs });
      writes.offsetMs = fault.offsetMs;
      return;
    default: {
      const { kind, process, ...parameters } = fault;
      players[process]!.send({ do: kind, ...parameters });
      await delay(fault.durationMs);
    }
  }
}

type Descriptors = Map<string, Map<string, number>>;

function descriptorsOf(community: SoakCommunity): Descriptors {
  return new Map(community.children.map((child) => [child.config.name, child.descriptors()]));
}

const sumOf = (counts: Map<string, number> | undefined) =>
  [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);

async function sampleMemory(community: SoakCommunity, isDone: () => boolean): Promise<Map<string, Sample[]>> {
  const samples = new Map(community.children.map(({ config }) => [config.name, [] as Sample[]]));
  const startedAt = performance.now();
  while (!isDone()) {
    for (const child of community.children) {
      const memory = child.memory();
      if (memory !== null) samples.get(child.config.name)!.push({ atMs: performance.now() - startedAt, memory });
    }
    await delay(sampleMs);
  }
  return samples;
}

/** The descriptors once connections opened during startup are closed. */
async function readIdleDescriptors(community: SoakCommunity): Promise<Descriptors> {
  await delay(idleMs);
  return descriptorsOf(community);
}

/** The descriptors once all processes are at rest again, at the latest after `maxRestMs`. */
async function waitForIdleDescriptors(community: SoakCommunity, first: Descriptors): Promise<Descriptors> {
  const deadline = performance.now() + maxRestMs;
  for (;;) {
    for (const child of community.players) child.send({ do: 'collect' });
    const last = descriptorsOf(community);
    const isIdle = checkDescriptors(first, last).violations.length === 0;
    if (isIdle || performance.now() > deadline) return last;
    await delay(sampleMs);
  }
}

function checkMemory(memorySamples: Map<string, Sample[]>): Invariant {
  const violations = [...memorySamples].flatMap(([name, samples]) => {
    const [growth, limit] = [growthOf(samples), maxGrowthOf(samples[0]?.memory ?? 0)];
    return growth <= limit ? [] : [`${name} grew by ${growth.toFixed(0)} MB, more than ${limit.toFixed(0)}`];
  });
  const sampleCount = [...memorySamples.values()].reduce((sum, samples) => sum + samples.length, 0);
  return {
    name: 'memory does not grow',
    checked: sampleCount === 0 ? 'not measured: no samples' : `${sampleCount} samples`,
    violations,
  };
}

function checkDescriptors(first: Descriptors, last: Descriptors): Invariant {
  const violations = [...last].flatMap(([name, lastCounts]) => {
    const firstCounts = first.get(name)!;
    if (sumOf(lastCounts) <= sumOf(firstCounts) + maxNewDescriptors) return [];
    const newKinds = [...lastCounts].filter(([kind, count]) => count > (firstCounts.get(kind) ?? 0));
    const kinds = newKinds.map(([kind, count]) => `${count - (firstCounts.get(kind) ?? 0)} ${kind}`).join(', ');
    return [
      `${name} has ${sumOf(lastCounts)} open at rest, ${sumOf(firstCounts)} before its first game; new: ${kinds}`,
    ];
  });
  return { name: 'descriptors do not grow', checked: `${last.size} processes`, violations };
}

/** Descendants of a killed process must exit soon. */
async function checkOrphans(community: SoakCommunity): Promise<Invariant> {
  const descendants = community.children.flatMap(({ config, orphans }) =>
    orphans.map((info) => ({ name: config.name, ...info })),
  );
  const deadline = performance.now() + 10_000;
  while (descendants.some(isAlive) && performance.now() < deadline) await delay(100);
  const violations = descendants.filter(isAlive).map(({ name, pid }) => `process ${pid} of ${name} still runs`);
  return { name: 'no orphan process', checked: `${descendants.length} descendants`, violations };
}
