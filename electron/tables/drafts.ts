/** What the user has typed at a table and not sent yet, by table. Encrypted, so that it survives a restart like the conversation itself. */
import { join } from 'node:path';
import { z } from 'zod';
import { openSealedMap, type SealedMap } from '../files/sealed-map.ts';
import type { Opener, Signer } from '../identity/signer.ts';

export interface Drafts {
  /** Empty without a draft. */
  get(table_id: string): string;
  /** Durable once resolved; an empty text removes the draft. */
  set(table_id: string, text: string): Promise<void>;
  /** Resolves once pending changes are durable. */
  close(): Promise<void>;
}

interface DraftsConfig {
  /** Folder of the identity, which this process must own. */
  folder: string;
  signer: Pick<Signer, 'publicKey'>;
  opener: Pick<Opener, 'tablesKey'>;
}

/** Opens `drafts.sealed` in the folder of an identity. */
export async function openDrafts({ folder, signer, opener }: DraftsConfig): Promise<Drafts> {
  const map: SealedMap<string> = await openSealedMap({
    path: join(folder, 'drafts.sealed'),
    key: opener.tablesKey(),
    purpose: `parlor-drafts:1 ${signer.publicKey}`,
    schema: z.string(),
  });
  return {
    get: (table_id) => map.entries.get(table_id) ?? '',
    async set(table_id, text) {
      await map.update(() => {
        if ((map.entries.get(table_id) ?? '') === text) return [];
        return [[table_id, text === '' ? null : text]];
      });
    },
    close: () => map.close(),
  };
}
