/** Published test vectors, present on some machines only; tests that need them are skipped elsewhere. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function outsideVectors<T>(path: string): T | null {
  const file = fileURLToPath(new URL(`../../../../shared/vectors/${path}`, import.meta.url));
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  console.info(`skipped: no outside vectors at ../shared/vectors/${path}`);
  return null;
}
