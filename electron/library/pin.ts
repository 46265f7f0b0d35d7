/** `npm run pin`: writes the hashes of the bundled protocols into resources/protocols/pins.json after a wanted change. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestHashOf } from '../../shared/bundle/manifest.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { type Pins, readFolder } from './library.ts';

const bundledDir = fileURLToPath(new URL('../../resources/protocols', import.meta.url));
const pins: Pins = {};
for (const entry of (await readdir(bundledDir, { withFileTypes: true })).sort((a, b) => a.name.localeCompare(b.name))) {
  if (!entry.isDirectory()) continue;
  const folder = join(bundledDir, entry.name);
  const ui = join(folder, 'ui');
  pins[entry.name] = {
    protocol_id: protocolIdOf(await readFile(join(folder, 'spec.json'), 'utf8')),
    hooks_hash: createHash('sha256')
      .update(await readFile(join(folder, 'hooks.js')))
      .digest('hex'),
    manifest_hash: existsSync(ui) ? manifestHashOf((await readFolder(ui)).manifest) : null,
  };
}
await writeFile(join(bundledDir, 'pins.json'), `${JSON.stringify(pins, null, 2)}\n`);
