/** `npm run package -- [arguments of electron-builder]`: builds the desktop packages in release/. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from '../build.ts';
import { root } from '../imports.ts';
import { writeIcons } from './icons.ts';
import { writeMetainfo } from './metainfo.ts';
import { repository } from './repository.ts';
import { signingEnvironment } from './signing.ts';

await buildProgram(join(root, 'dist'));
await writeIcons(join(root, '.cache', 'icons'));
await writeMetainfo(join(root, '.cache', 'metainfo'), repository);
const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
const config = join('packaging', 'desktop', 'electron-builder.config.ts');
const keyFolder = await mkdtemp(join(tmpdir(), 'parlor-signing-'));
try {
  const child = spawn(process.execPath, [builder, '--config', config, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: await signingEnvironment(process.env, keyFolder),
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await rm(keyFolder, { recursive: true });
}
