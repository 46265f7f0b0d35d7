/** Throughput and response times of signed requests, compared with bare-service.ts. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchAgent, insertAgents } from './agents.ts';
import { fillCommunity } from './fill-community.ts';
import { generateLoad, type LoadResult } from './load-generator.ts';
import { endPrograms, startProgram } from './programs.ts';
import { median, quantile, type Row } from './report.ts';

const rounds = 7;
const requestsPerRound = 3_000;
/** Registered before the first request, with keys of their own and without. */
const agents = 50_000;

/** A kind of request, and how to create it for each side. */
interface RequestKind {
  name: string;
  goal: number;
  requests: () => { service: Buffer[]; bare: Buffer[] };
}

/** Compares signed requests per second of the complete service with those of a program that does only the necessary work. */
export async function benchService(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const children: ChildProcess[] = [];
  try {
    const flags = ['--host', '127.0.0.1', '--port', '0', '--data-dir', folder, '--difficulty', '1'];
    await fillCommunity(folder, { agents, protocols: 1_000, invitations: 1_000, games: 1_000 });
    const keysInTurn = Array.from({ length: agents }, () => new BenchAgent());
    insertAgents(folder, keysInTurn);
    // Declaring capabilities is the smallest write; its rate limit is disabled.
    const url = await startProgram(children, '../service/main.ts', [...flags, '--rate', 'capabilities=off']);
    const agent = new BenchAgent();
    await agent.register(url);
    const { path, row } = await agent.postInvitation(url);
    const capabilities = `/api/v1/agents/${agent.agent_id}/capabilities`;
    const bareUrl = await startProgram(children, './bare-service.ts', [
      JSON.stringify({ public_key: agent.public_key, path, row }),
    ]);
    const createBatch = (createRequest: (index: number) => Buffer) =>
      Array.from({ length: requestsPerRound }, (_, index) => createRequest(index));
    const declaration = (index: number) => JSON.stringify({ capabilities: ['game:dice', `round:${index}`] });
    const requestKinds: RequestKind[] = [
      {
        name: 'signed GET of one row',
        goal: 1.2,
        requests: () => ({
          service: createBatch(() => agent.requestBytes('GET', path)),
          bare: createBatch(() => agent.requestBytes('GET', path)),
        }),
      },
      {
        name: 'signed POST of one row, on the disk before its answer',
        goal: 1.5,
        requests: () => ({
          service: createBatch((index) => agent.requestBytes('POST', capabilities, declaration(index))),
          bare: createBatch((index) => agent.requestBytes('POST', path, declaration(index))),
        }),
      },
    ];
    const rows: Row[] = [];
    for (const requestKind of requestKinds) rows.push(...(await compare(requestKind, { service: url, bare: bareUrl })));
    rows.push(await compareKeys(url, path, keysInTurn));
    return rows;
  } finally {
    await endPrograms(children);
    rmSync(folder, { recursive: true });
  }
}

async function compare({ name, goal, requests }: RequestKind, urls: { service: string; bare: string }): Promise<Row[]> {
  const loads = { bare: [] as LoadResult[], service: [] as LoadResult[] };
  // The first round only warms up both sides.
  for (let round = 0; round <= rounds; round++) {
    // Requests are signed in advance. The order alternates, so that drift of the machine affects both sides equally.
    const batches = requests();
    const sides = round % 2 === 0 ? (['bare', 'service'] as const) : (['service', 'bare'] as const);
    for (const side of sides) {
      const loadResult = await generateLoad(urls[side], batches[side]);
      if (round > 0) loads[side].push(loadResult);
    }
  }
  const row = (job: string, unit: string, select: (loads: LoadResult[]) => number): Row => ({
    job,
    measured: select(loads.service),
    unit,
    limit: { what: 'bare node:http', value: select(loads.bare) },
  });
  const responseTime = (share: number) => (loads: LoadResult[]) =>
    quantile(
      loads.flatMap(({ times }) => times),
      share,
    );
  return [
    { ...row(name, 'requests/s', (loads) => median(loads.map(({ perSecond }) => perSecond))), goal: { atLeast: goal } },
    row(`${name}, p50`, 'ms', responseTime(0.5)),
    row(`${name}, p99`, 'ms', responseTime(0.99)),
  ];
}

/** Signed requests per second by 50,000 keys in turn, all of which have come before, and by 60. */
async function compareKeys(url: string, path: string, keys: BenchAgent[]): Promise<Row> {
  const batch = (first: number, count: number) =>
    Array.from({ length: requestsPerRound }, (_, index) => keys[(first + index) % count]!.requestBytes('GET', path));
  for (let first = 0; first < keys.length; first += requestsPerRound)
    await generateLoad(url, batch(first, keys.length));
  const loads = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const batches = { few: batch(0, 60), many: batch(round * requestsPerRound, keys.length) };
    const order = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
    for (const side of order) {
      const { perSecond } = await generateLoad(url, batches[side]);
      if (round > 0) loads[side].push(perSecond);
    }
  }
  return {
    job: `signed GET by ${keys.length} keys in turn`,
    measured: median(loads.many),
    unit: 'requests/s',
    limit: { what: 'by 60 keys', value: median(loads.few) },
    goal: { atLeast: 0.77 },
  };
}
