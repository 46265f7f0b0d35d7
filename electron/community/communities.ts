/** The communities a data directory has used: when, who registered there, and which plain http addresses were confirmed. */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { KnownCommunity } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';
import { isLoopback } from './link.ts';

const entrySchema = z.object({
  /** Null for the community on this computer. */
  url: z.string().nullable(),
  used_at: z.int().nullable(),
  plain_http_allowed: z.boolean(),
  registered: z.array(z.object({ public_key: hex64, nickname: z.string(), agent_id: z.int() })),
});
type Entry = z.infer<typeof entrySchema>;
export type Registered = Entry['registered'][number];

export interface Communities {
  /** The last one used first. */
  list(): Omit<KnownCommunity, 'in_use'>[];
  used(url: string | null): Promise<void>;
  registered(url: string | null, agent: Registered): Promise<void>;
  allowPlainHttp(url: string): Promise<void>;
  forget(url: string): Promise<void>;
  /** Why nothing may be sent there yet; null where it may. */
  refusal(url: string | null): Problem | null;
}

/** One address has one spelling here. */
export const trimmedUrl = (url: string): string => url.replace(/\/+$/, '');

/** Unencrypted, and beyond this computer. */
export const isExposed = (url: string): boolean => new URL(url).protocol === 'http:' && !isLoopback(url);

export async function openCommunities(dataDir: string): Promise<Communities> {
  const path = join(dataDir, 'communities.json');
  let entries = await readEntries(path);
  let writing: Promise<void> = Promise.resolve();

  const entryOf = (url: string | null): Entry =>
    entries.find((each) => each.url === url) ?? { url, used_at: null, plain_http_allowed: false, registered: [] };

  function change(url: string | null, make: (entry: Entry) => Partial<Entry>): Promise<void> {
    const key = url === null ? null : trimmedUrl(url);
    const entry = entryOf(key);
    return save([...entries.filter((each) => each.url !== key), { ...entry, ...make(entry) }]);
  }

  function save(next: Entry[]): Promise<void> {
    entries = next;
    const bytes = new TextEncoder().encode(`${JSON.stringify(entries, null, 2)}\n`);
    const write = writing.then(() => writeFileAtomic(path, bytes));
    writing = write.catch(() => {});
    return write;
  }

  return {
    list: () =>
      entries
        .map(({ url, used_at, registered }) => ({ url, used_at, registered }))
        .sort((a, b) => (b.used_at ?? 0) - (a.used_at ?? 0)),
    used: (url) => change(url, () => ({ used_at: Date.now() })),
    registered: (url, agent) =>
      change(url, ({ registered }) => ({
        registered: [...registered.filter(({ public_key }) => public_key !== agent.public_key), agent],
      })),
    allowPlainHttp: (url) => change(url, () => ({ plain_http_allowed: true })),
    forget: (url) => save(entries.filter((each) => each.url !== trimmedUrl(url))),
    refusal(url) {
      if (url === null || !isExposed(url) || entryOf(trimmedUrl(url)).plain_http_allowed) return null;
      return new ParlorError(
        'plain_http',
        'This address is not encrypted: everybody on the way could read and change what is sent. Confirm it once to use it.',
        { url },
      ).toProblem();
    },
  };
}

async function readEntries(path: string): Promise<Entry[]> {
  try {
    return z.array(entrySchema).parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    // Nothing in it can't be asked or confirmed again; the old file is kept for whoever wants to look.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') await rename(path, `${path}.bad`).catch(() => {});
    return [];
  }
}
