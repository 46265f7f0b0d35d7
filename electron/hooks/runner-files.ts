import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface RunnerFiles {
  path: string;
  /** Files, and folders with a separator at the end, that the runner has to read. */
  reads: string[];
}

/** The runner of this checkout, or the one beside the bundle that this code became part of. */
export function runnerFiles(): RunnerFiles {
  const built = !import.meta.url.endsWith('.ts');
  const path = fileURLToPath(new URL(built ? './hooks-runner.js' : './runner.ts', import.meta.url));
  if (built) return { path, reads: [dirname(path) + sep] };
  const root = resolve(dirname(path), '..', '..');
  const packages = resolve(dirname(fileURLToPath(import.meta.resolve('quickjs-emscripten/package.json'))), '..');
  return {
    path,
    reads: [
      join(root, 'package.json'),
      join(root, 'shared') + sep,
      join(root, 'electron', 'hooks') + sep,
      join(root, 'electron', 'p2p', 'lines.ts'),
      join(packages, 'quickjs-emscripten') + sep,
      join(packages, 'quickjs-emscripten-core') + sep,
      join(packages, '@jitl') + sep,
    ],
  };
}
