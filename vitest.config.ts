import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Real databases, processes and iroh endpoints: slow is allowed, hanging is not.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // Most of a test's time is spent waiting for other processes.
    maxWorkers: 2,
    // Tests start hundreds of processes: each takes half its time where Node finds its files compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/parlor/compile') },
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['{shared,service,electron,renderer}/**/*.test.{ts,tsx}', '*.test.ts'],
          exclude: ['service/storage/postgres.test.ts'],
          provide: { postgresUrl: null },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          // A transaction that one file leaves open on purpose holds back the events of every database of the server.
          fileParallelism: false,
          // The suite of the service once more, without what is about SQLite itself.
          include: ['service/{http,api,events}/**/*.test.ts', 'service/storage/postgres.test.ts'],
          exclude: ['service/http/hostile.test.ts'],
          globalSetup: 'service/testing/postgres-setup.ts',
        },
      },
    ],
  },
});
