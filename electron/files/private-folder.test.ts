import { chmodSync, chownSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { privateFolder } from './private-folder.ts';

let above: string;
let folder: string;
beforeEach(() => {
  above = join(temporaryFolder(), 'above');
  folder = join(above, 'folder');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
});

const onPosix = test.skipIf(process.platform === 'win32');

test('is the real path of a folder that only this user can open', () => {
  expect(privateFolder(folder)).toBe(realpathSync(folder));
  symlinkSync(above, `${above}-link`);
  expect(privateFolder(join(`${above}-link`, 'folder'))).toBe(realpathSync(folder));
});

onPosix('is null for a folder that others can open, a link, and what does not exist', () => {
  symlinkSync(folder, join(above, 'link'));
  expect(privateFolder(join(above, 'link'))).toBe(null);
  expect(privateFolder(join(above, 'missing'))).toBe(null);
  for (const mode of [0o750, 0o705, 0o701]) {
    chmodSync(folder, mode);
    expect(privateFolder(folder)).toBe(null);
  }
});

onPosix('is null if others can exchange it, or a folder above', () => {
  chmodSync(above, 0o777);
  expect(privateFolder(folder)).toBe(null);
  chmodSync(above, 0o1777);
  expect(privateFolder(folder)).not.toBe(null);
});

test.runIf(process.getuid?.() === 0)('is null if another user owns it or a folder above', () => {
  chownSync(above, 54_321, 54_321);
  expect(privateFolder(folder)).toBe(null);
  chownSync(above, 0, 54_321);
  chmodSync(above, 0o770);
  expect(privateFolder(folder)).toBe(null);
  chmodSync(above, 0o700);
  expect(privateFolder(folder)).not.toBe(null);
  chownSync(folder, 54_321, 54_321);
  expect(privateFolder(folder)).toBe(null);
});
