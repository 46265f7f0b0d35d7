import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumLaunch, ensureHeadlessChromium } from '../../e2e/chromium.ts';
import { bundleLimits } from '../../shared/bundle/limits.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { adapterPath, withAdapter } from '../library/board-client.ts';
import { openBoard, sampleContext } from '../library/testing/board-page.ts';
import { importBoard, importPage } from './import-board.ts';

/** A board as others write them: one page with all its code, which talks to its parent window. */
const singlePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Dice</title>
    <style>
      #high { color: rgb(1, 2, 3); }
    </style>
  </head>
  <body>
    <p id="round">-</p>
    <button id="high" onclick="bet('high', event)">High</button>
    <script>
      let round = 0;
      const post = (message) => parent.postMessage({ source: 'arcade-ui', ...message }, '*');
      window.addEventListener('message', ({ data }) => {
        if (data.type !== 'push') return;
        round = data.data.round;
        document.getElementById('round').textContent = 'round ' + round;
      });
      function bet(value, event) {
        if (event.type === 'click') post({ type: 'request', id: 1, method: 'decide', body: { round, bet: value } });
      }
      post({ type: 'hello', id: 0, capabilities: ['snapshot', 'info', 'decide'] });
    </script>
  </body>
</html>
`;

let source: string;
let folder: string;
let ui: string;
beforeEach(async () => {
  source = join(temporaryFolder(), 'ui');
  await mkdir(source);
  folder = temporaryFolder();
  ui = join(folder, 'ui');
  await writeFile(join(source, 'index.html'), singlePage);
});

describe('a page that was imported', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch(chromiumLaunch(await ensureHeadlessChromium()));
  }, 400_000);
  afterAll(() => browser?.close());

  async function open(folder: string) {
    await mkdir(join(folder, '.parlor'));
    await copyFile(
      fileURLToPath(new URL('../../resources/board-adapter/window-messages.js', import.meta.url)),
      join(folder, adapterPath),
    );
    await writeFile(join(folder, 'index.html'), withAdapter(await readFile(join(folder, 'index.html'))));
    return openBoard(browser, folder, sampleContext);
  }

  it('plays in the frame of a board, where it could not before', async () => {
    await importBoard(source, folder);
    const before = await open(source);
    expect(before.problems.join('\n')).toContain('Content Security Policy');
    await before.page.close();

    const board = await open(ui);
    await board.state({
      seat: 'guest',
      options: {},
      messages: [{ number: 1, direction: 'host_to_guest', action: 'ready', fields: { round: 2 } }],
      end: null,
    });
    await board.ask({ key: 'round:2', prompt: 'Roll', choices: [{ value: 'high', label: 'High' }] });
    await expect.poll(() => board.frame.locator('#round').textContent()).toBe('round 2');
    const button = board.frame.locator('#high');
    expect(await button.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    await button.click();
    await expect.poll(() => board.picked()).toBe('high');
    expect(board.problems).toEqual([]);
  }, 60_000);
});

it('says what it moved and what cannot work', async () => {
  await writeFile(join(source, 'more.js'), 'fetch("/api/snapshot");\n');
  await writeFile(join(source, 'logo.exe'), 'x');
  await writeFile(join(source, '.hidden'), 'x');
  await symlink('index.html', join(source, 'linked.html'));
  const { written, moves, problems } = await importBoard(source, folder);
  expect(moves).toEqual([
    { page: 'index.html', code: 'style', file: 'index.css', source: '', line: 6 },
    { page: 'index.html', code: 'handler', file: 'index-handlers.js', source: 'onclick', line: 12 },
    { page: 'index.html', code: 'script', file: 'index.js', source: '', line: 13 },
  ]);
  expect(problems.map(({ file, code }) => [file, code])).toEqual([
    ['ui/linked.html', 'refused_link'],
    ['ui/logo.exe', 'file_type'],
    ['ui/more.js', 'script_network'],
    ['ui/.hidden', 'left_out_hidden'],
  ]);
  expect(written).toEqual(['index-handlers.js', 'index.css', 'index.html', 'index.js', 'more.js']);
  expect((await readdir(ui)).sort()).toEqual(written);
});

it('imports a page alone as index.html, and changes a board in place', async () => {
  await writeFile(join(source, 'old.html'), singlePage);
  const { written } = await importBoard(join(source, 'old.html'), folder);
  expect(written).toEqual(['index-handlers.js', 'index.css', 'index.html', 'index.js']);
  expect(await importBoard(ui, folder)).toMatchObject({ written: [], moves: [] });
  expect((await importBoard(source, dirname(source))).written).toEqual([
    'index-handlers.js',
    'index.css',
    'index.html',
    'index.js',
    'old-handlers.js',
    'old.css',
    'old.html',
    'old.js',
  ]);
});

it('writes nothing if a page of it is lost, and no packages', async () => {
  await mkdir(join(source, 'node_modules/a'), { recursive: true });
  await writeFile(join(source, 'node_modules/a/index.js'), 'export {};');
  const { problems } = await importBoard(source, folder);
  expect(problems.map(({ file, code }) => [file, code])).toContainEqual(['ui/node_modules', 'left_out_packages']);
  expect(await readdir(ui)).not.toContain('node_modules');
  await rm(ui, { recursive: true });
  await writeFile(join(source, 'Index.html'), singlePage);
  await expect(importBoard(source, folder)).rejects.toMatchObject({
    code: 'bundle_invalid',
    message: expect.stringMatching(/^Nothing was written\. index\.html: the same path as Index\.html/),
  });
  await expect(readdir(ui)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('never replaces a file, and writes nothing then', async () => {
  await mkdir(ui);
  await writeFile(join(ui, 'index.js'), 'mine');
  await expect(importBoard(source, folder)).rejects.toMatchObject({
    code: 'already_exists',
    detail: { paths: ['index.js'] },
  });
  expect(await readdir(ui)).toEqual(['index.js']);
});

it('counts as existing what is no part of a board', async () => {
  await mkdir(join(ui, 'index.css'), { recursive: true });
  await writeFile(join(ui, 'index.js'), Buffer.alloc(bundleLimits.fileBytes + 1));
  const taken = { code: 'already_exists', detail: { paths: ['index.css', 'index.js'] } };
  await expect(importBoard(source, folder)).rejects.toMatchObject(taken);
  // Also for a board that is changed in place.
  await writeFile(join(ui, 'index.html'), singlePage);
  await expect(importBoard(ui, folder)).rejects.toMatchObject(taken);
  expect(await readFile(join(ui, 'index.html'), 'utf8')).toBe(singlePage);
});

it('finds an existing file among more than a board may have', async () => {
  await mkdir(ui);
  for (let index = 0; index < 300; index += 1) await writeFile(join(ui, `a${index}.txt`), '');
  await writeFile(join(ui, 'index.js'), 'mine');
  await expect(importBoard(source, folder)).rejects.toMatchObject({ detail: { paths: ['index.js'] } });
  expect(await readFile(join(ui, 'index.js'), 'utf8')).toBe('mine');
});

it('refuses a file in place of a folder that it needs', async () => {
  await mkdir(join(source, 'js'));
  await writeFile(join(source, 'js/app.js'), '');
  await mkdir(ui);
  await writeFile(join(ui, 'js'), 'mine');
  await expect(importBoard(source, folder)).rejects.toMatchObject({ detail: { paths: ['js/app.js'] } });
  expect(await readdir(ui)).toEqual(['js']);
});

it('reads pages in other encodings and writes UTF-8', async () => {
  const chinese = [0x3c, 0x70, 0x3e, 0xc4, 0xe3, 0xba, 0xc3];
  const gbk = Buffer.concat([Buffer.from('<!doctype html><meta charset=gbk><script>1</script>'), Buffer.from(chinese)]);
  await writeFile(join(source, 'index.html'), gbk);
  expect((await importBoard(source, folder)).moves[0]).toMatchObject({ code: 'encoding', source: 'gbk' });
  expect(await readFile(join(ui, 'index.html'), 'utf8')).toBe(
    '<!doctype html><meta charset="utf-8"><script src="index.js"></script><p>你好',
  );
  const marked = join(source, 'marked.html');
  await writeFile(marked, Buffer.from('\ufeff<p>Zürich', 'utf16le'));
  const target = temporaryFolder();
  expect((await importBoard(marked, target)).moves).toMatchObject([
    { code: 'encoding', source: 'UTF-16 (little-endian)' },
  ]);
  expect(await readFile(join(target, 'ui/index.html'), 'utf8')).toBe('<p>Zürich');
  await writeFile(marked, Buffer.from('<p>\nZürich', 'latin1'));
  await expect(importBoard(marked, folder)).rejects.toMatchObject({ code: 'file_refused', detail: { line: 2 } });
});

it('refuses what is not a page, a link, and a folder without a page', async () => {
  await symlink(join(source, 'index.html'), join(source, 'linked.html'));
  await expect(importBoard(join(source, 'linked.html'), folder)).rejects.toMatchObject({ code: 'file_refused' });
  await writeFile(join(source, 'a.txt'), '');
  await expect(importBoard(join(source, 'a.txt'), folder)).rejects.toMatchObject({ code: 'bad_arguments' });
  await expect(importBoard(join(source, 'missing.html'), folder)).rejects.toMatchObject({ code: 'not_found' });
  await expect(importBoard(temporaryFolder(), folder)).rejects.toMatchObject({ code: 'not_found' });
});

describe('a page that a window has read', () => {
  const page = Buffer.from(singlePage);
  const preview = () => importPage(page, folder, { apply: false });

  it('is written after a yes, exactly as shown before', async () => {
    const shown = await preview();
    expect(shown.written).toEqual(['index-handlers.js', 'index.css', 'index.html', 'index.js']);
    expect(await readdir(folder)).toEqual([]);
    expect(await importPage(page, folder, { apply: true })).toEqual(shown);
    expect((await readdir(ui)).sort()).toEqual(shown.written);
  });

  it('says before that it would replace a file, and follows no link out of the project', async () => {
    await mkdir(ui);
    await writeFile(join(ui, 'index.css'), 'mine');
    await expect(preview()).rejects.toMatchObject({ code: 'already_exists', detail: { paths: ['index.css'] } });
    await rm(ui, { recursive: true });
    await symlink(source, ui);
    await expect(importPage(page, folder, { apply: true })).rejects.toMatchObject({ code: 'file_refused' });
    expect(await readdir(source)).toEqual(['index.html']);
  });
});

it('refuses a page with too many tags, before it is parsed', async () => {
  const page = new TextEncoder().encode('<script>1</script>'.repeat(25_000));
  await expect(importPage(page, temporaryFolder(), { apply: false })).rejects.toMatchObject({
    code: 'file_refused',
    detail: { reason: 'refused_tags', max: 10_000 },
  });
});
