/**
 * `npm run pin`: after an intended change of bundled protocols, copies the UI kit into their boards and writes their hashes and the
 * metadata and strengths of their hooks into resources/protocols/pins.json.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { manifestHashOf } from '../../shared/bundle/manifest.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { mannerSchema, metadataSchema } from '../../shared/tables/hooks.ts';
import { root } from '../installation.ts';
import { kitFiles, manifestOfBytes } from './board.ts';
import { readInstalledBoard } from './board-files.ts';
import type { Pins } from './library.ts';

const bundledDir = join(root, 'resources', 'protocols');
const kitDir = join(root, 'resources', 'ui-kit');
const pins: Pins = {};
for (const entry of (await readdir(bundledDir, { withFileTypes: true })).sort((a, b) => a.name.localeCompare(b.name))) {
  if (!entry.isDirectory()) continue;
  const folder = join(bundledDir, entry.name);
  const uiDir = join(folder, 'ui');
  const wordsPath = join(folder, 'words.json');
  const samplePath = join(folder, 'sample.json');
  const hooksPath = join(folder, 'hooks.js');
  const { metadata, manners = [] } = (await import(pathToFileURL(hooksPath).href)) as {
    metadata(): unknown;
    manners?: unknown;
  };
  if (existsSync(uiDir)) for (const file of kitFiles) await copyFile(join(kitDir, file), join(uiDir, file));
  pins[entry.name] = {
    protocol_id: protocolIdOf(await readFile(join(folder, 'spec.json'), 'utf8')),
    hooks_hash: hash('sha256', await readFile(hooksPath)),
    manifest_hash: existsSync(uiDir) ? manifestHashOf(manifestOfBytes(await readInstalledBoard(uiDir))) : null,
    words_hash: existsSync(wordsPath) ? hash('sha256', await readFile(wordsPath)) : null,
    sample_hash: existsSync(samplePath) ? hash('sha256', await readFile(samplePath)) : null,
    metadata: metadataSchema.parse(metadata()),
    strengths: mannerSchema.array().parse(manners),
  };
}
await writeFile(join(bundledDir, 'pins.json'), `${JSON.stringify(pins, null, 2)}\n`);
