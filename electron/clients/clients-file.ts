/** `clients.json`: the programs that have played over MCP, what the person allows them, and whose texts they may read. */
import { join } from 'node:path';
import { z } from 'zod';
import { permissionsSchema, releasesSchema } from '../../shared/bridge/clients.ts';
import { clientRefSchema } from '../../shared/tables/client.ts';
import { type JsonFile, openJsonFile } from '../files/json-file.ts';

const time = z.int();

const storedClientSchema = clientRefSchema.extend({
  permissions: permissionsSchema.nullable(),
  /** The permissions most recently given on its command line. */
  flag: permissionsSchema.nullable(),
  first_seen_at: time,
  last_seen_at: time,
  /** When it joined or hosted its latest tables; Unix milliseconds. */
  games: z.array(time),
});
export type StoredClient = z.infer<typeof storedClientSchema>;

const fileSchema = z.object({ clients: z.array(storedClientSchema), releases: releasesSchema });
export type ClientsFile = z.infer<typeof fileSchema>;

/** If the file is unreadable, every client must be allowed again. */
export function openClientsFile(dataDir: string): Promise<JsonFile<ClientsFile>> {
  const emptyFile: ClientsFile = { clients: [], releases: { protocols: [], people: [] } };
  return openJsonFile(join(dataDir, 'clients.json'), fileSchema.parse, emptyFile);
}
