/** One PostgreSQL for all tests of a run; each community makes its own database in it. */
import type { TestProject } from 'vitest/node';
import { Postgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where the tests run on SQLite. */
    postgresUrl: string | null;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await Postgres.create();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.dispose();
}
