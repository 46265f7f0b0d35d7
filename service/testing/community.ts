/** A real service on a free port and a temporary directory, with a clock that only tests advance, and agents that call it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type CommunityApi, type CommunityRoute, communityApi } from '../../shared/community/contract.ts';
import { type BodyInputOf, type ParamsOf, type QueryOf, type Route, splitKey } from '../../shared/community/define.ts';
import { meetsDifficulty } from '../../shared/community/proof-of-work.ts';
import { problemDocument } from '../../shared/community/shapes.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { publicKeyOf, sign } from '../../shared/signing/ed25519.ts';
import {
  registrationText,
  requestText,
  type SessionParts,
  sessionText,
  ticketText,
} from '../../shared/signing/texts.ts';
import { type ConfigParts, serviceConfig } from '../config.ts';
import { createService, type Environment, type Service } from '../service.ts';
import { type RawRequest, type RawResponse, sendRequest } from './http.ts';
import { TestDatabase } from './postgres.ts';
import { postgresUrl } from './postgres-url.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The result of a call: status and body, checked against the contract, or the problem. */
// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every route
export type CallResult = { status: number; body: any; code?: ErrorCode; headers: RawResponse['headers']; text: string };

/** The status, and the pointer of the first invalid field. */
export const statusAndPointer = ({ status, body }: CallResult) => [status, body.errors?.[0]?.pointer];

export interface RequestParts<Key extends CommunityRoute> {
  params?: ParamsOf<CommunityApi[Key]>;
  query?: QueryOf<CommunityApi[Key]>;
  body?: BodyInputOf<CommunityApi[Key]>;
}

/** A route's request, encoded by the contract. */
export function requestOf<Key extends CommunityRoute>(
  key: Key,
  { params, query, body }: RequestParts<Key>,
): RawRequest {
  const route: Route = communityApi[key];
  const { method, path } = splitKey(key);
  const encoded = z.encode(route.params, (params ?? {}) as never) as Record<string, string>;
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded[name]!);
  const searchText = new URLSearchParams(
    z.encode(route.query, (query ?? {}) as never) as Record<string, string>,
  ).toString();
  const target = searchText === '' ? filledPath : `${filledPath}?${searchText}`;
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

  /** The four signature headers, by default with the community's time. */
  headers(
    { method, target, body }: RawRequest,
    timestampSeconds = Math.floor(this.community.now / 1000),
    request_id = randomBytes(16).toString('hex'),
  ): { [name: string]: string } {
    const timestamp = String(timestampSeconds);
    const text = requestText({ timestamp, method, target, request_id, body: Buffer.from(body ?? '') });
    return {
      'X-Public-Key': this.public_key,
      'X-Signature': hex(sign(text, this.seed)),
      'X-Timestamp': timestamp,
      'X-Request-Id': request_id,
      'Content-Type': 'application/json',
    };
  }

  /** Signs and sends a request unchanged. */
  async send(request: RawRequest): Promise<CallResult> {
    const headers = { ...this.headers(request), ...request.headers };
    return this.community.parseResponse(await sendRequest(this.community.url, { ...request, headers }));
  }

  async call<Key extends CommunityRoute>(key: Key, parts: RequestParts<Key> = {}): Promise<CallResult> {
    const result = await this.send(requestOf(key, parts));
    return checkedResult(key, result);
  }

  /** A session of this guest with a host, which has closed: both can report its result. */
  async closedSession(host: TestAgent, protocol_id: string): Promise<string> {
    const { body } = await this.call('POST /api/v1/sessions', { body: proofOf(host, this, randomUUID(), protocol_id) });
    const params = { session_id: body.session_id as string };
    await this.call('POST /api/v1/sessions/{session_id}/status', { params, body: { status: 'closed' } });
    return params.session_id;
  }

  async registration(nickname: string, bio = ''): Promise<Registration> {
    const challenge = await this.community.get('GET /api/v1/auth/challenge');
    if (challenge.status !== 200) throw new Error(`No challenge: ${challenge.text}`);
    return this.solve(challenge.body, nickname, bio);
  }

  /** A registration that solves and signs a challenge. */
  solve({ nonce, difficulty }: { nonce: string; difficulty: number }, nickname: string, bio = ''): Registration {
    let counter = 0;
    while (!meetsDifficulty(nonce, this.public_key, counter, difficulty)) counter += 1;
    const signature = this.sign(registrationText({ nonce, public_key: this.public_key, nickname }));
    return { public_key: this.public_key, nickname, bio, nonce, counter, signature };
  }

  /** Registers this agent. Returns the result of the challenge instead if that is refused. */
  async register(nickname: string, bio = ''): Promise<CallResult> {
    const challenge = await this.community.get('GET /api/v1/auth/challenge');
    if (challenge.status !== 200) return challenge;
    const body = this.solve(challenge.body, nickname, bio);
    const result = await this.call('POST /api/v1/auth/register', { body });
    this.agent_id = result.body.agent_id ?? this.agent_id;
    return result;
  }

  invitation(protocol_id: string, iroh_ticket = 'ticket-of-nowhere') {
    const text = ticketText({ public_key: this.public_key, iroh_ticket, protocol_id });
    return { protocol_id, iroh_ticket, transport_binding_signature: this.sign(text) };
  }
}

