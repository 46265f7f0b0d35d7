import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch, ensureHeadlessChromium } from './e2e/chromium.ts';
import { long } from './shared/testing/long.ts';

export default defineConfig({
  test: {
    // Real databases, processes and iroh endpoints: slow is allowed, hanging is not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Much of a test's time is spent waiting for other processes and deadlines: more at once than two cores.
    maxWorkers: 4,
    // Tests start hundreds of processes: each takes half its time where Node finds its files compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/parlor/compile') },
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          // Commands and Electron's fake module change the process that they run in.
          include: ['{electron/cli,electron/shells,packaging,bench}/**/*.test.ts', '*.test.ts'],
          provide: { postgresUrls: null },
        },
      },
      {
        extends: true,
        test: {
          name: 'modules',
          include: ['{shared,service,renderer,electron}/**/*.test.ts'],
          exclude: ['electron/{cli,shells}/**', 'service/storage/postgres.test.ts', 'service/copy/*.test.ts'],
          provide: { postgresUrls: null },
          // Files share a worker: loading the modules again for each takes a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [react()],
        // A package found only while tests run would be bundled then, and the page reloaded.
        optimizeDeps: {
          entries: ['renderer/**/*.test.tsx', 'renderer/testing/*.tsx', 'renderer/ui/qr-reader.ts'],
        },
        test: {
          name: 'window',
          include: ['renderer/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch(await ensureHeadlessChromium()) }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          isolate: false,
          // What depends on the database once more; in a long run all of the service, except what is about SQLite itself.
          include: long
            ? [
                'service/{http,api,events,copy}/**/*.test.ts',
                'service/{storage/postgres,commands/check,rolling}.test.ts',
              ]
            : [
                'service/events/*.test.ts',
                'service/http/paging.test.ts',
                'service/api/v1/{events.get,sessions.post,elo/*}.test.ts',
                'service/api/v1/sessions/**/*.test.ts',
                'service/copy/*.test.ts',
                'service/commands/check.test.ts',
                'service/storage/postgres.test.ts',
              ],
          exclude: ['service/http/hostile.test.ts'],
          globalSetup: 'service/testing/postgres-setup.ts',
        },
      },
    ],
  },
});
