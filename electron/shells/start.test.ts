import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureChromium } from '../../e2e/chromium.ts';
import { attach } from '../owner/attach.ts';
import { buildRenderer } from './build.ts';

const root = join(import.meta.dirname, '..', '..');
const home = mkdtempSync(join(tmpdir(), 'parlor-start-'));
beforeAll(() => buildRenderer(root), 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

interface Run {
  out: string;
  err: string;
  /** Resolves when that text came, on either stream. */
  said(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  closeStdin(): void;
  ended: Promise<number | null>;
}

/** `npm start` with these arguments, without a display unless one is named. */
function start(args: string[], env: Record<string, string> = {}): Run {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, PARLOR_SERVER: _server, ...clean } = process.env;
  const child = spawn(process.execPath, [join(root, 'electron', 'shells', 'start.ts'), ...args], {
    env: { ...clean, ...env },
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  const heard = new Set<() => void>();
  const run: Run = {
    out: '',
    err: '',
    said: (text) =>
      new Promise((resolve, reject) => {
        const look = () => (run.out + run.err).includes(text) && resolve();
        heard.add(look);
        child.once('exit', () => reject(new Error(`ended without saying ${text}: ${run.err}`)));
        look();
      }),
    kill: (signal) => child.kill(signal),
    closeStdin: () => child.stdin.end(),
    ended: new Promise((resolve) => child.once('close', resolve)),
  };
  const hear = (stream: 'out' | 'err') => (chunk: Buffer) => {
    run[stream] += chunk;
    for (const look of heard) look();
  };
  child.stdout.on('data', hear('out'));
  child.stderr.on('data', hear('err'));
  return run;
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

describe('npm start', () => {
  it.each([[['--nonsense']], [['--web', 'sometimes']], [['--server', 'ftp://x']]])(
    '%j is refused in one line',
    async (args) => {
      const run = start(args);
      expect(await run.ended).toBe(2);
      expect(run.out).toBe('');
      expect(lines(run.err)).toEqual([expect.stringMatching(/^unknown_option: /)]);
    },
  );

  it('explains its options', async () => {
    const run = start(['--help']);
    expect(await run.ended).toBe(0);
    expect(run.out).toContain('--data-dir DIR');
    expect(run.err).toBe('');
  });

  it('says in one line that a data directory cannot be used', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    const run = start(['--web', 'headless', '--data-dir', file]);
    expect(await run.ended).toBe(1);
    expect(lines(run.err)).toEqual([expect.stringMatching(/^data_dir_unusable: .*file/)]);
  });

  it('closes a folder that others could look into, and the app says so', async () => {
    const dir = join(home, 'exposed');
    mkdirSync(dir);
    chmodSync(dir, 0o755);
    const run = start(['--web', 'headless', '--data-dir', dir]);
    await run.said('{"event":"web"');
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    const attached = await attach(dir);
    expect((await attached?.client.app.state({}))?.problem).toMatchObject({ code: 'identity_exposed' });
    attached?.close();
    run.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('without a display it serves the app to a browser, and says so in one line', async () => {
    const dir = join(home, 'fallback');
    const run = start(['--data-dir', dir]);
    await run.said('{"event":"web"');
    expect(lines(run.err)).toEqual([expect.stringContaining('no display')]);
    const second = start(['--web', 'headless', '--data-dir', dir]);
    expect(await second.ended).toBe(1);
    expect(lines(second.err)).toEqual([expect.stringMatching(/^data_dir_busy: /)]);
    run.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  it('with --no-web and no display it does nothing, and says why', async () => {
    const run = start(['--no-web', '--data-dir', join(home, 'nothing')]);
    expect(await run.ended).toBe(1);
    expect(lines(run.err)).toEqual([expect.stringMatching(/^runtime_unsupported: .*display/)]);
  });
});

describe('--web headless', () => {
  it.each(['SIGINT', 'SIGTERM', 'stdin'] as const)('prints one line, serves the page, and stops at %s', async (how) => {
    const run = start(['--web', 'headless', '--data-dir', join(home, how)]);
    await run.said('\n');
    const { event, url } = JSON.parse(run.out) as { event: string; url: string };
    expect(event).toBe('web');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/);
    const page = await fetch(new URL('/', url));
    expect(await page.text()).toMatch(/<meta name="style-nonce" content="[\w-]{24}"/);
    if (how === 'stdin') run.closeStdin();
    else run.kill(how);
    expect(await run.ended).toBe(0);
    expect(lines(run.out).length).toBe(1);
    expect(run.err).toBe('');
    await expect(fetch(new URL('/', url))).rejects.toThrow();
  });
});

describe.skipIf(process.platform !== 'linux')('--web auto with a display', () => {
  /** A browser that needs no display, and writes down the arguments it was started with. */
  async function headlessBrowser(name: string): Promise<string> {
    const path = join(home, name);
    const chromium = await ensureChromium();
    writeFileSync(path, `#!/bin/sh\necho "$@" > "${path}.args"\nexec "${chromium}" --headless "$@"\n`);
    chmodSync(path, 0o700);
    return path;
  }

  /** The arguments of a running process; empty for what is none, or ended meanwhile. */
  function commandOf(pid: string): string {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }

  it('opens the app in a window; the code is in no argument; closing it stops Parlor', async () => {
    const dir = join(home, 'window');
    const browser = await headlessBrowser('browser');
    const run = start(['--web', 'auto', '--data-dir', dir], { DISPLAY: ':77', CHROME_PATH: browser });
    await run.said('A new browser window uses Parlor');
    const args = readFileSync(`${browser}.args`, 'utf8');
    expect(args).toContain(`--app=file://${dir}/open.html`);
    expect(args).not.toMatch(/code=|http:|remote-debugging/);
    expect(run.out).toBe('');
    // The file that held the code goes as soon as the page is there.
    await expect.poll(() => existsSync(join(dir, 'open.html'))).toBe(false);
    const chromium = readdirSync('/proc').find((pid) => commandOf(pid).includes(`--app=file://${dir}`));
    process.kill(Number(chromium));
    expect(await run.ended).toBe(0);
  });

  it('prints the link where the browser does not come up, and goes on', async () => {
    const path = join(home, 'broken');
    writeFileSync(path, '#!/bin/sh\nexit 1\n');
    chmodSync(path, 0o700);
    const run = start(['--web', 'auto', '--data-dir', join(home, 'broken-data')], {
      DISPLAY: ':77',
      CHROME_PATH: path,
    });
    await run.said('{"event":"web"');
    expect(run.err).toContain('ended before it showed the app');
    run.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(lines(run.out).length).toBe(1);
  });
});
