/**
 * Cards and lines of moments lie over nothing that can be pressed or is a heading, in every room and size; the search field gives way. Neither
 * they nor anything else that arrives moves what the user is about to press.
 */
import type { Browser, ElementHandle, Locator, Page } from '@playwright/test';
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

const send = (page: Page, event: string, detail?: unknown) =>
  page.evaluate(
    ([name, told]) => void document.dispatchEvent(new CustomEvent(String(name), { detail: told })),
    [event, detail],
  );
const tell = (page: Page, scene: string) => send(page, 'look-notices', scene);

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

const open = (browser: Browser, scene: string, hash: string, size: Size): Promise<Page> =>
  openScene(browser, scenes, { name: scene, scene, hash, actions: [] } as unknown as Screen, size);

/** A room in which there are moments. */
async function openRoom(browser: Browser, room: string, size: Size): Promise<Page> {
  const [scene, hash] = rooms[room]!;
  const page = await open(browser, scene, hash, size);
  await expect(page.locator('[data-region="moments"]'), room).toBeVisible();
  return page;
}

const handlesOf = (elements: Locator) =>
  elements.filter({ visible: true }).elementHandles() as Promise<ElementHandle<Element>[]>;

/** Everything in the page that can be pressed, and the board. */
const controlsOf = (page: Page) => handlesOf(page.locator('main').locator('a[href], button, input, textarea, iframe'));

const boxesOf = (controls: readonly ElementHandle<Element>[]) =>
  Promise.all(
    controls.map(async (control) => {
      const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const name = await control.evaluate((element) => element.outerHTML.slice(0, 100));
      return [name, x, y, width, height];
    }),
  );

/** Moves the pointer onto an element, as a hand does: in steps. */
async function pointAt(page: Page, element: { boundingBox(): Promise<{ x: number; y: number } | null> }) {
  const box = await element.boundingBox();
  await page.mouse.move(0, 0);
  await page.mouse.move(box!.x + 6, box!.y + 6, { steps: 4 });
}

