/** Everything that may stand where a file is expected. Most of it, once opened, blocks or never ends. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Refusal } from '../../../shared/file-refusals.ts';

export interface SpecialFile {
  name: string;
  reason: Refusal;
  create(path: string): void;
}

const isRoot = process.getuid?.() === 0;

export const specialFiles: readonly SpecialFile[] = [
  { name: 'a link to an endless device', reason: 'refused_link', create: (path) => symlinkSync('/dev/zero', path) },
  { name: 'a link to nothing', reason: 'refused_link', create: (path) => symlinkSync('nothing', path) },
  { name: 'a link to itself', reason: 'refused_link', create: (path) => symlinkSync(path, path) },
  {
    name: 'a link to a file elsewhere',
    reason: 'refused_link',
    create(path) {
      const secret = join(dirname(path), '..', 'secret.txt');
      writeFileSync(secret, 'a secret');
      symlinkSync(secret, path);
    },
  },
  { name: 'a pipe', reason: 'refused_pipe', create: (path) => void execFileSync('mkfifo', [path]) },
  ...(isRoot
    ? [
        {
          name: 'an endless device',
          reason: 'refused_device' as const,
          create: (path: string) => void execFileSync('mknod', [path, 'c', '1', '5']),
        },
      ]
    : []),
  {
    name: 'a socket',
    reason: 'refused_socket',
    create: (path) =>
      void spawnSync(
        process.execPath,
        ['-e', `require('net').createServer().listen(${JSON.stringify(path)},()=>process.kill(process.pid,9))`],
        {
          // The process ends without deleting its socket.
          stdio: 'ignore',
        },
      ),
  },
  { name: 'a folder', reason: 'refused_folder', create: (path) => mkdirSync(path) },
];
