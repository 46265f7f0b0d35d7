/** Reads published test vectors from outside the repository; tests that need them are skipped where they are missing. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function readPublishedVectors<T>(path: string): T | null {
  const file = fileURLToPath(new URL(`../../../../shared/vectors/${path}`, import.meta.url));
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  console.info(`skipped: no test vectors at ../shared/vectors/${path}`);
  return null;
}
