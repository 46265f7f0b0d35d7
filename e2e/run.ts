/**
 * `npm run e2e`: installs a browser if none is there, builds the app, and runs Playwright with the given arguments. Without arguments,
 * it leaves tests tagged `@long` to `npm run test:long`. `--project electron` needs Electron's binary and a display.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../electron/installation.ts';
import { startBuiltPrograms } from '../packaging/testing/programs.ts';
import { isLongRun } from '../shared/testing/long.ts';
import { ensureChromium, ensureHeadlessChromium } from './chromium.ts';

await startBuiltPrograms();
const args = process.argv.slice(2);
const isShortRun = args.length === 0 && !isLongRun;
const projects = args.includes('--project') ? [] : ['--project', 'browser', '--project', 'screens'];
const selection = [...(isShortRun ? ['--grep-invert', '@long'] : args), ...projects];
const chromium = await ensureChromium();
// What the full browser has around a page takes a fourth of the time of a test.
const forPages = isShortRun ? await ensureHeadlessChromium() : chromium;
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '-c',
    join(root, 'e2e/playwright.config.ts'),
    ...selection,
  ],
  {
    stdio: 'inherit',
    // Every test starts several processes, which start twice as fast if Node finds their files compiled.
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/parlor/compile'),
      ...process.env,
      PARLOR_CHROMIUM: chromium,
      PARLOR_PAGE_CHROMIUM: forPages,
    },
  },
);
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
