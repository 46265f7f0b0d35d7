/**
 * Finds a Chromium for tests that need a real browser: an installed one, or else Playwright's own, or else the system's package if it
 * can be installed. Run as a script, it also installs the headless shell where it is a package, and prints the paths.
 */
import { type ExecFileOptions, execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { minimumChromium } from '../shared/bundle/security-headers.ts';

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Debian's package and its program have the same name. */
const shellPackage = 'chromium-headless-shell';
const shellNames = [shellPackage, 'chrome-headless-shell'];
/** Milliseconds. */
const limits = { download: 60_000, package: 300_000 };

function log(line: string): void {
  process.stderr.write(`chromium: ${line}\n`);
}

/** Whether it can be started and is recent enough to show boards. */
function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  // On Windows the option opens a window.
  if (process.platform === 'win32') return true;
  const version = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const major = Number(/ (\d+)\./.exec(version)?.[1]);
  if (major >= minimumChromium) return true;
  log(`${path} is version ${major}; boards need ${minimumChromium}`);
  return false;
}

function onPath(names: string[]): string[] {
  return (process.env.PATH ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));
}

/** CHROME_PATH, then the first known name on PATH, then the usual locations of macOS and Windows. */
function installedChromium(): string | null {
  const fixed = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  const own = process.env.CHROME_PATH ? [process.env.CHROME_PATH] : [];
  return [...own, ...onPath(programNames), ...fixed].find(isUsable) ?? null;
}

function playwrightChromium(): string | null {
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** Whether Debian packages can be installed. Ubuntu's package of Chromium only installs the snap. */
function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && !/ubuntu/i.test(readRelease());
}

function readRelease(): string {
  return existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
}

/** Runs a command; returns null, or the reason for its failure. */
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
  log(`none is installed; downloading Playwright's own, for at most ${limits.download / 1000} s`);
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const failure = await attempt(process.execPath, [cli, 'install', 'chromium'], { timeout: limits.download });
  const path = playwrightChromium();
  if (path === null) log(`the download failed (${failure ?? 'no file was installed'})`);
  return path;
}

/** Installs a Debian package if possible, then returns what `find` finds. */
async function installPackage(name: string, find: () => string | null): Promise<string | null> {
  if (!isDebianRoot()) return null;
  log(`installing the Debian package ${name}`);
  const options = { timeout: limits.package, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const failure =
    (await attempt('apt-get', ['update', '-qq'], options)) ??
    (await attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options));
  if (failure !== null) log(`apt-get: ${failure}`);
  return find();
}

/** The path of a usable Chromium. Throws if none is installed and none can be. */
export async function ensureChromium(): Promise<string> {
  const path =
    installedChromium() ??
    playwrightChromium() ??
    (await download()) ??
    (await installPackage('chromium', installedChromium));
  if (path === null) {
    throw new Error('No Chromium was found, and none could be installed. Install one, or set CHROME_PATH.');
  }
  return path;
}

const headlessShell = (): string | null => onPath(shellNames).find(isUsable) ?? null;

/**
 * For tests of what a page shows: Chromium's headless shell, which renders the same and starts in a third of the time, or else what
 * ensureChromium() finds. Tests of what a browser prevents need the full browser, which users have.
 */
export async function ensureHeadlessChromium(): Promise<string> {
  return (process.env.CHROME_PATH ? null : headlessShell()) ?? (await ensureChromium());
}

/** Launch options for Playwright. Emulating a GPU would only cost time without a display; Chromium does not start its sandbox as root. */
export function chromiumLaunch(executablePath: string): { executablePath: string; args: string[] } {
  return { executablePath, args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] };
}

if (import.meta.main) {
  process.stdout.write(`${await ensureChromium()}\n`);
  const shell = process.env.CHROME_PATH
    ? null
    : (headlessShell() ?? (await installPackage(shellPackage, headlessShell)));
  if (shell !== null) process.stdout.write(`${shell}\n`);
}
