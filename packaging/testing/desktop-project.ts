/** What electron-builder packs, with a stand-in for Electron's binary because the real one cannot be downloaded everywhere. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { writeIcons } from '../desktop/icons.ts';
import { writeMetainfo } from '../desktop/metainfo.ts';
import { root } from '../imports.ts';
import { writeProgram } from './programs.ts';

/** https://github.com/electron/fuses: a sentinel, a version, the number of fuses, then one character per fuse. */
export const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** In bit order. */
export const fuses = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'asarIntegrity',
  'onlyLoadAppFromAsar',
  'browserSnapshot',
  'fileProtocolPrivileges',
] as const;

/** An unpacked Electron with Electron's default fuses, which prints the arguments that it is started with. */
function writeElectron(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const wire = Buffer.concat([Buffer.from(fuseSentinel), Buffer.of(1, fuses.length), Buffer.from('10110001')]);
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\necho "$@"\nexit\n'), wire]));
  chmodSync(join(folder, 'electron'), 0o755);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'version'), packageFile.devDependencies.electron);
}

/**
 * Runs electron-builder in a copy of what it packs, below `folder`; its output is in `folder/release`. Throws what electron-builder prints
 * if it fails.
 */
export async function packDesktopApp(folder: string, args: string[], env = process.env): Promise<void> {
  const project = join(folder, 'project');
  mkdirSync(project);
  await writeProgram(join(project, 'dist'));
  await writeIcons(join(project, '.cache/icons'));
  await writeMetainfo(join(project, '.cache/metainfo'), env.PARLOR_RELEASES);
  for (const name of ['package.json', 'LICENSE']) cpSync(join(root, name), join(project, name));
  cpSync(join(root, 'packaging/desktop'), join(project, 'packaging/desktop'), { recursive: true });
  for (const name of ['quickjs-emscripten', 'quickjs-emscripten-core', '@jitl', '@number0'])
    cpSync(join(root, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
  const electron = join(folder, 'electron');
  writeElectron(electron);
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const config = join(root, 'packaging/desktop/electron-builder.config.ts');
  const overrides = [`-c.electronDist=${electron}`, `-c.directories.output=${join(folder, 'release')}`];
  execFileSync(process.execPath, [builder, ...args, '--publish', 'never', '--config', config, ...overrides], {
    cwd: project,
    stdio: 'pipe',
    env,
  });
}
