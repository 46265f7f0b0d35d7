import { type ChildProcess, spawn } from 'node:child_process';
import { createPrivateKey, randomBytes, sign as signNatively } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { meetsDifficulty } from '../shared/community/proof-of-work.ts';
import { publicKeyOf, sign } from '../shared/signing/ed25519.ts';
import { bindingText, registrationText, requestText } from '../shared/signing/texts.ts';
import { requestsPerSecond } from './load.ts';
import { median, printGoals, printTable } from './table.ts';

const rounds = 7;
const requestsPerRound = 3_000;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** A kind of request with what it is sent to on each side. */
interface Kind {
  name: string;
  goal: number;
  requests: () => { service: Buffer[]; bare: Buffer[] };
}

/** Signed requests per second: the service with all its rules against a bare program that verifies, notes, writes and reads the same. */
export async function benchService(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const children: ChildProcess[] = [];
  try {
    const flags = ['--host', '127.0.0.1', '--port', '0', '--data-dir', folder, '--difficulty', '1'];
    // Declaring capabilities is the smallest write there is; its own limit would measure the limit.
    const url = await start(children, '../service/main.ts', [...flags, '--rate', 'capabilities=off']);
    const agent = new BenchAgent();
    await agent.register(url);
    const { path, row } = await agent.postInvitation(url);
    const capabilities = `/api/v1/agents/${agent.agent_id}/capabilities`;
    const bareUrl = await start(children, './bare-service.ts', [
      JSON.stringify({ public_key: agent.public_key, path, row }),
    ]);
    const many = (make: (at: number) => Buffer) => Array.from({ length: requestsPerRound }, (_, at) => make(at));
    const declaration = (at: number) => JSON.stringify({ capabilities: ['game:dice', `round:${at}`] });
    const kinds: Kind[] = [
      {
        name: 'signed GET of one row',
        goal: 0.9,
        requests: () => ({ service: many(() => agent.raw('GET', path)), bare: many(() => agent.raw('GET', path)) }),
      },
      {
        name: 'signed POST of one row, on the disk before its answer',
        goal: 0.9,
        requests: () => ({
          service: many((at) => agent.raw('POST', capabilities, declaration(at))),
          bare: many((at) => agent.raw('POST', path, declaration(at))),
        }),
      },
    ];
    let met = true;
    for (const kind of kinds) met = (await compare(kind, { service: url, bare: bareUrl })) && met;
    return met;
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

async function compare({ name, goal, requests }: Kind, urls: { service: string; bare: string }): Promise<boolean> {
  const rows: (string | number)[][] = [];
  const found = { bare: [] as number[], service: [] as number[] };
  // The first round only warms both up.
  for (let round = 0; round <= rounds; round++) {
    // Signed before the clock starts. The order alternates, so that a drift of the machine falls on both.
    const batches = requests();
    const sides = round % 2 === 0 ? (['bare', 'service'] as const) : (['service', 'bare'] as const);
    const speed = { bare: 0, service: 0 };
    for (const side of sides) speed[side] = await requestsPerSecond(urls[side], batches[side]);
    if (round === 0) continue;
    for (const side of sides) found[side].push(speed[side]);
    rows.push([`round ${round}`, ...cells(speed)]);
  }
  const middle = { bare: median(found.bare), service: median(found.service) };
  rows.push(['median', ...cells(middle)]);
  printTable(
    `service: ${name}, requests per second, ${requestsPerRound} a round over 16 connections`,
    ['', 'bare', 'service', 'ratio'],
    rows,
  );
  const ratio = middle.service / middle.bare;
  return printGoals([{ what: `${name}, service against bare node:http`, ratio, atLeast: goal }]);
}

const cells = ({ bare, service }: { bare: number; service: number }) => [
  bare.toFixed(0),
  service.toFixed(0),
  (service / bare).toFixed(2),
];

/** Starts a program beside this file and answers with the URL in its first line. */
async function start(children: ChildProcess[], file: string, args: string[]): Promise<string> {
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
    const answer = await fetch(`${url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`Registration failed: ${await answer.text()}`);
    this.agent_id = ((await answer.json()) as { agent_id: number }).agent_id;
  }

  async postInvitation(url: string): Promise<{ path: string; row: object }> {
    const protocol_id = hex(randomBytes(32));
    const iroh_ticket = `endpoint${'a'.repeat(120)}`;
    const binding = bindingText({ public_key: this.public_key, iroh_ticket, protocol_id });
    const transport_binding_signature = hex(sign(Buffer.from(binding), this.#seed));
    const body = JSON.stringify({ protocol_id, iroh_ticket, transport_binding_signature });
    const path = '/api/v1/invitations';
    const headers = { ...this.#headers('POST', path, body), 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`The invitation failed: ${await answer.text()}`);
    const row = (await answer.json()) as { post_id: string };
    return { path: `${path}/${row.post_id}`, row };
  }

  /** The bytes of one signed request, ready to be sent. */
  raw(method: string, path: string, body = ''): Buffer {
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
