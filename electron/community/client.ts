/**
 * The signing HTTP client of one community. Every call is named and typed by the contract; redirects are never followed,
 * bodies and times are bounded, and what comes back is validated before anybody sees it.
 */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { type CommunityApi, type CommunityRoute, communityApi } from '../../shared/community/contract.ts';
import { type AnswerOf, type BodyInputOf, type Route, rawTypeOf, splitKey } from '../../shared/community/define.ts';
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
  /** The text of a protocol's bundle or detail answer, whose numbers must not pass through JavaScript. 404 is null. */
  text(
    key: 'GET /api/v1/protocols/{protocol_id}/bundle' | 'GET /api/v1/protocols/{protocol_id}',
    protocol_id: string,
  ): Promise<string | null>;
}

interface Answer {
  status: number;
  bytes: Uint8Array;
  url: string;
}

const answerMaxBytes = 16 * 1024 * 1024;

/** `url` is asked for each call: an embedded community has another port after every start, and none while it is down. */
export function createCommunityClient(config: {
  url: () => string | null;
  signer: Signer | null;
  now?: () => number;
}): CommunityClient {
  const now = config.now ?? Date.now;
  let clockOffsetMs: number | null = null;

  async function send(
    method: string,
    target: string,
    body: string,
    signed: boolean,
    options: CallOptions,
  ): Promise<Answer> {
    const url = config.url()?.replace(/\/+$/, '');
    if (url === undefined) throw new ParlorError('community_unreachable', 'The community is not running yet.');
    const headers: Record<string, string> = { accept: 'application/json' };
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
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    try {
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
      return { status: response.status, bytes: await readBounded(response), url };
    } catch (error) {
      if (error instanceof ParlorError) throw error;
      if (options.signal?.aborted) throw new ParlorError('cancelled', 'Stopped.');
      if (timeout.aborted) {
        throw new ParlorError(
          'community_timeout',
          'The community did not answer in time. It may be busy; try again in a moment.',
          { url },
        );
      }
      throw new ParlorError(
        'community_unreachable',
        'The community does not answer. Check the address and the connection.',
        { url },
        { cause: error },
      );
    }
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

      let answer = await send(method, target, text, route.access === 'signed', options);
      let problem = problemOf(answer);
      if (problem?.code === 'stale_timestamp') {
        // The refusal carried the community's clock; one second try with the offset just learned.
        answer = await send(method, target, text, true, options);
        problem = problemOf(answer);
        if (problem?.code === 'stale_timestamp') {
          throw new ParlorError('clock_skew', 'This clock and the community’s differ by more than five minutes.', {
            offset_ms: clockOffsetMs ?? 0,
          });
        }
      }
      if (problem) throw problem;
      const schema = route.answers[answer.status];
      if (!schema) throw invalidAnswer(`status ${answer.status}`, answer.url);
      const parsed = schema.safeParse(rawTypeOf(schema) === null ? jsonOf(answer) : answer.bytes);
      if (!parsed.success) throw invalidAnswer(parsed.error.issues[0]?.path.join('/') ?? 'body', answer.url);
      return { status: answer.status, body: parsed.data } as never;
    },

    async text(key, protocol_id) {
      const { method, path } = splitKey(key);
      const target = fillPath(path, communityApi[key].params.encode({ protocol_id }));
      const answer = await send(method, target, '', true, { timeoutMs: 30_000 });
      if (answer.status === 404) return null;
      const problem = problemOf(answer);
      if (problem) throw problem;
      return textOf(answer);
    },
  };
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
