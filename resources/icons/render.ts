/** `node resources/icons/render.ts` renders the icons' SVG sources to PNG with Chromium. Run it after changing an SVG. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumLaunch, ensureChromium } from '../../e2e/chromium.ts';

const iconsDir = import.meta.dirname;
/** The tray images are macOS template images: black on transparent, coloured by the system. */
const renderings = [
  ...[16, 24, 32, 48, 64, 128, 256, 512, 1024].map((size) => ({ from: 'icon.svg', to: `icon-${size}.png`, size })),
  // Overlay on the Windows taskbar button while something needs attention.
  { from: 'badge.svg', to: 'badge.png', size: 32 },
  { from: 'icon-mono.svg', to: 'trayTemplate.png', size: 16 },
  { from: 'icon-mono.svg', to: 'trayTemplate@2x.png', size: 32 },
];

const browser = await chromium.launch(chromiumLaunch(await ensureChromium()));
const page = await browser.newPage();
for (const { from, to, size } of renderings) {
  const svg = (await readFile(join(iconsDir, from), 'utf8')).replace('<svg ', `<svg width="${size}" height="${size}" `);
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0;color:#000}svg{display:block}</style>${svg}`);
  await writeFile(join(iconsDir, to), await page.screenshot({ omitBackground: true }));
}
await browser.close();
