/** A language that is 40 % longer than English, added as docs/translating.md says: it can be chosen, and the main screens have room for it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { addPseudoLanguage, pseudoLanguage, pseudoName, pseudoText } from '../packaging/testing/pseudo-language.ts';
import { screens } from '../renderer/testing/screens.ts';
import type { Finding } from './inspect/finding.ts';
import { buildScenes, openScene, type Scenes, type Size, serveScenes, setLanguage } from './inspect/scenes.ts';
import { inspect, report } from './inspect.ts';

const mainScreens = [
  'first-run',
  'lobby',
  'lobby-sheet',
  'host-form',
  'board-reversi-middle',
  'result-settled',
  'tables',
  'protocols',
  'inbox',
  'leaderboards',
  'studio',
  'settings',
];

test.describe('a longer language', { tag: '@long' }, () => {
  test.describe.configure({ mode: 'default' });
  let checkout: string;
  let scenes: Scenes;
  test.beforeAll(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'parlor-language-'));
    await addPseudoLanguage(checkout);
    const dist = join(checkout, 'scenes');
    await buildScenes(checkout, dist);
    scenes = await serveScenes(dist);
  });
  test.afterAll(async () => {
    scenes?.close();
    if (checkout) await rm(checkout, { recursive: true, force: true });
  });

  test('can be chosen in the settings', async ({ browser }) => {
    const page = await openScene(browser, scenes, screenNamed('settings-looks'), '1280x800');
    await page.getByRole('radiogroup', { name: 'Language' }).getByText(pseudoName).click();
    await expect(page.locator(`html[lang="${pseudoLanguage}"]`)).toBeAttached();
    await expect(page.getByRole('heading', { name: pseudoText('Appearance and language') })).toBeVisible();
    await page.close();
  });

  for (const size of ['1280x800', '640x400'] satisfies Size[]) {
    test(`fits into the main screens at ${size}`, async ({ browser }) => {
      const found: Finding[] = [];
      for (const name of mainScreens) {
        const page = await openScene(browser, scenes, screenNamed(name), size);
        await setLanguage(page, pseudoLanguage);
        found.push(...(await inspect(page, { where: `${name} ${size} ${pseudoLanguage}` })));
        await page.close();
      }
      expect(report(found)).toBe('');
    });
  }
});

function screenNamed(name: string) {
  const screen = screens.find((each) => each.name === name);
  if (!screen) throw new Error(`There is no screen "${name}".`);
  return screen;
}
