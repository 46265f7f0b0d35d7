/** The client with communities that are down, slow, redirecting, with another clock, or that send invalid or endless responses. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hexToBytes } from '@noble/hashes/utils.js';
import { afterEach, describe, expect, it } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { verifySignature } from '../../shared/signing/ed25519.ts';
import { requestText } from '../../shared/signing/texts.ts';
import { type HttpServer, startHttpServer } from '../../shared/testing/http-server.ts';
import { holdKey } from '../identity/signer.ts';
import { type CommunityClient, createCommunityClient } from './client.ts';

const { signer } = holdKey(new Uint8Array(32).fill(7));
const servers = new Set<HttpServer>();

async function community(answer: RequestListener): Promise<CommunityClient> {
  const server = await startHttpServer(answer);
  servers.add(server);
  return createCommunityClient({ url: () => server.url, signer });
}

afterEach(() => {
  for (const server of servers) server.close();
  servers.clear();
});

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ParlorError);
  // The message is shown to a person: no stack, no file URL.
  expect((error as ParlorError).message).not.toMatch(/^\s+at |file:|node:/m);
  return (error as ParlorError).code;
}

describe('responses', () => {
  it.each([
    ['HTML', (_: IncomingMessage, response: ServerResponse) => response.end('<html>'), 'community_invalid_answer'],
    [
      'another shape',
      (_: IncomingMessage, response: ServerResponse) => json(response, 200, { nonce: 7 }),
      'community_invalid_answer',
    ],
    [
      'an undefined status',
      (_: IncomingMessage, response: ServerResponse) => json(response, 202, {}),
      'community_invalid_answer',
    ],
    [
      'an error without a problem document',
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end('oops'),
      'community_refused',
    ],
    ['a closed connection', (request: IncomingMessage) => request.socket.destroy(), 'community_unreachable'],
    [
      'a redirect',
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'community_redirected',
    ],
  ])('rejects %s', async (_, answer, code) => {
    const client = await community(answer);
    expect(await codeOf(client.call('GET /api/v1/auth/challenge', {}))).toBe(code);
  });

  it('limits the size of an endless response', async () => {
    const client = await community((_, response) => {
      response.writeHead(200);
      const chunk = 'x'.repeat(1024 * 1024);
      const writeChunks = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', writeChunks);
      writeChunks();
    });
    expect(await codeOf(client.call('GET /api/v1/auth/challenge', {}))).toBe('community_invalid_answer');
  });

  it('times out, or can be cancelled, if no response arrives', async () => {
    const client = await community(() => {});
    expect(await codeOf(client.call('GET /api/v1/auth/challenge', {}, { timeoutMs: 100 }))).toBe('community_timeout');
    const stop = new AbortController();
    const waiting = codeOf(client.call('GET /api/v1/auth/challenge', {}, { signal: stop.signal }));
    stop.abort();
    expect(await waiting).toBe('cancelled');
  });

  it('reports an unreachable address, or none', async () => {
    expect(
      await codeOf(createCommunityClient({ url: () => 'http://127.0.0.1:1', signer }).call('GET /health', {})),
    ).toBe('community_unreachable');
    expect(await codeOf(createCommunityClient({ url: () => null, signer }).call('GET /health', {}))).toBe(
      'community_unreachable',
    );
  });
});

describe('event streams', () => {
  const stream = (text: string, type = 'text/event-stream') =>
    community((_, response) => response.writeHead(200, { 'content-type': type }).write(text));
  async function eventsOf(client: CommunityClient, timeoutMs = 10_000) {
    const events: unknown[] = [];
    const code = await codeOf(
      (async () => {
        for await (const each of client.events({ timeoutMs })) events.push(each);
      })(),
    );
    return { events, code };
  }

  it.each([
    ['another content type', '{}', 'application/json'],
    ['invalid JSON', 'event: hello\ndata: {\n\n'],
    ['another shape', 'event: invitation_posted\ndata: {"type":"invitation_posted"}\n\n'],
    ['an event type that differs from its name', 'event: hello\ndata: {"type":"elsewhere"}\n\n'],
    ['an overlong event', `data: ${'x'.repeat(70_000)}`],
  ])('rejects %s', async (_, text, type = 'text/event-stream') => {
    expect(await eventsOf(await stream(text, type))).toEqual({ events: [], code: 'community_invalid_answer' });
  });

  it('skips unknown events and times out when the stream falls silent', async () => {
    const text = 'id: 1-1\nevent: weather\ndata: rain\n\nid: 1-2\nevent: hello\ndata: {"type":"hello"}\n\n';
    const { events, code } = await eventsOf(await stream(text), 300);
    expect([events, code]).toEqual([[{ id: '1-2', event: { type: 'hello' } }], 'community_timeout']);
  });

  it('closes the connection when the reader stops or aborts', async () => {
    const closed = Promise.withResolvers<void>();
    const client = await community((_, response) => {
      response.once('close', closed.resolve);
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('event: hello\ndata: {"type":"hello"}\n\n');
    });
    for await (const _ of client.events()) break;
    await closed.promise;
    const stop = new AbortController();
    const next = client.events({ signal: stop.signal });
    await next.next();
    const waiting = codeOf(next.next());
    stop.abort();
    expect(await waiting).toBe('cancelled');
  });

  it('rejects with the community’s own problem', async () => {
    const client = await community((_, response) =>
      json(response, 429, { code: 'rate_limited', message: 'x', status: 429, title: '' }),
    );
    expect((await eventsOf(client)).code).toBe('rate_limited');
  });
});

describe('a community with another clock', () => {
  const refuseAsStale = (response: ServerResponse, ahead: number) => {
    const theirs = new Date(Date.now() + ahead);
    response.writeHead(401, { 'content-type': 'application/problem+json', date: theirs.toUTCString() });
    response.end(JSON.stringify({ code: 'stale_timestamp', message: 'late', status: 401, title: 'Unauthorized' }));
  };

  it('is called again with its own time', async () => {
    const ahead = 280_000;
    const timestamps: number[] = [];
    const client = await community((request, response) => {
      timestamps.push(Number(request.headers['x-timestamp']));
      if (timestamps.length === 1) return void refuseAsStale(response, ahead);
      response.setHeader('date', new Date(Date.now() + ahead).toUTCString());
      json(response, 200, { results: [], next_cursor: null, total: 0 });
    });
    const { body } = await client.call('GET /api/v1/invitations', { query: { limit: 5 } });
    expect(body.total).toBe(0);
    expect(Math.abs(timestamps[1]! - timestamps[0]! - ahead / 1000)).toBeLessThanOrEqual(3);
    expect(Math.abs(client.clockOffsetMs! - ahead)).toBeLessThan(3000);
  });

  it('rejects as clock_skew if it refuses again', async () => {
    const client = await community((_, response) => refuseAsStale(response, 280_000));
    expect(await codeOf(client.call('GET /api/v1/invitations', {}))).toBe('clock_skew');
  });

  it('gets nothing signed for its time if that is far away, until the person agrees', async () => {
    const ahead = 30 * 24 * 3600_000;
    const timestamps: number[] = [];
    let accepted: number | null = null;
    const config = { signer, acceptedClockOffset: () => accepted };
    const { url } = await community((request, response) => {
      timestamps.push(Number(request.headers['x-timestamp']) * 1000);
      refuseAsStale(response, ahead);
    });
    const client = createCommunityClient({ url: () => url, ...config });
    for (let calls = 0; calls < 3; calls += 1)
      expect(await codeOf(client.call('GET /api/v1/invitations', {}))).toBe('clock_skew');
    expect(timestamps).toHaveLength(3);
    for (const timestamp of timestamps) expect(Math.abs(timestamp - Date.now())).toBeLessThan(60_000);
    accepted = client.clockOffsetMs;
    await codeOf(client.call('GET /api/v1/invitations', {}));
    expect(Math.abs(timestamps.at(-1)! - Date.now() - ahead)).toBeLessThan(60_000);
  });
});

it('signs the raw target and body as sent', async () => {
  const seen: { signature: boolean; target: string }[] = [];
  const client = await community((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = requestText({
        timestamp: String(request.headers['x-timestamp']),
        method: request.method!,
        target: request.url!,
        request_id: String(request.headers['x-request-id']),
        body: new Uint8Array(Buffer.concat(chunks)),
      });
      const signature = hexToBytes(String(request.headers['x-signature']));
      seen.push({ signature: verifySignature(text, signature, hexToBytes(signer.publicKey)), target: request.url! });
      response.writeHead(204).end();
    });
  });
  const post_id = '11111111-2222-4333-8444-555555555555';
  await client.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id } });
  await codeOf(client.call('GET /api/v1/invitations', { query: { tags: ['game:x', 'b'], limit: 3 } }));
  await codeOf(
    client.call('POST /api/v1/sessions/{session_id}/result', {
      params: { session_id: 'a'.repeat(64) },
      body: { winner: 'draw' },
    }),
  );
  expect(seen.map(({ signature }) => signature)).toEqual([true, true, true]);
  expect(seen[1]!.target).toContain('tags=game%3Ax%2Cb');
});
