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

const asked = () =>
  new Promise<ServerResponse>((resolve) => server.once('request', (_, response) => resolve(response)));

test('a reader that left before its answer began is gone at once', async () => {
  const waiting = asked();
  const request = get(url).on('error', () => {});
  const response = await waiting;
  const closed = new Promise((resolve) => response.once('close', resolve));
  request.destroy();
  await closed;
  let gone = false;
  new Streams().open(response, 200, (reader) => {
    reader.onGone(() => {
      gone = true;
    });
    reader.write('unheard');
  });
  expect([gone, response.headersSent]).toEqual([true, false]);
});

test('a stream that begins while the service stops ends at once, and what throws has written nothing', async () => {
  const streams = new Streams();
  streams.end();
  const waiting = asked();
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
