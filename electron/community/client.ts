/**
 * The signing HTTP client of one community. Every call is typed by the contract; redirects are never followed, response sizes and
 * times are bounded, and every response is validated.
 */
import type { z } from 'zod';
import { trimSlashes } from '../../shared/community/address.ts';
import { type CommunityApi, type CommunityRoute, communityApi } from '../../shared/community/contract.ts';
import { type BodyInputOf, type ResponseOf, type Route, rawTypeOf, splitKey } from '../../shared/community/define.ts';
import { type CommunityEvent, communityEvent } from '../../shared/community/events.ts';
import { EventReader } from '../../shared/community/server-sent-events.ts';
import { problemDocument } from '../../shared/community/shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Signer } from '../identity/signer.ts';
import { markFor, requireAudience } from './audience.ts';
import { createCommunityClock } from './community-clock.ts';
import { unreachableError } from './unreachable.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds for the whole call, 10 s by default. */
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
  /** Community clock minus this computer's, milliseconds; null before the first response. */
  readonly clockOffsetMs: number | null;
  /** Unix milliseconds by the community's clock; this computer's date may change meanwhile. */
  communityNow(): number;
  /** 64 new hex digits for a text that is signed for this community only. Throws `community_unreachable` while it is down. */
  mark(): string;
  /** Throws `wrong_audience` for a part of a text, chosen by the community, that is marked for another one. */
  requireAudience(part: string): void;
  /**
   * One call. Resolves `{status, body}` for the route's success statuses, a body of raw bytes as Uint8Array. Rejects `community_unreachable`,
   * `certificate_invalid`, `community_timeout`, `community_redirected`, `community_invalid_answer`, `cancelled`, `clock_skew`, or the community's own
   * problem under its code, with the HTTP status in `detail.status`.
   */
  call<K extends CommunityRoute>(
    key: K,
    parts: Parts<CommunityApi[K]>,
    options?: CallOptions,
  ): Promise<ResponseOf<CommunityApi[K]>>;
  /**
   * One stream of live events: those after the id `after`, or from now on. Ends when the community ends it; rejects as `call`
   * does, `community_timeout` after `timeoutMs` (45 s) without data. Unknown event types are skipped.
   */
  events(options?: CallOptions & { after?: string | undefined }): AsyncGenerator<StreamEvent, void>;
  /** Raw JSON of a protocol's bundle or details: parsing would turn 1.0 into 1 and change the protocol's id. Null for 404. */
  rawText(
    key: 'GET /api/v1/protocols/{protocol_id}/bundle' | 'GET /api/v1/protocols/{protocol_id}',
    protocol_id: string,
    options?: CallOptions,
  ): Promise<string | null>;
}

/** `id` is the position in the stream to continue after. */
export interface StreamEvent {
  id: string;
  event: CommunityEvent;
}

interface RawResponse {
  status: number;
  bytes: Uint8Array;
  url: string;
}

interface OutgoingRequest {
  method: string;
  target: string;
  body?: string;
  signed: boolean;
  headers?: Record<string, string>;
}

const responseMaxBytes = 16 * 1024 * 1024;
const eventMaxCharacters = 64 * 1024;

