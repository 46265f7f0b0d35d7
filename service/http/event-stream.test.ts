import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventStreams } from './event-stream.ts';

const server = createServer();
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const nextResponse = () =>
  new Promise<ServerResponse>((resolve) => server.once('request', (_, response) => resolve(response)));

test('closes a stream for a closed connection immediately', async () => {
  const pending = nextResponse();
  const request = get(url).on('error', () => {});
  const response = await pending;
  const closed = new Promise((resolve) => response.once('close', resolve));
  request.destroy();
  await closed;
  let closeReported = false;
  new EventStreams().open(response, 200, (writer) => {
    writer.onClose(() => {
      closeReported = true;
    });
    writer.write('lost');
  });
  expect([closeReported, response.headersSent]).toEqual([true, false]);
});

test('ends a stream opened during shutdown immediately, and writes nothing if opening throws', async () => {
  const streams = new EventStreams();
  streams.end();
  const pending = nextResponse();
  const received = new Promise<string>((resolve) => {
    get(url, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve(text));
    });
  });
  const response = await pending;
  const requestError = () => {
    throw new Error('full');
  };
  expect(() => streams.open(response, 200, requestError)).toThrow('full');
  expect(response.headersSent).toBe(false);
  streams.open(response, 200, (writer) => writer.write('hello'));
  expect(await received).toBe('hello');
});
