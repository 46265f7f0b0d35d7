import type { ServiceConfig } from '../config.ts';
import type { StorageEnvironment } from './environment.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Storage } from './storage.ts';

/** Opens the configured database and migrates it. */
export function openStorage(config: ServiceConfig, environment: StorageEnvironment): Promise<Storage> {
  return config.databaseUrl === null
    ? openSqlite(config.dataDir, environment)
    : openPostgres(config, config.databaseUrl, environment);
}
