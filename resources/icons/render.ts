/** `node resources/icons/render.ts`: draws the PNG sizes of both icons in a Chromium. Run it after an icon has changed. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumLaunch, ensureChromium } from '../../e2e/chromium.ts';

const here = import.meta.dirname;
/** The tray's template images are black on transparent; macOS colours them itself. */
const jobs = [
  ...[16, 24, 32, 48, 64, 128, 256, 512, 1024].map((size) => ({ from: 'icon.svg', to: `icon-${size}.png`, size })),
  // Marks that something is waiting: an overlay for the taskbar button on Windows.
  { from: 'badge.svg', to: 'badge.png', size: 32 },
  { from: 'icon-mono.svg', to: 'trayTemplate.png', size: 16 },
  { from: 'icon-mono.svg', to: 'trayTemplate@2x.png', size: 32 },
];

const browser = await chromium.launch(chromiumLaunch(await ensureChromium()));
const page = await browser.newPage();
for (const { from, to, size } of jobs) {
  const svg = (await readFile(join(here, from), 'utf8')).replace('<svg ', `<svg width="${size}" height="${size}" `);
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0;color:#000}svg{display:block}</style>${svg}`);
  await writeFile(join(here, to), await page.screenshot({ omitBackground: true }));
}
await browser.close();
