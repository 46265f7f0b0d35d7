import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Streams } from './stream.ts';

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
  const waiting = nextResponse();
  const request = get(url).on('error', () => {});
  const response = await waiting;
  const closed = new Promise((resolve) => response.once('close', resolve));
  request.destroy();
  await closed;
  let gone = false;
  new Streams().open(response, 200, (reader) => {
    reader.onClose(() => {
      gone = true;
    });
    reader.write('lost');
  });
  expect([gone, response.headersSent]).toEqual([true, false]);
});

test('ends a stream opened during shutdown immediately, and writes nothing if opening throws', async () => {
  const streams = new Streams();
  streams.end();
  const waiting = nextResponse();
  const answered = new Promise<string>((resolve) => {
    get(url, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve(text));
    });
  });
  const response = await waiting;
  const refuse = () => {
    throw new Error('full');
  };
  expect(() => streams.open(response, 200, refuse)).toThrow('full');
  expect(response.headersSent).toBe(false);
  streams.open(response, 200, (reader) => reader.write('hello'));
  expect(await answered).toBe('hello');
});
