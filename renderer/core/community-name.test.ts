import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { nameOfAddress } from './community-name.ts';

const t = ((key: string, { port = '' }: { port?: string } = {}) =>
  [key, port].join(' ').trim()) as unknown as TFunction;

it.each([
  ['https://harbor.example', 'harbor.example'],
  ['https://harbor.example:443/parlor', 'harbor.example'],
  ['http://192.168.1.40:7400', '192.168.1.40'],
  ['http://192.168.1.40:8080', '192.168.1.40:8080'],
  ['http://[fd00::2]:7400', '[fd00::2]'],
  ['http://127.0.0.1:7400', 'community.on_port 7400'],
  ['http://localhost:41234', 'community.on_port 41234'],
])('names the community at %s %s', (address, name) => {
  expect(nameOfAddress(address, t)).toBe(name);
});
