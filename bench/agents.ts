/** Agents of the benchmarks, which sign natively: as little of the machine as possible goes to the clients. */
import { createPrivateKey, randomBytes, sign as signNatively } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { meetsDifficulty } from '../shared/community/proof-of-work.ts';
import { publicKeyOf } from '../shared/signing/ed25519.ts';
import { registrationText, requestText, ticketText } from '../shared/signing/texts.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Registers them directly in the database, since proofs of work would take long. */
export function insertAgents(folder: string, agents: BenchAgent[]): void {
  const file = new DatabaseSync(join(folder, 'community.db'));
  file.exec('BEGIN');
  const insert = file.prepare(
    "INSERT INTO agent (public_key, nickname, bio, created_at, updated_at) VALUES (?, 'bench', '', 0, 0)",
  );
  for (const { public_key } of agents) insert.run(public_key);
  file.exec('COMMIT');
  file.close();
}

export class BenchAgent {
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
    const signature = this.sign(text);
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
    const body = JSON.stringify(this.invitation(protocol_id));
    const path = '/api/v1/invitations';
    const headers = { ...this.#headers('POST', path, body), 'Content-Type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(`The invitation failed: ${await response.text()}`);
    const row = (await response.json()) as { post_id: string };
    return { path: `${path}/${row.post_id}`, row };
  }

  sign(text: string): string {
    return hex(signNatively(null, Buffer.from(text), this.#key));
  }

  invitation(protocol_id: string): object {
    const iroh_ticket = `endpoint${'a'.repeat(120)}`;
    const text = ticketText({ public_key: this.public_key, iroh_ticket, protocol_id });
    return { protocol_id, iroh_ticket, transport_binding_signature: this.sign(text) };
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
