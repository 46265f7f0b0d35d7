/** A project folder that somebody else wrote: nothing outside of it is read, written or deleted, and nothing blocks forever. */
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { refusalText } from '../../shared/file-refusals.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { specialFiles } from '../files/testing/special-files.ts';
import { defaultResourcesDir } from '../installation.ts';
import { readProtocolFolder } from '../library/protocol-folder.ts';
import { readSpecFile } from '../library/spec-file.ts';
import { readDraft } from './draft.ts';
import { pathsIn, readProjectFiles } from './files.ts';
import { deleteFixture, readFixtures, writeFixture } from './fixtures.ts';
import { importBoard, importPage } from './import-board.ts';
import { writeProject } from './new-project.ts';
import { deleteNew, writePicture } from './pictures/picture-files.ts';
import { readSource, writeSource } from './source-files.ts';
import { updateKit } from './ui-kit.ts';
import { validateProject } from './validate.ts';

let folder: string;
let elsewhere: string;
/** Another client's board. */
let source: string;
beforeEach(() => {
  const above = temporaryFolder();
  folder = join(above, 'project');
  elsewhere = join(above, 'elsewhere');
  cpSync(join(defaultResourcesDir(), 'protocols', 'connect-four'), folder, { recursive: true });
  source = join(above, 'source');
  mkdirSync(elsewhere);
  mkdirSync(join(source, 'js'), { recursive: true });
  for (const name of ['index.html', 'js/app.js']) writeFileSync(join(source, name), '');
  writeFileSync(join(elsewhere, 'index.html'), 'a secret');
});

const problemsOf = async () => validateProject(await readProjectFiles(folder));
const refusedIn = ({ problems }: Awaited<ReturnType<typeof problemsOf>>) =>
  problems.filter(({ kind }) => kind === 'file_refused').map(({ file, message }) => [file, message]);

test('a folder without anything special has no such problem', async () => {
  expect(refusedIn(await problemsOf())).toEqual([]);
});

describe.each(specialFiles)('$name', ({ create, reason }) => {
  const sentence = refusalText(reason);
  const replace = (path: string) => {
    rmSync(join(folder, path), { recursive: true });
    create(join(folder, path));
  };

  test.each(['spec.json', 'hooks.js'] as const)('is not read in place of %s', async (name) => {
    replace(name);
    const validated = await problemsOf();
    expect(refusedIn(validated)).toEqual([[name, sentence]]);
    // Not also reported as missing.
    expect(validated.problems.filter(({ kind }) => kind.endsWith('_missing'))).toEqual([]);
    expect(validated.playable).toBe(null);
    const refusal = { code: 'file_refused', detail: { reason } };
    await expect(readProtocolFolder(folder)).rejects.toMatchObject(refusal);
    await expect(readSource(folder, name)).rejects.toMatchObject(refusal);
    await expect(writeSource(folder, name, 'text', null)).rejects.toMatchObject(refusal);
    if (name === 'spec.json') await expect(readSpecFile(join(folder, name))).rejects.toMatchObject(refusal);
    const draft = await readDraft(pathsIn(folder));
    expect(draft.problems.some(({ kind, severity }) => kind === 'file_refused' && severity === 'error')).toBe(true);
  });

  test.skipIf(reason === 'refused_folder')('is not read in place of a file of the board', async () => {
    replace('ui/index.html');
    const validated = await problemsOf();
    expect(refusedIn(validated)).toEqual([['ui/index.html', sentence]]);
    expect(validated.board).toBe(null);
    await expect(readProtocolFolder(folder)).rejects.toMatchObject({ code: 'file_refused' });
  });

  test.skipIf(reason === 'refused_folder')('is neither read nor replaced in place of a file of the kit', async () => {
    replace('ui/parlor-board.js');
    const update = updateKit(defaultResourcesDir(), folder, true);
    await expect(update).rejects.toMatchObject({ code: 'file_refused', detail: { reason } });
  });

  test('is not read in place of a fixture', async () => {
    mkdirSync(join(folder, 'fixtures'));
    create(join(folder, 'fixtures', 'opening.json'));
    const fixtures = await readFixtures(folder);
    expect(fixtures).toEqual(reason === 'refused_folder' ? [] : [{ name: 'opening', content: { problem: sentence } }]);
  });
});

