/** Opens the scripted screens of renderer/testing, with text typed into their fields. */
import { join } from 'node:path';
import type { Browser, Frame, Page } from '@playwright/test';
import { root } from '../../electron/installation.ts';
import { bundledBoard, lookTable } from '../../renderer/testing/game-positions.ts';
import type { Screen } from '../../renderer/testing/screens.ts';
import { serveLook } from '../../renderer/testing/screenshot-server.ts';
import { inspect } from '../inspect.ts';
import type { Finding } from './finding.ts';

const dist = join(root, '.cache/scenes');

/** Builds the window over its fake bridge, from the sources in `checkout`. */
export async function buildScenes(checkout: string = root, outDir: string = dist): Promise<void> {
  const { build } = await import('vite');
  const configFile = join(checkout, 'renderer/testing/vite.config.ts');
  await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
}

/** Serves what `buildScenes` has built. */
export const serveScenes = (outDir: string = dist) => serveLook(outDir, bundledBoard);
export type Scenes = Awaited<ReturnType<typeof serveScenes>>;

export const sizes = {
  '1920x1080': { width: 1920, height: 1080 },
  '1280x800': { width: 1280, height: 800 },
  '900x600': { width: 900, height: 600 },
  /** The pixels of 1280 by 800 at 200% zoom (WCAG 2.2, 1.4.4). */
  '640x400': { width: 640, height: 400 },
};
export type Size = keyof typeof sizes;

/** In a scene, of one size. The actions use English labels. */
export async function openScene(browser: Browser, scenes: Scenes, screen: Screen, size: Size): Promise<Page> {
  const page = await browser.newPage({ viewport: sizes[size], colorScheme: 'light', reducedMotion: 'reduce' });
  page.setDefaultTimeout(60_000);
  if (screen.game) {
    const table = await lookTable(screen.game);
    await page.addInitScript((each: object) => Object.assign(window, { lookTable: each }), table as object);
  }
  const board = encodeURIComponent(scenes.board(screen.game?.slug ?? 'connect-four'));
  await page.goto(`${scenes.app}/?scene=${screen.scene}&boardUrl=${board}#${screen.hash}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const action of screen.actions) await action(page);
  return page;
}

/** Untranslated words in the hooks, boards and protocols of the samples. */
const strangersWords = (
  "Lantern Auction Connect Iterated Prisoner's Dilemma Four Five Weak Wins Lots Open bids Seats Drop a disc Board Columns Gomoku rock client pale harbor stdio " +
  "Reversi Place pass black stone Dots and Boxes Draw line Battleship Choose cell to shoot at Liar's Dice Raise the bid or call " +
  'Sealed-bid Bid for lot worth Will it turn out well Is this the right time Should I ask someone else Sealed in Line column free height from below yours theirs'
).split(' ');

async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' });
  for (const frame of page.frames().slice(1))
    await frame.locator(`html[data-theme="${theme}"], html:not([data-theme])`).waitFor({ state: 'attached' });
}

export async function setLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate((detail) => document.dispatchEvent(new CustomEvent('look-locale', { detail })), language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

const typed = (type: string | null): string =>
  type === 'number' ? '3' : type === 'search' ? 'e' : type === 'password' ? 'open sesame' : 'Grüße, 12 of them';

/** Types something into every empty field that can be typed in; whether there was one. */
export async function fillFields(page: Page): Promise<boolean> {
  let filled = 0;
  const fill = async (frame: Frame) => {
    for (const field of await frame.locator('input:visible, textarea:visible').all()) {
      const type = await field.getAttribute('type');
      if (/^(checkbox|radio|file|range|color|hidden)$/.test(type ?? '')) continue;
      if (!(await field.isEditable()) || (await field.inputValue()) !== '') continue;
      await field.fill(typed(type), { timeout: 2_000 }).then(
        () => {
          filled += 1;
        },
        () => {},
      );
    }
  };
  for (const frame of page.frames()) await fill(frame);
  return filled > 0;
}

export interface States {
  dark?: boolean;
  chinese?: boolean;
  /** How many windowfuls of a scrolling page to look at. */
  pages?: number;
}

/** Inspects what a page shows now in both themes. */
export async function inspectThemes(page: Page, where: string, { dark = true, pages = 1 }: States): Promise<Finding[]> {
  const found = await inspect(page, { where, pages });
  if (!dark) return found;
  await setTheme(page, 'dark');
  found.push(...(await inspect(page, { where: `${where} dark`, pages, coloursOnly: true })));
  await setTheme(page, 'light');
  return found;
}

/** Inspects a screen at one window size: empty and with typed text, in both themes and languages. */
export async function inspectScreen(browser: Browser, scenes: Scenes, screen: Screen, size: Size, states: States = {}) {
  const page = await openScene(browser, scenes, screen, size);
  const where = `${screen.name} ${size}`;
  const found = await inspectThemes(page, where, states);
  if (states.chinese) {
    await setLanguage(page, 'zh-CN');
    const chinese = { locale: 'zh-CN', allowedWords: strangersWords } as const;
    found.push(...(await inspect(page, { where: `${where} zh-CN`, pages: states.pages ?? 1, ...chinese })));
    await setLanguage(page, 'en');
  }
  if (await fillFields(page)) found.push(...(await inspectThemes(page, `${where} typed`, states)));
  await page.close();
  return found;
}
