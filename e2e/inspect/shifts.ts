/** What moves under the pointer while a room loads: whoever aims at it hits something else. */
import type { Browser, Page } from '@playwright/test';
import { type Scenes, type Size, sizes } from './scenes.ts';

/** Of each text between the window and main, so that what belongs together arrives one after the other. */
const delayMs = 50;
/** After this many, no answer is missing: each can be that of a call made because of the one before. */
const delaysUntilSettled = 24;
/** Movements up to this many pixels don't turn a click into a miss. */
const toleratedPx = 3;

/** The controls that moved, although nobody did anything, while the room at `path` opened in a scene. */
export async function shiftsOf(browser: Browser, scenes: Scenes, scene: string, path: string, size: Size) {
  const page = await browser.newPage({ viewport: sizes[size], reducedMotion: 'reduce' });
  // From another room, with fonts loaded, as they are once in the life of a window.
  const from = path.startsWith('/settings') ? '/studio' : '/settings/about';
  const board = encodeURIComponent(scenes.board('connect-four'));
  await page.goto(`${scenes.app}/?scene=${scene}&delay=${delayMs}&boardUrl=${board}#${path === '/' ? path : from}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (path !== '/') await settle(page);
  await page.evaluate(() => document.fonts.ready);
  await recordShifts(page);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, path);
  await settle(page);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  await page.close();
  return shifts;
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (let delay = 0; delay < delaysUntilSettled; delay += 1)
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), delayMs);
}

const recordShifts = (page: Page) =>
  page.evaluate((tolerated) => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const controls = 'a[href], button, input, select, textarea, summary';
    const nameOf = (element: Element) => {
      const data = [...element.attributes].filter(({ name }) => /^(id|role|data-)/.test(name));
      const attributes = data.map(({ name, value }) => `[${name}="${value}"]`).join('');
      return `${element.localName}${attributes} "${(element.textContent ?? '').slice(0, 40)}"`;
    };
    const at = ({ x, y }: DOMRectReadOnly) => `${Math.round(x)},${Math.round(y)}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        for (const { node, previousRect: before, currentRect: after } of entry.sources) {
          // Without a size it was removed, or scrolled away.
          if (!(node instanceof Element) || before.width === 0 || after.width === 0) continue;
          if (!node.matches(controls) && !node.querySelector(controls)) continue;
          const moved = Math.max(Math.abs(before.x - after.x), Math.abs(before.y - after.y));
          if (moved > tolerated) shifts.push(`${nameOf(node)} from ${at(before)} to ${at(after)}`);
        }
      }
    }).observe({ type: 'layout-shift' });
  }, toleratedPx);
