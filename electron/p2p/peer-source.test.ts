/** Which peers count as one source. */
import { expect, test } from 'vitest';
import { sourcesOf } from './peer-source.ts';

const from = (addr: string) => sourcesOf({ kind: 'ip', addr })[0];
const hex = '0123456789abcdef';
const behind = (relay: string, end: string) =>
  sourcesOf({ kind: 'relay', addr: relay, endpointId: end.padStart(64, '7') })[0];

test('an IPv4 address is a source, whatever its port and however it is written', () => {
  expect(from('192.0.2.7:4000')).toBe('192.0.2.7');
  expect(from('[::ffff:192.0.2.7]:4001')).toBe('192.0.2.7');
  expect(from('192.0.2.8:4000')).not.toBe(from('192.0.2.7:4000'));
  expect(from('127.0.0.2:4000')).toBe('127.0.0.2');
});

test('an IPv6 network of a subscriber is a source', () => {
  expect(from('[2001:db8:1:2::1]:4000')).toBe(from('[2001:db8:1:2:ffff::9]:5000'));
  expect(from('[2001:db8:1:3::1]:4000')).not.toBe(from('[2001:db8:1:2::1]:4000'));
});

test('the wider networks of an IPv6 address are known, so that all of one subscriber’s count together', () => {
  const around = (addr: string) => sourcesOf({ kind: 'ip', addr }).slice(1);
  expect(around('[2001:db8:1:2::1]:4000')).toEqual(around('[2001:db8:1:3::1]:4000'));
  expect(around('[2001:db8:1:2::1]:4000').at(-1)).toBe(around('[2001:db8:1:ff00::1]:4000').at(-1));
  expect(around('192.0.2.7:4000')).toEqual([]);
});

test('a thousand endpoints behind one relay are sixteen sources, and no single one', () => {
  const sources = new Set<string>();
  for (let number = 0; number < 1_000; number += 1) {
    sources.add(behind('https://relay.example/', number.toString(16)));
  }
  expect(sources.size).toBe(16);
  expect(new Set([...hex].map((digit) => behind('https://relay.example/', digit))).size).toBe(16);
});

test('relays are told apart from each other and from addresses', () => {
  expect(behind('https://relay.example/', 'a')).not.toBe(behind('https://other.example/', 'a'));
  expect(behind('https://relay.example/', 'a')).not.toBe(from('192.0.2.7:4000'));
});
