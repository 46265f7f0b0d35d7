import { inject } from 'vitest';

/**
 * The PostgreSQL server of this worker; null if the tests run on SQLite. Workers share no server, because a transaction that one
 * test leaves open on purpose holds back the events of all databases of its server.
 */
export const postgresUrl = (): string | null =>
  inject('postgresUrls')?.[Number(process.env.VITEST_POOL_ID) - 1] ?? null;
