/**
 * `npm run soak`: agents play while processes are killed, connections cut and clocks changed, all from one seed; then the invariants
 * of docs/reliability.md are checked. Exits with 1 if one is violated.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runSoak, type SoakSummary } from './soak.ts';

const help = `npm run soak -- [options]

  --minutes N         duration of the games (30)
  --seed N            seed of the games and the faults (random)
  --agents N          number of agents (200)
  --tables N          games at a time (50)
  --fault-seconds N   mean time between two faults (6)
  --postgres          the service stores its data in PostgreSQL instead of SQLite
  --json FILE         write the summary there
  --keep              keep the data and logs even if no invariant is violated
`;
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    agents: { type: 'string', default: '200' },
    tables: { type: 'string', default: '50' },
    'fault-seconds': { type: 'string', default: '6' },
    postgres: { type: 'boolean', default: false },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

function readNumber(name: 'minutes' | 'seed' | 'agents' | 'tables' | 'fault-seconds', minimum: number): number {
  const value = Number(values[name]);
  if (value >= minimum) return value;
  console.error(`--${name} takes a number of at least ${minimum}, not "${values[name]}"`);
  process.exit(2);
}

function print({ games, problems, writes, faults, restarts, memory, descriptors, invariants }: SoakSummary): void {
  const countsText = (counts: object) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  console.log(`games     ${countsText(games)}`);
  console.log(`problems  ${countsText(problems) || 'none'}`);
  console.log(`writes    ${countsText(writes)}`);
  console.log(`faults    ${countsText(faults)}; restarts ${restarts}`);
  for (const [name, { first, last, growth, perMinute }] of Object.entries(memory)) {
    const descriptorCounts = descriptors[name]!;
    const memoryFigures = [first, last, growth].map((value) => value.toFixed(0)).join(' to ');
    console.log(`${name.padEnd(9)} memory in MB ${memoryFigures.replace(/ to (-?\d+)$/, ', growth $1')}`);
    console.log(
      `          ${perMinute.toFixed(1)} MB a minute; descriptors at rest ${descriptorCounts.first} to ${descriptorCounts.last}`,
    );
  }
  for (const { name, checked, violations } of invariants) {
    console.log(`${violations.length === 0 ? 'holds   ' : 'VIOLATED'} ${name} (${checked})`);
    for (const violation of violations.slice(0, 20)) console.log(`         ${violation}`);
    if (violations.length > 20) console.log(`         and ${violations.length - 20} more`);
  }
}

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(help);
  if (process.platform !== 'linux') {
    console.error('The soak reads memory and descriptors from /proc, which only Linux has.');
    process.exit(2);
  }
  const agents = readNumber('agents', 4);
  const tables = readNumber('tables', 1);
  if (tables * 2 > agents) {
    console.error(`${tables} games at a time need at least ${tables * 2} agents`);
    process.exit(2);
  }
  const dir = mkdtempSync(join(tmpdir(), 'parlor-soak-'));
  const seed = readNumber('seed', 0);
  console.log(`seed ${seed}, data and logs in ${dir}`);
  const summary = await runSoak({
    dir,
    seed,
    agents,
    tables,
    minutes: readNumber('minutes', 0.1),
    faultSeconds: readNumber('fault-seconds', 0.1),
    postgres: values.postgres,
    report: (text) => console.log(text),
  });
  print(summary);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(summary, null, 2)}\n`);
  const allHold = summary.invariants.every(({ violations }) => violations.length === 0);
  if (allHold && !values.keep) rmSync(dir, { recursive: true });
  process.exitCode = allHold ? 0 : 1;
}

await main();
