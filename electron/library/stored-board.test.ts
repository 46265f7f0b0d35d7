import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestHashOf } from '../../shared/bundle/manifest.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openToOthers } from '../files/testing/permissions.ts';
import { manifestEntry } from './board.ts';
import { readStoredBoard, writeBoard } from './stored-board.ts';
import { verifyBoard } from './verify-board.ts';

const page = new TextEncoder().encode('<!doctype html><p>board');
const script = new TextEncoder().encode('export const own = true;');
const files = new Map([
  ['index.html', page],
  ['js/board.js', script],
]);
const hash = manifestHashOf([...files].map(([path, bytes]) => manifestEntry(path, bytes)));

async function keep(): Promise<string> {
  const folder = temporaryFolder();
  const board = verifyBoard(files, hash, { source: 'platform', author: 'a'.repeat(64) });
  await writeBoard(folder, board, 'https://games.example');
  return folder;
}

test('U2: a stored board stays as it was verified, even if its files change later', async () => {
  const folder = await keep();
  expect(await openToOthers(join(folder, 'ui'))).toEqual([]);
  const board = await readStoredBoard(folder);
  await writeFile(join(folder, 'ui/index.html'), '<!doctype html><p>bo4rd');
  expect(Buffer.from(board!.files.get('index.html')!.bytes)).toEqual(Buffer.from(page));
});

test.each<[string, (ui: string) => Promise<void>]>([
  ['with a changed byte', (ui) => writeFile(join(ui, 'index.html'), '<!doctype html><p>bo4rd')],
  ['with an extra file', (ui) => writeFile(join(ui, 'more.js'), '')],
  ['without a file', (ui) => rm(join(ui, 'js/board.js'))],
  ['without any files', (ui) => rm(ui, { recursive: true })],
  ['with invalid metadata', (ui) => writeFile(join(ui, '../ui.json'), '{}')],
])('U2: rejects a stored board %s', async (_, change) => {
  const folder = await keep();
  await change(join(folder, 'ui'));
  await expect(readStoredBoard(folder)).rejects.toMatchObject({ code: 'bundle_invalid' });
});
