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
import { readFolder } from './board-files.ts';
import type { Pins } from './library.ts';

const bundledDir = join(root, 'resources', 'protocols');
const kitDir = join(root, 'resources', 'ui-kit');
const pins: Pins = {};
for (const entry of (await readdir(bundledDir, { withFileTypes: true })).sort((a, b) => a.name.localeCompare(b.name))) {
  if (!entry.isDirectory()) continue;
  const folder = join(bundledDir, entry.name);
  const ui = join(folder, 'ui');
  const words = join(folder, 'words.json');
  const sample = join(folder, 'sample.json');
  const hooks = join(folder, 'hooks.js');
  const { metadata, manners = [] } = (await import(pathToFileURL(hooks).href)) as {
    metadata(): unknown;
    manners?: unknown;
  };
  if (existsSync(ui)) for (const file of kitFiles) await copyFile(join(kitDir, file), join(ui, file));
  pins[entry.name] = {
    protocol_id: protocolIdOf(await readFile(join(folder, 'spec.json'), 'utf8')),
    hooks_hash: hash('sha256', await readFile(hooks)),
    manifest_hash: existsSync(ui) ? manifestHashOf(manifestOfBytes(await readFolder(ui))) : null,
    words_hash: existsSync(words) ? hash('sha256', await readFile(words)) : null,
    sample_hash: existsSync(sample) ? hash('sha256', await readFile(sample)) : null,
    metadata: metadataSchema.parse(metadata()),
    strengths: mannerSchema.array().parse(manners),
  };
}
await writeFile(join(bundledDir, 'pins.json'), `${JSON.stringify(pins, null, 2)}\n`);