/** `url` is read for each call: an embedded community may change its port, and has none while it is down. */
export function createCommunityClient(config: {
  url: () => string | null;
  signer: Signer | null;
  now?: () => number;
  /** The difference of clocks that the person accepted for this community, milliseconds. */
  acceptedClockOffset?: () => number | null;
}): CommunityClient {
  const now = config.now ?? Date.now;
  const clock = createCommunityClock(now, { accepted: config.acceptedClockOffset ?? (() => null) });

  /** One request, until the headers of its response have arrived. */
  async function request(
    { method, target, body = '', signed, headers: extraHeaders }: OutgoingRequest,
    url: string,
    signal: AbortSignal,
  ) {
    const headers: Record<string, string> = { accept: 'application/json', ...extraHeaders };
    if (body !== '') headers['content-type'] = 'application/json';
    if (signed && config.signer) {
      const timestamp = String(clock.seconds());
      const request_id = markFor(url);
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
    const sentAt = now();
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
        'The community redirects to another address. Parlor does not follow redirects.',
        { status: response.status },
      );
    }
    clock.update(response.headers.get('date'), sentAt);
    return response;
  }

  function currentUrl(): string {
    const url = config.url();
    if (url === null) throw new ParlorError('community_unreachable', 'The community is not running yet.');
    return trimSlashes(url);
  }

  async function sendRequest(outgoing: OutgoingRequest, options: CallOptions): Promise<RawResponse> {
    const url = currentUrl();
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    try {
      const response = await request(outgoing, url, signal);
      return { status: response.status, bytes: await readLimited(response), url };
    } catch (error) {
      throw failureOf(error, url, timeout, options.signal);
    }
  }

  /** If a request is refused as stale, repeats it once with the clock learned from the refusal, unless that needs consent. */
  async function withClockRetry<A extends RawResponse>(attempt: () => Promise<A>): Promise<A> {
    const firstResponse = await attempt();
    const firstProblem = problemOf(firstResponse);
    if (firstProblem?.code !== 'stale_timestamp') {
      if (firstProblem) throw firstProblem;
      return firstResponse;
    }
    if (clock.needsConsent) throw clockSkew();
    const secondResponse = await attempt();
    const secondProblem = problemOf(secondResponse);
    if (secondProblem?.code === 'stale_timestamp') throw clockSkew();
    if (secondProblem) throw secondProblem;
    return secondResponse;
  }

  const clockSkew = () =>
    new ParlorError(
      'clock_skew',
      'This clock and the community’s differ by more than five minutes. Set this clock, or accept the community’s time.',
      { offset_ms: Math.round(clock.offsetMs ?? 0) },
    );

  return {
    get url() {
      return config.url();
    },
    get clockOffsetMs() {
      return clock.offsetMs;
    },
    communityNow: clock.now,
    mark: () => markFor(currentUrl()),
    requireAudience: (part) => requireAudience(part, currentUrl()),

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

      const outgoing = { method, target, body: text, signed: route.access === 'signed' };
      const response = await withClockRetry(() => sendRequest(outgoing, options));
      const schema = route.responses[response.status];
      if (!schema) throw invalidResponse(`status ${response.status}`, response.url);
      const parsed = schema.safeParse(rawTypeOf(schema) === null ? jsonOf(response) : response.bytes);
      if (!parsed.success) throw invalidResponse(parsed.error.issues[0]?.path.join('/') ?? 'body', response.url);
      return { status: response.status, body: parsed.data } as never;
    },

    async *events({ after, signal, timeoutMs = 45_000 } = {}) {
      const url = currentUrl();
      const silenceController = new AbortController();
      let timer = setTimeout(() => silenceController.abort(), timeoutMs);
      const combinedSignal = signal ? AbortSignal.any([silenceController.signal, signal]) : silenceController.signal;
      const headers = { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) };
      const parts = { method: 'GET', target: '/api/v1/events', signed: true, headers };
      try {
        const { response } = await withClockRetry(async () => {
          const response = await request(parts, url, combinedSignal);
          const bytes = response.ok ? new Uint8Array() : await readLimited(response);
          return { response, status: response.status, bytes, url };
        });
        if (response.status !== 200 || response.headers.get('content-type') !== 'text/event-stream') {
          throw invalidResponse('stream', url);
        }
        const reader = new EventReader(eventMaxCharacters);
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) {
          clearTimeout(timer);
          timer = setTimeout(() => silenceController.abort(), timeoutMs);
          yield* eventsOf(reader, decoder.decode(chunk, { stream: true }), url);
        }
      } catch (error) {
        throw failureOf(error, url, silenceController.signal, signal);
      } finally {
        clearTimeout(timer);
        // Closes the connection if the caller has stopped reading.
        silenceController.abort();
      }
    },

    async rawText(key, protocol_id, options = {}) {
      const { method, path } = splitKey(key);
      const target = fillPath(path, communityApi[key].params.encode({ protocol_id }));
      const response = await sendRequest({ method, target, signed: true }, { timeoutMs: 30_000, ...options });
      if (response.status === 404) return null;
      const problem = problemOf(response);
      if (problem) throw problem;
      return textOf(response);
    },
  };
}

/** For `catch` on a call: a problem `not_found` becomes null. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof ParlorError && error.code === 'not_found') return null;
  throw error;
}

/** Converts a failed request to a problem. */
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
  return unreachableError(url, error);
}

const eventTypes = new Set<string>(communityEvent.options.map(({ shape }) => shape.type.value));

function* eventsOf(reader: EventReader, text: string, url: string): Generator<StreamEvent> {
  for (const { id, event, data } of readEvents(reader, text, url)) {
    // A newer community may have more types.
    if (!eventTypes.has(event)) continue;
    const parsed = communityEvent.safeParse(parseOrNull(data));
    if (!parsed.success) throw invalidResponse(event, url);
    yield { id, event: parsed.data };
  }
}

function readEvents(reader: EventReader, text: string, url: string) {
  try {
    return reader.read(text);
  } catch {
    throw invalidResponse('stream', url);
  }
}

/** `params` in their encoded form. */
function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(params[name]));
}

function queryText(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

function problemOf(response: RawResponse): ParlorError | null {
  if (response.status < 400) return null;
  const parsed = problemDocument.safeParse(parseOrNull(textOf(response)));
  if (!parsed.success) {
    return new ParlorError('community_refused', `The community refused (HTTP ${response.status}).`, {
      status: response.status,
      url: response.url,
    });
  }
  const { code, message, errors, missing } = parsed.data;
  const detail = {
    status: response.status,
    ...(errors ? { errors: errors.map((error) => ({ ...error })) } : {}),
    // A detail of `manifest_incomplete`.
    ...(Array.isArray(missing) ? { missing: missing.filter((path) => typeof path === 'string') } : {}),
  };
  return new ParlorError(code, message, detail);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const textOf = ({ bytes }: RawResponse): string => new TextDecoder().decode(bytes);

function jsonOf(response: RawResponse): unknown {
  if (response.bytes.length === 0) return undefined;
  try {
    return JSON.parse(textOf(response));
  } catch {
    throw invalidResponse('not JSON', response.url);
  }
}

const invalidResponse = (place: string, url: string) =>
  new ParlorError('community_invalid_answer', 'The community sent a response that Parlor does not understand.', {
    place,
    url,
  });

async function readLimited(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > responseMaxBytes) {
      await response.body?.cancel().catch(() => {
        // It has already ended.
      });
      throw new ParlorError('community_invalid_answer', 'The community’s response is too large.', {
        limit: responseMaxBytes,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
