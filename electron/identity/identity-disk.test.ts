import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openIdentity } from './identity.ts';

let dataDir: string;
let main: string;
let copy: string;
let publicKey: string;
let words: string[];
let good: Buffer;

beforeEach(async () => {
  dataDir = temporaryFolder();
  main = join(dataDir, 'identity.json');
  copy = `${main}.bak`;
  const store = await open();
  await store.create({ nickname: 'Ann', bio: '', passphrase: null });
  publicKey = store.signer.publicKey;
  words = await store.words(null);
  good = await readFile(main);
});

const open = () => openIdentity({ dataDir, keychain: null });
const renamedFiles = async () => (await readdir(dataDir)).filter((name) => name.includes('.unreadable-')).sort();

const damages: [string, (path: string) => Promise<unknown>][] = [
  ['0 bytes', (path) => writeFile(path, '')],
  ['truncated', (path) => writeFile(path, good.subarray(0, 400))],
  ['random bytes', (path) => writeFile(path, crypto.getRandomValues(new Uint8Array(1500)))],
  ['one changed letter', (path) => writeFile(path, good.toString().replace('Ann', 'Anm'))],
  ['a newer version', (path) => writeFile(path, good.toString().replace('"version": 1', '"version": 2'))],
  ['huge', (path) => writeFile(path, Buffer.alloc(3_000_000, 0x20))],
  ['a folder in its place', (path) => rm(path).then(() => mkdir(path))],
];

describe.each(damages)('identity.json damaged: %s', (_, damage) => {
  test('uses the copy, and renames the damaged file', async () => {
    await damage(main);
    const store = await open();
    expect(store).toMatchObject({ state: 'open', problem: { code: 'identity_unreadable' } });
    expect(store.signer.publicKey).toBe(publicKey);
    expect(await readFile(main)).toEqual(good);
    expect(await renamedFiles()).toEqual(['identity.json.unreadable-1']);
    expect(await open()).toMatchObject({ state: 'open', problem: null });
  });

  test('changes nothing until the recovery phrase restores the key, if the copy is damaged too', async () => {
    await damage(main);
    await damage(copy);
    const before = await readdir(dataDir, { withFileTypes: true });
    const store = await open();
    expect(store).toMatchObject({ state: 'unreadable', identity: null, problem: { code: 'identity_unreadable' } });
    expect(() => store.signer).toThrow(expect.objectContaining({ code: 'identity_unreadable' }));
    await expect(store.create({ nickname: 'B', bio: '', passphrase: null })).rejects.toMatchObject({
      code: 'identity_unreadable',
    });
    await expect(
      store.recover({ nickname: 'Ann', words: words.with(0, 'misspelt'), passphrase: null }),
    ).rejects.toMatchObject({ code: 'wrong_words' });
    expect(await readdir(dataDir, { withFileTypes: true })).toEqual(before);

    await store.recover({ nickname: 'Ann', words, passphrase: null });
    expect(await renamedFiles()).toEqual(['identity.json.unreadable-1', 'identity.json.unreadable-2']);
    expect(await open()).toMatchObject({ state: 'open', problem: null, identity: { public_key: publicKey } });
  });

  test('renames and replaces the copy if only the copy is damaged', async () => {
    await damage(copy);
    expect(await open()).toMatchObject({ state: 'open', problem: null });
    expect(await readFile(copy)).toEqual(good);
    expect(await renamedFiles()).toEqual(['identity.json.unreadable-1']);
  });
});

test('never overwrites a file that was renamed before', async () => {
  await writeFile(`${main}.unreadable-1`, 'precious');
  await writeFile(main, 'damaged');
  await open();
  expect(await renamedFiles()).toEqual(['identity.json.unreadable-1', 'identity.json.unreadable-2']);
  expect(await readFile(`${main}.unreadable-1`, 'utf8')).toBe('precious');
});

test('restores a missing file from its copy, and a missing copy from its file', async () => {
  await rm(main);
  expect(await open()).toMatchObject({ state: 'open', problem: { code: 'identity_unreadable' } });
  await rm(copy);
  expect(await open()).toMatchObject({ state: 'open', problem: null });
  expect(await readFile(copy)).toEqual(good);
});

