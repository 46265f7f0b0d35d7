import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { entryPath } from '../installation.ts';
import { runElectron } from './desktop.ts';
import { hasDisplay } from './display.ts';
import { type DownloadOptions, electronBinary, ensureElectron, forgetDownloadFailure } from './electron-binary.ts';

const home = temporaryFolder();

/** A stand-in for Electron's binary. */
function binary(name: string, script: string): string {
  const path = join(home, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
  return path;
}
const run = (path: string) => runElectron(path, { dataDir: '/data', server: 'https://x.example' });

describe.skipIf(process.platform === 'win32')('running Electron', () => {
  it('passes on the options and returns the exit code', async () => {
    process.env.ELECTRON_RUN_AS_NODE = '1';
    const path = binary('good', `echo "$@ node:$ELECTRON_RUN_AS_NODE" > "${home}/args"; echo up >&3; exit 0`);
    expect(await run(path)).toEqual({ code: 0 });
    delete process.env.ELECTRON_RUN_AS_NODE;
    expect(readFileSync(join(home, 'args'), 'utf8').trim()).toBe(
      `${entryPath('main')} --data-dir=/data --server=https://x.example node:`,
    );
    expect(await run(binary('later', 'echo up >&3; exit 3'))).toEqual({ code: 3 });
  });

  it('detects that Electron cannot start', async () => {
    const failure = { reason: 'Electron does not start on this computer' };
    expect(await run(binary('library', 'echo "error while loading shared libraries" >&2; exit 127'))).toEqual(failure);
    expect(await run(binary('killed', 'kill -TRAP $$'))).toEqual(failure);
    expect(await run(join(home, 'missing'))).toEqual(failure);
  });

  it.each([
    'FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly.',
    'FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+ ...',
  ])('explains how to fix a forbidden sandbox: %s', async (line) => {
    expect(await run(binary('sandbox', `echo "[1:1122/1:${line}" >&2; kill -TRAP $$`))).toEqual({
      reason: expect.stringContaining('users-guide.md'),
    });
  });
});

describe("obtaining Electron's binary", () => {
  let root: string;
  let electron: string;
  let lines: string[];
  /** Writes a package `electron` with this version and installer script. */
  function writePackage(version: string, script: string): void {
    mkdirSync(electron, { recursive: true });
    writeFileSync(join(electron, 'package.json'), JSON.stringify({ version }));
    writeFileSync(
      join(electron, 'install.js'),
      `const fs = require('fs'); const os = require('os'); fs.appendFileSync(__dirname + '/tried', 'x'); ${script}`,
    );
  }
  const attempts = () => readFileSync(join(electron, 'tried'), 'utf8').length;
  const obtain = (more: Partial<DownloadOptions> = {}) =>
    ensureElectron({ root, env: process.env, log: (line) => lines.push(line), ...more });
  const fails = (error: string) => `console.error(${JSON.stringify(error)}); process.exit(1);`;
  const succeeds = `fs.mkdirSync(__dirname + '/dist'); fs.writeFileSync(__dirname + '/dist/electron', '');
    fs.writeFileSync(__dirname + '/path.txt', 'electron');`;

  beforeEach(() => {
    root = temporaryFolder();
    electron = join(root, 'node_modules', 'electron');
    lines = [];
  });

  it('downloads the binary once', async () => {
    writePackage('1.0.0', succeeds);
    const binary = join(electron, 'dist', 'electron');
    expect(await obtain()).toEqual({ binary });
    expect(await obtain()).toEqual({ binary });
    expect([attempts(), lines]).toEqual([1, [expect.stringMatching(/^Electron 1\.0\.0 is being downloaded/)]]);
    expect(electronBinary(root, { ELECTRON_OVERRIDE_DIST_PATH: '/elsewhere' })).toBe(null);
  });

  it('tries again after a temporary failure', async () => {
    writePackage('1.0.0', fails('TypeError: fetch failed\n    at node:internal'));
    const reason = expect.stringMatching(/TypeError: fetch failed \("npm run electron" downloads it\)$/);
    for (let i = 0; i < 3; i++) expect(await obtain()).toEqual({ reason });
    expect(attempts()).toBe(3);
  });

  it('remembers a permanent failure for this version until it is cleared', async () => {
    writePackage('1.0.0', fails('HTTPError: Response code 404 (Not Found) for https://example.org'));
    for (let i = 0; i < 3; i++) expect(await obtain()).toEqual({ reason: expect.stringContaining('npm run electron') });
    expect(attempts()).toBe(1);
    writePackage('1.0.1', fails('HTTPError: Response code 404'));
    await obtain();
    expect(attempts()).toBe(2);
    await forgetDownloadFailure(root);
    await obtain();
    expect(attempts()).toBe(3);
  });

  it('waits on a slow connection while bytes arrive, and reports progress', async () => {
    writePackage(
      '1.0.0',
      `let sent = 0;
      setInterval(() => {
        fs.appendFileSync(os.tmpdir() + '/electron.zip', Buffer.alloc(1e6));
        if (++sent < 20) return;
        ${succeeds}
        process.exit(0);
      }, 100);`,
    );
    expect(await obtain({ stallMs: 1_500, progressIntervalMs: 200 })).toMatchObject({ binary: expect.any(String) });
    expect(lines.filter((line) => /^\d+ MB received\.$/.test(line)).length).toBeGreaterThan(2);
  });

  it('gives up when no more bytes arrive, without remembering it', async () => {
    writePackage('1.0.0', 'setInterval(() => {}, 1000);');
    for (let i = 0; i < 2; i++)
      expect(await obtain({ stallMs: 200 })).toEqual({ reason: expect.stringContaining('the connection stalled') });
  });

  it('remembers that the user declined', async () => {
    writePackage('1.0.0', "fs.writeFileSync(__dirname + '/runs', ''); setInterval(() => {}, 1000);");
    const refusal = new AbortController();
    const obtained = obtain({ cancelSignal: refusal.signal });
    await expect.poll(() => existsSync(join(electron, 'runs'))).toBe(true);
    refusal.abort();
    expect(await obtained).toEqual({ reason: expect.stringContaining('you chose to continue without it') });
    expect(await obtain()).toEqual({ reason: expect.stringContaining('cancelled before') });
    expect(attempts()).toBe(1);
  });

  it('downloads nothing if the environment forbids it, or Electron is not installed', async () => {
    expect(await obtain()).toEqual({ reason: 'Electron is not part of this installation' });
    writePackage('1.0.0', succeeds);
    expect(await obtain({ env: { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' } })).toMatchObject({
      reason: expect.any(String),
    });
    expect(existsSync(join(electron, 'tried'))).toBe(false);
  });

  it('hasDisplay is true only for displays that can show a window', () => {
    expect(hasDisplay('linux', {})).toBe(false);
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false);
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
    expect(hasDisplay('darwin', {})).toBe(true);
    expect(hasDisplay('darwin', { SSH_CONNECTION: '198.51.100.7 50022 203.0.113.9 22' })).toBe(false);
    expect(hasDisplay('win32', {})).toBe(true);
  });
});
