import { defineConfig } from '@playwright/test';

const executablePath = process.env.PARLOR_CHROMIUM;

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  reporter: [['list']],
  // Each test starts its own Parlor with its own community and house: two at once is what two cores carry.
  workers: 2,
  fullyParallel: true,
  timeout: Number(process.env.PARLOR_E2E_TIMEOUT ?? 120_000),
  expect: { timeout: Math.min(30_000, Number(process.env.PARLOR_E2E_TIMEOUT ?? 30_000)) },
  use: {
    ...(executablePath ? { launchOptions: { executablePath, args: ['--no-sandbox'] } } : {}),
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
  },
});
