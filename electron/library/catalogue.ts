/** Governance data of the protocols on this computer, as last received from a community: author, family, status, parent. */
import { join } from 'node:path';
import { z } from 'zod';
import { governanceSummary } from '../../shared/community/protocol-shapes.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { openJsonFile } from '../files/json-file.ts';

const entrySchema = governanceSummary.extend({ author_public_key: hex64 });
export type CatalogueEntry = z.infer<typeof entrySchema>;

export interface Catalogue {
  get(protocol_id: string): CatalogueEntry | null;
  /** Stores what a community returned; writes the file only if something changed. */
  store(protocol_id: string, entry: CatalogueEntry): Promise<void>;
}

/** An unreadable file counts as empty: its content is requested from the community again. */
export async function openCatalogue(dataDir: string): Promise<Catalogue> {
  const file = await openJsonFile(join(dataDir, 'catalogue.json'), z.record(hex64, entrySchema).parse, {});
  const get = (protocol_id: string) => file.value[protocol_id] ?? null;
  return {
    get,
    async store(protocol_id, entry) {
      const newEntry = entrySchema.parse(entry);
      if (JSON.stringify(get(protocol_id)) === JSON.stringify(newEntry)) return;
      await file.save({ ...file.value, [protocol_id]: newEntry });
    },
  };
}
