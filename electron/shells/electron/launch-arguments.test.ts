import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordMaxBytes } from '../../../shared/tables/record-text.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { findLinkPath, findRecordFile, readRecordFile } from './launch-arguments.ts';

it('takes the first link to a table and ignores other arguments', () => {
  const link = 'parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=https%3A%2F%2Fharbor.example';
  expect(findLinkPath(['parlor', '--flag', link, 'parlor://join/other'])).toBe(`/?link=${encodeURIComponent(link)}`);
  const web = 'https://harbor.example/join/7c21e0aa-1111-4222-8333-123456789abc';
  expect(findLinkPath(['parlor', 'https://harbor.example/about', web])).toBe(`/?link=${encodeURIComponent(web)}`);
  expect(findLinkPath(['PARLOR://JOIN/x'])).toBe('/?link=PARLOR%3A%2F%2FJOIN%2Fx');
  for (const argument of [
    '',
    'parlor',
    'parlor:join/x',
    'parlor://settings/x',
    'parlor-app://app/',
    'https://x/parlor://join/x',
    '--x=parlor://join/x',
    `parlor://join/${'x'.repeat(3000)}`,
  ]) {
    expect(findLinkPath([argument]), argument).toBe(null);
  }
});

it('a link cannot add further parameters', () => {
  expect(findLinkPath(['parlor://join/x?a=b&host=#/settings'])).toBe(
    '/?link=parlor%3A%2F%2Fjoin%2Fx%3Fa%3Db%26host%3D%23%2Fsettings',
  );
});

it('takes the first record among the arguments, relative to the working directory', () => {
  expect(findRecordFile(['--x=a.parlor', 'game.parlor', '/b.parlor'], '/home/ada')).toBe('/home/ada/game.parlor');
  expect(findRecordFile(['/tmp/game.parlor'], '/home/ada')).toBe('/tmp/game.parlor');
  expect(findRecordFile(['.', 'game.jsonl', 'parlor://join/x.parlor'], '/home/ada')).toBeNull();
});

it('reads only regular record files of limited size', async () => {
  const folder = temporaryFolder();
  const [small, large] = [join(folder, 'small.parlor'), join(folder, 'large.parlor')];
  await writeFile(small, 'text');
  await writeFile(large, Buffer.alloc(recordMaxBytes + 1));
  expect(await readRecordFile(small)).toBe('text');
  await expect(readRecordFile(large)).rejects.toMatchObject({ code: 'file_refused' });
  await expect(readRecordFile(folder)).rejects.toMatchObject({ code: 'file_refused' });
  await expect(readRecordFile(join(folder, 'none.parlor'))).rejects.toThrow();
});
