/** Building blocks of the HTTP contract in contract.ts, and the types derived from it. */
import { z } from 'zod';
import { limits } from './limits.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call: `public` routes ignore the signature headers, `signed` ones require a registered agent's signature. */
export type Access = 'public' | 'signed';

export interface Route {
  /** One line for the API description. */
  summary: string;
  access: Access;
  /**
   * Path parameters by name, matched undecoded; a mismatch is 404. `{path}`, always the last, matches all remaining segments.
   */
  params: z.ZodObject;
  /** Query parameters as strings, with codecs, so that clients encode what the service decodes. */
  query: z.ZodObject;
  /** Optional request headers besides those of the signature, with their descriptions. */
  headers: { readonly [name: string]: string };
  body: z.ZodType;
  /** The largest accepted body. */
  body_bytes: number;
  /** Every success status with its body. Any other status carries a problem document (RFC 9457). */
  responses: { [status: number]: z.ZodType };
}

/** Of the header `If-None-Match`. */
export const ifNoneMatch = 'ETags that the caller has cached; 304 if one of them is current.';

const noParams = z.object({});
/** The schema of an empty body. */
export const noBody = z.undefined();
/** A response body of raw bytes with this content type. */
export const rawBytes = (contentType: string) =>
  z.custom<Uint8Array>((value) => value instanceof Uint8Array).meta({ contentType });

/** The content type of raw bytes or an event stream; null for JSON. */
export function rawTypeOf(body: z.ZodType): string | null {
  const type = body.meta()?.contentType;
  return typeof type === 'string' ? type : null;
}

/** The body of an event stream: a function that writes to the open response. */
export const eventStream = z
  .custom<(writer: EventStreamWriter) => void>((value) => typeof value === 'function')
  .meta({ contentType: 'text/event-stream' });

/** The service's end of an open event stream. */
export interface EventStreamWriter {
  write(text: string): void;
  /** Bytes written but not yet sent. */
  readonly bufferedBytes: number;
  /** Resolves when the buffer is drained or the stream is closed. */
  whenDrained(): Promise<void>;
  /** Closes the stream and discards its buffer. */
  destroy(): void;
  /** Calls back when the client disconnects or the service stops; immediately if that has already happened. */
  onClose(callback: () => void): void;
}

interface RouteParts {
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: { readonly [name: string]: string };
  body?: z.ZodType;
  body_bytes?: number;
  responses: { [status: number]: z.ZodType };
}

type CompleteRoute<R extends RouteParts> = {
  summary: string;
  access: R['access'];
  params: R['params'] extends z.ZodObject ? R['params'] : typeof noParams;
  query: R['query'] extends z.ZodObject ? R['query'] : typeof noParams;
  headers: { readonly [name: string]: string };
  body: R['body'] extends z.ZodType ? R['body'] : typeof noBody;
  body_bytes: number;
  responses: R['responses'];
};

/** Fills in the defaults of a route; its types stay exact for clients and handlers. */
export function route<const R extends RouteParts>(parts: R): CompleteRoute<R> {
  return {
    params: noParams,
    query: noParams,
    headers: {},
    body: noBody,
    body_bytes: limits.request_body_bytes,
    ...parts,
  } as unknown as CompleteRoute<R>;
}

/** `METHOD /path/{parameter}`, the identifier of a route everywhere. */
export type RouteKey = `${HttpMethod} /${string}`;
export type HttpApi = { readonly [key: RouteKey]: Route };

export type ParamsOf<R extends Route> = z.output<R['params']>;
export type QueryOf<R extends Route> = z.output<R['query']>;
export type BodyOf<R extends Route> = z.output<R['body']>;
/** The body as a client passes it: fields with a default are optional. */
export type BodyInputOf<R extends Route> = z.input<R['body']>;
/** One `{status, body}` per success status of the route. */
export type ResponseOf<R extends Route> = {
  [S in keyof R['responses'] & number]: { status: S; body: z.output<R['responses'][S]> };
}[keyof R['responses'] & number];

/** Splits a route's key into its method and path pattern. */
export function splitKey(key: RouteKey): { method: HttpMethod; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space) as HttpMethod, path: key.slice(space + 1) };
}
