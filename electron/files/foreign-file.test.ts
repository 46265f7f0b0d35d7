import {
  appendFileSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { refusalText } from '../../shared/file-refusals.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { fileLines } from './file-lines.ts';
import {
  appendFlags,
  openLogStream,
  openOwnFile,
  openRegularFile,
  ownFile,
  readForeignText,
  refusalOf,
} from './foreign-file.ts';
import { listForeignFolder, readForeignFolder } from './foreign-folder.ts';
import { specialFiles } from './testing/special-files.ts';

const maxBytes = 1000;
let folder: string;
let path: string;
beforeEach(() => {
  folder = join(temporaryFolder(), 'folder');
  mkdirSync(folder);
  path = join(folder, 'file');
});

const read = (limits = {}) => readForeignText(path, { maxBytes, ...limits });

describe('readForeignFile', () => {
  test('reads a file up to its limit', async () => {
    writeFileSync(path, 'x'.repeat(maxBytes));
    expect(await read()).toHaveLength(maxBytes);
    appendFileSync(path, 'x');
    await expect(read()).rejects.toMatchObject({
      code: 'file_refused',
      message: `${path} isn't read. It is larger than 0 KiB.`,
      detail: { path, reason: 'refused_size' },
    });
  });

  test('reads an empty file, and one that another name links to', async () => {
    writeFileSync(path, '');
    expect(await read()).toBe('');
    linkSync(path, join(folder, 'other'));
    appendFileSync(path, 'text');
    expect(await read({ within: folder })).toBe('text');
  });

  test('reads no more of a sparse file than its limit allows, before it allocates memory', async () => {
    writeFileSync(path, '');
    truncateSync(path, 2 ** 42);
    await expect(read()).rejects.toMatchObject({ detail: { reason: 'refused_size' } });
  });

  test.runIf(process.getuid?.() === 0)('refuses a file of another user in place of an own one', async () => {
    writeFileSync(path, '{}');
    expect(await readForeignText(path, ownFile.value)).toBe('{}');
    chownSync(path, 12_345, 12_345);
    expect(await read()).toBe('{}');
    for (const limits of Object.values(ownFile))
      await expect(readForeignText(path, limits)).rejects.toMatchObject({ detail: { reason: 'refused_owner' } });
  });

  test('a missing file is not a refused one', async () => {
    await expect(read()).rejects.toMatchObject({ code: 'ENOENT' });
    expect(refusalOf(await read().catch((error: unknown) => error))).toBe(null);
  });

  test.each(specialFiles)('refuses $name at once, and says so', async ({ create, reason }) => {
    create(path);
    await expect(read()).rejects.toMatchObject({
      code: 'file_refused',
      message: `${path} isn't read. ${refusalText(reason)}`,
      detail: { path, reason },
    });
  });

  test('refuses a file that a link on the way brings in from elsewhere', async () => {
    mkdirSync(join(folder, '..', 'elsewhere'));
    writeFileSync(join(folder, '..', 'elsewhere', 'file'), 'a secret');
    symlinkSync(join('..', 'elsewhere'), join(folder, 'ui'));
    path = join(folder, 'ui', 'file');
    await expect(read({ within: folder })).rejects.toMatchObject({ detail: { reason: 'refused_outside' } });
    path = join(folder, '..', 'folder', 'ui', '..', 'elsewhere', 'file');
    await expect(read({ within: folder })).rejects.toMatchObject({ code: 'ENOENT' });
    // A name that begins like the folder's.
    renameSync(join(folder, '..', 'elsewhere'), `${folder}-elsewhere`);
    path = join(`${folder}-elsewhere`, 'file');
    await expect(read({ within: folder })).rejects.toMatchObject({ detail: { reason: 'refused_outside' } });
  });

  test('follows a link to the folder itself, which its user named', async () => {
    writeFileSync(path, 'text');
    symlinkSync(folder, `${folder}-link`);
    path = join(`${folder}-link`, 'file');
    expect(await read({ within: `${folder}-link` })).toBe('text');
  });

  test('can refuse a file that others can open', async () => {
    writeFileSync(path, 'a secret', { mode: 0o600 });
    expect(await read({ private: true })).toBe('a secret');
    chmodSync(path, 0o604);
    await expect(read({ private: true })).rejects.toMatchObject({ detail: { reason: 'refused_open' } });
    if (process.getuid?.() !== 0) return;
    chmodSync(path, 0o600);
    chownSync(path, 54_321, 54_321);
    await expect(read({ private: true })).rejects.toMatchObject({ detail: { reason: 'refused_open' } });
  });

  test('never reads what a link brings in while the two are exchanged over and over', async () => {
    const secret = join(folder, '..', 'secret');
    writeFileSync(secret, 'a secret');
    writeFileSync(path, 'text');
    let isOver = false;
    const exchanging = (async () => {
      for (let round = 0; round < 400; round += 1) {
        symlinkSync(secret, `${path}.new`);
        renameSync(`${path}.new`, path);
        await new Promise(setImmediate);
        writeFileSync(`${path}.new`, 'text');
        renameSync(`${path}.new`, path);
        await new Promise(setImmediate);
      }
      isOver = true;
    })();
    const results = new Set<string>();
    while (!isOver) results.add(await read().catch((error: unknown) => String(refusalOf(error))));
    await exchanging;
    expect(results).not.toContain('a secret');
    expect(results).not.toContain('null');
  });
});

describe('openRegularFile', () => {
  test.each(specialFiles)('appends to no $name', async ({ create, reason }) => {
    create(path);
    await expect(openRegularFile(path, appendFlags)).rejects.toMatchObject({ detail: { reason } });
    if (reason !== 'refused_link' && reason !== 'refused_pipe') return;
    const log = openLogStream(path);
    log.write('more');
    await new Promise((resolve) => log.once('error', resolve));
    const secret = join(folder, '..', 'secret.txt');
    if (existsSync(secret)) expect(readFileSync(secret, 'utf8')).toBe('a secret');
  });

  test('creates a private file, and appends to it', async () => {
    for (const text of ['one', 'two']) {
      const file = await openRegularFile(path, appendFlags);
      await file.appendFile(text);
      expect((await file.stat()).mode & 0o777).toBe(0o600);
      await file.close();
    }
    expect(readFileSync(path, 'utf8')).toBe('onetwo');
  });
});

test.runIf(process.getuid?.() === 0)('opens no file of another user in the data directory', async () => {
  writeFileSync(path, 'theirs\n');
  chownSync(path, 12_345, 12_345);
  for (const flags of [constants.O_RDONLY, constants.O_RDWR, appendFlags])
    await expect(openOwnFile(path, flags)).rejects.toMatchObject({ detail: { reason: 'refused_owner' } });
  await expect(fileLines(path).next()).rejects.toMatchObject({ detail: { reason: 'refused_owner' } });
  const log = openLogStream(path);
  log.write('more');
  expect(await new Promise((resolve) => log.once('error', resolve))).toMatchObject({
    detail: { reason: 'refused_owner' },
  });
  chownSync(path, 0, 0);
  const ownLog = openLogStream(path);
  await new Promise((resolve) => ownLog.end('more\n', () => resolve(null)));
  const lines: string[] = [];
  for await (const { bytes } of fileLines(path)) lines.push(bytes.toString());
  expect(lines).toEqual(['theirs', 'more']);
});

describe('listForeignFolder', () => {
  const list = (limits = {}) => listForeignFolder(folder, { maxFiles: 10, ...limits });

  test('lists files at any depth, and names what is none', async () => {
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    writeFileSync(join(folder, 'a', 'b', 'c'), '');
    writeFileSync(path, '');
    symlinkSync('/', join(folder, 'a', 'root'));
    for (const { create, reason } of specialFiles) if (reason === 'refused_pipe') create(join(folder, 'pipe'));
    const { files, folders, refused } = (await list())!;
    expect([files, folders.sort()]).toEqual([
      ['a/b/c', 'file'],
      ['', 'a', 'a/b'],
    ]);
    expect(refused.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'a/root', reason: 'refused_link' },
      { path: 'pipe', reason: 'refused_pipe' },
    ]);
  });

  test('lists no folder that is a link', async () => {
    rmSync(folder, { recursive: true });
    expect(await list()).toBe(null);
    symlinkSync('/', folder);
    expect(await list()).toMatchObject({ files: [], folders: [], refused: [{ path: '', reason: 'refused_link' }] });
  });

  test('ends at its limits', async () => {
    for (let index = 0; index < 12; index += 1) writeFileSync(join(folder, `${index}`), '');
    const { files, refused } = (await list())!;
    expect([files.length, refused]).toEqual([10, [{ path: '', reason: 'refused_count', params: { max: 10 } }]]);
    expect((await list({ ignore: (file: string) => file.startsWith('1') }))!.refused).toEqual([]);
    for (let index = 0; index < 10_001; index += 1) mkdirSync(join(folder, `folder ${index}`));
    expect((await list({ maxFiles: 1000 }))!.refused).toHaveLength(1);
  });

  test.each([
    ['the folder', 'top/project'],
    ['a folder within it', 'top/project/inner'],
    ['a folder above it', 'top'],
  ])('what it listed is not read from elsewhere after %s was exchanged for a link', async (_, exchanged) => {
    // Another user who may write there waits until it has been listed.
    const [shared, secret] = [temporaryFolder(), temporaryFolder()];
    for (const each of [shared, secret]) {
      mkdirSync(join(each, 'top', 'project', 'inner'), { recursive: true });
      writeFileSync(join(each, 'top', 'project', 'inner', 'file'), each === secret ? 'a secret' : 'listed');
    }
    folder = join(shared, 'top', 'project');
    const { files, realFolder } = (await list())!;
    expect(files).toEqual(['inner/file']);
    path = join(folder, files[0]!);
    const limits = { withinReal: realFolder };
    expect(await read(limits)).toBe('listed');
    renameSync(join(shared, exchanged), join(shared, 'before'));
    symlinkSync(join(secret, exchanged), join(shared, exchanged));
    await expect(read(limits)).rejects.toMatchObject({ detail: { reason: 'refused_outside' } });
  });

  test('readForeignFolder rejects with the first that it does not read', async () => {
    writeFileSync(path, 'text');
    const limits = { maxFiles: 10, maxFileBytes: 10 };
    expect([...(await readForeignFolder(folder, limits))!.keys()]).toEqual(['file']);
    symlinkSync('/etc', join(folder, 'other'));
    await expect(readForeignFolder(folder, limits)).rejects.toMatchObject({ detail: { path: join(folder, 'other') } });
    rmSync(join(folder, 'other'));
    appendFileSync(path, 'long text');
    await expect(readForeignFolder(folder, limits)).rejects.toMatchObject({ detail: { reason: 'refused_size' } });
  });
});
