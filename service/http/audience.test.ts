/** Which addresses a service takes for its own, however they are written. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import pino from 'pino';
import { expect, test } from 'vitest';
import { audienceMark, originOf } from '../../shared/signing/audience.ts';
import { createAudiences } from './audience.ts';

const port = 7400;
const silentLog = pino({ level: 'silent' });

function accepts(
  address: string,
  { localAddress, publicUrls = [] }: { localAddress: string; publicUrls?: string[] },
): boolean {
  const request = { socket: { localAddress, localPort: port, remoteAddress: localAddress }, headers: {} };
  const audience = createAudiences(
    { publicUrls, proxies: [] },
    () => [],
    silentLog,
  )(request as unknown as IncomingMessage);
  try {
    audience.check(audienceMark(originOf(address), randomBytes(10).toString('hex')));
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['127.0.0.1', ['http://127.0.0.1:7400', 'http://127.1:7400', 'http://0x7f.0.0.1:7400', 'http://LOCALHOST:7400']],
  // A socket of both families reports IPv4 addresses within IPv6.
  ['::ffff:192.168.1.20', ['http://192.168.1.20:7400', 'http://192.168.1.20:07400']],
  ['::1', ['http://[::1]:7400', 'http://[0:0:0:0:0:0:0:1]:7400', 'http://localhost:7400']],
  ['fd00::5', ['http://[fd00::5]:7400', 'http://[FD00:0::0005]:7400']],
  ['fe80::1%eth0', ['http://[fe80::1]:7400']],
])('the connection to %s has one address in all its forms', (localAddress, addresses) => {
  for (const address of addresses) expect(accepts(address, { localAddress }), address).toBe(true);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.2:7400'],
  ['127.0.0.1', 'http://127.0.0.1.:7401'],
  ['127.0.0.1', 'https://127.0.0.1:7400'],
  ['127.0.0.1', 'http://127.0.0.1.example:7400'],
  ['127.0.0.1', 'http://localhost.example:7400'],
  ['192.168.1.20', 'http://localhost:7400'],
  ['fd00::5', 'http://[fd00::6]:7400'],
])('the connection to %s is not %s', (localAddress, address) => {
  expect(accepts(address, { localAddress })).toBe(false);
});

test('a name in another script is another name, whether it is written in Unicode or in Punycode', () => {
  const own = { localAddress: '10.0.0.1', publicUrls: ['https://bücher.example'] };
  for (const address of ['https://BÜCHER.example', 'https://xn--bcher-kva.example/', 'https://bücher.example:443'])
    expect(accepts(address, own), address).toBe(true);
  // Cyrillic е, a combining mark that composes to another letter, a dotless i, a trailing dot.
  for (const address of [
    'https://büchеr.example',
    'https://bu\u0301cher.example',
    'https://bucher.example',
    'https://bücher.example.',
    'https://bücher.example.evil.example',
  ])
    expect(accepts(address, own), address).toBe(false);
});

test('a connection that its client has closed has no address', () => {
  const request = { socket: {}, headers: { host: 'community.example' } } as unknown as IncomingMessage;
  expect(createAudiences({ publicUrls: [], proxies: [] }, () => [], silentLog)(request).addresses()).toEqual([]);
});
