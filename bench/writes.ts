/** Writes on PostgreSQL, by one service and by two, compared with SQLite; and the transactions that PostgreSQL refuses although nothing conflicts. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Postgres, TestDatabase } from '../service/testing/postgres.ts';
import { sessionText } from '../shared/signing/texts.ts';
import { runningProcesses, withDescendants } from '../shared/testing/processes.ts';
import { BenchAgent, insertAgents } from './agents.ts';
import { fillCommunity } from './fill-community.ts';
import { generateLoad } from './load-generator.ts';
import { endPrograms, startProgram } from './programs.ts';
import { budget, median, progress, type Row } from './report.ts';

const rounds = 5;
const requestsPerRound = 1_000;
const agents = 100_000;
/** Those whose keys are known, so that they can sign. */
const signers = 400;
const hex = (number: number) => number.toString(16).padStart(64, '0');

type Kind = 'inbox' | 'session' | 'invitation';
const kinds: readonly Kind[] = ['inbox', 'session', 'invitation'];

/** The clients and processes under which nothing may be refused. */
const crowds = [
  { clients: 16, processes: 1 },
  { clients: 16, processes: 2 },
  { clients: 64, processes: 2 },
  { clients: 64, processes: 4 },
];

export async function benchWrites(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const children: ChildProcess[] = [];
  const postgres = await Postgres.create({ isDurable: true });
  try {
    const writers = Array.from({ length: signers }, () => new BenchAgent());
    await fillCommunity(folder, { agents, protocols: 1_000, invitations: 1_000, games: 1_000 });
    insertAgents(folder, writers);
    const database = await TestDatabase.create(postgres.url);
    copyToPostgres(folder, database.url);
    const start = (...flags: string[]) =>
      startProgram(children, '../service/main.ts', ['--host', '127.0.0.1', '--port', '0', ...flags]);
    const sqlite = await start('--data-dir', folder);
    const services: string[] = [];
    for (let i = 0; i < 4; i += 1) services.push(await start('--database-url', database.url));
    const requests = createRequests(writers);
    const rows: Row[] = [];
    for (const kind of kinds) rows.push(...(await compare(kind, requests, sqlite, services)));
    for (const { clients, processes } of crowds) {
      const batch = Array.from({ length: requestsPerRound }, (_, index) => requests(kinds[index % kinds.length]!));
      await generateLoads(services.slice(0, processes), batch, clients);
    }
    await endPrograms(children.splice(0));
    rows.push({
      job: 'writes that PostgreSQL refused although nothing conflicts',
      measured: await refusedTransactions(database),
      unit: 'transactions',
      limit: budget(1),
      goal: { atMost: 0 },
    });
    await database.drop();
    return rows;
  } finally {
    await endPrograms(children);
    await postgres.dispose();
    rmSync(folder, { recursive: true });
  }
}

async function compare(
  kind: Kind,
  requests: (kind: Kind) => Buffer,
  sqlite: string,
  services: readonly string[],
): Promise<Row[]> {
  const sides = { sqlite: [sqlite], one: services.slice(0, 1), two: services.slice(0, 2) };
  const rates = { sqlite: [] as number[], one: [] as number[], two: [] as number[] };
  const times = { sqlite: [] as number[], one: [] as number[], two: [] as number[] };
  const names = ['sqlite', 'one', 'two'] as const;
  // The first round only warms up all sides. The order alternates, so that drift of the machine affects them equally.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const batch = Array.from({ length: requestsPerRound }, () => requests(kind));
      const before = processorTimes();
      const perSecond = await generateLoads(sides[name], batch, 16);
      if (round === 0) continue;
      rates[name].push(perSecond);
      times[name].push(processorTimeSince(before) / batch.length);
    }
  }
  const list = (values: number[]) => values.map((value) => value.toPrecision(3)).join(' ');
  for (const name of names)
    progress(`${kind}, ${name}: ${list(rates[name])} writes/s, ${list(times[name])} ms of processor time for each`);
  const row = (job: string, measured: number[], what: string, compared: number[]): Row => ({
    job,
    measured: median(measured),
    unit: 'writes/s',
    limit: { what, value: median(compared) },
  });
  return [
    { ...row(`${kind} writes on PostgreSQL`, rates.one, 'SQLite', rates.sqlite), goal: { atLeast: 0.6 } },
    row(`${kind} writes on PostgreSQL, two processes`, rates.two, 'one process', rates.one),
  ];
}

/** Processor time in milliseconds of each program that this one has started: services and PostgreSQL, of which only one side works at a time. */
function processorTimes(): Map<number, number> {
  const all = runningProcesses();
  const [, ...started] = withDescendants(
    all,
    all.filter(({ pid }) => pid === process.pid),
  );
  return new Map(started.map(({ pid, cpuMs }) => [pid, cpuMs]));
}

/** Without that of programs that have ended in between, such as idle connections of PostgreSQL. */
function processorTimeSince(before: ReadonlyMap<number, number>): number {
  return [...processorTimes()].reduce((sum, [pid, cpuMs]) => sum + cpuMs - (before.get(pid) ?? 0), 0);
}

/** Spreads requests evenly over services; resolves with the requests per second of all together. */
async function generateLoads(urls: readonly string[], batch: readonly Buffer[], clients: number): Promise<number> {
  const start = performance.now();
  await Promise.all(
    urls.map((url, service) =>
      generateLoad(
        url,
        batch.filter((_, index) => index % urls.length === service),
        clients / urls.length,
      ),
    ),
  );
  return (1000 * batch.length) / (performance.now() - start);
}

/** Returns requests of which no two conflict: each is about another recipient, another session or another invitation. */
function createRequests(writers: readonly BenchAgent[]): (kind: Kind) => Buffer {
  let count = 0;
  const ciphertext = randomBytes(200).toString('base64');
  const protocol_id = hex(1);
  return (kind) => {
    count += 1;
    const [writer, other] = [writers[count % signers]!, writers[(count + 1) % signers]!];
    switch (kind) {
      case 'inbox':
        return writer.requestBytes(
          'POST',
          '/api/v1/inbox',
          JSON.stringify({ recipient_public_key: hex(1 + (count % agents)), ciphertext }),
        );
      case 'session':
        return writer.requestBytes('POST', '/api/v1/sessions', JSON.stringify(proofOf(other, writer, protocol_id)));
      case 'invitation':
        return writer.requestBytes('POST', '/api/v1/invitations', JSON.stringify(writer.invitation(protocol_id)));
    }
  };
}

function proofOf(host: BenchAgent, guest: BenchAgent, protocol_id: string): object {
  const parts = {
    post_id: randomUUID(),
    host_public_key: host.public_key,
    guest_public_key: guest.public_key,
    protocol_id,
    session_nonce: randomBytes(8).toString('hex'),
  };
  const text = sessionText(parts);
  return { ...parts, host_signature: host.sign(text), guest_signature: guest.sign(text) };
}

function copyToPostgres(dataDir: string, databaseUrl: string): void {
  const program = fileURLToPath(new URL('../service/main.ts', import.meta.url));
  const flags = ['copy', '--data-dir', dataDir, '--database-url', databaseUrl];
  execFileSync(process.execPath, [program, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** All since the database was created, by its own count. */
async function refusedTransactions(database: TestDatabase): Promise<number> {
  const [row] = (await database.query(
    'SELECT xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  )) as { count: number }[];
  return row!.count;
}
