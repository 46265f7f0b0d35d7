import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { resolveServer } from './open-core.ts';
import { type PlayFlags, playOptions, readPlayOptions, resolveControlMode } from './play-flags.ts';
import { childArgs } from './sessions/daemon.ts';
import { resolveWebMode } from './web-flags.ts';

const parse = (...args: string[]): PlayFlags =>
  playOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }))
    .parse(args, { from: 'user' })
    .opts();
const read = (args: string[], env: NodeJS.ProcessEnv = {}) => readPlayOptions(parse(...args), env);

describe('the options of host and join', () => {
  it('has the defaults of the specification', () => {
    expect(read([])).toEqual({
      control_mode: 'hybrid',
      pace_ms: 0,
      heartbeat: { interval_ms: 10_000, timeout_ms: 30_000 },
      allow_skeleton: false,
    });
    expect(read(['--heartbeat-interval', '0', '--pace', '1.5'])).toMatchObject({
      pace_ms: 1500,
      heartbeat: { interval_ms: 0 },
    });
  });

  it('treats --coach as human mode, and rejects it with another mode', () => {
    expect(resolveControlMode(parse('--coach'))).toBe('human');
    expect(resolveControlMode(parse('--coach', '--control-mode', 'human'))).toBe('human');
    expect(() => resolveControlMode(parse('--coach', '--control-mode', 'hybrid'))).toThrow('--coach means');
    expect(() => parse('--control-mode', 'robot')).toThrow();
    for (const pace of ['slowly', '', '-1'])
      expect(() => read(['--pace', pace])).toThrow('--pace must be a number of seconds');
  });

  it('allows skeletons by flag, else by the environment in upper or lower case', () => {
    const allowed = (value: string, ...args: string[]) =>
      read(args, { PARLOR_ALLOW_SKELETON_HOOKS: value }).allow_skeleton;
    for (const yes of ['1', 'true', 'YES', 'True']) expect(allowed(yes)).toBe(true);
    for (const no of ['', '0', 'false', 'on', 'no']) expect(allowed(no)).toBe(false);
    expect(allowed('0', '--allow-skeleton-hooks')).toBe(true);
  });
});

describe('the window of a table', () => {
  const mode = (args: string[], web?: string, control: 'human' | 'hybrid' = 'hybrid') =>
    resolveWebMode(parse(...args), web === undefined ? {} : { PARLOR_WEB: web }, control);

  it('follows the flags, else the environment, else opens in human mode only', () => {
    expect([mode([]), mode([], undefined, 'human'), mode([], 'headless', 'human')]).toEqual([
      'off',
      'auto',
      'headless',
    ]);
    expect([mode(['--web-on'], 'off'), mode(['--no-web'], 'auto'), mode(['--no-browser'])]).toEqual([
      'auto',
      'off',
      'headless',
    ]);
    expect([mode(['--web', 'auto']), mode(['--web=off', '--no-web'], undefined, 'human')]).toEqual(['auto', 'off']);
  });

  it('is rejected if flags contradict each other or the environment is invalid', () => {
    for (const args of [
      ['--web', 'auto', '--no-web'],
      ['--web-on', '--no-browser'],
      ['--no-web', '--no-browser'],
    ])
      expect(() => mode(args)).toThrow('contradict');
    expect(() => mode([], 'sometimes')).toThrow('PARLOR_WEB');
    expect(mode(['--no-web'], 'sometimes')).toBe('off');
  });
});

it('takes the community from the flag, then from the environment, and rejects anything but a web address', () => {
  const [flag, variable] = ['https://flag.example', 'http://env.example:80'];
  expect(resolveServer({ server: flag }, { PARLOR_SERVER: variable })).toBe(flag);
  expect(resolveServer({}, { PARLOR_SERVER: variable })).toBe(variable);
  expect([resolveServer({}, {}), resolveServer({}, { PARLOR_SERVER: '' })]).toEqual([null, null]);
  for (const server of ['', 'nonsense', 'ftp://x', 'https://name:word@x'])
    expect(() => resolveServer({ server }, {})).toThrow(`--server must be an http or https address, not "${server}".`);
  expect(() => resolveServer({}, { PARLOR_SERVER: 'nonsense' })).toThrow('PARLOR_SERVER must be');
});

it('starts the same command in the background, with its passphrase on another descriptor', () => {
  const args = ['join', 'id', '--daemon', '--passphrase-fd', '7', '--pace', '1', '--', '--daemon'];
  expect(childArgs(args, '/state', true)).toEqual([
    'join',
    '--daemon-dir',
    '/state',
    '--passphrase-fd',
    '4',
    'id',
    '--pace',
    '1',
    '--',
    '--daemon',
  ]);
  expect(childArgs(['host', '--passphrase-fd=7', '--daemon'], '/state', false)).toEqual([
    'host',
    '--daemon-dir',
    '/state',
  ]);
});
