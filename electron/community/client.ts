/**
 * The signing HTTP client of one community. Every call is named and typed by the contract; redirects are never followed,
 * bodies and times are bounded, and what comes back is validated before anybody sees it.
 */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { type CommunityApi, type CommunityRoute, communityApi } from '../../shared/community/contract.ts';
import { type AnswerOf, type BodyInputOf, type Route, rawTypeOf, splitKey } from '../../shared/community/define.ts';
import { EventReader } from '../../shared/community/event-stream.ts';
import { type CommunityEvent, communityEvent } from '../../shared/community/events.ts';
import { problemDocument } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Signer } from '../identity/signer.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds for the whole call, 10 s unless told. */
  timeoutMs?: number;
}

type Optional<Name extends string, Value> =
  Record<never, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };
type Parts<R extends Route> = Optional<'params', z.output<R['params']>> &
  Optional<'query', z.output<R['query']>> &
  (undefined extends BodyInputOf<R> ? { body?: never } : { body: BodyInputOf<R> });

export interface CommunityClient {
  /** Null while an embedded community is down. */
  readonly url: string | null;
  /** Community clock minus ours, milliseconds; null until an answer told it. */
  readonly clockOffsetMs: number | null;
  /**
   * One call. Resolves `{status, body}` for the route's success statuses, a body of raw bytes as Uint8Array. Rejects `community_unreachable`,
   * `community_timeout`, `community_redirected`, `community_invalid_answer`, `cancelled`, `clock_skew`, or the community's own
   * problem under its code, with the HTTP status in `detail.status`.
   */
  call<K extends CommunityRoute>(
    key: K,
    parts: Parts<CommunityApi[K]>,
    options?: CallOptions,
  ): Promise<AnswerOf<CommunityApi[K]>>;
  /**
   * One stream of live events: those after the id `after`, or those from now on. Ends when the community ends it; rejects as
   * `call` does, `community_timeout` after `timeoutMs` (45 s) without a sign of life. Types this Parlor does not know are left out.
   */
  events(options?: CallOptions & { after?: string | undefined }): AsyncGenerator<Told, void>;
  /** The text of a protocol's bundle or detail answer, whose numbers must not pass through JavaScript. 404 is null. */
  text(
    key: 'GET /api/v1/protocols/{protocol_id}/bundle' | 'GET /api/v1/protocols/{protocol_id}',
    protocol_id: string,
  ): Promise<string | null>;
}

/** An event, and the place in the stream to go on from after it. */
export interface Told {
  id: string;
  event: CommunityEvent;
}

interface Answer {
  status: number;
  bytes: Uint8Array;
  url: string;
}

interface Question {
  method: string;
  target: string;
  body?: string;
  signed: boolean;
  headers?: Record<string, string>;
}

const answerMaxBytes = 16 * 1024 * 1024;
const eventMaxCharacters = 64 * 1024;

