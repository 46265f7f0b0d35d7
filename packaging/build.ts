/**
 * `npm run dist`: writes everything that is shipped to dist/, or to the given folder. The npm package, the desktop packages
 * and the service's container are made from it.
 */
import { chmod, copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { createProgram } from '../electron/cli/program.ts';
import { manPage } from '../electron/cli/reference/man-page.ts';
import { outlineOf } from '../electron/cli/reference/outline.ts';
import { builtFileName, type Entry, entries, fontPath, packageFolder, root } from '../electron/installation.ts';
import { boardFonts } from '../electron/library/board-fonts.ts';
import { buildRenderer } from '../electron/shells/build.ts';
import packageFile from '../package.json' with { type: 'json' };
import { collectLicences } from './licences.ts';

/**
 * Native and WASM packages are installed next to the bundle; Electron provides its own module, and only a checkout has Vite.
 * `supports-color` and `pg-native` are optional dependencies that are not installed.
 */
const externalPackages = [...Object.keys(packageFile.dependencies), 'electron', 'vite', 'supports-color', 'pg-native'];

/** Writes the program to `outDir`, which is emptied first. */
export async function buildProgram(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await bundle(outDir);
  await cp(await buildRenderer(root), join(outDir, 'renderer'), { recursive: true });
  await cp(join(root, 'resources'), join(outDir, 'resources'), { recursive: true, filter: isShipped });
  await mkdir(join(outDir, 'fonts'));
  for (const { package: name, file } of boardFonts) await copyFile(fontPath(name, file), join(outDir, 'fonts', file));
  await copyFile(join(import.meta.dirname, 'parlor.cjs'), join(outDir, 'parlor.cjs'));
  await chmod(join(outDir, 'parlor.cjs'), 0o755);
  await copyFile(join(import.meta.dirname, 'service/parlor.service'), join(outDir, 'parlor.service'));
  await writeFile(join(outDir, 'parlor.1'), manPage(outlineOf(createProgram())));
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE'));
  await writeFile(join(outDir, 'THIRD-PARTY-LICENCES.txt'), licencesText());
}

/** Bundles the programs alone, which is all that the service needs. */
export async function bundle(outDir: string): Promise<void> {
  const names = Object.keys(entries) as Entry[];
  const modules = names.filter((name) => builtFileName(name).endsWith('.js'));
  const rolldownBuild = await rolldown({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries(modules.map((name) => [name, entries[name]])),
    external: (id) => externalPackages.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { alias: { 'axe-core': join(packageFolder('axe-core'), 'axe.min.js') } },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  // All in one folder: electron/installation.ts may become part of any chunk and uses its folder as the root.
  await rolldownBuild.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await rolldownBuild.close();
  // A sandboxed preload script is CommonJS and has no imports.
  for (const name of names) {
    if (!modules.includes(name)) await copyFile(join(root, entries[name]), join(outDir, builtFileName(name)));
  }
  await writeFile(join(outDir, 'package.json'), '{ "type": "module" }\n');
}

/** All resources except the sources of icons. */
const isShipped = (path: string): boolean => !/icons[\\/].*\.(svg|ts)$/.test(path) && basename(path) !== '.DS_Store';

function licencesText(): string {
  const { packages, texts } = collectLicences(root);
  const sections = packages.map(({ name, version, licence, text }) =>
    [`${name} ${version}`, licence, ...(text === null ? [] : ['', texts[text]])].join('\n'),
  );
  return `${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

if (import.meta.main) await buildProgram(process.argv[2] ?? join(root, 'dist'));
