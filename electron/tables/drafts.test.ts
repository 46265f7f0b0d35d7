import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openDrafts } from './drafts.ts';

const open = (folder: string) =>
  openDrafts({
    folder,
    signer: { publicKey: 'a'.repeat(64) },
    opener: { tablesKey: () => new Uint8Array(32).fill(5) },
  });

it('keeps what was typed at each table over a restart, and never in the clear', async () => {
  const folder = temporaryFolder();
  let drafts = await open(folder);
  await drafts.set('t1', 'Half a sen');
  await drafts.set('t1', 'Half a sentence');
  await drafts.set('t2', 'Another');
  await drafts.set('t2', '');
  await drafts.close();
  expect(await readFile(join(folder, 'drafts.sealed'), 'utf8')).not.toContain('sentence');
  drafts = await open(folder);
  expect([drafts.get('t1'), drafts.get('t2')]).toEqual(['Half a sentence', '']);
  await drafts.close();
});
