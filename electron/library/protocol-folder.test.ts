import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { generateSkeleton } from '../hooks/skeleton.ts';
import { defaultResourcesDir } from '../installation.ts';
import { openLibrary } from './library.ts';
import { readProtocolFolder } from './protocol-folder.ts';

const dir = temporaryFolder();
const bundled = join(defaultResourcesDir(), 'protocols', 'connect-four');

test('reads an author’s folder completely, with the same id and board as the bundled protocol', async () => {
  const library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: dir });
  const expected = library.list().find(({ folder }) => folder === 'connect-four')!;
  const { protocol, hooks } = await readProtocolFolder(bundled);
  expect([protocol.protocol_id, hooks]).toEqual([expected.protocol_id, expected.hooks]);
  // The same files, and the words that a board of an author is sent with.
  const { files, source } = protocol.board!;
  expect(source).toBe('local');
  const [words, ...others] = [...files].toReversed();
  expect(words![0]).toBe('parlor-words.json');
  expect(new Map(others)).toEqual(new Map(expected.board!.files));
});

test('rejects a folder with missing, unfinished or invalid files', async () => {
  await expect(readProtocolFolder(dir)).rejects.toMatchObject({ code: 'protocol_missing' });
  const folder = join(dir, 'mine');
  await cp(bundled, folder, { recursive: true });
  await writeFile(join(folder, 'hooks.js'), generateSkeleton((await readProtocolFolder(bundled)).protocol.spec));
  await expect(readProtocolFolder(folder)).rejects.toMatchObject({ code: 'hooks_unfinished' });
  expect((await readProtocolFolder(folder, { allowSkeleton: true })).protocol.board).not.toBeNull();
  await writeFile(join(folder, 'ui', 'run.exe'), 'x');
  await expect(readProtocolFolder(folder, { allowSkeleton: true })).rejects.toMatchObject({ code: 'bundle_invalid' });
  await rm(join(folder, 'hooks.js'));
  await expect(readProtocolFolder(folder)).rejects.toMatchObject({ code: 'hooks_missing' });
});
