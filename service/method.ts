/**
 * One method of the service: validate by the contract, load what the request is about, authorise by the policy table, act,
 * answer. A `read` sees the database through a type that cannot write; a `write` is one transaction.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { ZodObject } from 'zod';
import { type CommunityApi, type CommunityRoute, communityApi } from '../shared/community/contract.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '../shared/community/define.ts';
import { limits } from '../shared/community/limits.ts';
import { ParlorError } from '../shared/errors.ts';
import { parseJson } from '../shared/json/parse.ts';
import { utf8Text } from '../shared/json/utf8.ts';
import type { Json } from '../shared/json/value.ts';
import type { ServiceConfig } from './config.ts';
import type { EventFeed } from './events/feed.ts';
import { refuse, refuseField, refuseFields } from './http/problem.ts';
import type { Metrics } from './metrics.ts';
import { type Caller, policy, rules, type SubjectOf } from './policy.ts';
import type { Reader, Writer } from './storage/schema.ts';
import type { Storage } from './storage/storage.ts';

/** Everything a method may need besides its request. */
export interface Context {
  config: ServiceConfig;
  storage: Pick<Storage, 'db' | 'transaction'>;
  log: Logger;
  feed: EventFeed;
  /** Null where nobody watches. */
  metrics: Metrics | null;
  /** Aborted once the service takes no more connections; what would last must end. */
  leaving: AbortSignal;
}

/** A request as the server hands it on: framed, and signed where the contract says so. */
export interface Received {
  params: { [name: string]: string };
  /** Without the question mark. */
  query: string;
  body: Uint8Array;
  caller: Caller | null;
  headers: IncomingHttpHeaders;
  /** Unix milliseconds by the service's clock: the one time of the whole request. */
  now: number;
}

export interface Input<Key extends CommunityRoute> {
  params: ParamsOf<CommunityApi[Key]>;
  query: QueryOf<CommunityApi[Key]>;
  body: BodyOf<CommunityApi[Key]>;
  /** The body as it was received, for what must be kept letter by letter. */
  bodyText: string;
  caller: CommunityApi[Key]['access'] extends 'signed' ? Caller : null;
  headers: IncomingHttpHeaders;
  now: number;
  context: Context;
}

export type AnswerHeaders = { readonly [name: string]: string };

/** `body`: JSON, bytes that go out as they are with the content type of `headers`, or what writes an event stream. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: AnswerHeaders;
}

/** An answer of exactly this status. */
export const answer = <Status extends number, Body>(status: Status, body: Body): { status: Status; body: Body } => ({
  status,
  body,
});

export interface Method {
  key: CommunityRoute;
  route: Route;
  run(context: Context, received: Received): Promise<Answer>;
}

type Loaded<Key extends CommunityRoute, Db, Subject> =
  unknown extends SubjectOf<Key>
    ? { load?: (db: Db, input: Input<Key>) => Promise<Subject> }
    : { load: (db: Db, input: Input<Key>) => Promise<Subject & SubjectOf<Key>> };

type ReadParts<Key extends CommunityRoute, Subject> = Loaded<Key, Reader, Subject> & {
  act: (db: Reader, input: Input<Key>, subject: Subject) => Promise<AnswerOf<CommunityApi[Key]>>;
};

/** Both may run again from the start, so what they do must be undone with the transaction. */
type WriteParts<Key extends CommunityRoute, Subject> = Loaded<Key, Writer, Subject> & {
  /** Throwing undoes everything; returning a ParlorError refuses and keeps what was written. */
  act: (db: Writer, input: Input<Key>, subject: Subject) => Promise<AnswerOf<CommunityApi[Key]> | ParlorError>;
};

export function read<Key extends CommunityRoute, Subject = undefined>(
  key: Key,
  parts: ReadParts<Key, Subject>,
): Method {
  return method(key, (context, input) => steps(key, context.storage.db as Reader, input as Input<Key>, parts));
}

export function write<Key extends CommunityRoute, Subject = undefined>(
  key: Key,
  parts: WriteParts<Key, Subject>,
): Method {
  return method(key, async (context, input) => {
    const answer = await context.storage.transaction((db) => steps(key, db, input as Input<Key>, parts));
    context.feed.kick();
    return answer;
  });
}

async function steps<Key extends CommunityRoute, Db, Subject>(
  key: Key,
  db: Db,
  input: Input<Key>,
  parts: {
    load?: ((db: Db, input: Input<Key>) => Promise<Subject>) | undefined;
    act: (db: Db, input: Input<Key>, subject: Subject) => Promise<Answer | ParlorError>;
  },
): Promise<Answer | ParlorError> {
  const subject = (await parts.load?.(db, input)) as Subject;
  if (input.caller) {
    const refusal = rules[policy[key]](input.caller, subject as never);
    if (refusal) throw new ParlorError(refusal.code, refusal.message);
  }
  return parts.act(db, input, subject);
}

function method(
  key: CommunityRoute,
  run: (context: Context, input: Input<CommunityRoute>) => Promise<Answer | ParlorError>,
): Method {
  const route: Route = communityApi[key];
  return {
    key,
    route,
    async run(context, { params, query, body, caller, headers, now }) {
      const bodyText = takesBody(route) ? textOf(body) : '';
      const input = {
        params: paramsOf(route, params),
        query: queryOf(route, query),
        body: takesBody(route) ? bodyOf(route, bodyText) : undefined,
        bodyText,
        caller,
        headers,
        now,
        context,
      };
      const answer = await run(context, input as unknown as Input<CommunityRoute>);
      if (answer instanceof ParlorError) throw answer;
      return answer;
    },
  };
}

const takesBody = (route: Route): boolean => route.body.type !== 'undefined';
const takesNone = (schema: ZodObject): boolean => Object.keys(schema.shape).length === 0;

function paramsOf(route: Route, params: Received['params']): object {
  if (takesNone(route.params)) return params;
  const result = route.params.safeParse(params);
  // An id that cannot exist is unknown like any other.
  if (!result.success) throw refuse('not_found', 'There is nothing here.');
  return result.data;
}

function queryOf(route: Route, query: string): object {
  if (query === '' && takesNone(route.query)) return {};
  const given = new URLSearchParams(query);
  const named: { [name: string]: string } = {};
  for (const name of Object.keys(route.query.shape)) {
    const values = given.getAll(name);
    if (values.length > 1) {
      throw refuseField(`/${name}`, 'stands twice in the query', 'query');
    }
    if (values.length === 1) named[name] = values[0]!;
  }
  const result = route.query.safeParse(named);
  if (!result.success) throw refuseFields(result.error, 'query');
  return result.data;
}

function textOf(body: Uint8Array): string {
  try {
    return utf8Text(body);
  } catch {
    throw refuse('malformed_json', 'The body is not UTF-8.');
  }
}

function bodyOf(route: Route, text: string): unknown {
  const result = route.body.safeParse(parseBody(text));
  if (!result.success) throw refuseFields(result.error, 'body');
  return result.data;
}

function parseBody(text: string): Json {
  try {
    return parseJson(text, { maxDepth: limits.body_depth });
  } catch (error) {
    if (!(error instanceof ParlorError)) throw error;
    const pointer = typeof error.detail?.pointer === 'string' ? error.detail.pointer : '';
    throw refuse(error.code, error.message, { errors: [{ pointer, message: error.message, in: 'body' }] });
  }
}
