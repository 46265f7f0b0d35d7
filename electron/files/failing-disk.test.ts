/** Writes to a disk that reports errors or writes less than requested. Runs only in `npm run test:long`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DiskFault, diskFaultsUnavailable, faultyDisk } from '../../shared/testing/disk-faults.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';

const enabled = isLongRun && diskFaultsUnavailable === null;
if (isLongRun && diskFaultsUnavailable !== null)
  console.info(`Skipped the tests with a failing disk: ${diskFaultsUnavailable}.`);
const program = join(import.meta.dirname, 'testing/write-versions.ts');

test.runIf(enabled).each<[DiskFault, number[]]>([
  ['writes fail', [0, 1, 5, 12, 29]],
  ['syncs fail', [0, 1, 2, 7, 20, 33]],
  ['writes are short', [0, 3, 10]],
])('if %s, files stay complete, no successful write is lost, and no temporary file is left', (fault, counts) => {
  for (const after of counts) {
    const dir = temporaryFolder();
    const [folder, files] = [join(dir, 'data'), join(dir, 'files')];
    for (const path of [folder, files]) mkdirSync(path);
    const path = join(folder, 'file');
    const disk = faultyDisk(folder, files);
    disk.fail(fault, after);
    const lines = execFileSync(process.execPath, [program, path], { env: disk.env, encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(lines).toHaveLength(30);
    expect(disk.fail('none'), `${fault} after ${after}`).toBeGreaterThan(0);
    const kept = lines.filter((line) => line.startsWith('kept')).map((line) => Number(line.split(' ')[1]));
    const failed = lines.filter((line) => line.startsWith('failed'));
    if (fault === 'writes are short') expect(failed).toEqual([]);
    else expect(new Set(failed.map((line) => line.split(' ')[2]))).toEqual(new Set(['EIO']));
    const names = readdirSync(folder);
    expect(names.filter((name) => name !== 'file' && name !== 'file.bak')).toEqual([]);
    // A version may be present although its write failed in the last step, syncing the folder.
    for (const name of names) {
      const bytes = readFileSync(join(folder, name));
      expect([bytes.length, new Set(bytes).size], name).toEqual([100_000, 1]);
    }
    const last = kept.at(-1);
    if (last !== undefined) expect(readFileSync(path)[0]).toBeGreaterThanOrEqual(last);
  }
});
