import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureChromium } from '../../e2e/chromium.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { entries, entryPath, root } from '../installation.ts';
import { attach } from '../owner/attach.ts';
import { buildRenderer } from './build.ts';

const home = temporaryFolder();
beforeAll(() => buildRenderer(root));

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

interface Run {
  out: string;
  err: string;
  /** Resolves when this text appears on either stream. */
  waitFor(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  closeStdin(): void;
  ended: Promise<number | null>;
}

/** Runs the app with these arguments, by default without a display. */
function start(
  args: string[],
  { env = {}, program = entryPath('start') }: { env?: NodeJS.ProcessEnv; program?: string } = {},
): Run {
  const { DISPLAY: _1, WAYLAND_DISPLAY: _2, SSH_CONNECTION: _3, PARLOR_SERVER: _4, ...clean } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...clean, PARLOR_SERVICE_DIFFICULTY: '1', ...env },
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  const listeners = new Set<() => void>();
  const run: Run = {
    out: '',
    err: '',
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const check = () => (run.out + run.err).includes(text) && resolve();
        listeners.add(check);
        child.once('exit', () => reject(new Error(`exited without printing ${text}: ${run.err}`)));
        check();
      }),
    kill: (signal) => child.kill(signal),
    closeStdin: () => child.stdin.end(),
    ended: new Promise((resolve) => child.once('close', resolve)),
  };
  const onData = (stream: 'out' | 'err') => (chunk: Buffer) => {
    run[stream] += chunk;
    for (const check of listeners) check();
  };
  child.stdout.on('data', onData('out'));
  child.stderr.on('data', onData('err'));
  return run;
}

/** For tests that need no community: neither the one on this computer nor its house players start. */
const noCommunity = { PARLOR_SERVER: 'http://127.0.0.1:1' };

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

describe('npm start', () => {
  // options.test.ts covers every invalid option.
  it.each([[['--nonsense']], ...(isLongRun ? [[['--web', 'sometimes']], [['--server', 'ftp://x']]] : [])])(
    '%j is rejected with one line',
    async (args) => {
      const run = start(args);
      expect(await run.ended).toBe(2);
      expect(run.out).toBe('');
      expect(lines(run.err)).toEqual([expect.stringMatching(/^unknown_option: /)]);
    },
  );

  it('prints its options with --help', async () => {
    const run = start(['--help']);
    expect(await run.ended).toBe(0);
    expect(run.out).toContain('--data-dir DIR');
    expect(run.err).toBe('');
  });

  it('prints one line if the data directory cannot be used', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    const run = start(['--web', 'headless', '--data-dir', file]);
    expect(await run.ended).toBe(1);
    expect(lines(run.err)).toEqual([expect.stringMatching(/^data_dir_unusable: .*file/)]);
  });

  it.runIf(isLongRun)('makes the data directory private, without a key warning if there is no key', async () => {
    const dir = join(home, 'exposed');
    mkdirSync(dir);
    chmodSync(dir, 0o755);
    const run = start(['--web', 'headless', '--data-dir', dir]);
    await run.waitFor('{"event":"web"');
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    const attached = await attach(dir);
    expect(await attached?.client.app.state({})).toMatchObject({ phase: 'first_run', problem: null });
    attached?.close();
    run.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('without a display, serves the app to a browser and prints one line', async () => {
    const dir = join(home, 'fallback');
    // From the sources: the built program never starts Electron.
    const run = start(['--data-dir', dir], { program: join(root, entries.start), env: noCommunity });
    await run.waitFor('{"event":"web"');
    expect(lines(run.err)).toEqual([expect.stringContaining('no display')]);
    const second = start(['--web', 'headless', '--data-dir', dir]);
    expect(await second.ended).toBe(1);
    expect(lines(second.err)).toEqual([expect.stringMatching(/^data_dir_busy: /)]);
    run.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  it('with --no-web and no display, exits with the reason', async () => {
    const run = start(['--no-web', '--data-dir', join(home, 'nothing')]);
    expect(await run.ended).toBe(1);
    expect(lines(run.err)).toEqual([expect.stringMatching(/^runtime_unsupported: .*display/)]);
  });
});

describe('--web headless', () => {
  it.runIf(isLongRun)('stops at SIGTERM to npm, whose shell does not forward it', async () => {
    const args = ['start', '-s', '--', '--web', 'headless', '--data-dir', join(home, 'npm')];
    const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(createInterface({ input: npm.stdout }), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    expect((await fetch(new URL('/', url))).status).toBe(200);
    npm.kill('SIGTERM');
    // The app holds the pipe open until it exits.
    await once(npm, 'close');
    await expect(fetch(new URL('/', url))).rejects.toThrow();
  });

  it.each((['SIGTERM', 'SIGINT', 'stdin'] as const).slice(0, isLongRun ? undefined : 1))(
    'prints one line, serves the page, and stops at %s',
    async (trigger) => {
      const run = start(['--web', 'headless', '--data-dir', join(home, trigger)]);
      await run.waitFor('\n');
      const { event, url } = JSON.parse(run.out) as { event: string; url: string };
      expect(event).toBe('web');
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/);
      const page = await fetch(new URL('/', url));
      expect(await page.text()).toMatch(/<meta name="style-nonce" content="[\w-]{24}"/);
      if (trigger === 'stdin') run.closeStdin();
      else run.kill(trigger);
      expect(await run.ended).toBe(0);
      expect(lines(run.out).length).toBe(1);
      expect(run.err).toBe('');
      await expect(fetch(new URL('/', url))).rejects.toThrow();
    },
  );
});

describe.skipIf(process.platform !== 'linux')('--web auto with a display', () => {
  /** A browser stub that needs no display and records its arguments. */
  async function headlessBrowser(name: string): Promise<string> {
    const path = join(home, name);
    const chromium = await ensureChromium();
    writeFileSync(path, `#!/bin/sh\necho "$@" > "${path}.args"\nexec "${chromium}" --headless "$@"\n`);
    chmodSync(path, 0o700);
    return path;
  }

  /** The arguments of a running process; empty if there is none, or it has exited meanwhile. */
  function commandOf(pid: string): string {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }

  it('opens the app in a window without the code in an argument; closing it stops Parlor', async () => {
    const dir = join(home, 'window');
    const browser = await headlessBrowser('browser');
    const run = start(['--web', 'auto', '--data-dir', dir], {
      env: { ...noCommunity, DISPLAY: ':77', CHROME_PATH: browser },
    });
    await run.waitFor('A new browser window uses Parlor');
    const args = readFileSync(`${browser}.args`, 'utf8');
    expect(args).toContain(`--app=file://${dir}/open.html`);
    expect(args).not.toMatch(/code=|http:|remote-debugging/);
    expect(run.out).toBe('');
    // The file with the code is deleted once the page has loaded.
    await expect.poll(() => existsSync(join(dir, 'open.html'))).toBe(false);
    const chromium = readdirSync('/proc').find((pid) => commandOf(pid).includes(`--app=file://${dir}`));
    process.kill(Number(chromium));
    expect(await run.ended).toBe(0);
  });

  it.runIf(isLongRun)('prints the link if the browser does not start, and keeps running', async () => {
    const path = join(home, 'broken');
    writeFileSync(path, '#!/bin/sh\nexit 1\n');
    chmodSync(path, 0o700);
    const run = start(['--web', 'auto', '--data-dir', join(home, 'broken-data')], {
      env: { DISPLAY: ':77', CHROME_PATH: path },
    });
    await run.waitFor('{"event":"web"');
    expect(run.err).toContain('exited before it showed the app');
    run.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(lines(run.out).length).toBe(1);
  });
});
