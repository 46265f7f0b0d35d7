import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';

const executablePath = process.env.PARLOR_PAGE_CHROMIUM;
const onScenes = ['boards.e2e.ts', 'moments-place.e2e.ts', 'screens.e2e.ts', 'words.e2e.ts'];

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'browser', testMatch: '*.e2e.ts', testIgnore: ['electron.e2e.ts', ...onScenes] },
    { name: 'scenes', testMatch: 'inspect/build-scenes.ts' },
    { name: 'screens', testMatch: onScenes, dependencies: ['scenes'] },
    { name: 'electron', testMatch: 'electron.e2e.ts' },
  ],
  outputDir: '../test-results',
  reporter: [['list']],
  // Each test starts its own Parlor with its own community and house, and waits for some of the time.
  workers: 3,
  fullyParallel: true,
  // Slow is allowed, hanging is not.
  timeout: Number(process.env.PARLOR_E2E_TIMEOUT ?? 300_000),
  expect: { timeout: Math.min(60_000, Number(process.env.PARLOR_E2E_TIMEOUT ?? 60_000)) },
  use: {
    ...(executablePath ? { launchOptions: chromiumLaunch(executablePath) } : {}),
    viewport: { width: 1280, height: 800 },
    // `npm run e2e -- --trace on` records traces, which take a third of a test's time.
    screenshot: 'only-on-failure',
  },
});
