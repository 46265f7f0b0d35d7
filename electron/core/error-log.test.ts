import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openToOthers } from '../files/testing/permissions.ts';
import { openErrorLog } from './error-log.ts';

function openLog() {
  const dataDir = temporaryFolder();
  const log = openErrorLog(dataDir);
  onTestFinished(log.close);
  return { dataDir, log, path: join(dataDir, 'parlor.log') };
}

test('contains the stack of an error that the user sees as internal only', async () => {
  const { dataDir, log, path } = openLog();
  expect(toProblem(new TypeError('x is not a function'))).toEqual({
    code: 'internal',
    message: expect.not.stringContaining('x is not a function'),
  });
  expect(readFileSync(path, 'utf8')).toMatch(
    /^\d{4}-\S+Z internal: TypeError: x is not a function\n {4}at .*error-log\.test/,
  );
  expect(await openToOthers(dataDir)).toEqual([]);

  log.close();
  const before = statSync(path).size;
  toProblem(new Error('after closing'));
  expect(statSync(path).size).toBe(before);
});

test('contains an error once that is reported and then hidden', () => {
  const { log, path } = openLog();
  const error = new Error('only once');
  log.write(error, 'tables.join');
  toProblem(error);
  expect(readFileSync(path, 'utf8').match(/: Error: only once/g)).toHaveLength(1);
});

test('does not contain expected errors', () => {
  const { path } = openLog();
  toProblem(new ParlorError('forbidden', 'Not here.'));
  expect(existsSync(path)).toBe(false);
});

test('contains the error that ends the process', () => {
  const { dataDir, path } = openLog();
  const source = `
    import { openErrorLog } from ${JSON.stringify(new URL('error-log.ts', import.meta.url).href)};
    openErrorLog(${JSON.stringify(dataDir)});
    void Promise.reject(new RangeError('nobody handles this'));
  `;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('nobody handles this');
  expect(readFileSync(path, 'utf8')).toContain(' unhandledRejection: RangeError: nobody handles this\n');
});

test('starts a new file once it is large, and keeps the previous one', () => {
  const { dataDir, log, path } = openLog();
  writeFileSync(path, 'x'.repeat(1024 * 1024 + 1));
  log.write(new Error('one more'), 'internal');
  expect(readFileSync(path, 'utf8')).toContain('one more');
  expect(statSync(path).size).toBeLessThan(10_000);
  expect(statSync(join(dataDir, 'parlor.old.log')).size).toBe(1024 * 1024 + 1);
});

test('a log that cannot be written does not fail the caller', () => {
  const log = openErrorLog(join(temporaryFolder(), 'missing'));
  onTestFinished(log.close);
  expect(() => log.write(new Error('lost'), 'internal')).not.toThrow();
});
