/** What communities said of the protocols on this computer: author, family, status, parent. The latest word stands. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { governanceSummary } from '../../shared/community/protocol-shapes.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';

const noteSchema = governanceSummary.extend({ author_public_key: hex64 });
export type CatalogueNote = z.infer<typeof noteSchema>;

export interface Catalogue {
  get(protocol_id: string): CatalogueNote | null;
  learn(protocol_id: string, note: CatalogueNote): Promise<void>;
}

/** A file that cannot be read counts as empty: all of it can be asked again. */
export async function openCatalogue(dataDir: string): Promise<Catalogue> {
  const path = join(dataDir, 'catalogue.json');
  const notes = new Map<string, CatalogueNote>();
  try {
    const read = z.record(hex64, noteSchema).parse(JSON.parse(await readFile(path, 'utf8')));
    for (const [protocol_id, note] of Object.entries(read)) notes.set(protocol_id, note);
  } catch {
    // Learnt anew with the next answer.
  }
  let saving: Promise<void> = Promise.resolve();
  return {
    get: (protocol_id) => notes.get(protocol_id) ?? null,
    async learn(protocol_id, note) {
      const kept = noteSchema.parse(note);
      if (JSON.stringify(notes.get(protocol_id)) === JSON.stringify(kept)) return;
      notes.set(protocol_id, kept);
      saving = saving
        .catch(() => {})
        .then(() =>
          writeFileAtomic(path, new TextEncoder().encode(JSON.stringify(Object.fromEntries(notes))), { mode: 0o600 }),
        );
      await saving;
    },
  };
}
