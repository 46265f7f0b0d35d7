import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runDesktop } from './desktop.ts';
import { electronBinary, hasDisplay, obtainElectron } from './electron-binary.ts';

const home = mkdtempSync(join(tmpdir(), 'parlor-binary-'));
afterAll(() => rmSync(home, { recursive: true }));

/** A stand-in for Electron's binary. */
function binary(name: string, script: string): string {
  const path = join(home, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
  return path;
}
const run = (path: string) => runDesktop(path, '/repository', { dataDir: '/data', server: 'https://x.example' });

describe.skipIf(process.platform === 'win32')('running Electron', () => {
  it('passes on what was chosen, and its exit code', async () => {
    const path = binary('good', `echo "$@" > "${home}/args"; echo up >&3; exit 0`);
    expect(await run(path)).toBe(0);
    expect(readFileSync(join(home, 'args'), 'utf8').trim()).toBe(
      '/repository/electron/shells/electron/main.ts --data-dir=/data --server=https://x.example',
    );
    expect(await run(binary('later', 'echo up >&3; exit 3'))).toBe(3);
  });

  it('notices where Electron cannot start', async () => {
    expect(await run(binary('library', 'echo "error while loading shared libraries" >&2; exit 127'))).toBe(null);
    expect(await run(binary('killed', 'kill -TRAP $$'))).toBe(null);
    expect(await run(join(home, 'missing'))).toBe(null);
  });
});

describe('finding Electron', () => {
  it('tries the installer once, and remembers a refusal for that version', async () => {
    const root = join(home, 'root');
    const electron = join(root, 'node_modules', 'electron');
    mkdirSync(electron, { recursive: true });
    const version = (text: string) => writeFileSync(join(electron, 'package.json'), JSON.stringify({ version: text }));
    const tried = join(home, 'tried');
    version('1.0.0');
    writeFileSync(
      join(electron, 'install.js'),
      `require('fs').appendFileSync(${JSON.stringify(tried)}, 'x'); process.exit(1)`,
    );
    for (let i = 0; i < 3; i++) expect(await obtainElectron(root, process.env)).toBe(null);
    expect(readFileSync(tried, 'utf8')).toBe('x');
    version('1.0.1');
    expect(await obtainElectron(root, process.env)).toBe(null);
    expect(readFileSync(tried, 'utf8')).toBe('xx');

    version('1.0.2');
    const install = `const fs = require('fs'); fs.mkdirSync(__dirname + '/dist'); fs.writeFileSync(__dirname + '/dist/electron', ''); fs.writeFileSync(__dirname + '/path.txt', 'electron');`;
    writeFileSync(join(electron, 'install.js'), install);
    expect(await obtainElectron(root, process.env)).toBe(join(electron, 'dist', 'electron'));
    expect(electronBinary(root, { ELECTRON_OVERRIDE_DIST_PATH: '/elsewhere' })).toBe(null);
  });

  it('a display is one that a window can be shown on', () => {
    expect(hasDisplay('linux', {})).toBe(false);
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false);
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
    expect(hasDisplay('darwin', {})).toBe(true);
    expect(hasDisplay('win32', {})).toBe(true);
  });
});
