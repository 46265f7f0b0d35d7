/**
 * `npm run bench [names]`: runs all or the named benchmarks and prints one table. `--json FILE` also writes it; `--check` exits with 1 if a
 * ratio is worse than in baseline.json, which `--update-baseline` writes, by more than baseline.ts tolerates. `npm run bench strength
 * [slug]` measures how well the bundled games play, and `npm run bench hour [minutes]` what an hour of use adds to memory; both take
 * long and run only by name.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBuiltPrograms } from '../packaging/testing/programs.ts';
import { type Baseline, baselineOf, findRegressions } from './baseline.ts';
import { isMet, progress, type Row, ratioOf, tableOf } from './report.ts';

const benchmarks: { [name: string]: () => Promise<Row[]> } = {
  boards: async () => (await import('./boards.ts')).benchLists(),
  hooks: async () => (await import('./hooks.ts')).benchHooks(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  p2p: async () => (await import('./p2p.ts')).benchP2p(),
  service: async () => (await import('./service.ts')).benchService(),
  start: async () => (await import('./startup.ts')).benchStart(),
  streams: async () => (await import('./streams.ts')).benchStreams(),
  storm: async () => (await import('./storms.ts')).benchStorms(),
  ui: async () => (await import('./ui.ts')).benchUi(),
  work: async () => (await import('./proof-of-work.ts')).benchWork(),
  writes: async () => (await import('./writes.ts')).benchWrites(),
};

const baselinePath = join(import.meta.dirname, 'baseline.json');

if (process.argv[2] === 'strength') {
  const { benchStrength } = await import('./strength/strength.ts');
  process.exitCode = (await benchStrength(process.argv.slice(3))) ? 0 : 1;
} else if (process.argv[2] === 'hour') {
  await startBuiltPrograms();
  const { benchHour } = await import('./hour.ts');
  console.log(tableOf(await benchHour(Number(process.argv[3] ?? 60))));
} else {
  await runBenchmarks();
}

async function runBenchmarks(): Promise<void> {
  const { values: flags, positionals: requestedNames } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
      'update-baseline': { type: 'boolean', default: false },
    },
  });
  const unknownNames = requestedNames.filter((name) => !Object.hasOwn(benchmarks, name));
  if (unknownNames.length > 0) {
    const available = [...Object.keys(benchmarks), 'strength', 'hour'];
    console.error(`Unknown benchmarks: ${unknownNames.join(', ')}. Available: ${available.join(', ')}.`);
    process.exit(2);
  }
  // Measures the programs as users run them.
  await startBuiltPrograms();
  const loadAverages = [loadavg()[0]!];
  const rows: Row[] = [];
  for (const name of requestedNames.length > 0 ? requestedNames : Object.keys(benchmarks)) {
    progress(`${name} ...`);
    try {
      rows.push(...(await benchmarks[name]!()));
    } catch (error) {
      // One failing benchmark does not discard the results of the others.
      console.error(`${name} failed:`, error);
      process.exitCode = 1;
    }
    loadAverages.push(loadavg()[0]!);
  }
  const [highestLoad, cpuList] = [Math.max(...loadAverages), cpus()];
  console.log(tableOf(rows));
  console.log(`\nHighest load seen: ${highestLoad.toFixed(1)} on ${cpuList.length} cores (${cpuList[0]?.model}).`);
  if (flags.json !== undefined) {
    const results = rows.map((row) => ({ ...row, ratio: ratioOf(row), met: isMet(row) }));
    const machine = { node: process.version, model: cpuList[0]?.model, cores: cpuList.length, load: highestLoad };
    writeFileSync(flags.json, `${JSON.stringify({ date: new Date(), machine, rows: results }, null, 2)}\n`);
  }
  const baseline = JSON.parse(readFileSync(baselinePath, 'utf8')) as Baseline;
  if (flags.check) {
    const messages = findRegressions(rows, baseline);
    for (const message of messages) console.error(message);
    if (messages.length > 0) process.exitCode = 1;
  }
  if (flags['update-baseline']) {
    writeFileSync(baselinePath, `${JSON.stringify(baselineOf(rows, baseline), null, 2)}\n`);
  }
}
