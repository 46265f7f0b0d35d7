/** A JSON file beside a table's record that the table can do without. */
import { join } from 'node:path';
import type { z } from 'zod';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ownFile, readForeignText } from '../files/foreign-file.ts';
import { tablesFolder } from './table-file.ts';

export interface SideFile<Content> {
  /** Null if it is missing or broken. */
  read(dataDir: string, table_id: string): Promise<Content | null>;
  write(dataDir: string, table_id: string, content: Content): Promise<void>;
}

export function sideFile<Content>(name: string, schema: z.ZodType<Content>): SideFile<Content> {
  const pathOf = (dataDir: string, table_id: string) => join(tablesFolder(dataDir), table_id, name);
  return {
    async read(dataDir, table_id) {
      try {
        const text = await readForeignText(pathOf(dataDir, table_id), ownFile.value);
        return schema.parse(JSON.parse(text));
      } catch {
        return null;
      }
    },
    write: (dataDir, table_id, content) => writeFileAtomic(pathOf(dataDir, table_id), `${JSON.stringify(content)}\n`),
  };
}