test('a linked ui folder does not become the board', async () => {
  rmSync(join(folder, 'ui'), { recursive: true });
  symlinkSync(elsewhere, join(folder, 'ui'));
  const validated = await problemsOf();
  expect(refusedIn(validated)).toEqual([['ui', refusalText('refused_link')]]);
  expect(validated.board).toBe(null);
  await expect(readProtocolFolder(folder)).rejects.toMatchObject({ code: 'file_refused' });
  expect((await readDraft(pathsIn(folder))).board).toBe(null);
});

test('a link to the whole computer ends at once', async () => {
  rmSync(join(folder, 'ui'), { recursive: true });
  for (const name of ['ui', 'fixtures']) symlinkSync('/', join(folder, name));
  expect(refusedIn(await problemsOf())).toEqual([
    ['fixtures', refusalText('refused_link')],
    ['ui', refusalText('refused_link')],
  ]);
  expect(await readFixtures(folder)).toEqual([]);
});

test('a linked folder within the board brings nothing in', async () => {
  symlinkSync(elsewhere, join(folder, 'ui', 'more'));
  const files = await readProjectFiles(folder);
  expect([...files.ui!.keys()].some((path) => path.startsWith('more'))).toBe(false);
  expect(refusedIn(validateProject(files))).toEqual([['ui/more', refusalText('refused_link')]]);
  await expect(readProtocolFolder(folder)).rejects.toMatchObject({ code: 'file_refused' });
});

describe('nothing is written or deleted outside', () => {
  const picture = { fixture: 'opening', seat: 'host', variant: '340x300-light-en' } as const;
  const fixture = { seed: '1', answers: [] } as never;
  const writers: [name: string, path: string, write: (folder: string) => Promise<unknown>][] = [
    ['a fixture', 'fixtures/opening.json', (path) => writeFixture(path, 'opening', fixture)],
    [
      'a picture',
      'pictures/opening/host-340x300-light-en.png',
      (path) => writePicture(path, picture, 'kept', new Uint8Array(1)),
    ],
    ['the kit', 'ui/parlor-board.js', (path) => updateKit(defaultResourcesDir(), path, true)],
    ['a new project', 'ui/js/board.js', (path) => writeProject(path, [['ui/js/board.js', '']])],
    ['the import of a board', 'ui/js/app.js', (path) => importBoard(source, path)],
    ['the import of a page', 'ui/index.html', (path) => importPage(Buffer.from('<p>'), path, { apply: true })],
  ];
  const refusal = { code: 'file_refused', detail: { reason: 'refused_link' } };
  const elsewhereFiles = () => readdirSync(elsewhere, { recursive: true });
  /** The same folder by a longer and a shorter path. */
  const waysTo = (path: string) => [path, `${path}/../project/ui/../`, relative(process.cwd(), path)];

  describe.each(writers)('by %s', (_, path, write) => {
    const names = path.split('/');
    const places = names.map((__, index) => names.slice(0, index + 1).join('/'));
    test.each(places)('through a link in place of %s', async (place) => {
      const isFile = place === path;
      rmSync(join(folder, place), { recursive: true, force: true });
      mkdirSync(dirname(join(folder, place)), { recursive: true });
      symlinkSync(isFile ? join(elsewhere, 'index.html') : elsewhere, join(folder, place));
      for (const way of waysTo(folder)) await expect(write(way)).rejects.toMatchObject(refusal);
      expect(elsewhereFiles()).toEqual(['index.html']);
      expect(readFileSync(join(elsewhere, 'index.html'), 'utf8')).toBe('a secret');
      expect(lstatSync(join(folder, place)).isSymbolicLink()).toBe(true);
    });

    test('of a project whose files hold no links', async () => {
      rmSync(folder, { recursive: true });
      mkdirSync(join(folder, 'ui'), { recursive: true });
      await write(waysTo(folder)[1]!);
      expect(lstatSync(join(folder, path)).isFile()).toBe(true);
    });
  });

  test.each(['fixtures', 'pictures', 'pictures/_new', 'pictures/_new/opening'])(
    'when something is deleted through a link in place of %s',
    async (place) => {
      writeFileSync(join(elsewhere, 'opening.json'), 'mine');
      for (const below of ['opening', '_new/opening']) {
        mkdirSync(join(elsewhere, below), { recursive: true });
        writeFileSync(join(elsewhere, below, 'host-340x300-light-en.png'), 'mine');
      }
      const before = elsewhereFiles();
      mkdirSync(dirname(join(folder, place)), { recursive: true });
      symlinkSync(
        join(elsewhere, { fixtures: '', pictures: '', _new: '_new' }[basename(place)] ?? 'opening'),
        join(folder, place),
      );
      for (const way of waysTo(folder)) {
        const deletion = place === 'fixtures' ? deleteFixture(way, 'opening') : deleteNew(way, picture);
        await expect(deletion).rejects.toMatchObject(refusal);
      }
      expect(elsewhereFiles()).toEqual(before);
    },
  );

  test('when a link itself is deleted', async () => {
    mkdirSync(join(folder, 'fixtures'));
    symlinkSync(join(elsewhere, 'index.html'), join(folder, 'fixtures/opening.json'));
    await deleteFixture(folder, 'opening');
    expect(readdirSync(join(folder, 'fixtures'))).toEqual([]);
    expect(elsewhereFiles()).toEqual(['index.html']);
  });
});

