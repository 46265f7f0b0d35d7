/**
 * The unit and integration tests: `app` and `modules` under Node, `renderer` under Node with Vite, `window` in Chromium,
 * `postgres` for the service on PostgreSQL.
 */
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch, ensureHeadlessChromium } from './e2e/chromium.ts';
import { licencesPlugin } from './packaging/licences.ts';
import { isLongRun } from './shared/testing/long.ts';

/**
 * Node loads the sources itself, as it does for users; Vite would transform each, and the workers request them one by one. Vitest's hook
 * into that, for `vi.mock`, which no test needs, would have Node erase the types of each file again.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    // Real databases, processes and iroh endpoints: slow is allowed, hanging is not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Tests mostly wait for other processes and deadlines, so more of them can run at once than there are cores.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          // Electron's fake module changes global state of its process, so each file has its own.
          include: [
            'electron/shells/electron/**/*.test.ts',
            'electron/shells/desktop.test.ts',
            'packaging/desktop.test.ts',
          ],
          exclude: ['bench/postgres-plans.test.ts'],
          provide: { postgresUrls: null },
          experimental,
        },
      },
      {
        extends: true,
        test: {
          name: 'modules',
          include: ['{shared,service,electron,packaging,bench}/**/*.test.ts', '*.test.ts'],
          exclude: [
            'electron/shells/electron/**',
            '{electron/shells,packaging}/desktop.test.ts',
            'service/storage/postgres*.test.ts',
            'bench/postgres-plans.test.ts',
            'service/copy/*.test.ts',
          ],
          provide: { postgresUrls: null },
          experimental,
          // Without isolation, the files of a worker share loaded modules; loading them for each file would take a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'renderer', include: ['renderer/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        plugins: [react({ jsxImportSource: '#shown' }), licencesPlugin(import.meta.dirname)],
        // Scanned at startup: a package that Vite discovers during a run is bundled then, which reloads the page.
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
          experimental,
          // Repeats tests that depend on the database, on PostgreSQL; more of them in a long run. The plans have the queries of every route.
          include: isLongRun
            ? [
                'service/{http,api,events,copy}/**/*.test.ts',
                'service/{storage/postgres*,commands/check,commands/moderate,rolling-restart}.test.ts',
                'bench/postgres-plans.test.ts',
              ]
            : [
                'service/events/*.test.ts',
                'service/api/v1/{events.get,sessions.post}.test.ts',
                'service/api/v1/sessions/*/result.post.test.ts',
                'service/copy/*.test.ts',
                'service/commands/moderate.test.ts',
                'service/storage/postgres{,-bans,-signals,-upgrade}.test.ts',
                'bench/postgres-plans.test.ts',
              ],
          exclude: ['service/http/hostile.test.ts'],
          globalSetup: 'service/testing/postgres-setup.ts',
        },
      },
    ],
  },
});
