/**
 * Opens every screen of the window in a real browser, with the headers of the web relay: takes a screenshot, runs axe, and fails on
 * accessibility and policy violations, console errors and horizontal overflow. Usage:
 * node renderer/testing/screenshots.ts OUT_DIR [name-filter] [language] [size]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch, ensureChromium } from '../../e2e/chromium.ts';
import { bundledBoard, lookTable } from './game-positions.ts';
import { screens } from './screens.ts';
import { serveLook } from './screenshot-server.ts';

const [out = '/tmp/shots', filter = '', language = 'en', onlySize] = process.argv.slice(2);
const dist = join(import.meta.dirname, '../../node_modules/.cache/parlor/screens');
mkdirSync(out, { recursive: true });

/** The actions of a screen use English labels; the screenshot is taken in the requested language. */
const switchLanguage = async (page: Page) => {
  await page.evaluate((locale) => document.dispatchEvent(new CustomEvent('look-locale', { detail: locale })), language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
};

const sizes = {
  wide: { width: 1280, height: 800 },
  '1200x900': { width: 1200, height: 900 },
  '900x600': { width: 900, height: 600 },
  /** The CSS pixels of 1280 by 800 at 200% zoom (WCAG 2.2, 1.4.4). */
  '640x400': { width: 640, height: 400 },
};
const served = await serveLook(dist, bundledBoard);
const browser = await chromium.launch(chromiumLaunch(await ensureChromium()));
let faults = 0;
try {
  for (const screen of screens.filter(({ name }) => name.includes(filter))) {
    const game = screen.game && (await lookTable(screen.game));
    for (const theme of ['light', 'dark'] as const) {
      for (const [size, viewport] of Object.entries(sizes)) {
        // The layout is the same in both themes, except on boards; other screens have one dark screenshot.
        if (theme === 'dark' && !game && (size !== 'wide' || language !== 'en' || onlySize)) continue;
        if (size === '1200x900' && !game && onlySize !== size) continue;
        if (onlySize && size !== onlySize) continue;
        const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
        const page = await context.newPage();
        const name = `${screen.name}${theme === 'dark' ? '-dark' : ''}${size === 'wide' ? '' : `-${size}`}`;
        const fault = (text: string) => {
          faults += 1;
          console.log(`${name}: ${text}`);
        };
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') fault(`console: ${message.text()}`);
        });
        page.on('pageerror', (error) => fault(`error: ${error.message}`));
        await page.addInitScript(() =>
          document.addEventListener('securitypolicyviolation', (event) =>
            console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
          ),
        );
        if (game)
          await page.addInitScript((table: object) => Object.assign(window, { lookTable: table }), game as object);
        try {
          const board = encodeURIComponent(served.board(screen.game?.slug ?? 'connect-four'));
          await page.goto(`${served.app}/?scene=${screen.scene}&boardUrl=${board}#${screen.hash}`);
          await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 5000 });
          page.setDefaultTimeout(8000);
          for (const action of screen.actions) await action(page);
          if (language !== 'en') await switchLanguage(page);
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
        } catch (error) {
          fault(`script: ${String(error).split('\n').slice(0, 3).join(' ')}`);
        }
        await page.screenshot({ path: `${out}/${name}.png` });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
        if (overflow) fault('scrolls sideways');
        const axe = await new AxeBuilder({ page }).exclude('iframe').analyze();
        for (const violation of axe.violations) {
          fault(
            `axe: ${violation.id}: ${violation.nodes
              .map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`)
              .slice(0, 4)
              .join(' | ')}`,
          );
        }
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  served.close();
}
console.log(faults === 0 ? 'no faults' : `${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
