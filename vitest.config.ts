import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,service,electron,renderer}/**/*.test.{ts,tsx}', '*.test.ts'],
    // Real databases, processes and iroh endpoints: slow is allowed, hanging is not.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
  },
});
