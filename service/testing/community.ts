/** A really started service on a free port and a temporary directory, with a clock that stands still until it is moved. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inject } from 'vitest';
import { z } from 'zod';
import { type CommunityApi, type CommunityRoute, communityApi } from '../../shared/community/contract.ts';
import { type BodyInputOf, type ParamsOf, type QueryOf, type Route, splitKey } from '../../shared/community/define.ts';
import { meetsDifficulty } from '../../shared/community/proof-of-work.ts';
import { problemDocument } from '../../shared/community/shapes.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { publicKeyOf, sign } from '../../shared/signing/ed25519.ts';
import {
  bindingText,
  registrationText,
  requestText,
  type SessionParts,
  sessionText,
} from '../../shared/signing/texts.ts';
import { type ServiceConfig, serviceConfig } from '../config.ts';
import { createService, type Service, type Surroundings } from '../service.ts';
import { type RawAnswer, type RawRequest, sendRequest } from './http.ts';
import { TestDatabase } from './postgres.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What a call came to: the status with the body, checked against the contract, or the problem. */
// biome-ignore lint/suspicious/noExplicitAny: the tests look into bodies of every route
export type Outcome = { status: number; body: any; code?: ErrorCode; headers: RawAnswer['headers']; text: string };

export interface CallParts<Key extends CommunityRoute> {
  params?: ParamsOf<CommunityApi[Key]>;
  query?: QueryOf<CommunityApi[Key]>;
  body?: BodyInputOf<CommunityApi[Key]>;
}

/** The request of a route, with its parts encoded by the contract. */
export function requestOf<Key extends CommunityRoute>(key: Key, { params, query, body }: CallParts<Key>): RawRequest {
  const route: Route = communityApi[key];
  const { method, path } = splitKey(key);
  const encoded = z.encode(route.params, (params ?? {}) as never) as Record<string, string>;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded[name]!);
  const search = new URLSearchParams(
    z.encode(route.query, (query ?? {}) as never) as Record<string, string>,
  ).toString();
  const target = search === '' ? filled : `${filled}?${search}`;
  return body === undefined ? { method, target } : { method, target, body: JSON.stringify(body) };
}

type Registration = BodyInputOf<CommunityApi['POST /api/v1/auth/register']>;

export class TestAgent {
  readonly seed: Uint8Array;
  readonly public_key: string;
  readonly community: TestCommunity;
  agent_id = 0;

  constructor(community: TestCommunity, seed: Uint8Array = randomBytes(32)) {
    this.community = community;
    this.seed = seed;
    this.public_key = hex(publicKeyOf(seed));
  }

  sign(text: string): string {
    return hex(sign(Buffer.from(text), this.seed));
  }

  /** The four headers of a request, signed now by the community's clock. */
  headers(
    { method, target, body }: RawRequest,
    stamp = Math.floor(this.community.now / 1000),
  ): { [name: string]: string } {
    const request_id = randomBytes(16).toString('hex');
    const timestamp = String(stamp);
    const text = requestText({ timestamp, method, target, request_id, body: Buffer.from(body ?? '') });
    return {
      'X-Public-Key': this.public_key,
      'X-Signature': hex(sign(text, this.seed)),
      'X-Timestamp': timestamp,
      'X-Request-Id': request_id,
      'Content-Type': 'application/json',
    };
  }

  /** Sends a request signed as it stands. */
  async send(request: RawRequest): Promise<Outcome> {
    const headers = { ...this.headers(request), ...request.headers };
    return this.community.outcome(await sendRequest(this.community.url, { ...request, headers }));
  }

  async call<Key extends CommunityRoute>(key: Key, parts: CallParts<Key> = {}): Promise<Outcome> {
    const outcome = await this.send(requestOf(key, parts));
    return checkedAnswer(key, outcome);
  }

  async registration(nickname: string, bio = ''): Promise<Registration> {
    const challenge = await this.community.get('GET /api/v1/auth/challenge');
    if (challenge.status !== 200) throw new Error(`There is no challenge: ${challenge.text}`);
    return this.answerTo(challenge.body, nickname, bio);
  }

  /** The work and the signature a challenge asks for. */
  answerTo({ nonce, difficulty }: { nonce: string; difficulty: number }, nickname: string, bio = ''): Registration {
    let counter = 0;
    while (!meetsDifficulty(nonce, this.public_key, counter, difficulty)) counter += 1;
    const signature = this.sign(registrationText({ nonce, public_key: this.public_key, nickname }));
    return { public_key: this.public_key, nickname, bio, nonce, counter, signature };
  }

  /** What came of it; a challenge that was refused is that too. */
  async register(nickname: string, bio = ''): Promise<Outcome> {
    const challenge = await this.community.get('GET /api/v1/auth/challenge');
    if (challenge.status !== 200) return challenge;
    const body = this.answerTo(challenge.body, nickname, bio);
    const outcome = await this.call('POST /api/v1/auth/register', { body });
    this.agent_id = outcome.body.agent_id ?? this.agent_id;
    return outcome;
  }

