/**
 * Cards and lines of moments lie over nothing that can be pressed or is a heading, in every room and size; the search field gives way. They move
 * nothing that the user is about to press.
 */
import type { Browser, Page } from '@playwright/test';
import type { Screen } from '../renderer/testing/screens.ts';
import { sampled } from '../shared/testing/long.ts';
import { expect, test } from './app-fixture.ts';
import { openScene, type Scenes, type Size, serveScenes } from './inspect/scenes.ts';

let scenes: Scenes;
test.beforeAll(async () => {
  scenes = await serveScenes();
});
test.afterAll(() => scenes.close());

const rooms: { [room: string]: [scene: string, hash: string] } = {
  lobby: ['moments', ''],
  'lobby sheet': ['moments', '/?host='],
  inbox: ['turns', '/inbox'],
  tables: ['moments-ended', '/tables'],
  board: ['moments', '/tables/board'],
  protocols: ['moments-long', '/protocols'],
  leaderboards: ['moments', '/leaderboards'],
  studio: ['moments', '/studio'],
  settings: ['moments-long', '/settings'],
};

const tell = (page: Page, scene: string) =>
  page.evaluate((detail) => void document.dispatchEvent(new CustomEvent('look-notices', { detail })), scene);

/** Resolves once the page has been drawn with what was told. */
const nextFrames = () =>
  new Promise<boolean>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(true), 50))),
  );

/** What lies under a card or under the line, by its text. */
const coveredBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const covers = [...document.querySelectorAll('[data-region="moments"] article, [data-region="moments"] .on-wood')];
    const others = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, th, [role="tab"]')];
    return others.flatMap((other) => {
      if (other.closest('[data-region="moments"]') || other.closest('[data-search]') || !isShown(other)) return [];
      const box = boxOf(other);
      const isUnder = covers.some((cover) => {
        const over = boxOf(cover);
        const [width, height] = [
          Math.min(box.right, over.right) - Math.max(box.left, over.left),
          Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top),
        ];
        if (width < 1 || height < 1) return false;
        // What has scrolled out of sight, and lies under nothing.
        const at = [Math.max(box.left, over.left) + width / 2, Math.max(box.top, over.top) + height / 2] as const;
        return cover.contains(document.elementFromPoint(...at));
      });
      return isUnder ? [`${other.tagName} ${other.getAttribute('aria-label') ?? other.textContent}`] : [];
    });
  });

/** A room in which there are moments. */
async function openRoom(browser: Browser, room: string, size: Size): Promise<Page> {
  const [scene, hash] = rooms[room]!;
  const page = await openScene(browser, scenes, { name: room, scene, hash, actions: [] } as unknown as Screen, size);
  await expect(page.locator('[data-region="moments"]'), room).toBeVisible();
  return page;
}

/** The other sizes are for long runs. */
const inLongRuns = (size: Size) => (size === '640x400' ? {} : { tag: '@long' });

for (const size of ['1280x800', '900x600', '640x400'] as const satisfies Size[]) {
  test(`moments move nothing under the pointer or the focus at ${size}`, inLongRuns(size), async ({ browser }) => {
    // In the other rooms, the line is always in the title bar.
    for (const room of sampled(['lobby', 'lobby sheet', 'inbox', 'board'], 3)) {
      const [scene] = rooms[room]!;
      const page = await openRoom(browser, room, size);
      await tell(page, 'none');
      await page.waitForFunction(nextFrames);
      const controls = await page
        .locator('main')
        .locator('a[href], button, input, iframe')
        .filter({ visible: true })
        .elementHandles();
      const count = controls.length;
      const picked = [0, Math.floor(count / 2), count - 1];
      for (const index of new Set(picked)) {
        await tell(page, 'none');
        await page.waitForFunction(nextFrames);
        const control = controls[index];
        if (!control || !(await control.isVisible())) continue;
        for (const hold of ['hover', 'focus'] as const) {
          await control.scrollIntoViewIfNeeded();
          await page.mouse.move(0, 0);
          await (hold === 'hover' ? control.hover({ force: true }) : control.focus());
          const before = await control.boundingBox();
          const where = `${room}: ${hold} ${await control.evaluate((element) => (element as Element).outerHTML.slice(0, 120))}`;
          for (const notices of [scene, 'moments-ended', 'none']) {
            await tell(page, notices);
            await page.waitForFunction(nextFrames);
            expect(await control.boundingBox(), `${where}, ${notices}`).toEqual(before);
          }
        }
      }
      // Afterwards everything that was held back is shown.
      await page.mouse.move(2, 2);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await tell(page, scene);
      await page.mouse.move(0, 0);
      await expect(page.locator('[data-region="moments"]'), room).toBeVisible();
      await page.close();
    }
  });

  test(`moments cover nothing at ${size}`, inLongRuns(size), async ({ browser }) => {
    for (const room of sampled(Object.keys(rooms), 3)) {
      const page = await openRoom(browser, room, size);
      expect(await coveredBy(page), room).toEqual([]);
      await page.close();
    }
  });
}
