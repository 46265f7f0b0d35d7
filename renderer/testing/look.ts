/**
 * Opens every screen of the scripted window in a real browser, under the real headers: takes its picture, runs axe, and
 * fails on a console error or a policy violation. Usage: node renderer/testing/look.ts OUT_DIR [name-filter] [language]
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Page } from '@playwright/test';
import { hostingScreens } from './look-hosting.ts';
import { inboxScreens } from './look-inbox.ts';
import { networkScreens } from './look-network.ts';
import { protocolScreens } from './look-protocols.ts';
import { settingsScreens } from './look-settings.ts';
import { studioScreens } from './look-studio.ts';
import { tableScreens } from './look-tables.ts';
import { serveLook } from './serve.ts';

const [out = '/tmp/shots', filter = '', language = 'en'] = process.argv.slice(2);
const dist = process.env.PARLOR_LOOK_DIR ?? '/tmp/parlor-look';
const board = fileURLToPath(new URL('../../resources/protocols/connect-four/ui/', import.meta.url));
mkdirSync(out, { recursive: true });

export interface Screen {
  name: string;
  query: string;
  hash?: string;
  act?: (page: Page) => Promise<void>;
}

/** The scripts read English; what they led to is looked at in the wanted language. */
const speak = async (page: Page) => {
  await page.evaluate((locale) => document.dispatchEvent(new CustomEvent('look-locale', { detail: locale })), language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
};

const openSheet = async (page: Page, name: string) => {
  await page.locator('[data-post]', { hasText: name }).click();
  await page.getByRole('button', { name: 'Join table' }).and(page.locator(':not([aria-disabled])')).waitFor();
};
const sit = async (page: Page, name: string, seat = 'Human') => {
  await openSheet(page, name);
  await page.getByText(seat, { exact: true }).click();
  await page.getByRole('button', { name: 'Join table' }).click();
  await page.getByTestId('decision').waitFor();
};
const plainly = async (page: Page) => {
  await page.getByRole('button', { name: 'Plain view' }).click();
  await page.getByRole('region', { name: 'Plain view' }).waitFor();
};
const play = async (page: Page, column: number) => {
  await page.getByTestId('turn').filter({ hasText: 'Your' }).waitFor();
  await page.keyboard.press(String(column));
  await page.keyboard.press('Enter');
  await page.getByTestId('turn').filter({ hasNotText: 'Your' }).waitFor();
};

const screens: Screen[] = [
  ...hostingScreens,
  ...networkScreens,
  ...tableScreens,
  ...inboxScreens,
  ...protocolScreens,
  ...studioScreens,
  { name: 'first-run', query: 'scene=first-run' },
  {
    name: 'first-run-more',
    query: 'scene=first-run',
    act: async (page) => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Make my key' }).click();
    },
  },
  {
    name: 'restore',
    query: 'scene=first-run',
    act: (page) => page.getByRole('button', { name: 'Restore it' }).click(),
  },
  {
    name: 'locked',
    query: 'scene=locked',
    act: async (page) => {
      await page.getByLabel('Passphrase', { exact: true }).fill('no');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'unreadable', query: 'scene=unreadable' },
  { name: 'registering', query: 'scene=registering&pace=600', act: (page) => page.waitForTimeout(900) },
  { name: 'offline', query: 'scene=offline' },
  { name: 'empty', query: 'scene=empty' },
  { name: 'loading', query: 'scene=loading', act: (page) => page.waitForTimeout(600) },
  { name: 'problem', query: 'scene=problem' },
  { name: 'lobby', query: 'scene=lobby' },
  { name: 'lobby-sheet', query: 'scene=lobby', act: (page) => openSheet(page, 'tidewright') },
  {
    name: 'lobby-evidence',
    query: 'scene=lobby',
    act: async (page) => {
      await openSheet(page, 'tidewright');
      await page.getByRole('button', { name: 'Show me' }).first().click();
      await page.getByRole('button', { name: 'Rules', exact: true }).click();
    },
  },
  {
    name: 'lobby-refused',
    query: 'scene=lobby',
    act: async (page) => {
      await page.locator('[data-post]', { hasText: 'basalt' }).click();
      await page.getByRole('alert').waitFor();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'lobby-no-fit',
    query: 'scene=lobby',
    act: async (page) => {
      const search = page.getByRole('searchbox');
      if (await search.isVisible()) await search.fill('zzz');
    },
  },
  {
    name: 'joining',
    query: 'scene=calling',
    act: async (page) => {
      await openSheet(page, 'tidewright');
      await page.getByRole('button', { name: 'Join table' }).click();
      await page.locator('[data-step="connect"][data-state="now"]').waitFor();
      await page.waitForTimeout(1200);
    },
  },
  {
    name: 'joining-failed',
    query: 'scene=unreachable',
    act: async (page) => {
      await openSheet(page, 'tidewright');
      await page.getByRole('button', { name: 'Join table' }).click();
      await page.getByRole('alert').getByText("can't be reached").waitFor();
    },
  },
  {
    name: 'table-board',
    query: 'scene=lobby',
    act: async (page) => {
      await sit(page, 'tidewright');
      await page.waitForTimeout(800);
      for (const column of [4, 3]) await play(page, column);
      await page.getByTestId('turn').filter({ hasText: 'Your' }).waitFor();
      await page.keyboard.press('5');
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'table-plain',
    query: 'scene=lobby',
    act: async (page) => {
      await sit(page, 'tidewright');
      await plainly(page);
      for (const column of [4, 3]) await play(page, column);
      await page.getByTestId('turn').filter({ hasText: 'Your' }).waitFor();
      await page.keyboard.press('5');
    },
  },
  {
    name: 'table-hybrid',
    query: 'scene=lobby',
    act: async (page) => {
      await sit(page, 'Marigold', 'Hybrid');
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'table-lost',
    query: 'scene=lost',
    act: async (page) => {
      await sit(page, 'tidewright');
      await play(page, 4);
      await page.getByTestId('decision').filter({ hasText: 'gone quiet' }).waitFor();
    },
  },
  {
    name: 'table-sealed',
    query: 'scene=lobby&board=none',
    act: async (page) => {
      await sit(page, 'old-lantern');
      await play(page, 2);
      await page.getByTestId('turn').filter({ hasText: 'Your' }).waitFor();
    },
  },
  {
    name: 'fairness',
    query: 'scene=lobby&board=none',
    act: async (page) => {
      await sit(page, 'old-lantern');
      await play(page, 2);
      await page.getByTestId('turn').filter({ hasText: 'Your' }).waitFor();
      const panel = page.getByRole('button', { name: 'Moves and receipts' });
      if (await panel.isVisible()) await panel.click();
      await page.getByRole('button', { name: /Round 1/ }).click();
    },
  },
  {
    name: 'resign',
    query: 'scene=lobby',
    act: async (page) => {
      await sit(page, 'tidewright');
      await page.waitForTimeout(500);
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'table-over',
    query: 'scene=lobby&pace=60',
    act: async (page) => {
      await sit(page, 'tidewright');
      for (const column of [4, 4, 4, 4]) await play(page, column);
      await page.getByTestId('decision').filter({ hasText: 'Both reports agree' }).waitFor();
    },
  },
  {
    name: 'words',
    query: 'scene=guarded',
    act: async (page) => {
      await page.getByRole('button', { name: 'Write down your words' }).click();
      await page.getByLabel('Passphrase', { exact: true }).fill('open sesame');
      await page.keyboard.press('Enter');
      await page.getByTestId('words').waitFor();
    },
  },
  {
    name: 'words-quiz',
    query: 'scene=guarded',
    act: async (page) => {
      await page.getByRole('button', { name: 'Write down your words' }).click();
      await page.getByLabel('Passphrase', { exact: true }).fill('open sesame');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'I have them on paper' }).click();
      await page.getByRole('textbox').first().fill('zebra');
    },
  },
  ...['settled', 'lost', 'drawn', 'pending', 'queued', 'disputed', 'capped', 'interrupted', 'peergone'].map((id) => ({
    name: `result-${id}`,
    query: 'scene=results',
    hash: `/tables/${id}`,
  })),
  { name: 'standings', query: 'scene=lobby', hash: '/boards', act: (page) => page.locator('[data-own]').waitFor() },
  {
    name: 'standings-near-top',
    query: 'scene=results',
    hash: '/boards',
    act: (page) => page.locator('[data-own]').waitFor(),
  },
  {
    name: 'standings-from-top',
    query: 'scene=lobby',
    hash: '/boards',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show all from the top' }).click();
      await page.getByTestId('own-place').waitFor();
    },
  },
  {
    name: 'standings-karma',
    query: 'scene=lobby',
    hash: '/boards',
    act: async (page) => {
      await page.getByText('Karma', { exact: true }).click();
      await page.locator('[data-own]').waitFor();
    },
  },
  ...(['empty', 'loading', 'offline', 'problem', 'registering'] as const).map((scene) => ({
    name: `standings-${scene}`,
    query: `scene=${scene}&pace=600`,
    hash: '/boards',
    act: (page: Page) => page.waitForTimeout(500),
  })),
  {
    name: 'standings-new',
    query: 'scene=guarded',
    hash: '/boards',
    act: (page) => page.getByTestId('own-place').waitFor(),
  },
  {
    name: 'profile',
    query: 'scene=lobby',
    hash: '/boards',
    act: async (page) => {
      await page.locator('[data-own] + tr a').click();
      await page.getByTestId('rating-line').waitFor();
      await page.locator('[data-region="sheet"]').getByText('Where the karma').waitFor();
    },
  },
  {
    name: 'profile-below',
    query: 'scene=lobby',
    hash: '/boards',
    act: async (page) => {
      await page.locator('tbody a').first().click();
      await page.getByTestId('rating-line').focus();
      for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: 'Show as a table' }).click();
      await page.locator('#karma-title').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'profile-own',
    query: 'scene=lobby',
    hash: '/boards',
    act: async (page) => {
      await page.locator('[data-own] a').click();
      await page.getByRole('button', { name: 'Change' }).click();
      await page.getByLabel('Add a capability').fill('slow_play café');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'profile-new',
    query: 'scene=guarded',
    hash: '/boards',
    act: async (page) => {
      await page.getByTestId('own-place').getByRole('link').click();
      await page.getByText('Everybody starts at 1200').waitFor();
    },
  },
  {
    name: 'profile-unknown',
    query: 'scene=lobby',
    hash: `/boards/agents/${'0'.repeat(64)}`,
    act: (page) => page.getByText('Nobody by this key').waitFor(),
  },
  {
    name: 'profile-offline',
    query: 'scene=offline',
    hash: `/boards/agents/${'0'.repeat(64)}`,
    act: (page) => page.waitForTimeout(400),
  },
  ...settingsScreens,
];

const sizes = {
  wide: { width: 1280, height: 800 },
  '900x600': { width: 900, height: 600 },
  /** What is left of 1280 by 800 at twice the size (WCAG 2.2, 1.4.4). */
  '640x400': { width: 640, height: 400 },
};
const served = await serveLook(dist, board);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
let faults = 0;
try {
  for (const screen of screens.filter(({ name }) => name.includes(filter))) {
    for (const theme of ['light', 'dark'] as const) {
      for (const [size, viewport] of Object.entries(sizes)) {
        // The dark theme has the same shapes in every language.
        if (theme === 'dark' && (size !== 'wide' || language !== 'en')) continue;
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
        try {
          await page.goto(
            `${served.app}/?${screen.query}&boardUrl=${encodeURIComponent(served.board)}#${screen.hash ?? ''}`,
          );
          await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 5000 });
          page.setDefaultTimeout(8000);
          await screen.act?.(page);
          if (language !== 'en') await speak(page);
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
