/** README's lines for shells: a command in npm's folder is found in a new terminal, as that of the npm package is. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { root } from './imports.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const lines = [...readme.matchAll(/^ *\| (bash|zsh|fish) \| `([^`]+)`/gm)].map(([, shell, line]) => [shell!, line!]);

it('README has a line for each shell', () => {
  expect(lines.map(([shell]) => shell)).toEqual(['bash', 'zsh', 'fish']);
});

describe.runIf(process.platform === 'linux').each(lines)('%s', (shell, line) => {
  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0;

  it.runIf(isInstalled)('finds a command of npm after its line of README', () => {
    const home = temporaryFolder();
    const program = join(home, '.local/bin/found-by-a-shell');
    mkdirSync(join(home, '.local/bin'), { recursive: true });
    writeFileSync(program, '#!/bin/sh\necho found\n');
    chmodSync(program, 0o755);
    const type = (...args: string[]) =>
      execFileSync(shell, args, {
        env: { HOME: home, PATH: process.env.PATH, TERM: 'dumb' },
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(() => type('-ic', 'found-by-a-shell')).toThrow();
    type('-c', line);
    expect(type('-ic', 'found-by-a-shell')).toContain('found');
  });
});
