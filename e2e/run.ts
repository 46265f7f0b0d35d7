/** `npm run e2e`: a browser (brought when missing), the built renderer, then Playwright with the given arguments. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildRenderer } from '../electron/shells/build.ts';
import { ensureChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');
await buildRenderer(root);
const chromium = await ensureChromium();
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '-c',
    join(root, 'e2e/playwright.config.ts'),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, PARLOR_CHROMIUM: chromium } },
);
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
