/** A proxy in front of a real community that can be unreachable, lose responses, or change them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../../../shared/json/value.ts';
import { startHttpServer } from '../../../shared/testing/http-server.ts';

type Requests = (method: string, path: string) => boolean;
type Hold = (method: string, path: string) => Promise<unknown> | null;
type Tamper = (path: string, body: JsonObject) => JsonObject;

export interface CommunityProxy {
  readonly url: string;
  /** Makes the community unreachable for these requests, including those in progress; for none if null. */
  unreachable(requests: Requests | null): void;
  /** Forwards these requests but drops their responses; null for none. */
  dropResponses(requests: Requests | null): void;
  /** Passes the responses to these requests on only once the promise has settled; null for none. */
  hold(requests: Hold | null): void;
  /** Delays every request by these milliseconds. */
  slow(milliseconds: number): void;
  /** Changes the community's responses to GET; null for none. */
  tamper(change: Tamper | null): void;
  dispose(): void;
}

export async function communityProxy(upstream: string): Promise<CommunityProxy> {
  let unreachable: Requests | null = null;
  let lost: Requests | null = null;
  let held: Hold | null = null;
  let change: Tamper | null = null;
  let delayMs = 0;
  const open = new Set<ServerResponse>();

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const method = request.method ?? 'GET';
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
    const body = await buffer(request);
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    if (delayMs > 0) await delay(delayMs, null, { signal: closed.signal });
    const upstreamResponse = await fetch(upstream + path, {
      method,
      headers,
      signal: closed.signal,
      ...(body.length > 0 ? { body } : {}),
    });
    if (upstreamResponse.headers.get('content-type') === 'text/event-stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return pipeline(upstreamResponse.body!, response);
    }
    const text = await upstreamResponse.text();
    if (lost?.(method, path)) return void request.socket.destroy();
    await held?.(method, path);
    const isChanged = change && method === 'GET' && upstreamResponse.status === 200;
    response.writeHead(upstreamResponse.status, {
      'content-type': 'application/json',
      date: upstreamResponse.headers.get('date') ?? '',
    });
    response.end(isChanged ? JSON.stringify(change!(path, JSON.parse(text) as JsonObject)) : text);
  }

  const isUnreachable = ({ method = 'GET', url = '' }: IncomingMessage) => unreachable?.(method, url) ?? false;
  const proxy = await startHttpServer((request, response) => {
    if (isUnreachable(request)) return void request.socket.destroy();
    open.add(response);
    response.once('close', () => open.delete(response));
    // Either end may close during a response; the other end then sees the connection cut.
    relay(request, response).catch(() => response.destroy());
  });

  return {
    url: proxy.url,
    unreachable(next) {
      unreachable = next;
      for (const response of open) if (isUnreachable(response.req)) response.destroy();
    },
    dropResponses(next) {
      lost = next;
    },
    hold(next) {
      held = next;
    },
    slow(milliseconds) {
      delayMs = milliseconds;
    },
    tamper(next) {
      change = next;
    },
    dispose: proxy.close,
  };
}
