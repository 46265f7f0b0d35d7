/** What other users of the computer have put into a data folder, when it is locked. */
import { chownSync, writeFileSync } from 'node:fs';
import { chmod, chown, lchown, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { onReportedError } from '../../shared/errors.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { lockDataDir } from './lock.ts';

const another = 12_345;
const asRoot = test.runIf(process.getuid?.() === 0);

let directory: string;
let reports: string[];
beforeEach(() => {
  directory = temporaryFolder();
  reports = [];
  onTestFinished(onReportedError((error) => void reports.push((error as Error).message)));
});

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** The names in a folder, without the file of the lock. */
const namesIn = async (path: string) => (await readdir(path)).filter((name) => name !== 'lock.db');

async function lockOnce(path: string): Promise<void> {
  await (await lockDataDir(path)).release();
}

asRoot('sets aside whatever another user has put there, and says so', async () => {
  const elsewhere = join(directory, 'elsewhere');
  const data = join(directory, 'data');
  for (const folder of [data, elsewhere, join(data, 'community'), join(data, 'own')]) await mkdir(folder);
  await chmod(data, 0o777);
  await symlink(elsewhere, join(data, 'tables'));
  await symlink(elsewhere, join(data, 'own link'));
  const foreign = ['settings.json', 'lock.db', 'parlor.log', 'own/index.json', 'own/below/record.jsonl'];
  await mkdir(join(data, 'own', 'below'));
  for (const folder of ['own', 'own/below']) await chmod(join(data, folder), 0o777);
  for (const file of [...foreign, 'identity.json']) await writeFile(join(data, file), '{}');
  await mkdir(join(data, 'closed', 'open'), { recursive: true, mode: 0o700 });
  await chmod(join(data, 'closed', 'open'), 0o777);
  await writeFile(join(data, 'closed', 'file'), 'from when it was open');
  await writeFile(join(data, 'closed', 'open', 'hooks.js'), 'code');
  for (const path of [...foreign, 'identity.json', 'community', 'closed/file', 'closed/open/hooks.js'])
    await chown(join(data, path), another, another);
  await lchown(join(data, 'tables'), another, another);
  const kept = ['closed', 'closed/open', 'identity.json', 'own', 'own link', 'own/below'];
  const movedNames = ['community', 'file', 'hooks.js', 'index.json', 'lock.db', 'parlor.log', 'record.jsonl'];
  for (const _ of ['at the first start', 'at the next']) {
    await lockOnce(data);
    const [target = '', ...others] = (await readdir(data)).filter((name) => name.startsWith('set-aside-'));
    expect(others).toEqual([]);
    const paths = (await readdir(data, { recursive: true })).filter((path) => !path.startsWith(target));
    expect(paths.sort()).toEqual([...kept, 'lock.db'].sort());
    const names = (await readdir(join(data, target))).map((name) => name.replace(/^\d+-/, ''));
    expect(names.sort()).toEqual([...movedNames, 'settings.json', 'tables']);
    expect(reports.filter((report) => report.startsWith(`${data}/settings.json `))).toEqual([
      expect.stringMatching(
        `^${data}/settings.json belonged to another user of this computer. It isn't used, and is now ${data}/${target}/\\d+-settings.json.$`,
      ),
    ]);
    for (const folder of ['own', 'own/below', 'closed/open', target])
      expect(await modeOf(join(data, folder))).toBe(0o700);
  }
  expect(reports).toHaveLength(9);
  expect(await readdir(elsewhere)).toEqual([]);
});

asRoot('sets aside names that are not UTF-8, of every length, and that look like its own', async () => {
  const names = [
    Buffer.from([0x65, 0x76, 0x69, 0x6c, 0xff, 0xfe]),
    ...['a'.repeat(255), 'a\u001b]0;b\u0007\n2026 forged', 'settings.json.unreadable-1', 'set-aside-aaaaaa'].map(
      (name) => Buffer.from(name),
    ),
  ];
  for (const name of names) {
    const path = Buffer.concat([Buffer.from(`${directory}/`), name]);
    await writeFile(path, '');
    await chown(path, another, another);
  }
  await lockOnce(directory);
  expect(reports).toHaveLength(names.length);
  const [target = '', ...others] = await namesIn(directory);
  expect(others).toEqual([]);
  const plainNames = (await readdir(join(directory, target))).map((name) => name.replace(/^\d+-/, ''));
  expect(plainNames.sort()).toEqual([
    'a__0_b__2026_forged',
    'a'.repeat(40),
    'evil__',
    'set-aside-aaaaaa',
    'settings.json.unreadable-1',
  ]);
});

asRoot('sets aside thousands of files at once, and reports the first', async () => {
  for (let index = 0; index < 3000; index += 1) {
    const path = join(directory, `f${index}`);
    writeFileSync(path, '');
    chownSync(path, another, another);
  }
  await lockOnce(directory);
  const [target = '', ...others] = await namesIn(directory);
  expect(others).toEqual([]);
  expect(await readdir(join(directory, target))).toHaveLength(3000);
  expect(reports).toHaveLength(21);
  expect(reports.at(-1)).toBe('2980 more files and folders of other users were set aside.');
});

asRoot('whoever finds the folder locked leaves alone what the owner uses below it', async () => {
  await mkdir(join(directory, 'tables'));
  const lock = await lockDataDir(directory);
  const path = join(directory, 'tables', 'index.json');
  await writeFile(path, '');
  await chown(path, another, another);
  await expect(lockDataDir(directory)).rejects.toMatchObject({ code: 'data_dir_busy' });
  expect(await readdir(join(directory, 'tables'))).toEqual(['index.json']);
  await lock.release();
  await lockOnce(directory);
  expect(await readdir(join(directory, 'tables'))).toEqual([]);
});