  invitation(protocol_id: string, iroh_ticket = 'ticket-of-nowhere') {
    const binding = bindingText({ public_key: this.public_key, iroh_ticket, protocol_id });
    return { protocol_id, iroh_ticket, transport_binding_signature: this.sign(binding) };
  }
}

function checkedAnswer(key: CommunityRoute, outcome: Outcome): Outcome {
  if (outcome.status >= 400 && outcome.code) return outcome;
  const schema = (communityApi[key] as Route).answers[outcome.status];
  if (!schema) throw new Error(`${key} answered ${outcome.status}, which is not in its contract.`);
  const parsed = schema.parse(outcome.body);
  // Anything beyond the contract would be dropped by the parse.
  if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(outcome.body))) {
    throw new Error(`${key} answered with more than its contract says: ${outcome.text}`);
  }
  return outcome;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

export class TestCommunity {
  /** Unix milliseconds; stands still. */
  now = Date.parse('2026-03-01T12:00:00.000Z');
  url = '';
  /** Null where no metrics are served. */
  metricsUrl: string | null = null;
  readonly dataDir: string;
  readonly #parts: Partial<ServiceConfig>;
  /** Null on SQLite. */
  readonly #database: TestDatabase | null;
  #service: Service | null = null;

  constructor(dataDir: string, parts: Partial<ServiceConfig>, database: TestDatabase | null = null) {
    this.dataDir = dataDir;
    this.#parts = parts;
    this.#database = database;
  }

  /** On SQLite, or on PostgreSQL where the tests are run for that. */
  static async start(parts: Partial<ServiceConfig> = {}): Promise<TestCommunity> {
    const server = inject('postgresUrl');
    const database = server === null ? null : await TestDatabase.create(server);
    const community = new TestCommunity(await mkdtemp(join(tmpdir(), 'parlor-service-')), parts, database);
    await community.start();
    return community;
  }

  async start(surroundings: Partial<Surroundings> = {}): Promise<void> {
    const databaseUrl = this.#database?.url ?? null;
    const config = serviceConfig({ dataDir: this.dataDir, databaseUrl, difficulty: 0, ...this.#parts });
    this.#service = createService(config, { clock: () => this.now, elapsed: () => this.now, ...surroundings });
    ({ url: this.url, metricsUrl: this.metricsUrl } = await this.#service.start());
  }

  async stop(): Promise<void> {
    await this.#service?.dispose();
  }

  async dispose(): Promise<void> {
    await this.stop();
    await this.#database?.drop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** A look or a change behind the service's back: rows of one statement, in words both databases know. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of every table
  async sql(text: readonly string[], ...values: (string | number | null | Uint8Array)[]): Promise<any[]> {
    if (this.#database)
      return this.#database.query(text.map((part, i) => (i ? `$${i}${part}` : part)).join(''), values);
    const db = new DatabaseSync(join(this.dataDir, 'community.db'), { timeout: 5000 });
    try {
      return db.prepare(text.join('?')).all(...values);
    } finally {
      db.close();
    }
  }

  later(seconds: number): void {
    this.now += seconds * 1000;
  }

  /** A registered agent. */
  async agent(nickname: string): Promise<TestAgent> {
    const agent = new TestAgent(this);
    const { status } = await agent.register(nickname);
    if (status !== 201) throw new Error(`${nickname} was not registered: ${status}`);
    return agent;
  }

  /** An unsigned request. */
  async get<Key extends CommunityRoute>(key: Key, parts: CallParts<Key> = {}): Promise<Outcome> {
    return checkedAnswer(key, this.outcome(await sendRequest(this.url, requestOf(key, parts))));
  }

  /** An answer read; every refusal must be a problem document that says its own status. */
  outcome({ status, headers, text }: RawAnswer): Outcome {
    const body = text === '' ? undefined : JSON.parse(text);
    if (headers['content-type'] !== 'application/problem+json') return { status, body, headers, text };
    const problem = problemDocument.parse(body);
    if (problem.status !== status) throw new Error(`The problem says ${problem.status}, the answer ${status}.`);
    return { status, body, headers, text, code: problem.code };
  }
}

/** The proof of a session, signed by both. */
export function proofOf(host: TestAgent, guest: TestAgent, post_id: string, protocol_id: string) {
  const parts: SessionParts = {
    post_id,
    host_public_key: host.public_key,
    guest_public_key: guest.public_key,
    protocol_id,
    session_nonce: randomBytes(8).toString('hex'),
  };
  const text = sessionText(parts);
  return { ...parts, host_signature: host.sign(text), guest_signature: guest.sign(text) };
}
