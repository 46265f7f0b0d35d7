/** Published test data that lies beside the project on some machines; tests that need it skip where it is absent. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function outsideVectors<T>(path: string): T | null {
  const file = fileURLToPath(new URL(`../../../../shared/vectors/${path}`, import.meta.url));
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  console.info(`skipped: no outside vectors at ../shared/vectors/${path}`);
  return null;
}
