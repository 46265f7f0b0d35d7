import { describe, expect, it } from 'vitest';
import { readOptions, startsApp } from './options.ts';

describe('readOptions', () => {
  it.each([
    [[], 'desktop'],
    [['--web', 'auto'], 'auto'],
    [['--web-on'], 'auto'],
    [['--web=headless'], 'headless'],
    [['--no-browser'], 'headless'],
    [['--web', 'off'], 'only-desktop'],
    [['--no-web'], 'only-desktop'],
    [['--web', 'headless', '--no-browser'], 'headless'],
  ])('%j means %s', (args, shell) => {
    expect(readOptions(args, {}).shell).toBe(shell);
  });

  it('reads the data directory and the community; options take precedence over the environment', () => {
    const env = { PARLOR_SERVER: 'https://env.example' };
    expect(readOptions(['--data-dir', '/d'], env)).toMatchObject({ dataDir: '/d', server: 'https://env.example' });
    expect(readOptions(['--server', 'http://127.0.0.1:80'], env).server).toBe('http://127.0.0.1:80');
    expect(readOptions([], {})).toMatchObject({ dataDir: undefined, server: null, allowPlainHttp: false, help: false });
    expect(readOptions([], {}).network).toBeNull();
    for (const network of ['auto', 'off', '192.168.1.17', 'fd00::2']) {
      expect(readOptions(['--network', network], {}).network).toBe(network);
    }
  });

  it.each([
    [['--nonsense']],
    [['--web']],
    [['--web', 'sometimes']],
    [['--web', 'headless', '--web-on']],
    [['play']],
    [['--data-dir']],
    [['--server', 'ftp://x']],
    [['--server', 'https://name:word@x']],
    [['--server', 'nonsense']],
    [['--network', 'everybody']],
    [['--network', '0.0.0.0/0']],
    [['--remote-debugging-port=1']],
  ])('rejects %j with a one-line message', (args) => {
    expect(() => readOptions(args, {})).toThrow(expect.objectContaining({ code: 'unknown_option' }));
    try {
      readOptions(args, {});
    } catch (error) {
      expect((error as Error).message).not.toContain('\n');
    }
  });
});

it('`parlor` starts the app if no subcommand is given', () => {
  for (const args of [[], ['--web', 'headless'], ['--data-dir=/x'], ['--no-browser'], ['--dev']])
    expect(startsApp(args)).toBe(true);
  for (const args of [
    ['browse'],
    ['--version'],
    ['--help'],
    ['--self-test'],
    ['--webs'],
    ['web', '--no-browser'],
    [''],
  ])
    expect(startsApp(args)).toBe(false);
});
