/** Governance data of the protocols on this computer, as last received from a community: author, family, status, parent. */
import { join } from 'node:path';
import { z } from 'zod';
import { governanceSummary } from '../../shared/community/protocol-shapes.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { openJsonFile } from '../files/json-file.ts';

const noteSchema = governanceSummary.extend({ author_public_key: hex64 });
export type CatalogueNote = z.infer<typeof noteSchema>;

export interface Catalogue {
  get(protocol_id: string): CatalogueNote | null;
  /** Stores what a community returned; writes the file only if something changed. */
  store(protocol_id: string, note: CatalogueNote): Promise<void>;
}

/** An unreadable file counts as empty: its content is requested from the community again. */
export async function openCatalogue(dataDir: string): Promise<Catalogue> {
  const file = await openJsonFile(join(dataDir, 'catalogue.json'), z.record(hex64, noteSchema).parse, {});
  const get = (protocol_id: string) => file.value[protocol_id] ?? null;
  return {
    get,
    async store(protocol_id, note) {
      const stored = noteSchema.parse(note);
      if (JSON.stringify(get(protocol_id)) === JSON.stringify(stored)) return;
      await file.save({ ...file.value, [protocol_id]: stored });
    },
  };
}
