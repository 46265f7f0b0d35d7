/**
 * A route's handler: validates the request against the contract, loads its subject, authorizes the caller by the policy table,
 * and handles it. A `readHandler` gets a database type that cannot write; a `writeHandler` is one transaction, which refuses banned
 * callers once more.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { ZodObject } from 'zod';
import { type CommunityApi, type CommunityRoute, communityApi } from '../../shared/community/contract.ts';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '../../shared/community/define.ts';
import { limits } from '../../shared/community/limits.ts';
import { ParlorError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/parse.ts';
import { utf8Text } from '../../shared/json/utf8.ts';
import type { Json } from '../../shared/json/value.ts';
import type { ServiceConfig } from '../config.ts';
import type { EventFeed } from '../events/feed.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { fieldError, requestError, schemaError } from '../refusals.ts';
import type { Caller } from '../storage/agent-lookup.ts';
import { type Lock, locks, shared } from '../storage/locks.ts';
import type { FailureLog } from '../storage/outage-log.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { together } from '../storage/statement.ts';
import type { Storage } from '../storage/storage.ts';
import { policy, rules, type SubjectOf } from './access-policy.ts';
import type { Audience } from './audience.ts';
import { bannedError, hasBan } from './banned.ts';

/** What handlers need besides the request. */
export interface Context {
  config: ServiceConfig;
  storage: Pick<Storage, 'db' | 'transaction' | 'signals'>;
  log: Logger;
  failures: Pick<FailureLog, 'failed'>;
  feed: EventFeed;
  /** Whether operators have banned a key, up to half a second ago. */
  isBanned: (public_key: string) => boolean;
  /** The same for the network of an address. */
  isBannedAddress: (address: string) => boolean;
  /** Rejects if the database cannot be read and written. */
  checkHealth: () => Promise<void>;
  /** Null if metrics are disabled. */
  metrics: Metrics | null;
  /** URLs of the service besides those of its configuration. */
  announcedUrls: () => readonly string[];
  /** The person after whom the community is named; null for none. */
  namedAfter: () => string | null;
  /** Aborted once clients should go elsewhere: the service stops, or is about to. */
  shutdown: AbortSignal;
}

/** A request as the server passes it on: its body is complete, and its signature is verified on signed routes. */
export interface ReceivedRequest {
  params: { [name: string]: string };
  /** Without the question mark. */
  query: string;
  body: Uint8Array;
  caller: Caller | null;
  audience: Audience;
  headers: IncomingHttpHeaders;
  /** Unix milliseconds by the service's clock, the same throughout the request. */
  now: number;
}

/** A request after validation. */
export interface Input<Key extends CommunityRoute> {
  params: ParamsOf<CommunityApi[Key]>;
  query: QueryOf<CommunityApi[Key]>;
  body: BodyOf<CommunityApi[Key]>;
  /** The body exactly as received. */
  bodyText: string;
  caller: CommunityApi[Key]['access'] extends 'signed' ? Caller : null;
  audience: Audience;
  headers: IncomingHttpHeaders;
  now: number;
  context: Context;
}

export type ResponseHeaders = { readonly [name: string]: string };

/** `body`: JSON, raw bytes with the content type of `headers`, or a function that writes an event stream. */
export interface RouteResponse {
  status: number;
  body: unknown;
  headers?: ResponseHeaders;
}

/** Keeps the status a literal type, so that the body is checked against it. */
export const respond = <Status extends number, Body>(status: Status, body: Body): { status: Status; body: Body } => ({
  status,
  body,
});

export interface Handler {
  key: CommunityRoute;
  route: Route;
  run(context: Context, request: ReceivedRequest): Promise<RouteResponse>;
}

/** Routes whose rule has a subject must load it before they are authorized. */
type LoadPart<Key extends CommunityRoute, Db, Subject> =
  unknown extends SubjectOf<Key>
    ? { load?: (db: Db, input: Input<Key>) => Promise<Subject> }
    : { load: (db: Db, input: Input<Key>) => Promise<Subject & SubjectOf<Key>> };

type ReadParts<Key extends CommunityRoute, Subject> = LoadPart<Key, Reader, Subject> & {
  handle: (db: Reader, input: Input<Key>, subject: Subject) => Promise<ResponseOf<CommunityApi[Key]>>;
};

/** `load` and `handle` are retried on conflicts, so they must have no side effects outside the transaction. */
type WriteParts<Key extends CommunityRoute, Subject> = LoadPart<Key, Writer, Subject> & {
  /** What no other write may change while this one runs, `load` included. */
  locks?: (input: Input<Key>) => readonly Lock[];
  /** Throwing rolls back; returning a ParlorError refuses the request and commits. */
  handle: (db: Writer, input: Input<Key>, subject: Subject) => Promise<ResponseOf<CommunityApi[Key]> | ParlorError>;
};

