import { hostname, userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { linkText } from './link-text.ts';

const url = 'http://127.0.0.1:4711/#code=abc';
const user = userInfo().username;

it('shows only the link if there is a display', () => {
  expect(linkText(url, { DISPLAY: ':0' }, 'linux')).toBe(`Open this link:\n\n  ${url}\n`);
  expect(linkText(url, {}, 'darwin')).toBe(`Open this link:\n\n  ${url}\n`);
});

it('adds a command that forwards the port if there is no display', () => {
  expect(linkText(url, {}, 'linux')).toContain(`\n  ssh -L 4711:127.0.0.1:4711 ${user}@${hostname()}\n`);
});

it('uses the address that the SSH client connected to, even with a forwarded display', () => {
  const env = { DISPLAY: 'localhost:10.0', SSH_CONNECTION: '198.51.100.7 50022 203.0.113.9 22' };
  for (const platform of ['linux', 'darwin'] as const) {
    expect(linkText(url, env, platform)).toContain(`\n  ssh -L 4711:127.0.0.1:4711 ${user}@203.0.113.9\n`);
  }
});
