/** The files that a new project starts with, for the Studio and the command line. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StudioTemplate } from '../../shared/bridge/studio.ts';
import { specJsonSchema } from '../../shared/protocol/spec-schema.ts';
import { entryBelow } from '../files/foreign-write.ts';
import { readInstalledFile, readInstalledText } from '../files/installed-file.ts';
import { kitSources } from './ui-kit.ts';

/** A path below the project's folder, and its content. */
export type ProjectFile = readonly [path: string, content: string | Uint8Array];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The spec with its JSON Schema, the hooks with their types, and a board for any spec with the kit that it uses. */
export async function newProject(resourcesDir: string, spec: object, hooks: string): Promise<ProjectFile[]> {
  const boardDir = join(resourcesDir, 'studio', 'ui');
  const boardFiles = (await readdir(boardDir)).map((name) => [name, join(boardDir, name)] as const);
  const uiFiles = [...boardFiles, ...kitSources(resourcesDir)].map(
    async ([name, source]): Promise<ProjectFile> => [`ui/${name}`, await readInstalledFile(source)],
  );
  return [
    ['spec.json', json({ $schema: './spec.schema.json', ...spec })],
    ['hooks.js', hooks],
    ...(await editorFiles(resourcesDir)),
    ...(await Promise.all(uiFiles)),
  ];
}

/** A name as an id: lowercase ASCII letters, digits and hyphens. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 40)
    .replace(/-$/, '') || 'protocol';

/** A small finished game, under another name. */
export async function templateProject(resourcesDir: string, template: StudioTemplate, name: string) {
  const folder = join(resourcesDir, 'studio', template);
  const spec = JSON.parse(await readInstalledText(join(folder, 'spec.json'))) as { flow: { mode: string } };
  const hooks = await readInstalledText(join(folder, 'hooks.js'));
  const files = await newProject(resourcesDir, { ...spec, name, family: slugOf(name) }, hooks);
  return { files, mode: spec.flow.mode };
}

/** The files that editors use: the types of hooks, and the JSON Schema of specs. */
export async function editorFiles(resourcesDir: string): Promise<ProjectFile[]> {
  return [
    ['hooks.d.ts', await readInstalledFile(join(resourcesDir, 'studio', 'hooks.d.ts'))],
    ['spec.schema.json', json(specJsonSchema())],
  ];
}

/** Never replaces a file: rejects `EEXIST` at the first that exists, and before anything is written `file_refused` for a link. */
export async function writeProject(folder: string, files: readonly ProjectFile[]): Promise<void> {
  for (const [path] of files) await entryBelow(folder, path);
  for (const [path, content] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
  }
}