const unreadable = { problem: { code: 'settings_unreadable', message: '' } };

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

  test(`a notice of the window moves nothing at ${size}`, inLongRuns(size), async ({ browser }) => {
    const rooms = { lobby: '', board: '/tables/board', chat: '/tables/chat', inbox: '/inbox', studio: '/studio' };
    for (const [room, hash] of sampled(Object.entries(rooms), 3)) {
      const page = await open(browser, room === 'chat' ? 'chat' : 'first-game', hash, size);
      const notice = page.locator('[data-region="notice"]');
      await page.waitForFunction(nextFrames);
      const controls = await controlsOf(page);
      for (const hold of ['pointer', 'focus'] as const) {
        const control = controls.at(Math.floor(controls.length / 2))!;
        if (hold === 'pointer') await pointAt(page, control);
        else await control.focus();
        const before = await boxesOf(controls);
        await send(page, 'look-app', unreadable);
        await page.waitForFunction(nextFrames);
        expect(await boxesOf(controls), `${room}, ${hold}`).toEqual(before);
        await send(page, 'look-app', { problem: null });
        await page.waitForFunction(nextFrames);
        expect(await boxesOf(controls), `${room}, ${hold}, afterwards`).toEqual(before);
      }
      // Once nothing is held, it is there in every room, and says everything.
      await page.mouse.move(0, 0);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await send(page, 'look-app', unreadable);
      await expect(notice).toBeVisible();
      await notice.locator('[aria-expanded="false"]').click();
      await expect(notice.getByText('settings_unreadable')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(notice.getByText('settings_unreadable')).toHaveCount(0);
      await page.close();
    }
  });

  test(`what is wrong has the words beside what happened at ${size}`, inLongRuns(size), async ({ browser }) => {
    for (const room of sampled(['inbox', 'board', 'lobby'], 3)) {
      const page = await openRoom(browser, room, size);
      await send(page, 'look-app', unreadable);
      const [notice, moments] = ['notice', 'moments'].map((region) => page.locator(`[data-region="${region}"]`)) as [
        Locator,
        Locator,
      ];
      await expect(notice).toBeVisible();
      // In a column or in the bar under a board, the two have places of their own.
      if ((await moments.getAttribute('data-compact')) !== null) {
        const words = (await notice.locator('[role="alert"]').boundingBox())!;
        expect(words.width, room).toBeGreaterThan(size === '1280x800' ? 300 : 150);
        const [left, right] = [(await moments.boundingBox())!, (await notice.boundingBox())!];
        expect(left.x + left.width, room).toBeLessThanOrEqual(right.x);
        expect(left.x, room).toBeGreaterThanOrEqual(0);
        await moments.locator('[aria-expanded="false"]').click();
        const card = (await moments.locator('article').first().boundingBox())!;
        expect(card.x, room).toBeGreaterThanOrEqual(0);
        expect(card.x + card.width, room).toBeLessThanOrEqual(page.viewportSize()!.width);
      }
      await page.close();
    }
  });

  test(`a new table moves no row at ${size}`, inLongRuns(size), async ({ browser }) => {
    const page = await open(browser, 'lobby', '', size);
    const rows = await handlesOf(page.locator('[data-post]'));
    await pointAt(page, rows[0]!);
    const before = await boxesOf(rows);
    const button = page.getByRole('button', { name: '1 new table' });
    await send(page, 'look-new-table');
    await expect(button).toBeVisible();
    expect(await boxesOf(rows)).toEqual(before);
    await button.click();
    await expect(button).toHaveCount(0);

    // Where the button would be, a click is meant for the row below it.
    await page.mouse.move(0, 0);
    const list = (await page.locator('[data-list]').boundingBox())!;
    const foot = [list.x + list.width / 2, list.y + list.height - 20] as const;
    await page.mouse.move(foot[0], foot[1] - 4);
    await page.mouse.move(...foot);
    await send(page, 'look-new-table');
    await page.waitForFunction(nextFrames);
    const pointed = () => page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.textContent ?? '', foot);
    expect(await pointed()).not.toContain('new table');
    await page.close();
  });

  test(`the first card moves no row of the lobby at ${size}`, inLongRuns(size), async ({ browser }) => {
    // Without contacts.
    const page = await open(browser, 'guarded', '', size);
    await tell(page, 'none');
    await page.waitForFunction(nextFrames);
    const controls = await controlsOf(page);
    const before = await boxesOf(controls);
    await tell(page, 'moments');
    await expect(page.locator('[data-region="moments"]')).toBeVisible();
    expect(await boxesOf(controls)).toEqual(before);
    await page.close();
  });

  test(`what is said beside a game stays whole and in its place at ${size}`, inLongRuns(size), async ({ browser }) => {
    const page = await open(browser, 'first-game&talk=open', '/tables/board', size);
    const talk = page.getByTestId('remarks-part');
    const openPanel = page.locator('[data-band] [data-panel="moves"]');
    if (await openPanel.isVisible()) await openPanel.click();
    test.skip(!(await talk.isVisible()), 'the panel is in the menu');
    await tell(page, 'none');
    await page.waitForFunction(nextFrames);
    const controls = await handlesOf(page.getByRole('complementary').locator('button, input'));
    await pointAt(page, talk.getByRole('heading'));
    const before = await boxesOf(controls);
    await tell(page, 'moments');
    await expect(page.locator('[data-region="moments"]')).toBeVisible();
    expect(await boxesOf(controls)).toEqual(before);

    await talk.getByRole('textbox').fill('One more line');
    await page.keyboard.press('Enter');
    const newest = talk.getByText('One more line');
    await expect(newest).toBeInViewport({ ratio: 1 });
    // All phrases leave no room for anything else in the lowest window.
    if (size !== '640x400') await talk.getByRole('button', { name: 'All phrases' }).click();
    await page.mouse.move(0, 0);
    await talk.getByRole('textbox').focus();
    for (const part of [newest, talk.getByRole('textbox')]) {
      await expect(part).toBeInViewport({ ratio: 1 });
      expect(
        await part.evaluate((element) => {
          const { left, top, bottom } = element.getBoundingClientRect();
          return [top + 3, bottom - 3].every((y) => element.contains(document.elementFromPoint(left + 8, y)));
        }),
      ).toBe(true);
    }
    await page.close();
  });
}
