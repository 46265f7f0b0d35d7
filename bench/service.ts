/** Throughput and response times of signed requests, compared with bare-service.ts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createPrivateKey, randomBytes, sign as signNatively } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { meetsDifficulty } from '../shared/community/proof-of-work.ts';
import { publicKeyOf, sign } from '../shared/signing/ed25519.ts';
import { registrationText, requestText, ticketText } from '../shared/signing/texts.ts';
import { fillCommunity } from './fill-community.ts';
import { generateLoad, type LoadResult } from './load-generator.ts';
import { median, quantile, type Row } from './report.ts';

const rounds = 7;
const requestsPerRound = 3_000;
/** Registered before the first request, with keys of their own and without. */
const agents = 50_000;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

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
    await Promise.all(
      children.map(async (child) => {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      }),
    );
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

/** Registers them directly in the database, since proofs of work would take long. */
function insertAgents(folder: string, agents: BenchAgent[]): void {
  const file = new DatabaseSync(join(folder, 'community.db'));
  file.exec('BEGIN');
  const insert = file.prepare(
    "INSERT INTO agent (public_key, nickname, bio, created_at, updated_at) VALUES (?, 'bench', '', 0, 0)",
  );
  for (const { public_key } of agents) insert.run(public_key);
  file.exec('COMMIT');
  file.close();
}

/** Starts a program of this folder and resolves with the URL from its first line of output. */
async function startProgram(children: ChildProcess[], file: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PARLOR_LOG: 'error' },
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return (JSON.parse(line.toString()) as { url: string }).url;
}

class BenchAgent {
  readonly #seed = randomBytes(32);
  readonly public_key = hex(publicKeyOf(this.#seed));
  agent_id = 0;
  /** Ed25519 private key: the PKCS #8 prefix in DER (RFC 8410), then the seed. */
  readonly #key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), this.#seed]),
    format: 'der',
    type: 'pkcs8',
  });

  async register(url: string): Promise<void> {
    const challenge = await fetch(`${url}/api/v1/auth/challenge?public_key=${this.public_key}`);
    const { nonce, difficulty } = (await challenge.json()) as { nonce: string; difficulty: number };
    let counter = 0;
    while (!meetsDifficulty(nonce, this.public_key, counter, difficulty)) counter += 1;
    const nickname = 'bench';
    const text = registrationText({ nonce, public_key: this.public_key, nickname });
    const signature = hex(sign(Buffer.from(text), this.#seed));
    const body = { public_key: this.public_key, nickname, bio: '', nonce, counter, signature };
    const response = await fetch(`${url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Registration failed: ${await response.text()}`);
    this.agent_id = ((await response.json()) as { agent_id: number }).agent_id;
  }

  async postInvitation(url: string): Promise<{ path: string; row: object }> {
    const protocol_id = hex(randomBytes(32));
    const iroh_ticket = `endpoint${'a'.repeat(120)}`;
    const text = ticketText({ public_key: this.public_key, iroh_ticket, protocol_id });
    const transport_binding_signature = hex(sign(Buffer.from(text), this.#seed));
    const body = JSON.stringify({ protocol_id, iroh_ticket, transport_binding_signature });
    const path = '/api/v1/invitations';
    const headers = { ...this.#headers('POST', path, body), 'Content-Type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(`The invitation failed: ${await response.text()}`);
    const row = (await response.json()) as { post_id: string };
    return { path: `${path}/${row.post_id}`, row };
  }

  /** Returns the bytes of one signed request. */
  requestBytes(method: string, path: string, body = ''): Buffer {
    const lines = Object.entries(this.#headers(method, path, body)).map(([name, value]) => `${name}: ${value}\r\n`);
    if (body) lines.push(`Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`);
    return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n${body}`);
  }

  #headers(method: string, target: string, body: string): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const request_id = hex(randomBytes(16));
    const text = requestText({ timestamp, method, target, request_id, body: Buffer.from(body) });
    return {
      'X-Public-Key': this.public_key,
      'X-Signature': hex(signNatively(null, text, this.#key)),
      'X-Timestamp': timestamp,
      'X-Request-Id': request_id,
    };
  }
}