test('a folder with more than a board may have is listed only so far', async () => {
  for (let index = 0; index < 400; index += 1) writeFileSync(join(folder, 'ui', `${index}.txt`), '');
  const validated = await problemsOf();
  expect(refusedIn(validated)).toEqual([['ui', refusalText('refused_count', { max: 300 })]]);
  expect(validated.board).toBe(null);
  await expect(readProtocolFolder(folder)).rejects.toMatchObject({ detail: { reason: 'refused_count' } });
});

test('a text larger than any spec is refused with its limit', async () => {
  writeFileSync(join(folder, 'hooks.js'), 'x'.repeat(2 * 1024 * 1024 + 1));
  expect(refusedIn(await problemsOf())).toEqual([['hooks.js', refusalText('refused_size', { kb: 2048 })]]);
});

test('everything that is left out of a board is listed with its reason', async () => {
  for (const name of ['.DS_Store', 'board.js~', '.board.js.swp', 'types.d.ts'])
    writeFileSync(join(folder, 'ui', name), '');
  mkdirSync(join(folder, 'ui/.git'));
  const { problems, board } = await problemsOf();
  const leftOut = problems.filter(({ kind }) => kind === 'file_left_out');
  expect(leftOut.map(({ file, code, severity }) => [file, code, severity])).toEqual([
    ['ui/.DS_Store', 'left_out_hidden', 'note'],
    ['ui/.board.js.swp', 'left_out_hidden', 'note'],
    ['ui/.git', 'left_out_hidden', 'note'],
    ['ui/board.js~', 'left_out_temporary', 'note'],
    ['ui/types.d.ts', 'left_out_declaration', 'note'],
  ]);
  const { protocol } = await readProtocolFolder(folder);
  expect([...protocol.board!.files.keys()].sort()).toEqual([...board!.files.keys()].sort());
});

