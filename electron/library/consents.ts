/** Boards of other authors that the user has allowed, so that each can be listed and revoked. */
import { join } from 'node:path';
import { z } from 'zod';
import { hex64 } from '../../shared/signing/grammar.ts';
import { openJsonFile } from '../files/json-file.ts';

const consentSchema = z.object({
  source: z.enum(['platform', 'host_p2p']),
  protocol_id: hex64,
  manifest_hash: hex64,
  /** Key of the author or of the host. */
  author: hex64,
  /** Unix milliseconds. */
  accepted_at: z.int(),
});
export type Consent = z.infer<typeof consentSchema>;

export interface ConsentStore {
  list(): Consent[];
  /** Does nothing if it is already listed. */
  add(consent: Omit<Consent, 'accepted_at'>): Promise<void>;
  remove(manifest_hash: string): Promise<void>;
}

/** An unreadable list counts as empty: it only records consents, and grants nothing. */
export async function openConsents(dataDir: string): Promise<ConsentStore> {
  const file = await openJsonFile(join(dataDir, 'consents.json'), z.array(consentSchema).parse, []);
  return {
    list: () => [...file.value],
    async add(consent) {
      const isListed = file.value.some(
        ({ source, protocol_id, manifest_hash, author }) =>
          source === consent.source &&
          protocol_id === consent.protocol_id &&
          manifest_hash === consent.manifest_hash &&
          author === consent.author,
      );
      if (!isListed) await file.save([...file.value, { ...consent, accepted_at: Date.now() }]);
    },
    remove: (manifest_hash) => file.save(file.value.filter((consent) => consent.manifest_hash !== manifest_hash)),
  };
}
