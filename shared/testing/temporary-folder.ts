import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Creates a folder that is removed after the current test or, outside of one, after all tests of the file or block. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'parlor-'));
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return path;
}