export function readHandler<Key extends CommunityRoute, Subject = undefined>(
  key: Key,
  parts: ReadParts<Key, Subject>,
): Handler {
  return createHandler(key, (context, input) =>
    runHandler(key, context.storage.db as Reader, input as Input<Key>, parts),
  );
}

export function writeHandler<Key extends CommunityRoute, Subject = undefined>(
  key: Key,
  parts: WriteParts<Key, Subject>,
): Handler {
  return createHandler(key, async (context, input) => {
    const caller = input.caller as Caller | null;
    const wanted = parts.locks?.(input as Input<Key>) ?? [];
    const response = await context.storage.transaction(
      (db) => {
        const requireNoBan = async () => {
          if (caller && (await hasBan(db, caller.public_key))) throw bannedError();
        };
        return runHandler(key, db, input as Input<Key>, parts, requireNoBan);
      },
      caller ? [...wanted, shared(locks.agent(caller.public_key))] : wanted,
    );
    // Streams the events that the transaction has recorded.
    context.feed.poll();
    context.storage.signals.send('events');
    return response;
  });
}

async function runHandler<Key extends CommunityRoute, Db, Subject>(
  key: Key,
  db: Db,
  input: Input<Key>,
  parts: {
    load?: ((db: Db, input: Input<Key>) => Promise<Subject>) | undefined;
    handle: (db: Db, input: Input<Key>, subject: Subject) => Promise<RouteResponse | ParlorError>;
  },
  requireNoBan?: () => Promise<void>,
): Promise<RouteResponse | ParlorError> {
  const load = async () => (await parts.load?.(db, input)) as Subject;
  const subject = requireNoBan ? (await together(requireNoBan(), load()))[1] : await load();
  if (input.caller) {
    const error = rules[policy[key]](input.caller, subject as never);
    if (error) throw new ParlorError(error.code, error.message);
  }
  return parts.handle(db, input, subject);
}

function createHandler(
  key: CommunityRoute,
  run: (context: Context, input: Input<CommunityRoute>) => Promise<RouteResponse | ParlorError>,
): Handler {
  const route: Route = communityApi[key];
  return {
    key,
    route,
    async run(context, { params, query, body, caller, audience, headers, now }) {
      const bodyText = takesBody(route) ? textOf(body) : '';
      const input = {
        params: paramsOf(route, params),
        query: queryOf(route, query),
        body: takesBody(route) ? bodyOf(route, bodyText, headers) : undefined,
        bodyText,
        caller,
        audience,
        headers,
        now,
        context,
      };
      const response = await run(context, input as unknown as Input<CommunityRoute>);
      if (response instanceof ParlorError) throw response;
      return response;
    },
  };
}

const takesBody = (route: Route): boolean => route.body.type !== 'undefined';
const isEmpty = (schema: ZodObject): boolean => Object.keys(schema.shape).length === 0;

function paramsOf(route: Route, params: ReceivedRequest['params']): object {
  if (isEmpty(route.params)) return params;
  const result = route.params.safeParse(params);
  // A malformed id is reported as an unknown one.
  if (!result.success) throw requestError('not_found', 'There is no such resource.');
  return result.data;
}

function queryOf(route: Route, query: string): object {
  if (query === '' && isEmpty(route.query)) return {};
  const searchParams = new URLSearchParams(query);
  const values: { [name: string]: string } = {};
  for (const name of Object.keys(route.query.shape)) {
    const occurrences = searchParams.getAll(name);
    if (occurrences.length > 1) throw fieldError(`/${name}`, 'occurs more than once in the query', 'query');
    if (occurrences.length === 1) values[name] = occurrences[0]!;
  }
  const result = route.query.safeParse(values);
  if (!result.success) throw schemaError(result.error, 'query');
  return result.data;
}

/** Clients that declare nothing mean JSON. Web pages always declare something, and can't declare JSON at another origin. */
function checkType({ 'content-type': declared = 'application/json' }: IncomingHttpHeaders): void {
  if (declared.split(';')[0]!.trim().toLowerCase() !== 'application/json')
    throw requestError('unsupported_media_type', 'The Content-Type of a body is application/json.');
}

function textOf(body: Uint8Array): string {
  try {
    return utf8Text(body);
  } catch {
    throw requestError('malformed_json', 'The body is not UTF-8.');
  }
}

function bodyOf(route: Route, text: string, headers: IncomingHttpHeaders): unknown {
  checkType(headers);
  const result = route.body.safeParse(parseBody(text));
  if (!result.success) throw schemaError(result.error, 'body');
  return result.data;
}

function parseBody(text: string): Json {
  try {
    return parseJson(text, { maxDepth: limits.body_depth });
  } catch (error) {
    if (!(error instanceof ParlorError)) throw error;
    const pointer = typeof error.detail?.pointer === 'string' ? error.detail.pointer : '';
    throw requestError(error.code, error.message, { errors: [{ pointer, message: error.message, in: 'body' }] });
  }
}