function checkedResult(key: CommunityRoute, result: CallResult): CallResult {
  if (result.status >= 400 && result.code) return result;
  const schema = (communityApi[key] as Route).responses[result.status];
  if (!schema) throw new Error(`${key} responded with ${result.status}, which is not in its contract.`);
  const parsedBody = schema.parse(result.body);
  // Parsing drops members that the contract does not have.
  if (!isDeepStrictEqual(parsedBody, result.body)) {
    throw new Error(`${key} responded with more than its contract allows: ${result.text}`);
  }
  return result;
}

export class TestCommunity {
  /** Unix milliseconds; advanced by tests only. */
  now = Date.parse('2026-03-01T12:00:00.000Z');
  url = '';
  /** Null if metrics are disabled. */
  metricsUrl: string | null = null;
  readonly dataDir: string;
  readonly #parts: ConfigParts;
  /** Null on SQLite. */
  readonly #database: TestDatabase | null;
  #service: Service | null = null;

  constructor(dataDir: string, parts: ConfigParts, database: TestDatabase | null = null) {
    this.dataDir = dataDir;
    this.#parts = parts;
    this.#database = database;
  }

  /** Uses PostgreSQL in the Vitest project that provides it, otherwise SQLite. */
  static async start(parts: ConfigParts = {}): Promise<TestCommunity> {
    const server = postgresUrl();
    const database = server === null ? null : await TestDatabase.create(server);
    const community = new TestCommunity(await mkdtemp(join(tmpdir(), 'parlor-service-')), parts, database);
    await community.start();
    return community;
  }

  async start(environment: Partial<Environment> = {}): Promise<void> {
    const databaseUrl = this.#database?.url ?? null;
    const config = serviceConfig({ databaseUrl, difficulty: 0, ...this.#parts, dataDir: this.dataDir });
    this.#service = createService(config, { clock: () => this.now, elapsed: () => this.now, ...environment });
    ({ url: this.url, metricsUrl: this.metricsUrl } = await this.#service.start());
  }

  announceUrls(urls: readonly string[]): void {
    this.#service!.announceUrls(urls);
  }

  nameAfter(name: string): void {
    this.#service!.nameAfter(name);
  }

  async stop(): Promise<void> {
    await this.#service?.dispose();
  }

  async dispose(): Promise<void> {
    await this.stop();
    await this.#database?.drop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Runs a statement, in SQL that both databases support, directly on the database. */
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

  /** Null on SQLite. */
  get databaseUrl(): string | null {
    return this.#database?.url ?? null;
  }

  /** Advances the clock. */
  advance(seconds: number): void {
    this.now += seconds * 1000;
  }

  /** Registers an agent. */
  async agent(nickname: string): Promise<TestAgent> {
    const agent = new TestAgent(this);
    const { status } = await agent.register(nickname);
    if (status !== 201) throw new Error(`${nickname} was not registered: ${status}`);
    return agent;
  }

  /** Sends an unsigned request. */
  async get<Key extends CommunityRoute>(key: Key, parts: RequestParts<Key> = {}): Promise<CallResult> {
    return checkedResult(key, this.parseResponse(await sendRequest(this.url, requestOf(key, parts))));
  }

  /** Parses a response; every refusal must be a problem document with the same status. */
  parseResponse({ status, headers, text }: RawResponse): CallResult {
    const body = text === '' ? undefined : JSON.parse(text);
    if (headers['content-type'] !== 'application/problem+json') return { status, body, headers, text };
    const problem = problemDocument.parse(body);
    if (problem.status !== status)
      throw new Error(`The problem's status is ${problem.status}, the response's ${status}.`);
    return { status, body, headers, text, code: problem.code };
  }
}

/** The proof of a session, signed by both sides. */
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
