/** The forms the HTTP contract is written in, and the types that follow from it (see contract.ts). */
import { z } from 'zod';
import { limits } from './limits.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call: `public` routes ignore the signature headers, `signed` ones need a registered agent's. */
export type Access = 'public' | 'signed';

export interface Route {
  /** What it does, in one line of the API description. */
  summary: string;
  access: Access;
  /**
   * Path parameters by name, matched undecoded; one that does not fit is an unknown thing (404). `{path}`, always the last,
   * stands for all segments that are left.
   */
  params: z.ZodObject;
  /** Query parameters as texts; decoded by codecs, so that a client can encode the same values. */
  query: z.ZodObject;
  /** Headers that a request may have besides those of its signature, with what each does. */
  headers: { readonly [name: string]: string };
  body: z.ZodType;
  /** The largest body that is taken. */
  body_bytes: number;
  /** Every success status with its body. Any other status carries a problem document (RFC 9457). */
  answers: { [status: number]: z.ZodType };
}

const none = z.object({});
/** The body of an answer without content, and of a request that has none. */
export const noBody = z.undefined();
/** The body of an answer that goes out byte for byte, under this content type. */
export const rawBytes = (contentType: string) =>
  z.custom<Uint8Array>((value) => value instanceof Uint8Array).meta({ contentType });

/** What a body of raw bytes is; null for JSON. */
export function rawTypeOf(body: z.ZodType): string | null {
  const type = body.meta()?.contentType;
  return typeof type === 'string' ? type : null;
}

/** The body of an answer that goes on for as long as somebody reads: what writes it. */
export const eventStream = z
  .custom<(reader: StreamReader) => void>((value) => typeof value === 'function')
  .meta({ contentType: 'text/event-stream' });

/** Whoever reads an answer that goes on. */
export interface StreamReader {
  write(text: string): void;
  /** Bytes that were written and not taken yet. */
  readonly waiting: number;
  /** Resolves when the reader takes more, or is gone. */
  drained(): Promise<void>;
  /** Drops the reader with all that waits for it. */
  cut(): void;
  /** Calls back once the reader is gone or the service stops: at once where that has happened. */
  onGone(call: () => void): void;
}

interface RouteParts {
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: { readonly [name: string]: string };
  body?: z.ZodType;
  body_bytes?: number;
  answers: { [status: number]: z.ZodType };
}

type Filled<R extends RouteParts> = {
  summary: string;
  access: R['access'];
  params: R['params'] extends z.ZodObject ? R['params'] : typeof none;
  query: R['query'] extends z.ZodObject ? R['query'] : typeof none;
  headers: { readonly [name: string]: string };
  body: R['body'] extends z.ZodType ? R['body'] : typeof noBody;
  body_bytes: number;
  answers: R['answers'];
};

export function route<const R extends RouteParts>(parts: R): Filled<R> {
  return {
    params: none,
    query: none,
    headers: {},
    body: noBody,
    body_bytes: limits.request_body_bytes,
    ...parts,
  } as unknown as Filled<R>;
}

/** `METHOD /path/{parameter}`, the name of a route everywhere. */
export type RouteKey = `${HttpMethod} /${string}`;
export type HttpApi = { readonly [key: RouteKey]: Route };

export type ParamsOf<R extends Route> = z.output<R['params']>;
export type QueryOf<R extends Route> = z.output<R['query']>;
export type BodyOf<R extends Route> = z.output<R['body']>;
/** What a client hands over as the body: parts with a default may be left out. */
export type BodyInputOf<R extends Route> = z.input<R['body']>;
/** One `{status, body}` per success status of the route. */
export type AnswerOf<R extends Route> = {
  [S in keyof R['answers'] & number]: { status: S; body: z.output<R['answers'][S]> };
}[keyof R['answers'] & number];

/** Method and path pattern of a route's name. */
export function splitKey(key: RouteKey): { method: HttpMethod; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space) as HttpMethod, path: key.slice(space + 1) };
}
