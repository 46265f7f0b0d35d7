/** Commands that need no community do not start the embedded one. */
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { isLongRun, sampled } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { entryPath } from '../installation.ts';
import { openTerminal } from './testing/terminal.ts';

const dir = temporaryFolder();
const terminal = openTerminal({ PARLOR_DATA_DIR: dir });
afterAll(() => terminal.close());

const communityStarted = (): Promise<boolean> =>
  access(join(dir, 'community')).then(
    () => true,
    () => false,
  );

it('reads and writes keys, contacts, settings and the list of communities without a community', async () => {
  expect(await terminal.parlor('init', '--insecure-plain-key')).toMatchObject({ code: 0 });
  const friend = 'ab'.repeat(32);
  const commands = [
    ['identity', 'list'],
    ['contacts', 'set', friend, '--name', 'Tide'],
    ['contacts', 'list'],
    ['relays'],
    ['community', 'list'],
    ['protocol', 'path', 'connect-four'],
  ];
  for (const command of commands) {
    expect(await terminal.parlor(...command), command.join(' ')).toMatchObject({ code: 0, errors: '' });
  }
  expect(await communityStarted()).toBe(false);

  // Blocking also deletes the person's messages from the community.
  expect(await terminal.parlor('contacts', 'block', friend)).toMatchObject({ code: 0 });
  expect(await communityStarted()).toBe(true);
});

it('leaves no folder behind after a typo in --data-dir', async () => {
  const typo = join(temporaryFolder(), 'typo');
  const commands = [
    ['identity', 'list'],
    ['community', 'list'],
    ['consents', 'list'],
    ['protocol', 'search'],
    ['doctor', '--offline'],
    ['contacts', 'list'],
    ['inbox', 'list'],
    ['relays'],
    ['studio'],
    ['community', 'test', 'http://127.0.0.1:1'],
    ['protocol', 'path', 'connect-four'],
  ];
  for (const command of sampled(commands, 3)) {
    await terminal.parlor(...command, '--data-dir', typo);
    await expect(access(typo), command.join(' ')).rejects.toThrow('ENOENT');
  }
});

it.runIf(process.platform === 'linux')('fails if its output could not be written', async () => {
  const run = async (args: string, program: Parameters<typeof entryPath>[0] = 'cli') => {
    const command = `"${process.execPath}" "${entryPath(program)}" ${args}`;
    const { promise, resolve } = Promise.withResolvers<[number | null, string]>();
    execFile('sh', ['-c', command], { env: { ...process.env, PARLOR_DATA_DIR: dir } }, (error, _, errors) =>
      resolve([error === null ? 0 : Number(error.code), errors]),
    );
    return promise;
  };
  const fullDisk = [1, expect.stringContaining('could not be written (ENOSPC)')];
  expect(await run('identity list > /dev/full')).toEqual(fullDisk);
  if (isLongRun) expect(await run('identity list --json > /dev/full')).toEqual(fullDisk);
  if (isLongRun) expect(await run('--help > /dev/full')).toEqual(fullDisk);
  expect(await run('backup --help > /dev/full', 'service')).toEqual(fullDisk);
  // A reader that has seen enough is no failure.
  expect(await run('protocol search | head -n 1 > /dev/null')).toEqual([0, '']);
});

it('works in the folder of the user when npm runs it as the script of a checkout', async () => {
  const userFolder = temporaryFolder();
  const env = { ...process.env, PARLOR_DATA_DIR: dir, npm_lifecycle_event: 'parlor', INIT_CWD: userFolder };
  const args = [entryPath('cli'), 'protocol', 'create', '--output', 'duel', '--name', 'Duel'];
  await promisify(execFile)(process.execPath, args, { env });
  await access(join(userFolder, 'duel/spec.json'));
});
