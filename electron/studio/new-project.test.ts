/** New projects: their files, the types of hooks, and the kit for boards. */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, expectTypeOf, test } from 'vitest';
import type * as authored from '../../resources/studio/hooks.d.ts';
import { studioTemplates } from '../../shared/bridge/contract.ts';
import { readSpec } from '../../shared/protocol/spec.ts';
import { specJsonSchema } from '../../shared/protocol/spec-schema.ts';
import { templateSpec } from '../../shared/protocol/templates.ts';
import type * as contract from '../../shared/tables/hooks.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { defaultHookLimits, hookMemoryBytes } from '../hooks/limits.ts';
import { generateSkeleton } from '../hooks/skeleton.ts';
import { defaultResourcesDir, packageFolder } from '../installation.ts';
import { newProject, writeProject } from './new-project.ts';
import { type KitVersions, kitSources, updateKit } from './ui-kit.ts';

const resourcesDir = defaultResourcesDir();
const dir = temporaryFolder();
const run = promisify(execFile);

test('TypeScript accepts the hooks of a new project and of the templates, and reports wrong types', async () => {
  const spec = templateSpec('session_loop', 'Trial');
  const path = join(dir, 'typed');
  await writeProject(path, await newProject(resourcesDir, spec, generateSkeleton(spec, { typed: true })));
  for (const template of studioTemplates) {
    const hooks = await readFile(join(resourcesDir, 'studio', template, 'hooks.js'));
    await writeFile(join(path, `${template}.js`), hooks);
  }
  const wrong = `// @ts-check
/** @type {import('./hooks.d.ts').Hooks['init']} */
export function init({ role }) {
  return { role: role.name, hash: sha256(1) };
}`;
  await writeFile(join(path, 'wrong.js'), wrong);
  const files = ['hooks.js', ...studioTemplates.map((name) => `${name}.js`), 'wrong.js'];
  const lib = ['--target', 'es2023', '--lib', 'es2023', '--types', ''];
  const compiler = join(packageFolder('typescript'), 'bin', 'tsc');
  const args = [compiler, '--noEmit', '--allowJs', '--strict', '--pretty', 'false', ...lib, ...files];
  const { stdout } = await run(process.execPath, args, { cwd: path }).catch((error: { stdout: string }) => error);
  expect(stdout.match(/^[\w.]+\(\d+/gm)).toEqual(['wrong.js(4', 'wrong.js(4']);
});

test('hooks.d.ts matches the types that the engine uses', () => {
  // What hooks return is accepted, and what they receive has the documented type.
  expectTypeOf<authored.Step>().toExtend<contract.Step>();
  expectTypeOf<keyof authored.Step>().toEqualTypeOf<keyof contract.Step>();
  expectTypeOf<authored.Metadata>().toExtend<contract.HooksMetadata>();
  expectTypeOf<keyof authored.Metadata>().toEqualTypeOf<keyof contract.HooksMetadata>();
  expectTypeOf<authored.Ask>().toExtend<contract.Question>();
  expectTypeOf<keyof authored.Ask>().toEqualTypeOf<keyof contract.Question>();
  expectTypeOf<authored.Ahead>().toExtend<contract.Ahead>();
  expectTypeOf<keyof authored.Choice>().toEqualTypeOf<keyof contract.Choice>();
  expectTypeOf<keyof authored.End>().toEqualTypeOf<keyof contract.GameEnd>();
  expectTypeOf<authored.Answer>().toEqualTypeOf<contract.Answer>();
  expectTypeOf<contract.InitContext>().toExtend<authored.InitContext>();
  expectTypeOf<keyof contract.InitContext>().toEqualTypeOf<keyof authored.InitContext>();
  expectTypeOf<contract.DecideContext>().toEqualTypeOf<authored.DecideContext>();
  expectTypeOf<keyof authored.Hooks>().toEqualTypeOf<contract.HookMethod>();
});

test('hooks.d.ts states the actual limits', async () => {
  const text = await readFile(join(resourcesDir, 'studio', 'hooks.d.ts'), 'utf8');
  const { callMs, stackBytes, jsonBytes } = defaultHookLimits;
  for (const limit of [
    `${callMs / 1000} seconds`,
    `${hookMemoryBytes / 1024 ** 2} MiB of memory`,
    `${stackBytes / 1024} KiB of stack`,
    `${jsonBytes / 1024} KiB for the result`,
  ]) {
    expect(text).toContain(limit);
  }
});

test('a new project contains the JSON Schema of specs, and its spec refers to it and is valid', async () => {
  const files = new Map(await newProject(resourcesDir, templateSpec('free', 'Trial'), ''));
  expect(JSON.parse(String(files.get('spec.schema.json')))).toEqual(JSON.parse(JSON.stringify(specJsonSchema())));
  const text = String(files.get('spec.json'));
  expect(JSON.parse(text).$schema).toBe('./spec.schema.json');
  expect(readSpec(text).problems).toEqual([]);
});

test('does not replace existing files', async () => {
  const path = join(dir, 'existing');
  await writeProject(path, [['ui/board.js', 'mine']]);
  await expect(writeProject(path, [['ui/board.js', 'other']])).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(join(path, 'ui/board.js'), 'utf8')).toBe('mine');
});

test('copies the kit, updates earlier versions, and replaces modified files only if forced', async () => {
  const folder = join(dir, 'kit');
  const ui = join(folder, 'ui');
  const names = kitSources(resourcesDir).map(([name]) => name);
  expect(await updateKit(resourcesDir, folder, false)).toEqual({ written: names, unchanged: [] });
  expect(await updateKit(resourcesDir, folder, false)).toEqual({ written: [], unchanged: names });

  await writeFile(join(ui, 'parlor-board.js'), '// my own');
  await writeFile(join(ui, 'parlor-board.css'), '');
  await expect(updateKit(resourcesDir, folder, false)).rejects.toMatchObject({
    code: 'already_exists',
    message: expect.stringMatching(/parlor-board\.js.*parlor-board\.css/),
  });
  expect(await readFile(join(ui, 'parlor-board.js'), 'utf8')).toBe('// my own');
  expect((await updateKit(resourcesDir, folder, true)).written).toEqual(['parlor-board.js', 'parlor-board.css']);

  // Resources of a later Parlor, whose kit has a different script.
  const later = join(dir, 'later');
  await mkdir(join(later, 'ui-kit'), { recursive: true });
  for (const [name, source] of kitSources(resourcesDir))
    await writeFile(join(later, 'ui-kit', name), name.endsWith('board.js') ? '// later' : await readFile(source));
  await writeFile(
    join(later, 'ui-kit', 'versions.json'),
    await readFile(join(resourcesDir, 'ui-kit', 'versions.json')),
  );
  expect((await updateKit(later, folder, false)).written).toEqual(['parlor-board.js']);
  expect(await readFile(join(ui, 'parlor-board.js'), 'utf8')).toBe('// later');
});

test('versions.json lists the current version of each file of the kit last', async () => {
  const versions = JSON.parse(await readFile(join(resourcesDir, 'ui-kit', 'versions.json'), 'utf8')) as KitVersions;
  for (const [name, source] of kitSources(resourcesDir))
    expect(versions[name]?.at(-1), `add it to versions.json: ${name}`).toBe(hash('sha256', await readFile(source)));
});
