import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { buildRenderer, isRendererStale } from './build.ts';

const root = temporaryFolder();
const page = join(root, 'renderer', 'index.html');
/** Sets a file's modification time to `seconds` from now. */
const touch = (path: string, seconds: number) =>
  utimesSync(path, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds);

it('builds when the output is missing or older than its sources, and only then', async () => {
  mkdirSync(join(root, 'renderer/picture'), { recursive: true });
  mkdirSync(join(root, 'shared'));
  for (const folder of ['renderer', 'renderer/picture'])
    writeFileSync(join(root, folder, 'vite.config.ts'), 'export default {};');
  writeFileSync(join(root, 'renderer/picture/index.html'), '<!doctype html><title>picture</title>');
  writeFileSync(join(root, 'shared', 'a.ts'), '');
  writeFileSync(join(root, 'shared', 'a.test.ts'), '');
  writeFileSync(page, '<!doctype html><title>one</title>');
  for (const path of ['index.html', 'vite.config.ts', 'picture/index.html', 'picture/vite.config.ts'])
    touch(join(root, 'renderer', path), -60);
  touch(join(root, 'shared', 'a.ts'), -60);

  const [dist, same] = await Promise.all([buildRenderer(root), buildRenderer(root)]);
  expect([dist, same]).toEqual([join(root, 'renderer', 'dist'), join(root, 'renderer', 'dist')]);
  const built = () => readFileSync(join(dist, 'index.html'), 'utf8');
  expect(built()).toContain('one');
  expect(readFileSync(join(dist, 'picture/index.html'), 'utf8')).toContain('picture');
  expect(readdirSync(join(root, 'renderer')).sort()).toEqual(['dist', 'index.html', 'picture', 'vite.config.ts']);

  expect(await isRendererStale(root)).toBe(false);
  const before = statSync(join(dist, 'index.html')).ino;
  await buildRenderer(root);
  expect(statSync(join(dist, 'index.html')).ino).toBe(before);

  touch(join(root, 'shared', 'a.test.ts'), 60);
  expect(await isRendererStale(root)).toBe(false);
  touch(join(root, 'shared', 'a.ts'), 60);
  expect(await isRendererStale(root)).toBe(true);
  touch(join(root, 'shared', 'a.ts'), -60);

  writeFileSync(page, '<!doctype html><title>two</title>');
  touch(page, 60);
  await buildRenderer(root);
  expect(built()).toContain('two');

  writeFileSync(page, '<!doctype html><script type="module" src="./missing.ts"></script>');
  touch(page, 120);
  await expect(buildRenderer(root)).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('missing.ts'),
  });
  expect(built()).toContain('two');
  expect(readdirSync(join(root, 'renderer')).sort()).toEqual(['dist', 'index.html', 'picture', 'vite.config.ts']);
});