/** `url` is asked for each call: an embedded community has another port after every start, and none while it is down. */
export function createCommunityClient(config: {
  url: () => string | null;
  signer: Signer | null;
  now?: () => number;
}): CommunityClient {
  const now = config.now ?? Date.now;
  let clockOffsetMs: number | null = null;

  /** One request, until the head of its answer is there. */
  async function ask(
    { method, target, body = '', signed, headers: extra }: Question,
    url: string,
    signal: AbortSignal,
  ) {
    const headers: Record<string, string> = { accept: 'application/json', ...extra };
    if (body !== '') headers['content-type'] = 'application/json';
    if (signed && config.signer) {
      const timestamp = String(Math.floor((now() + (clockOffsetMs ?? 0)) / 1000));
      const request_id = randomBytes(16).toString('hex');
      headers['x-public-key'] = config.signer.publicKey;
      headers['x-timestamp'] = timestamp;
      headers['x-request-id'] = request_id;
      headers['x-signature'] = await config.signer.signRequest({
        timestamp,
        method,
        target,
        request_id,
        body: new TextEncoder().encode(body),
      });
    }
    const started = now();
    const response = await fetch(url + target, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body === '' ? {} : { body }),
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new ParlorError(
        'community_redirected',
        'The community sent Parlor to another address. Parlor does not follow.',
        {
          status: response.status,
        },
      );
    }
    learnClock(response.headers.get('date'), started);
    return response;
  }

  function urlNow(): string {
    const url = config.url()?.replace(/\/+$/, '');
    if (url === undefined) throw new ParlorError('community_unreachable', 'The community is not running yet.');
    return url;
  }

  async function send(question: Question, options: CallOptions): Promise<Answer> {
    const url = urlNow();
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    try {
      const response = await ask(question, url, signal);
      return { status: response.status, bytes: await readBounded(response), url };
    } catch (error) {
      throw failureOf(error, url, timeout, options.signal);
    }
  }

  /** The answer to a question that may be asked a second time, when a refusal carried the community's clock. */
  async function sure<A extends Answer>(send: () => Promise<A>): Promise<A> {
    const first = await send();
    const refusal = problemOf(first);
    if (refusal?.code !== 'stale_timestamp') {
      if (refusal) throw refusal;
      return first;
    }
    const second = await send();
    const problem = problemOf(second);
    if (problem?.code === 'stale_timestamp') {
      throw new ParlorError('clock_skew', 'This clock and the community’s differ by more than five minutes.', {
        offset_ms: clockOffsetMs ?? 0,
      });
    }
    if (problem) throw problem;
    return second;
  }

  /** HTTP dates have whole seconds: good enough to stay inside a 300 s window, not to show tenths. */
  function learnClock(date: string | null, started: number): void {
    const theirs = date === null ? Number.NaN : Date.parse(date);
    if (Number.isNaN(theirs)) return;
    const offset = theirs + 500 - (started + now()) / 2;
    clockOffsetMs = Math.abs(offset) <= 1500 ? 0 : offset;
  }

  return {
    get url() {
      return config.url();
    },
    get clockOffsetMs() {
      return clockOffsetMs;
    },

    async call(key, parts, options = {}) {
      const route: Route = communityApi[key];
      const { method, path } = splitKey(key);
      const { params, query, body } = parts as {
        params?: Record<string, unknown>;
        query?: Record<string, unknown>;
        body?: unknown;
      };
      const target =
        fillPath(path, route.params.encode((params ?? {}) as never)) +
        queryText(route.query.encode((query ?? {}) as never));
      const text = body === undefined ? '' : JSON.stringify(body);

      const question = { method, target, body: text, signed: route.access === 'signed' };
      const answer = await sure(() => send(question, options));
      const schema = route.answers[answer.status];
      if (!schema) throw invalidAnswer(`status ${answer.status}`, answer.url);
      const parsed = schema.safeParse(rawTypeOf(schema) === null ? jsonOf(answer) : answer.bytes);
      if (!parsed.success) throw invalidAnswer(parsed.error.issues[0]?.path.join('/') ?? 'body', answer.url);
      return { status: answer.status, body: parsed.data } as never;
    },

    async *events({ after, signal, timeoutMs = 45_000 } = {}) {
      const url = urlNow();
      const silence = new AbortController();
      let timer = setTimeout(() => silence.abort(), timeoutMs);
      const either = signal ? AbortSignal.any([silence.signal, signal]) : silence.signal;
      const headers = { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) };
      const question = { method: 'GET', target: '/api/v1/events', signed: true, headers };
      try {
        const { response } = await sure(async () => {
          const response = await ask(question, url, either);
          const bytes = response.ok ? new Uint8Array() : await readBounded(response);
          return { response, status: response.status, bytes, url };
        });
        if (response.status !== 200 || response.headers.get('content-type') !== 'text/event-stream') {
          throw invalidAnswer('stream', url);
        }
        const reader = new EventReader(eventMaxCharacters);
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), timeoutMs);
          yield* eventsOf(reader, decoder.decode(chunk, { stream: true }), url);
        }
      } catch (error) {
        throw failureOf(error, url, silence.signal, signal);
      } finally {
        clearTimeout(timer);
        // Lets go of the connection where nobody reads on.
        silence.abort();
      }
    },

    async text(key, protocol_id) {
      const { method, path } = splitKey(key);
      const target = fillPath(path, communityApi[key].params.encode({ protocol_id }));
      const answer = await send({ method, target, signed: true }, { timeoutMs: 30_000 });
      if (answer.status === 404) return null;
      const problem = problemOf(answer);
      if (problem) throw problem;
      return textOf(answer);
    },
  };
}

/** What a request that failed means to a person. */
function failureOf(error: unknown, url: string, timeout: AbortSignal, signal: AbortSignal | undefined): ParlorError {
  if (error instanceof ParlorError) return error;
  if (signal?.aborted) return new ParlorError('cancelled', 'Stopped.');
  if (timeout.aborted) {
    return new ParlorError(
      'community_timeout',
      'The community did not answer in time. It may be busy; try again in a moment.',
      { url },
    );
  }
  return new ParlorError(
    'community_unreachable',
    'The community does not answer. Check the address and the connection.',
    { url },
    { cause: error },
  );
}

const knownTypes = new Set<string>(communityEvent.options.map(({ shape }) => shape.type.value));

function* eventsOf(reader: EventReader, text: string, url: string): Generator<Told> {
  for (const { id, event, data } of readEvents(reader, text, url)) {
    // A newer community may tell more.
    if (!knownTypes.has(event)) continue;
    const parsed = communityEvent.safeParse(parseOrNull(data));
    if (!parsed.success) throw invalidAnswer(event, url);
    yield { id, event: parsed.data };
  }
}

function readEvents(reader: EventReader, text: string, url: string) {
  try {
    return reader.read(text);
  } catch {
    throw invalidAnswer('stream', url);
  }
}

/** `params` as the contract encodes them: as they stand on the wire. */
function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(params[name]));
}

function queryText(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

function problemOf(answer: Answer): ParlorError | null {
  if (answer.status < 400) return null;
  const parsed = problemDocument.safeParse(parseOrNull(textOf(answer)));
  if (!parsed.success) {
    return new ParlorError('community_refused', `The community refused (HTTP ${answer.status}).`, {
      status: answer.status,
      url: answer.url,
    });
  }
  const { code, message, errors } = parsed.data;
  const detail = { status: answer.status, ...(errors ? { errors: errors.map((error) => ({ ...error })) } : {}) };
  return new ParlorError(code, message, detail);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const textOf = ({ bytes }: Answer): string => new TextDecoder().decode(bytes);

function jsonOf(answer: Answer): unknown {
  if (answer.bytes.length === 0) return undefined;
  try {
    return JSON.parse(textOf(answer));
  } catch {
    throw invalidAnswer('not JSON', answer.url);
  }
}

const invalidAnswer = (place: string, url: string) =>
  new ParlorError('community_invalid_answer', 'The community answered with something Parlor does not understand.', {
    place,
    url,
  });

async function readBounded(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > answerMaxBytes) {
      await response.body?.cancel().catch(() => {});
      throw new ParlorError(
        'community_invalid_answer',
        'The community’s answer does not end. Parlor stopped reading.',
        { limit: answerMaxBytes },
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
