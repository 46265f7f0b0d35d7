/** The program of the sandbox process (runner.ts), and the files that it needs to read. */
import { dirname, join, sep } from 'node:path';
import { entryPath, packageFolder, programs, root } from '../installation.ts';

export interface RunnerFiles {
  path: string;
  /** Files, and folders with a trailing separator, that the runner reads. */
  reads: string[];
}

export function runnerFiles(): RunnerFiles {
  const packages = dirname(packageFolder('quickjs-emscripten'));
  const sources = [
    join(root, 'package.json'),
    join(root, 'shared') + sep,
    join(root, 'electron', 'hooks') + sep,
    join(root, 'electron', 'p2p', 'json-lines.ts'),
  ];
  return {
    path: entryPath('hooks-runner'),
    reads: [
      ...(programs === null ? sources : [programs + sep]),
      join(packages, 'quickjs-emscripten') + sep,
      join(packages, 'quickjs-emscripten-core') + sep,
      join(packages, '@jitl') + sep,
    ],
  };
}
