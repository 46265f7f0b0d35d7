/** Starts a PostgreSQL server for each Vitest worker; each community creates its own database on it. */
import type { TestProject } from 'vitest/node';
import { Postgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker; null if the tests run on SQLite. */
    postgresUrls: string[] | null;
  }
}

let servers: Postgres[] = [];

export async function setup(project: TestProject): Promise<void> {
  const workers = Number(project.vitest.config.maxWorkers);
  servers = await Promise.all(Array.from({ length: workers }, () => Postgres.create()));
  project.provide(
    'postgresUrls',
    servers.map(({ url }) => url),
  );
}

export async function teardown(): Promise<void> {
  await Promise.all(servers.map((server) => server.dispose()));
}
