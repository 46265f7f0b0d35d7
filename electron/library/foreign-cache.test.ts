/** What another user of the computer put into the cache of protocols is never used. */
import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { wordsFile } from './labels.ts';
import { openLibrary } from './library.ts';

const resourcesDir = fileURLToPath(new URL('../../resources', import.meta.url));
const another = 12_345;

test.runIf(process.getuid?.() === 0)('reads neither rules, code nor words of another user', async () => {
  const dataDir = temporaryFolder();
  const open = () => openLibrary({ resourcesDir, dataDir });
  const spec = JSON.parse(await readFile(`${resourcesDir}/protocols/connect-four/spec.json`, 'utf8'));
  // As the bundled rules have the same id otherwise.
  spec.messages[0].fields.note = { type: 'integer', minimum: 0, maximum: 9 };
  const specText = JSON.stringify(spec);
  const id = protocolIdOf(specText);
  const library = await open();
  const protocol = await library.storeSpec(id, specText);
  const folder = library.folderOf(protocol);
  await library.writeHooks(protocol, 'export const decide = () => null;', null);
  const words = await readFile(`${resourcesDir}/protocols/connect-four/${wordsFile}`);
  await writeFile(join(folder, wordsFile), words);
  expect(await library.readHooks(protocol)).toMatchObject({ origin: 'own', state: 'finished' });
  expect((await library.labels('en'))[id]).toBeDefined();

  for (const name of ['hooks.js', wordsFile, 'spec.json']) await chown(join(folder, name), another, another);
  const refused = { code: 'file_refused', detail: { reason: 'refused_owner' } };
  await expect(library.readHooks(protocol)).rejects.toMatchObject(refused);
  await expect(library.requireHooks(protocol)).rejects.toMatchObject(refused);
  expect((await library.labels('en'))[id]).toBeUndefined();
  expect((await open()).get(id)).toBeNull();
});