test('renames the copy and writes a new one after the file was replaced by that of another key', async () => {
  await copyFile(main, join(dataDir, 'mine'));
  for (const path of [main, copy]) await rm(path);
  const other = await open();
  await other.create({ nickname: 'Bob', bio: '', passphrase: null });
  await rename(join(dataDir, 'mine'), main);
  expect((await open()).identity).toMatchObject({ public_key: publicKey });
  expect(await readFile(copy)).toEqual(good);
  expect(JSON.parse(await readFile(`${main}.unreadable-1`, 'utf8'))).toMatchObject({ nickname: 'Bob' });
});

test('removes the temporary files of interrupted writes, since they contain a key', async () => {
  await writeFile(`${main}.tmp-0123456789ab`, good);
  await writeFile(`${copy}.tmp-0123456789ab`, good.subarray(0, 100));
  expect((await open()).state).toBe('open');
  expect((await readdir(dataDir)).sort()).toEqual(['house-sign', 'identity.json', 'identity.json.bak']);
});

test('removes the access of other users, and reports it', async () => {
  await chmod(main, 0o644);
  expect(await open()).toMatchObject({ state: 'open', problem: { code: 'identity_exposed' } });
  expect((await stat(main)).mode & 0o777).toBe(0o600);
  await chmod(copy, 0o640);
  expect(await open()).toMatchObject({ state: 'open', problem: { code: 'identity_exposed' } });
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
  expect(await open()).toMatchObject({ state: 'open', problem: null });
});

test('does not report a readable folder while the key file itself is private', async () => {
  await chmod(dataDir, 0o755);
  expect(await open()).toMatchObject({ state: 'open', problem: null });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test('rejects a link, and replaces it when the recovery phrase restores the key', async () => {
  const elsewhere = join(dataDir, 'elsewhere');
  await rename(main, elsewhere);
  await symlink(elsewhere, main);
  const store = await open();
  expect(store).toMatchObject({ state: 'unreadable', problem: { code: 'identity_exposed' } });
  await store.recover({ nickname: 'Ann', words, passphrase: null });
  expect((await stat(main)).isFile()).toBe(true);
  expect(await readFile(elsewhere)).toEqual(good);
  expect(await open()).toMatchObject({ state: 'open', problem: null });
});

test.runIf(process.getuid?.() === 0)('rejects a file of another user, and does not change it', async () => {
  await chown(main, 12_345, 12_345);
  const store = await open();
  expect(store).toMatchObject({ state: 'unreadable', problem: { code: 'identity_exposed' } });
  expect((await stat(main)).uid).toBe(12_345);
});

describe('kill -9 while the protection changes', () => {
  /** Runs change-forever.ts and kills it after `count` changes have begun. */
  async function changeAndKill(count: number, passphrases: string[] = []): Promise<void> {
    const script = fileURLToPath(new URL('./testing/change-forever.ts', import.meta.url));
    const child = spawn(process.execPath, [script, dataDir, ...passphrases], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let lines = 0;
    for await (const _ of createInterface({ input: child.stdout })) {
      lines += 1;
      if (lines === count) child.kill('SIGKILL');
    }
    await ended;
    expect(lines).toBeGreaterThanOrEqual(count);
  }

  test('leaves a key that opens, and a file and copy that are equal again', async () => {
    for (let round = 1; round <= (isLongRun ? 10 : 1); round += 1) {
      await changeAndKill(round * 2);
      const store = await open();
      expect(store).toMatchObject({ state: 'open', problem: null });
      expect(store.signer.publicKey).toBe(publicKey);
      expect(await readFile(copy)).toEqual(await readFile(main));
      expect((await readdir(dataDir)).sort()).toEqual(['house-sign', 'identity.json', 'identity.json.bak']);
    }
  });

  test('leaves exactly one of the two passphrases valid', async () => {
    const store = await open();
    await store.setPassphrase(null, 'one');
    let current = 'one';
    for (let round = 1; round <= (isLongRun ? 3 : 1); round += 1) {
      const next = current === 'one' ? 'two' : 'one';
      await changeAndKill(round, [current, next]);
      const opened: string[] = [];
      for (const passphrase of ['one', 'two']) {
        const again = await open();
        expect(again.state).toBe('locked');
        await again.unlock(passphrase).then(
          () => opened.push(passphrase),
          (error: unknown) => expect(error).toMatchObject({ code: 'wrong_passphrase' }),
        );
      }
      expect(opened).toHaveLength(1);
      current = opened[0]!;
    }
  });
});
