/**
 * A Chromium for tests that need a real browser: one that is installed, else Playwright's own, else the system's
 * package where this may install it. Run by itself it prints the path.
 */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Milliseconds. */
const limits = { download: 60_000, package: 300_000 };

function say(line: string): void {
  process.stderr.write(`chromium: ${line}\n`);
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** CHROME_PATH, else the first known name on PATH, else the usual places of macOS and Windows. */
function installed(): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));
  const fixed = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  const own = process.env.CHROME_PATH ? [process.env.CHROME_PATH] : [];
  return [...own, ...onPath, ...fixed].find(runs) ?? null;
}

function playwrights(): string | null {
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && !/ubuntu/i.test(readRelease());
}

/** Ubuntu's package of that name is only a door to its snap store. */
function readRelease(): string {
  return existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
}

async function attempt(file: string, args: string[], options: ExecFileOptions): Promise<string | null> {
  try {
    await promisify(execFile)(file, args, { ...options, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 });
    return null;
  } catch (error) {
    if (!(error instanceof Error)) return 'failed';
    if ('killed' in error && error.killed) return 'took too long';
    const output = 'stderr' in error ? String(error.stderr) : error.message;
    const lines = output.trim().split('\n');
    return (lines.find((line) => /error|fail|refused/i.test(line)) ?? lines.at(-1) ?? 'failed').trim().slice(0, 200);
  }
}

async function download(): Promise<string | null> {
  say(`none is installed; fetching Playwright's own, at most ${limits.download / 1000} s`);
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const failure = await attempt(process.execPath, [cli, 'install', 'chromium'], { timeout: limits.download });
  const path = playwrights();
  if (path === null) say(`it cannot be fetched (${failure ?? 'nothing came'})`);
  return path;
}

async function installPackage(): Promise<string | null> {
  if (!isDebianRoot()) return null;
  say('installing the Debian package chromium');
  const options = { timeout: limits.package, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const failure =
    (await attempt('apt-get', ['update', '-qq'], options)) ??
    (await attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options));
  if (failure !== null) say(`apt-get: ${failure}`);
  return installed();
}

/** The path of a Chromium that can be started. Throws where none is installed and none can be. */
export async function ensureChromium(): Promise<string> {
  const path = installed() ?? playwrights() ?? (await download()) ?? (await installPackage());
  if (path === null) {
    throw new Error('No Chromium here and none could be installed: install one, or name one in CHROME_PATH.');
  }
  return path;
}

/** What Playwright launches it with: Chromium refuses its sandbox to root. */
export function chromiumLaunch(executablePath: string): { executablePath: string; args: string[] } {
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
}

if (import.meta.main) process.stdout.write(`${await ensureChromium()}\n`);
