/** Runs a soak: games, seeded faults, a phase without faults for measurements, and the check of the invariants. */
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Postgres, TestDatabase } from '../../service/testing/postgres.ts';
import { seeded } from '../../service/testing/random-load.ts';
import { isAlive } from './child.ts';
import { SoakCommunity } from './community.ts';
import { type Counts, Games } from './games.ts';
import { type Invariant, logEmptied, logsClean, settledAsRecorded, tablesAsStored } from './invariants.ts';
import { growthOf, type Sample, slopeOf } from './memory-growth.ts';
import { type Fault, type Scheduled, scheduleOf } from './schedule.ts';
import { Writes } from './write-load.ts';

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
const shares = { warmUp: 0.1, faults: 0.55 };
const sampleMs = 1_000;
/** MB that a process may grow by without faults: a share of its size plus normal heap fluctuation. */
const growthMax = (first: number) => 40 + 0.1 * first;
/** How many more descriptors an idle process may have open than before its first game. */
const descriptorsMax = 16;
/** Longer than HTTP clients and servers keep idle connections open. */
const idleMs = 6_000;
/** The longest wait until idle connections and endpoints have closed, by their own timers. */
const restMs = 90_000;

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
    onLine: (process, line) => games.onLine(process, line),
    onCrash: (what) => crashes.push(what),
  });
  const games: Games = new Games(community, agents, seeded(seed + 1));
  try {
    await community.start();
    const writes = new Writes({ url: community.url, dataDir: community.serviceDir, database, seed: seed + 2 });
    report(`${agents} agents in ${community.players.length} processes are registered at ${community.url}`);
    const atRest = await descriptorsAtRest(community);

    const started = performance.now();
    const untilShare = (share: number) => delay(Math.max(0, started + share * minutes * 60_000 - performance.now()));
    const playing = games.play(tables);
    const writing = writes.run();
    await untilShare(shares.warmUp);
    const faults = await injectFaults(options, community, games, writes);
    report('the faults are over; measuring');
    // Gives processes restarted by the last faults time to warm up before the comparison.
    await untilShare(shares.warmUp + shares.faults + 0.05);
    const memory = await sample(community, () => performance.now() >= started + minutes * 60_000);
    report('no new games');
    games.finish();
    await playing;
    await writes.stop();
    await writing;

    const descriptors = await settledDescriptors(community, atRest);
    const stored = writes.community;
    const invariants: Invariant[] = [
      await writes.kept(),
      await writes.consistent(),
      await tablesAsStored(stored, [...games.tables.values()]),
      {
        name: 'every game ends',
        checked: `${games.counts.started + games.counts.notStarted} games`,
        violations: games.hung,
      },
      memoryFlat(memory),
      descriptorsFlat(atRest, descriptors),
    ];
    const starts = community.children.reduce((sum, { starts }) => sum + starts, 0);
    const killed = await community.stop();
    invariants.push(
      await settledAsRecorded(stored, dir),
      { name: 'no process exits unexpectedly', checked: `${starts} starts`, violations: crashes },
      { name: 'every process exits when asked', checked: `${community.children.length}`, violations: killed },
      ...(database ? [] : [logEmptied(community.serviceDir)]),
      await orphans(community),
      logsClean(dir),
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
      faults,
      restarts: starts - community.children.length,
      memory: Object.fromEntries(
        [...memory].map(([name, samples]) => [
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
        [...descriptors].map(([name, last]) => [name, { first: total(atRest.get(name)), last: total(last) }]),
      ),
      invariants,
    };
  } finally {
    await community.abandon();
    await database?.drop();
    await server?.dispose();
  }
}

/** Causes the scheduled faults. Resolves with the number of each kind, once the last one is over. */
async function injectFaults(
  { seed, minutes, faultSeconds, report }: SoakOptions,
  community: SoakCommunity,
  games: Games,
  writes: Writes,
): Promise<{ [kind: string]: number }> {
  const schedule = scheduleOf({
    seed,
    forMs: shares.faults * minutes * 60_000,
    everyMs: faultSeconds * 1_000,
    processes: community.players.length,
  });
  const counts: { [kind: string]: number } = {};
  const began = performance.now();
  const running: Promise<void>[] = [];
  for (const scheduled of schedule) {
    await delay(Math.max(0, scheduled.atMs - (performance.now() - began)));
    counts[scheduled.kind] = (counts[scheduled.kind] ?? 0) + 1;
    report(`${(scheduled.atMs / 1000).toFixed(1)} s: ${textOf(scheduled)}`);
    running.push(causeFault(scheduled, community, games, writes));
  }
  await causeFault({ kind: 'clock', offsetMs: 0 }, community, games, writes);
  await Promise.all(running);
  return counts;
}

const textOf = ({ atMs: _, kind, ...more }: Scheduled) =>
  [kind, ...Object.entries(more).map(([name, value]) => `${name} ${Math.round(value)}`)].join(', ');

/** Milliseconds before a killed process is restarted: sometimes none, always within the grace period of a table. */
const downMs = [0, 300, 2_000, 8_000];

async function causeFault(fault: Fault, community: SoakCommunity, games: Games, writes: Writes): Promise<void> {
  const { service, house, players } = community;
  const down = downMs[writes.random(downMs.length)]!;
  switch (fault.kind) {
    case 'kill service':
      await community.kill(service, Math.min(down, 2_000));
      // A new process starts with the correct time.
      writes.offsetMs = 0;
      return;
    case 'kill house':
      return community.kill(house, down);
    case 'kill players': {
      const restarted = community.kill(players[fault.process]!, down);
      games.onKilled(fault.process);
      return restarted;
    }
    case 'clock':
      service.send({ clock: fault.offsetMs });
      writes.offsetMs = fault.offsetMs;
      return;
    default: {
      const { kind, process, ...more } = fault;
      players[process]!.send({ do: kind, ...more });
      await delay(fault.forMs);
    }
  }
}

type Descriptors = Map<string, Map<string, number>>;

function descriptorsOf(community: SoakCommunity): Descriptors {
  return new Map(community.children.map((child) => [child.config.name, child.descriptors()]));
}

const total = (counts: Map<string, number> | undefined) =>
  [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);

async function sample(community: SoakCommunity, done: () => boolean): Promise<Map<string, Sample[]>> {
  const samples = new Map(community.children.map(({ config }) => [config.name, [] as Sample[]]));
  const began = performance.now();
  while (!done()) {
    for (const child of community.children) {
      const memory = child.memory();
      if (memory !== null) samples.get(child.config.name)!.push({ atMs: performance.now() - began, memory });
    }
    await delay(sampleMs);
  }
  return samples;
}

/** The descriptors once connections opened during startup are closed. */
async function descriptorsAtRest(community: SoakCommunity): Promise<Descriptors> {
  await delay(idleMs);
  return descriptorsOf(community);
}

/** The descriptors once all processes are at rest again, at the latest after `restMs`. */
async function settledDescriptors(community: SoakCommunity, first: Descriptors): Promise<Descriptors> {
  const until = performance.now() + restMs;
  for (;;) {
    for (const child of community.players) child.send({ do: 'collect' });
    const last = descriptorsOf(community);
    const isFlat = descriptorsFlat(first, last).violations.length === 0;
    if (isFlat || performance.now() > until) return last;
    await delay(sampleMs);
  }
}

function memoryFlat(memory: Map<string, Sample[]>): Invariant {
  const violations = [...memory].flatMap(([name, samples]) => {
    const [growth, limit] = [growthOf(samples), growthMax(samples[0]?.memory ?? 0)];
    return growth <= limit ? [] : [`${name} grew by ${growth.toFixed(0)} MB, more than ${limit.toFixed(0)}`];
  });
  const counted = [...memory.values()].reduce((sum, samples) => sum + samples.length, 0);
  return {
    name: 'memory does not grow',
    checked: counted === 0 ? 'not measured: no samples' : `${counted} samples`,
    violations,
  };
}

function descriptorsFlat(first: Descriptors, last: Descriptors): Invariant {
  const violations = [...last].flatMap(([name, now]) => {
    const before = first.get(name)!;
    if (total(now) <= total(before) + descriptorsMax) return [];
    const more = [...now].filter(([kind, count]) => count > (before.get(kind) ?? 0));
    const kinds = more.map(([kind, count]) => `${count - (before.get(kind) ?? 0)} ${kind}`).join(', ');
    return [`${name} has ${total(now)} open at rest, ${total(before)} before its first game; new: ${kinds}`];
  });
  return { name: 'descriptors do not grow', checked: `${last.size} processes`, violations };
}

/** Descendants of a killed process must exit soon. */
async function orphans(community: SoakCommunity): Promise<Invariant> {
  const left = community.children.flatMap(({ config, orphans }) =>
    orphans.map((info) => ({ name: config.name, ...info })),
  );
  const until = performance.now() + 10_000;
  while (left.some(isAlive) && performance.now() < until) await delay(100);
  const violations = left.filter(isAlive).map(({ name, pid }) => `process ${pid} of ${name} still runs`);
  return { name: 'no orphan process', checked: `${left.length} descendants`, violations };
}
