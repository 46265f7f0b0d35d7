/** `parlor protocol test` with kept pictures: taken in a real browser, of a board in a real frame. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureChromium } from '../../e2e/chromium.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { defaultResourcesDir } from '../installation.ts';
import { withOrigin } from '../studio/pictures/origin.ts';
import { openTerminal } from './testing/terminal.ts';

const dir = temporaryFolder();
const folder = join(dir, 'guesses');
const kept = (name = '') => join(folder, 'pictures/start', name);
const taken = () => readdir(join(folder, 'pictures/_new/start'));
let terminal: ReturnType<typeof openTerminal>;
let browser: string;

/** The command's exit code, and all that it prints. */
async function test(...flags: string[]): Promise<{ code: number | null; text: string }> {
  const { code, lines, errors } = await terminal.parlor('protocol', 'test', ...flags);
  return { code, text: [...lines, errors].join('\n') };
}
const testInBrowser = (...flags: string[]) => test(folder, '--browser', browser, ...flags);

async function changeBoard(from: string, to: string): Promise<void> {
  const path = join(folder, 'ui/board.js');
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

beforeAll(async () => {
  browser = await ensureChromium();
  terminal = openTerminal({ PARLOR_DATA_DIR: join(dir, 'data') });
  await terminal.parlor('protocol', 'create', '--output', folder);
  for (const file of ['spec.json', 'hooks.js'])
    await cp(join(defaultResourcesDir(), 'studio/turns', file), join(folder, file));
  await mkdir(join(folder, 'fixtures'));
  const fixture = {
    seed: 'a',
    answers: [],
    seats: { host: { control_mode: 'autonomous' }, guest: { control_mode: 'human' } },
  };
  await writeFile(join(folder, 'fixtures/start.json'), JSON.stringify(fixture));
});
afterAll(() => terminal.close());

// Three runs with 32 pictures each.
it.runIf(isLongRun)(
  'keeps pictures of a board, and reports what differs from them',
  async () => {
    const keeping = await testInBrowser('--keep-pictures');
    expect(keeping).toMatchObject({ code: 0, text: expect.stringMatching(/^pictures\t32 kept\tChrome\/\d/m) });
    const names = await readdir(kept());
    expect(names).toHaveLength(32);
    expect(await taken()).toEqual([]);

    // Only those that stay are compared: three are enough from here on.
    const rest = ['guest-340x300-light-en.png', 'guest-560x560-dark-zh-CN-large-text.png', 'host-900x600-dark-en.png'];
    for (const name of names) if (!rest.includes(name)) await rm(kept(name));
    expect(await testInBrowser()).toMatchObject({
      code: 0,
      text: expect.stringContaining('pictures\t3 of 3 the same'),
    });
    // Themes, sizes of texts and seats look different.
    const pictures = await Promise.all(rest.map((name) => readFile(kept(name))));
    expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(3);

    await changeBoard('You are the', 'Playing as the');
    const changed = await testInBrowser();
    expect(changed.code).toBe(1);
    expect(changed.text).toMatch(/^picture\tstart\tguest\t340x300-light-en\tdiffers\t\d+ pixels$/m);
    expect(changed.text).toContain('pictures\t0 of 3 the same');
    expect((await taken()).filter((name) => name.startsWith('guest-340x300'))).toEqual([
      'guest-340x300-light-en.difference.png',
      'guest-340x300-light-en.png',
    ]);

    // Kept by another browser, what differs may come from it.
    for (const [index, name] of rest.entries()) {
      const withoutTexts = PNG.sync.write(PNG.sync.read(pictures[index]!));
      await writeFile(kept(name), withOrigin(withoutTexts, 'Chrome/1 on plan9'));
    }
    const elsewhere = await testInBrowser();
    expect(elsewhere).toMatchObject({ code: 4, text: expect.stringContaining('another browser\tChrome/1 on plan9') });
    await changeBoard('Playing as the', 'You are the');
    expect((await testInBrowser()).code).toBe(0);
  },
  900_000,
);

it.runIf(isLongRun)(
  'goes on without a browser, and says so',
  async () => {
    const found = await test(folder, '--browser', join(dir, 'no-browser'));
    expect(found.code).toBe(4);
    expect(found.text).toMatch(/^pictures\tnot compared\tThe browser .*no-browser could not be started\.$/m);
    expect(found.text).toContain('fixture\tstart\tpassed');
    const keeping = await test(folder, '--keep-pictures', '--browser', join(dir, 'no-browser'));
    expect(keeping).toMatchObject({ code: 1, text: expect.stringContaining('browser_missing') });
  },
  60_000,
);

it.runIf(isLongRun)(
  'fails for a board that does not come to rest',
  async () => {
    for (const name of await readdir(kept())) if (name !== 'guest-340x300-light-en.png') await rm(kept(name));
    const changing = 'setInterval(() => { document.body.style.marginLeft = (performance.now() % 300) + "px"; }, 5);';
    await changeBoard('const parlor =', `${changing}\nconst parlor =`);
    const found = await testInBrowser();
    expect(found.code).toBe(1);
    expect(found.text).toContain('guest\t340x300-light-en\tthe board does not come to rest');
  },
  120_000,
);

it('keeps no pictures of a protocol that has no folder here', async () => {
  const found = await test('connect-four', '--keep-pictures');
  expect(found).toMatchObject({ code: 2, text: expect.stringContaining('bad_arguments') });
});