test('files with names that some system cannot store are refused by their names', async () => {
  const names = ['q?.js', 'a\\b.js', 'nul.js', 'Board.js', 'e\u0301.js', '\u00e9.js', 'end..js', 'end.js.'];
  for (const name of names) writeFileSync(join(folder, 'ui', name), '');
  const { problems, board } = await problemsOf();
  expect(board).toBe(null);
  expect(
    problems.filter(({ kind }) => kind === 'ui_file').map(({ file, code, params }) => [file, code, params.other]),
  ).toEqual([
    ['ui/a\\b.js', 'path_backslash', undefined],
    ['ui/board.js', 'repeated_path', 'Board.js'],
    ['ui/end.js.', 'path_segment_end', undefined],
    ['ui/nul.js', 'path_reserved', undefined],
    ['ui/q?.js', 'path_not_portable', undefined],
    ['ui/\u00e9.js', 'repeated_path', 'e\u0301.js'],
  ]);
});

test('a name that is not UTF-8 is refused', async () => {
  writeFileSync(Buffer.concat([Buffer.from(join(folder, 'ui/caf')), Buffer.from([0xe9]), Buffer.from('.js')]), '');
  const validated = await problemsOf();
  expect(refusedIn(validated)).toEqual([['ui/caf\ufffd.js', refusalText('refused_name')]]);
  expect(validated.board).toBe(null);
});

describe('encodings', () => {
  const write = (name: string, encode: (text: string) => Uint8Array) =>
    writeFileSync(join(folder, name), encode(readFileSync(join(folder, name), 'utf8')));
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const latin1 = (text: string) => Buffer.from(text.replace('\n', '\n\u00e9'), 'latin1');
  const utf16Text = refusalText('refused_encoding', { encoding: 'UTF-16 (little-endian)' });

  test.each(['spec.json', 'hooks.js', 'words.json'])('of %s are named', async (name) => {
    write(name, utf16);
    expect(refusedIn(await problemsOf())).toEqual([[name, utf16Text]]);
    write(name, () => Buffer.from('a\n\u00e9', 'latin1'));
    expect(refusedIn(await problemsOf())).toEqual([[name, refusalText('refused_bytes', { line: 2 })]]);
  });

  test.each(['spec.json', 'hooks.js', 'words.json'])('a byte order mark of %s is noted and left out', async (name) => {
    const before = await problemsOf();
    write(name, (text) => Buffer.from(`\ufeff${text}`));
    const { problems, ...validated } = await problemsOf();
    expect(problems).toEqual([
      ...before.problems,
      expect.objectContaining({ kind: 'file_encoding', severity: 'note', file: name, code: 'byte_order_mark' }),
    ]);
    expect(validated).toEqual({ ...before, problems: undefined });
    if (name === 'spec.json') expect(await readSpecFile(join(folder, name))).toBe(before.spec!.text);
  });

  test('of files of the board are noted', async () => {
    write('ui/board.js', latin1);
    writeFileSync(join(folder, 'ui/note.txt'), utf16('one'));
    const notes = (await problemsOf()).problems.filter(({ kind }) => kind === 'file_encoding');
    expect(notes.map(({ file, line, message }) => [file, line, message])).toEqual([
      ['ui/board.js', 2, refusalText('refused_bytes', { line: 2 })],
      ['ui/note.txt', null, utf16Text],
    ]);
  });

  test('of a spec and a fixture are named by commands', async () => {
    write('spec.json', utf16);
    await expect(readSpecFile(join(folder, 'spec.json'))).rejects.toMatchObject({
      code: 'file_refused',
      message: expect.stringContaining('It is UTF-16 (little-endian). Save it as UTF-8.'),
    });
    mkdirSync(join(folder, 'fixtures'));
    writeFileSync(join(folder, 'fixtures/opening.json'), utf16('{}'));
    expect(await readFixtures(folder)).toEqual([{ name: 'opening', content: { problem: utf16Text } }]);
  });
});

test('a project behind a link that its user chose works as before', async () => {
  renameSync(folder, `${folder}-real`);
  symlinkSync(`${folder}-real`, folder);
  expect(refusedIn(await problemsOf())).toEqual([]);
  expect((await readProtocolFolder(folder)).protocol.board).not.toBe(null);
  await writeFixture(folder, 'opening', { seed: '1' } as never);
  expect(await readFixtures(folder)).toHaveLength(1);
});
