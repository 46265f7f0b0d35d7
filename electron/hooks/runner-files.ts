/** The program of the sandbox process (runner.ts), and the files that it needs to read. */
import { dirname, join, sep } from 'node:path';
import { entryPath, packageFolder, programsDir, root } from '../installation.ts';

export interface RunnerFiles {
  path: string;
  /** Files, and folders with a trailing separator, that the runner reads. */
  readablePaths: string[];
}

export function runnerFiles(): RunnerFiles {
  const packagesDir = dirname(packageFolder('quickjs-emscripten'));
  const sourcePaths = [
    join(root, 'package.json'),
    join(root, 'shared') + sep,
    join(root, 'electron', 'hooks') + sep,
    join(root, 'electron', 'p2p', 'json-lines.ts'),
  ];
  return {
    path: entryPath('hooks-runner'),
    readablePaths: [
      ...(programsDir === null ? sourcePaths : [programsDir + sep]),
      join(packagesDir, 'quickjs-emscripten') + sep,
      join(packagesDir, 'quickjs-emscripten-core') + sep,
      join(packagesDir, '@jitl') + sep,
    ],
  };
}
