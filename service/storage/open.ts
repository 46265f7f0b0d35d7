import type { ServiceConfig } from '../config.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Start, Storage } from './storage.ts';

/** Opens the database the config names and brings its tables to the newest form. */
export function openStorage(config: ServiceConfig, start: Start): Promise<Storage> {
  return config.databaseUrl === null
    ? openSqlite(config.dataDir, start)
    : openPostgres(config, config.databaseUrl, start);
}
