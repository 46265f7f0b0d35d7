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

/** Signed GETs of one row per second: the service against a bare program that verifies, notes and reads the same. */
export async function benchService(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'parlor-bench-'));
  const children: ChildProcess[] = [];
  try {
    const flags = ['--host', '127.0.0.1', '--port', '0', '--data-dir', folder, '--difficulty', '1'];
    const url = await start(children, '../service/main.ts', flags);
    const agent = new BenchAgent();
    await agent.register(url);
    const { path, row } = await agent.postInvitation(url);
    const bareUrl = await start(children, './bare-service.ts', [
      JSON.stringify({ public_key: agent.public_key, path, row }),
    ]);
    const batch = () => Array.from({ length: requestsPerRound }, () => agent.rawGet(path));
    await requestsPerSecond(url, batch());
    await requestsPerSecond(bareUrl, batch());
    const rows: (string | number)[][] = [];
    const found = { bare: [] as number[], service: [] as number[] };
    for (let round = 1; round <= rounds; round++) {
      // Signed before the clock starts. The order alternates, so that a drift of the machine falls on both.
      const programs = [
        { url: bareUrl, requests: batch(), results: found.bare },
        { url, requests: batch(), results: found.service },
      ];
      for (const program of round % 2 === 0 ? programs : programs.reverse()) {
        program.results.push(await requestsPerSecond(program.url, program.requests));
      }
      const [bare, service] = [found.bare.at(-1)!, found.service.at(-1)!];
      rows.push([`round ${round}`, bare.toFixed(0), service.toFixed(0), (service / bare).toFixed(2)]);
    }
    const [bare, service] = [median(found.bare), median(found.service)];
    rows.push(['median', bare.toFixed(0), service.toFixed(0), (service / bare).toFixed(2)]);
    printTable(
      `service: signed GET of one row, requests per second, ${requestsPerRound} a round over 16 connections`,
      ['', 'bare', 'service', 'ratio'],
      rows,
    );
    return printGoals([{ what: 'signed GET, service against bare node:http', ratio: service / bare, atLeast: 0.85 }]);
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

  /** The bytes of one signed GET, ready to be sent. */
  rawGet(path: string): Buffer {
    const lines = Object.entries(this.#headers('GET', path, '')).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`);
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
