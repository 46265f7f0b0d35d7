/** `npm run package -- [arguments of electron-builder]`: builds the desktop packages in release/. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildProgram } from '../build.ts';
import { root } from '../imports.ts';
import { writeIcons } from './icons.ts';

await buildProgram(join(root, 'dist'));
await writeIcons(join(root, '.cache', 'icons'));
const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
const config = join('packaging', 'desktop', 'electron-builder.config.ts');
const child = spawn(process.execPath, [builder, '--config', config, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
