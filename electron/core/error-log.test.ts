import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

test('logs the stack of an error that the user sees only as `internal`', async () => {
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

test('logs an error once if it is reported and then hidden', () => {
  const { log, path } = openLog();
  const error = new Error('only once');
  log.write(error, 'tables.join');
  toProblem(error);
  expect(readFileSync(path, 'utf8').match(/: Error: only once/g)).toHaveLength(1);
});

test('text of an error that somebody else chose can neither forge an entry nor move the reader’s cursor', () => {
  const { log, path } = openLog();
  const name = 'x\u001b[2J\u001b]0;title\u0007\r\n2026-11-27T00:00:00.000Z forged: entry\u202e';
  log.write(new Error(`${name} can't be read`), `context of ${name}`);
  const text = readFileSync(path, 'utf8');
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  const lines = text.trimEnd().split('\n');
  expect(lines.filter((line) => !line.startsWith('    '))).toEqual([
    expect.stringMatching(/^\d{4}-\S+Z context of xU\+001B\[2JU\+001B\]0;titleU\+0007U\+000D$/),
  ]);
  expect(lines[1]).toContain('    2026-11-27T00:00:00.000Z forged: entryU+202E: Error: x');
});

test.runIf(process.getuid?.() === 0)('writes nothing to a file of another user', () => {
  const { log, path } = openLog();
  writeFileSync(path, '');
  chownSync(path, 12_345, 12_345);
  log.write(new Error('a secret'), 'internal');
  expect(readFileSync(path, 'utf8')).toBe('');
});

test('does not log expected errors', () => {
  const { path } = openLog();
  toProblem(new ParlorError('forbidden', 'Not here.'));
  expect(existsSync(path)).toBe(false);
});

test('a process with the policy logs a rejection that nobody handles, fails what it belongs to, and goes on', () => {
  const { dataDir, path } = openLog();
  const source = `
    import { openErrorLog } from ${JSON.stringify(new URL('error-log.ts', import.meta.url).href)};
    import { runInScope } from ${JSON.stringify(new URL('../failures/failure-scope.ts', import.meta.url).href)};
    import { containRejections } from ${JSON.stringify(new URL('../failures/unhandled-rejections.ts', import.meta.url).href)};
    openErrorLog(${JSON.stringify(dataDir)});
    containRejections();
    const fail = (error) => console.log('failed with ' + error.message);
    // The rejection comes later, from work that the scope only started.
    runInScope({ name: 'table 7', fail }, () => setImmediate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      throw new RangeError('of a table');
    }));
    Promise.reject(new RangeError('of nothing'));
    setTimeout(() => console.log('goes on'), 50);
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, 'failed with of a table\ngoes on\n']);
  const log = readFileSync(path, 'utf8');
  expect(log).toContain(' unhandled rejection: RangeError: of nothing\n');
  expect(log).toContain(' unhandled rejection of table 7: RangeError: of a table\n');
  expect(stderr).toContain('of nothing');
});

test('logs the error that ends the process', () => {
  const { dataDir, path } = openLog();
  const source = `
    import { openErrorLog } from ${JSON.stringify(new URL('error-log.ts', import.meta.url).href)};
    openErrorLog(${JSON.stringify(dataDir)});
    setImmediate(() => { throw new RangeError('not handled'); });
  `;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('not handled');
  expect(readFileSync(path, 'utf8')).toContain(' uncaughtException: RangeError: not handled\n');
});

test('starts a new file once it is large, and keeps the previous one', () => {
  const { dataDir, log, path } = openLog();
  writeFileSync(path, 'x'.repeat(1024 * 1024 + 1));
  log.write(new Error('one more'), 'internal');
  expect(readFileSync(path, 'utf8')).toContain('one more');
  expect(statSync(path).size).toBeLessThan(10_000);
  expect(statSync(join(dataDir, 'parlor.old.log')).size).toBe(1024 * 1024 + 1);
});

test('does not fail the caller if the log cannot be written', () => {
  const log = openErrorLog(join(temporaryFolder(), 'missing'));
  onTestFinished(log.close);
  expect(() => log.write(new Error('lost'), 'internal')).not.toThrow();
});
