/** Which boards of others a person let in, so that each can be found and taken back. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hex64 } from '../../shared/signing/grammar.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';

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

export interface Consents {
  list(): Consent[];
  /** Notes it once; the time of the first stays. */
  add(consent: Omit<Consent, 'accepted_at'>): Promise<void>;
  remove(manifest_hash: string): Promise<void>;
}

/** A list that cannot be read counts as empty: nothing is allowed by it, it only tells what was. */
export async function openConsents(dataDir: string): Promise<Consents> {
  const path = join(dataDir, 'consents.json');
  let all: Consent[] = [];
  try {
    all = z.array(consentSchema).parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // Begun anew with the next consent.
  }
  const save = () => writeFileAtomic(path, new TextEncoder().encode(JSON.stringify(all)), { mode: 0o600 });
  return {
    list: () => [...all],
    async add(consent) {
      const known = all.some(
        ({ source, protocol_id, manifest_hash, author }) =>
          source === consent.source &&
          protocol_id === consent.protocol_id &&
          manifest_hash === consent.manifest_hash &&
          author === consent.author,
      );
      if (known) return;
      all = [...all, { ...consent, accepted_at: Date.now() }];
      await save();
    },
    async remove(manifest_hash) {
      all = all.filter((consent) => consent.manifest_hash !== manifest_hash);
      await save();
    },
  };
}
