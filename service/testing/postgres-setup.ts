/** Starts one PostgreSQL for all tests of a run; each community creates its own database in it. */
import type { TestProject } from 'vitest/node';
import { Postgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if the tests run on SQLite. */
    postgresUrl: string | null;
  }
}

let postgres: Postgres;

export async function setup(project: TestProject): Promise<void> {
  postgres = await Postgres.create();
  project.provide('postgresUrl', postgres.url);
}

export const teardown = (): Promise<void> => postgres.dispose();
